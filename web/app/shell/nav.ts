import { allows, type Right, type UserKind } from "@tradewind/domain/values/permissions.ts";
import type { IconName } from "../../ui/icon.tsx";
import type { MenuGroup } from "../../ui/menu.tsx";
import { mayAddCustomers, type Session } from "../../platform/session.ts";
import { isElsewhere } from "../../shared/link-render.tsx";
import { flagsAllow, lineOf, type RouteLine } from "../route-table.ts";
import { openCompanies } from "../../shared/company-switch.ts";

/** Where an entry leads: an address, several of which the first that exists counts, or one made from the session. */
type Target = string | readonly string[] | ((session: Session) => string);
type Entry = {
  label: string;
  path: Target;
  anyOf?: readonly Right[];
  /** Feature that must be on. */
  flag?: string;
  /** Feature that must be off. */
  notFlag?: string;
  icon?: IconName;
  hint?: string;
  when?: (session: Session) => boolean;
};
type Section = { title?: string; entries: readonly Entry[] };
export type NavLine = { label: string; link: string } | { label: string; groups: readonly MenuGroup[] };

const staff = ({ User }: Session) => User.Kind === "reseller" || User.Kind === "engineer";
const operator = ({ User }: Session) => User.Kind === "admin";
const customerAdmin = ({ User }: Session) => User.isEndUserAdmin;
const own =
  (flow: string) =>
  ({ User }: Session) =>
    `/customers/customer/${User.endUserAdminId ?? ""}/view/${flow}`;

/** A page of somebody else. */
const page =
  (name: keyof Session["SupportLinks"]) =>
  ({ SupportLinks }: Session) =>
    SupportLinks[name];

/** Where the operator's pages stand, by address; what is not listed belongs to the marketplace. Empty stands in the bar itself. */
const operatorGroups: Readonly<Record<string, string>> = {
  "/operator/work": "",
  "/operator/tickets": "",
  "/operator/applications": "People",
  "/operator/company-changes": "People",
  "/operator/people": "People",
  "/operator/sign-in-providers": "People",
};

