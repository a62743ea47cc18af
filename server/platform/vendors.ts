import type { Question } from "@tradewind/vendors/catalogue-data.ts";
import type { Capabilities, Vendor } from "@tradewind/vendors/vendor.ts";

/** The vendors of this process, as the core sees them. */
export type Vendors = {
  /** Returns undefined for products without a provider. */
  find(id: string | null): Vendor | undefined;
  /** Returns the name that people know the vendor by. */
  nameOf(id: string): string;
  /** Tells whether the vendor has the capability; false without a vendor. */
  can(id: string | null, what: keyof Capabilities): boolean;
  /** Returns what is asked when a product is ordered. */
  questionsOf(productId: string): readonly Question[];
  /** Lists the ids of vendors with the capability. */
  thatCan(what: keyof Capabilities): string[];
};

export function vendorsOf(list: readonly Vendor[]): Vendors {
  const byId = new Map(list.map((vendor) => [vendor.id, vendor]));
  const find = (id: string | null) => (id === null ? undefined : byId.get(id));
  const forms = list.flatMap(({ catalogue }) => catalogue.orderForms ?? []);
  return {
    find,
    questionsOf: (productId) => forms.find(({ products }) => products.includes(productId))?.questions ?? [],
    nameOf: (id) => find(id)?.name ?? id,
    can: (id, what) => Boolean(find(id)?.can[what]),
    thatCan: (what) => list.filter((vendor) => vendor.can[what]).map((vendor) => vendor.id),
  };
}
