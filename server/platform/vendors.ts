import type { Capabilities, Vendor } from "@tradewind/vendors/vendor.ts";

/** The vendors of this process, as the core asks about them. */
export type Vendors = {
  /** Undefined for what nobody provides. */
  find(id: string | null): Vendor | undefined;
  /** Whether the one that is meant can; false where nobody is. */
  can(id: string | null, what: keyof Capabilities): boolean;
  /** Ids of those that can. */
  thatCan(what: keyof Capabilities): string[];
};

export function vendorsOf(list: readonly Vendor[]): Vendors {
  const byId = new Map(list.map((vendor) => [vendor.id, vendor]));
  const find = (id: string | null) => (id === null ? undefined : byId.get(id));
  return {
    find,
    can: (id, what) => find(id)?.can[what] === true,
    thatCan: (what) => list.filter((vendor) => vendor.can[what]).map((vendor) => vendor.id),
  };
}