const nav: readonly (
  | Entry
  | { label: string; sections: readonly Section[]; anyOf?: readonly Right[]; when?: Entry["when"] }
)[] = [
  // Grouped by `operatorGroups`.
  { label: "Work queue", path: "/operator/work", when: operator },
  { label: "Tickets", path: "/operator/tickets", when: operator },
  { label: "Applications", path: "/operator/applications", when: operator },
  { label: "Company changes", path: "/operator/company-changes", when: operator },
  { label: "People", path: "/operator/people", when: operator },
  { label: "Sign-in providers", path: "/operator/sign-in-providers", when: operator },
  { label: "Hosts", path: "/operator/hosts", when: operator },
  { label: "Messages", path: "/operator/messages", when: operator },
  { label: "Feature flags", path: "/operator/feature-flags", when: operator },
  { label: "Partner portals", path: "/operator/partner-portals", when: operator },
  { label: "Footer", path: "/operator/footer", when: operator },
  { label: "Clock", path: "/operator/clock", when: (session) => operator(session) && session.MovableClock },
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
      { entries: [{ label: "Cloud services", path: "/services", anyOf: ["manageService"], icon: "settings" }] },
      {
        entries: [
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
  { label: "Services", path: own("services"), anyOf: ["manageService"], when: customerAdmin },
  { label: "Users", path: own("users"), anyOf: ["manageUsers"], when: customerAdmin },
  { label: "Billing", path: ["/billing", "/billing/invoices"], anyOf: ["billing", "pSA"] },
  { label: "Analytics", path: "/analytics", flag: "BillingPlatformReporting" },
  {
    label: "Support",
    anyOf: ["support"],
    sections: [
      {
        entries: [
          { label: "Overview", path: "/support", icon: "help" },
          { label: "Tickets", path: "/support/tickets", icon: "document" },
          { label: "Status page", path: page("StatusPage"), notFlag: "NewStatusPage", icon: "checkCircle" },
          { label: "Status page", path: page("NewStatusPage"), flag: "NewStatusPage", icon: "checkCircle" },
          { label: "Community", path: page("Community"), anyOf: ["community"], icon: "users" },
          { label: "Knowledge base", path: page("KnowledgeBase"), anyOf: ["knowledgeBase"], icon: "search" },
          { label: "Academy", path: page("Academy"), anyOf: ["academy"], icon: "building" },
        ],
      },
    ],
  },
];

export type Exists = (path: string, kind: UserKind) => boolean;
/** Whether an address, its query aside, stands in the route table for a kind of user. */
export const existsIn =
  (lines: readonly RouteLine[]): Exists =>
  (path, kind) => {
    const line = lineOf(path.split("?")[0]!, lines);
    return line !== undefined && (line.kinds?.includes(kind) ?? true);
  };

/** The entries a person sees: those whose screen exists, whose right they hold, whose flag is on. */
export function navOf(session: Session, exists: Exists): NavLine[] {
  const open = ({ anyOf = [], flag, notFlag, when }: Pick<Entry, "anyOf" | "flag" | "notFlag" | "when">) =>
    allows(session.rights, anyOf) && flagsAllow(session.flags, { flag, notFlag }) && (when?.(session) ?? true);
  const address = ({ path }: Entry) =>
    (typeof path === "function" ? [path(session)] : [path].flat()).find(
      (each) => isElsewhere(each) || exists(each, session.User.Kind),
    );
  const items = (entries: readonly Entry[]) =>
    entries.filter(open).flatMap((entry) => {
      const href = address(entry);
      return href === undefined ? [] : [{ label: entry.label, href, icon: entry.icon, hint: entry.hint }];
    });
  // The operator's people have pages of their own; the others are about one reseller.
  const fits = (line: (typeof nav)[number]) =>
    operator(session) === ("path" in line && String(line.path).startsWith("/operator/"));
  const lines = nav
    .filter((line) => fits(line) && open(line))
    .flatMap((line): NavLine[] => {
      if ("path" in line) return items([line]).map(({ label, href }) => ({ label, link: href }));
      const groups = line.sections.map(({ title, entries }) => ({ title, items: items(entries) }));
      const filled = groups.filter((group) => group.items.length > 0);
      return filled.length > 0 ? [{ label: line.label, groups: filled }] : [];
    });
  return operator(session) ? grouped(lines) : lines;
}

function grouped(lines: readonly NavLine[]): NavLine[] {
  const groupOf = (line: NavLine) => ("link" in line ? (operatorGroups[line.link] ?? "Marketplace") : "");
  const menus = ["People", "Marketplace"].map((label) => ({
    label,
    items: lines.flatMap((line) =>
      "link" in line && groupOf(line) === label ? [{ label: line.label, href: line.link }] : [],
    ),
  }));
  return [
    ...lines.filter((line) => groupOf(line) === ""),
    ...menus.filter(({ items }) => items.length > 0).map(({ label, items }) => ({ label, groups: [{ items }] })),
  ];
}

const addRights = ["addProducts", "addOrEditCustomers", "submitAndRespondToAllTickets"] as const;

/** The entries of the New menu, each by its own permission; nothing for end users and customer admins (SHELL-27). */
export function newMenuOf(session: Session, exists: Exists, addProduct: (() => void) | undefined): MenuGroup[] {
  if (!staff(session) || !allows(session.rights, addRights)) return [];
  const items = [
    ...(session.rights.has("addProducts") && addProduct
      ? [{ label: "Add product", icon: "cloud" as const, onSelect: addProduct }]
      : []),
    ...(mayAddCustomers(session) && exists("/customers/add", session.User.Kind)
      ? [{ label: "Add customer", icon: "building" as const, href: "/customers/add" }]
      : []),
    ...(session.rights.has("submitAndRespondToAllTickets") && exists("/support/add-new-ticket", session.User.Kind)
      ? [{ label: "Add support ticket", icon: "help" as const, href: "/support/add-new-ticket" }]
      : []),
  ];
  return items.length > 0 ? [{ items }] : [];
}

/** My Account. Manage users opens on the tab of the permission held; with both, on engineers (trap T13). */
export function accountMenuOf(session: Session, exists: Exists, signOut: () => void): MenuGroup[] {
  const { rights, User } = session;
  const opens = (path: string) => exists(path, User.Kind);
  const tab = rights.has("createResellerEngineer")
    ? "engineer"
    : rights.has("createCustomerAdmin")
      ? "end-user-admin"
      : undefined;
  const own = [
    ...(!User.isEndUser && opens("/account-setting/manage-access/my-profile")
      ? [{ label: "My profile", icon: "user" as const, href: "/account-setting/manage-access/my-profile" }]
      : []),
    ...(!User.isEndUser && rights.has("myBusiness") && opens("/my-business")
      ? [{ label: "My business", icon: "building" as const, href: "/my-business" }]
      : []),
    ...(!User.isEndUser && rights.has("manageUsers") && tab && opens("/account-setting/manage-access")
      ? [{ label: "Manage users", icon: "users" as const, href: `/account-setting/manage-access?tab=${tab}` }]
      : []),
    ...(opens("/account-setting")
      ? [{ label: "Your account", icon: "settings" as const, href: "/account-setting" }]
      : []),
  ];
  const others = session.HasOtherCompanies
    ? [{ label: "Switch company", icon: "building" as const, hint: session.Reseller?.Name, onSelect: openCompanies }]
    : [];
  return [
    ...(own.length > 0 ? [{ items: own }] : []),
    ...(others.length > 0 ? [{ items: others }] : []),
    { items: [{ label: "Sign out", icon: "logout" as const, onSelect: signOut }] },
  ];
}
