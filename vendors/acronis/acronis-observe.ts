/** Reads what stands in a customer's tenant as the core compares it. Acronis knows no terms: a unit runs until it is deleted. */
import type { Connection, Seen, SeenThere } from "../vendor.ts";
import type { Acronis, AcronisItem, AcronisTenant } from "./acronis-api.ts";
import { itemsOf } from "./acronis-plans.ts";
import { unitsOf } from "./acronis-quota.ts";
import { offers } from "./offers.data.ts";

export function acronisObserver(api: Acronis): Required<Pick<Connection, "observe" | "observeTenant">> {
  /** Undefined if nothing is switched on in the unit. */
  async function seenIn(unit: AcronisTenant, isCustomerEnabled: boolean): Promise<Seen | undefined> {
    const items = (await api.listItems(unit.id)).filter(({ status }) => status === 1);
    if (items.length === 0) return undefined;
    const byItem = Object.fromEntries(items.map((item) => [item.name, quantityOf(item)]));
    const quantity = Object.values(byItem).find((each) => each !== null) ?? 0;
    const quantities = { ...byItem, ...plansIn(byItem) };
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

const plans = offers.map((offer) => offer.offer_ref).filter((ref) => itemsOf(ref).length > 1);

/** Of a plan there are as many as of the scarcest of its items: none, where somebody switched a pack off. */
const plansIn = (byItem: Readonly<Record<string, number | null>>): Record<string, number | null> =>
  Object.fromEntries(
    plans.flatMap((plan) => {
      const [workload, ...packs] = itemsOf(plan).map((item) => byItem[item]);
      if (workload === undefined) return [];
      const limits = [workload, ...packs.map((each) => (each === undefined ? 0 : each))].filter(
        (each) => each !== null,
      );
      return [[plan, limits.length === 0 ? null : Math.min(...limits)]];
    }),
  );
