/** Reads what stands in a customer's tenant as the core compares it. Acronis knows no terms: a unit runs until it is deleted. */
import type { Connection, Seen, SeenThere } from "../vendor.ts";
import type { Acronis, AcronisItem, AcronisTenant } from "./acronis-api.ts";
import { unitsOf } from "./acronis-quota.ts";

export function acronisObserver(api: Acronis): Required<Pick<Connection, "observe" | "observeTenant">> {
  /** Undefined if nothing is switched on in the unit. */
  async function seenIn(unit: AcronisTenant, isCustomerEnabled: boolean): Promise<Seen | undefined> {
    const item = (await api.listItems(unit.id)).find(({ status }) => status === 1);
    if (!item) return undefined;
    return { status: unit.enabled && isCustomerEnabled ? "active" : "suspended", quantity: quantityOf(unit, item) };
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

function quantityOf({ name }: AcronisTenant, item: AcronisItem): number {
  const value = item.quota?.value;
  // We sell nothing without a quota, so there is no number to compare.
  if (value === null || value === undefined) throw new Error(`${name} has no quota at Acronis`);
  return unitsOf(item, value);
}
