/** What a dashboard can lead to, by the key that is kept; in the order in which they are offered. */
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

/** Most links on one dashboard, and how many are there until a person chooses. */
export const mostQuickLinks = 8;
const atFirst = 4;

/** The links of a dashboard: what was chosen and can still be reached, or the first few where nothing was. */
export function shownLinks(chosen: readonly string[] | null, reachable: readonly QuickLinkKey[]): QuickLinkKey[] {
  if (chosen === null) return reachable.slice(0, atFirst);
  return chosen.filter((key): key is QuickLinkKey => (reachable as readonly string[]).includes(key));
}
