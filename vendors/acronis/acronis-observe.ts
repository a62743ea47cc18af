/** Reads what stands in a customer's tenant as the core compares it. Acronis knows no terms: a unit runs until it is deleted. */
import type { Connection, Seen, SeenThere } from "../vendor.ts";
import type { Acronis, AcronisItem, AcronisTenant } from "./acronis-api.ts";
import { unitsOf } from "./acronis-quota.ts";

export function acronisObserver(api: Acronis): Required<Pick<Connection, "observe" | "observeTenant">> {
  /** Undefined if nothing is switched on in the unit. */
  async function seenIn(unit: AcronisTenant, isCustomerEnabled: boolean): Promise<Seen | undefined> {
    const items = (await api.listItems(unit.id)).filter(({ status }) => status === 1);
    if (items.length === 0) return undefined;
    const quantities = Object.fromEntries(items.map((item) => [item.name, quantityOf(item)]));
    const quantity = Object.values(quantities).find((each) => each !== null) ?? 0;
    return { status: unit.enabled && isCustomerEnabled ? "active" : "suspended", quantity, quantities };
  }
  return {
    async observe({ tenantRef, vendorRef }) {
      const [customer, unit] = [await api.findTenant(tenantRef), await api.findTenant(vendorRef)];
      return customer && unit && seenIn(unit, customer.enabled);
    },

    async observeTenant(tenantRef) {
      const customer = await api.findTenant(tenantRef);
      const seen: SeenThere[] = [];
      if (!customer) return seen;
      for await (const unit of api.listChildren(tenantRef)) {
        const found = await seenIn(unit, customer.enabled);
        if (found) seen.push({ ...found, vendorRef: unit.id, name: unit.name, key: unit.internal_tag ?? undefined });
      }
      return seen;
    },
  };
}

/** We sell nothing without a quota: where there is none, there is no number to compare. */
function quantityOf(item: AcronisItem): number | null {
  const value = item.quota?.value;
  return value === null || value === undefined ? null : unitsOf(item, value);
}
