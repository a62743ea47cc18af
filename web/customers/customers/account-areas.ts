/** The tabs of a customer's page, by their numbers in the specification (CUST-06). */
export const accountAreas = {
  users: 1,
  services: 2,
  activity: 3,
  billing: 4,
  cloudMarketAccess: 5,
  editStreamAccess: 6,
  manage: 7,
  m365AccountLink: 8,
} as const;
export type AccountArea = keyof typeof accountAreas;

/** The areas that have content, in the order of their tabs; each has its own address. */
export const shownAreas = [
  { area: "users", flow: "users", label: "Users" },
  { area: "services", flow: "services", label: "Services" },
  { area: "manage", flow: "manage", label: "Details" },
  { area: "activity", flow: "activity", label: "Activity" },
  { area: "billing", flow: "billing", label: "Billing" },
  { area: "cloudMarketAccess", flow: "cloudMarketAccess", label: "Sign-in" },
  { area: "editStreamAccess", flow: "editStreamAccess", label: "Partner portal" },
  { area: "m365AccountLink", flow: "m365AccountLink", label: "Tenant" },
] as const satisfies readonly { area: AccountArea; flow: string; label: string }[];

const services = shownAreas.find(({ area }) => area === "services")!;

/** Returns the area that an address names by word or number; services if it names none that is shown. */
export function areaOf(flow: string | undefined): (typeof shownAreas)[number] {
  return shownAreas.find(({ area, flow: word }) => flow === word || flow === String(accountAreas[area])) ?? services;
}
