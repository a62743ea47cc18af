import { allows, type Right, type UserKind } from "../values/permissions.ts";

type QuickLink = {
  label: string;
  path: string;
  anyOf: readonly Right[];
  kinds?: readonly UserKind[];
  /** Not for those who look after certain customers only. */
  everyCustomer?: true;
};

const staff = ["reseller", "engineer"] as const;

/** What a dashboard can lead to, by the key that is kept; in the order in which they are offered. */
export const quickLinks = {
  customers: { label: "Customers", path: "/customers", anyOf: ["customers"], kinds: staff },
  addCustomer: {
    label: "Add customer",
    path: "/customers/add",
    anyOf: ["addOrEditCustomers"],
    kinds: staff,
    everyCustomer: true,
  },
  marketplace: { label: "Marketplace", path: "/marketplace", anyOf: ["marketplaceOrder"] },
  modernWorkplace: {
    label: "Modern workplace",
    path: "/marketplace?category=modern-workplace",
    anyOf: ["marketplaceOrder"],
  },
  cloudInfrastructure: {
    label: "Cloud infrastructure",
    path: "/marketplace?category=cloud-infrastructure",
    anyOf: ["marketplaceOrder"],
  },
  services: { label: "Services", path: "/services", anyOf: ["manageService"], kinds: ["endUser", "endUserAdmin"] },
  billing: { label: "Billing", path: "/billing", anyOf: ["billing", "pSA"], kinds: staff },
  invoices: { label: "Invoices", path: "/billing/invoices", anyOf: ["billing"], kinds: staff },
  agreements: {
    label: "Service agreements",
    path: "/account-setting/service-agreements",
    anyOf: ["serviceAgreements"],
    kinds: staff,
  },
  account: { label: "Your account", path: "/account-setting", anyOf: [] },
  security: { label: "Security", path: "/account-setting/security", anyOf: [] },
  sessions: { label: "Your sessions", path: "/account-setting/sessions", anyOf: [] },
} as const satisfies Record<string, QuickLink>;

export type QuickLinkKey = keyof typeof quickLinks;
export const quickLinkKeys = Object.keys(quickLinks) as QuickLinkKey[];
/** Most links on one dashboard, and how many are there until a person chooses. */
export const mostQuickLinks = 8;
const atFirst = 4;

/** The links a person may reach. */
export const reachableLinks = (kind: UserKind, rights: ReadonlySet<Right>, certainCustomers = false): QuickLinkKey[] =>
  quickLinkKeys.filter((key) => {
    const { anyOf, kinds, everyCustomer }: QuickLink = quickLinks[key];
    return (kinds?.includes(kind) ?? true) && allows(rights, anyOf) && !(everyCustomer && certainCustomers);
  });

/** The links of a dashboard: what was chosen and can still be reached, or the first few where nothing was. */
export function shownLinks(chosen: readonly string[] | null, reachable: readonly QuickLinkKey[]): QuickLinkKey[] {
  if (chosen === null) return reachable.slice(0, atFirst);
  return chosen.filter((key): key is QuickLinkKey => (reachable as readonly string[]).includes(key));
}
