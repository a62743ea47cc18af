import { allows, type Right } from "@tradewind/domain/permissions.ts";
import type { IconName } from "../../ui/icon.tsx";
import type { MenuGroup } from "../../ui/menu.tsx";
import type { Session } from "../../platform/session.ts";
import type { RouteLine } from "../route-table.ts";

type Entry = {
  label: string;
  path: string;
  anyOf?: readonly Right[];
  flag?: string;
  icon?: IconName;
  hint?: string;
  when?: (session: Session) => boolean;
};
type Section = { title?: string; entries: readonly Entry[] };
export type NavLine = { label: string; link: string } | { label: string; groups: readonly MenuGroup[] };

const staff = ({ User }: Session) => !User.isEndUser && !User.isEndUserAdmin;
const customerAdmin = ({ User }: Session) => User.isEndUserAdmin;

const nav: readonly (
  | Entry
  | { label: string; sections: readonly Section[]; anyOf?: readonly Right[]; when?: Entry["when"] }
)[] = [
  { label: "Dashboard", path: "/dashboard", anyOf: ["home"] },
  { label: "Customers", path: "/customers", anyOf: ["customers"], when: staff },
  {
    label: "Provision and Services",
    when: (session) => !customerAdmin(session),
    sections: [
      {
        title: "Cloud products",
        entries: [
          {
            label: "Modern workplace",
            path: "/marketplace?category=modern-workplace",
            anyOf: ["marketplaceOrder"],
            icon: "building",
          },
          {
            label: "Cloud infrastructure",
            path: "/marketplace?category=cloud-infrastructure",
            anyOf: ["marketplaceOrder"],
            icon: "cloud",
          },
          {
            label: "Security",
            path: "/marketplace?category=security",
            anyOf: ["marketplaceOrder"],
            icon: "checkCircle",
            when: ({ Reseller }) => Reseller?.Currency !== "EUR",
          },
          {
            label: "Backup continuity",
            path: "/marketplace?category=backup-continuity",
            anyOf: ["marketplaceOrder"],
            icon: "refresh",
            when: ({ Reseller }) => Reseller?.Currency !== "EUR",
          },
        ],
      },
      {
        entries: [
          { label: "Cloud services", path: "/services", anyOf: ["manageService"], icon: "settings" },
          {
            label: "Service agreements",
            path: "/account-setting/service-agreements",
            anyOf: ["serviceAgreements"],
            icon: "document",
          },
        ],
      },
    ],
  },
  { label: "Services", path: "/services", anyOf: ["manageService"], when: customerAdmin },
  { label: "Users", path: "/users", anyOf: ["manageUsers"], when: customerAdmin },
  { label: "Billing", path: "/billing", anyOf: ["billing", "pSA"] },
  { label: "Analytics", path: "/analytics", flag: "BillingPlatformReporting" },
  {
    label: "Support",
    sections: [
      {
        entries: [
          { label: "Overview", path: "/support", anyOf: ["support"], icon: "help" },
          { label: "Tickets", path: "/support/tickets", anyOf: ["support"], icon: "document" },
        ],
      },
    ],
  },
];

export type Exists = (path: string) => boolean;
/** Whether an address, its query aside, stands in the route table. */
export const existsIn =
  (lines: readonly RouteLine[]): Exists =>
  (path) => {
    const wanted = path.split("?")[0];
    return lines.some((line) => line.path === wanted);
  };

/** The entries a person sees: those whose screen exists, whose right they hold, whose flag is on. */
export function navOf(session: Session, exists: Exists): NavLine[] {
  const open = (entry: Pick<Entry, "anyOf" | "flag" | "when"> & { path?: string }) =>
    (entry.path === undefined || exists(entry.path)) &&
    allows(session.rights, entry.anyOf ?? []) &&
    (!entry.flag || session.flags.has(entry.flag)) &&
    (entry.when?.(session) ?? true);
  return nav.flatMap((line): NavLine[] => {
    if (!open(line)) return [];
    if ("path" in line) return [{ label: line.label, link: line.path }];
    const groups = line.sections
      .map(({ title, entries }) => ({
        title,
        items: entries.filter(open).map(({ label, path, icon, hint }) => ({ label, href: path, icon, hint })),
      }))
      .filter((group) => group.items.length > 0);
    return groups.length > 0 ? [{ label: line.label, groups }] : [];
  });
}

const addRights = ["addProducts", "addOrEditCustomers", "submitAndRespondToAllTickets"] as const;

/** The entries of the New menu, each by its own permission; nothing for end users and customer admins (SHELL-27). */
export function newMenuOf(session: Session, exists: Exists, addProduct: (() => void) | undefined): MenuGroup[] {
  if (!staff(session) || !allows(session.rights, addRights)) return [];
  const items = [
    ...(session.rights.has("addProducts") && addProduct
      ? [{ label: "Add product", icon: "cloud" as const, onSelect: addProduct }]
      : []),
    ...(session.rights.has("addOrEditCustomers") && exists("/customers/add")
      ? [{ label: "Add customer", icon: "building" as const, href: "/customers/add" }]
      : []),
    ...(session.rights.has("submitAndRespondToAllTickets") && exists("/support/add-ticket")
      ? [{ label: "Add support ticket", icon: "help" as const, href: "/support/add-ticket" }]
      : []),
  ];
  return items.length > 0 ? [{ items }] : [];
}

/** My Account. Manage users opens on the tab of the permission held; with both, on engineers (trap T13). */
export function accountMenuOf(session: Session, exists: Exists, signOut: () => void): MenuGroup[] {
  const { rights, User } = session;
  const tab = rights.has("createResellerEngineer")
    ? "engineer"
    : rights.has("createCustomerAdmin")
      ? "end-user-admin"
      : undefined;
  const own = [
    ...(!User.isEndUser && exists("/my-profile")
      ? [{ label: "My profile", icon: "user" as const, href: "/my-profile" }]
      : []),
    ...(!User.isEndUser && rights.has("myBusiness") && exists("/my-business")
      ? [{ label: "My business", icon: "building" as const, href: "/my-business" }]
      : []),
    ...(!User.isEndUser && rights.has("manageUsers") && tab && exists("/account-setting/manage-users")
      ? [{ label: "Manage users", icon: "users" as const, href: `/account-setting/manage-users?tab=${tab}` }]
      : []),
    ...(!User.isEndUser && exists("/account-setting")
      ? [{ label: "Your account", icon: "settings" as const, href: "/account-setting" }]
      : []),
  ];
  return [
    ...(own.length > 0 ? [{ items: own }] : []),
    { items: [{ label: "Sign out", icon: "logout" as const, onSelect: signOut }] },
  ];
}
