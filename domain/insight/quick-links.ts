/** Targets of quick links, by stored key, in the order in which they are offered. */
export const quickLinkKeys = [
  "customers",
  "addCustomer",
  "marketplace",
  "modernWorkplace",
  "cloudInfrastructure",
  "services",
  "billing",
  "invoices",
  "agreements",
  "account",
  "security",
  "sessions",
] as const;
export type QuickLinkKey = (typeof quickLinkKeys)[number];

/** The most links on one dashboard. */
export const mostQuickLinks = 8;
/** The number shown until a person chooses. */
const atFirst = 4;

/** Returns a dashboard's links: the chosen ones that are still reachable, or the first few if nothing was chosen. */
export function shownLinks(chosen: readonly string[] | null, reachable: readonly QuickLinkKey[]): QuickLinkKey[] {
  if (chosen === null) return reachable.slice(0, atFirst);
  return chosen.filter((key): key is QuickLinkKey => (reachable as readonly string[]).includes(key));
}
