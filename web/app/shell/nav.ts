import { acts } from "@tradewind/contract/acts.ts";
import { knowledgeBase } from "@tradewind/contract/support/knowledge-base.ts";
import { linkTo } from "@tradewind/contract/address.ts";
import type { Screen } from "@tradewind/contract/screen.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { allows, type Right } from "@tradewind/domain/values/permissions.ts";
import type { MouseEvent } from "react";
import type { IconName } from "../../ui/icon.tsx";
import type { MenuGroup, MenuItem } from "../../ui/menu.tsx";
import { isOffered, mayAddCustomers, mayTransfer, mayUse, type Session } from "../../platform/session.ts";
import { openCompanies } from "../../shared/company-switch.ts";
import { helpHere, openHelp } from "../../shared/help.ts";
import { openSignedIn } from "../../shared/open-signed-in.ts";
import { call } from "../../platform/api.ts";

type Shown = { label: string; icon?: IconName; when?: (session: Session) => boolean };
/** A screen of the portal, offered to those it is for, a page of another portal, or what opens beside the page. */
type Entry = Shown &
  (
    | { screen: Screen; href: (session: Session) => string }
    | {
        page: keyof Session["SupportLinks"];
        anyOf?: readonly Right[];
        flag?: string;
        notFlag?: string;
        /** Finds the address that signs the person in there. */
        signedIn?: () => Promise<string>;
      }
    | { opens: () => void; use: Pick<Screen, "access" | "flag"> }
  );
type Section = { title?: string; entries: readonly Entry[] };
type Group = Shown & { sections: readonly Section[]; screen?: Screen };
export type NavLine = { label: string; link: string } | { label: string; groups: readonly MenuGroup[] };

const staff = ({ User }: Session) => User.Kind === "reseller" || User.Kind === "engineer";
const customerAdmin = ({ User }: Session) => User.isEndUserAdmin;
const inPounds = ({ Reseller }: Session) => Reseller?.Currency !== "EUR";

const to = (label: string, screen: Screen, icon?: IconName): Entry => ({
  label,
  screen,
  href: () => screen.path,
  ...(icon && { icon }),
});
const category = (label: string, Category: string, icon: IconName, more: Partial<Shown> = {}): Entry => ({
  label,
  screen: screens.marketplace,
  href: () => linkTo(screens.marketplace, {}, { Category }),
  icon,
  ...more,
});
/** What is done with services, for those who see them. */
const besideServices = (
  label: string,
  screen: Screen,
  icon: IconName,
  may: (session: Session) => boolean = () => true,
): Entry => ({
  ...to(label, screen, icon),
  when: (session) => isOffered(session, screens.services) && may(session),
});
const ofCustomer = (label: string, screen: typeof screens.customerUsers | typeof screens.customerServices): Entry => ({
  label,
  screen,
  href: ({ User }) => linkTo(screen, { ctx: User.endUserAdminId ?? "" }),
});

/** The operator's pages by the work they are for; unlisted ones belong to the marketplace, those of no group to the bar itself. */
const operatorGroups: Readonly<Record<string, readonly Screen[]>> = {
  "": [screens.work, screens.desk],
  Money: [
    screens.debtors,
    screens.cashExpected,
    screens.bankTransfers,
    screens.paymentGateways,
    screens.vendorInvoices,
    screens.lineCredits,
    screens.writeOffs,
    screens.creditCodes,
    screens.months,
  ],
  Catalogue: [screens.assortment, screens.priceLists, screens.stock, screens.numberStock],
  Vendors: [screens.everyDifference, screens.everyScheduled, screens.tenants, screens.everyTransfer],
  People: [
    screens.applications,
    screens.companyChanges,
    screens.people,
    screens.everyActivityLog,
    screens.signInProviders,
    screens.everySignInRules,
  ],
};

const nav: readonly (Entry | Group)[] = [
  // Grouped by `operatorGroups`.
  to("Work queue", screens.work),
  to("Tickets", screens.desk),
  to("Stock", screens.stock),
  to("Telephone numbers", screens.numberStock),
  to("Products", screens.assortment),
  to("Price lists", screens.priceLists),
  to("Differences", screens.everyDifference),
  to("Scheduled", screens.everyScheduled),
  to("Debtors", screens.debtors),
  to("Cash expected", screens.cashExpected),
  to("Write-offs", screens.writeOffs),
  to("Credited lines", screens.lineCredits),
  to("Month close", screens.months),
  to("Bank transfers", screens.bankTransfers),
  to("Payment gateways", screens.paymentGateways),
  to("Vendor invoices", screens.vendorInvoices),
  to("Credit codes", screens.creditCodes),
  to("Applications", screens.applications),
  to("Company changes", screens.companyChanges),
  to("People", screens.people),
  to("Activity log", screens.everyActivityLog),
  to("Sign-in providers", screens.signInProviders),
  to("Tenants", screens.tenants),
  to("Transfers", screens.everyTransfer),
  to("Sign-in rules", screens.everySignInRules),
  to("Hosts", screens.hosts),
  to("Messages", screens.messages),
  to("Feature flags", screens.flags),
  to("Partner portals", screens.partnerPortals),
  to("Footer", screens.footer),
  to("Data retention", screens.retention),
  to("API tokens", screens.operatorTokens),
  to("Clock", screens.clock),
  to("Dashboard", screens.dashboard),
  to("Customers", screens.customers),
  {
    label: "Provision and Services",
    // SHELL-20
    when: (session) => !customerAdmin(session),
    sections: [
      {
        title: "Cloud products",
        entries: [
          category("Modern workplace", "modern-workplace", "building"),
          category("Cloud infrastructure", "cloud-infrastructure", "cloud"),
          category("Security", "security", "checkCircle", { when: inPounds }),
          category("Backup continuity", "backup-continuity", "refresh", { when: inPounds }),
          to("All products", screens.marketplace, "search"),
        ],
      },
      {
        entries: [
          to("Cloud services", screens.services, "settings"),
          besideServices("Renewals", screens.renewals, "calendar"),
          besideServices("Bulk changes", screens.plans, "edit"),
          besideServices("Quotes", screens.quotes, "document"),
          besideServices("Requests", screens.requests, "help"),
          besideServices("Prices", screens.pricing, "pound"),
          besideServices("Differences", screens.differences, "info"),
          besideServices("Transfers", screens.allTransfers, "cloud", mayTransfer),
        ],
      },
      { entries: [to("Service agreements", screens.serviceAgreements, "document")] },
    ],
  },
  ofCustomer("Services", screens.customerServices),
  ofCustomer("Users", screens.customerUsers),
  to("Billing", screens.billing),
  to("PSA", screens.psaOverview),
  to("Analytics", screens.analytics),
  {
    label: "Support",
    screen: screens.support,
    sections: [
      {
        entries: [
          to("Overview", screens.support, "help"),
          to("Tickets", screens.tickets, "document"),
          { label: "Status page", page: "StatusPage", notFlag: "NewStatusPage", icon: "checkCircle" },
          { label: "Status page", page: "NewStatusPage", flag: "NewStatusPage", icon: "checkCircle" },
          { label: "Community", page: "Community", anyOf: ["community"], icon: "users" },
          { label: "Knowledge base", opens: () => openHelp(), use: helpHere, icon: "search" },
          {
            label: "Knowledge base",
            page: "KnowledgeBase",
            anyOf: ["knowledgeBase"],
            notFlag: "Knowledgebase",
            signedIn: async () => (await call(knowledgeBase.token)).Url,
            icon: "search",
          },
          { label: "Academy", page: "Academy", anyOf: ["academy"], icon: "building" },
        ],
      },
    ],
  },
];

/** Checks whether a line is for the operator's people; all others are about one reseller. */
const isOperators = (line: Entry | Group) =>
  "screen" in line && typeof line.screen?.access === "object" && line.screen.access.kinds?.join() === "admin";

/** Returns a person's entries: their screen is offered to them, they hold the right, and the flag is on. */
export function navOf(session: Session): NavLine[] {
  const { rights, flags } = session;
  const isOpen = (entry: Entry) => {
    if ("screen" in entry) return isOffered(session, entry.screen);
    if ("opens" in entry) return mayUse(session, entry.use);
    return (
      allows(rights, entry.anyOf ?? []) &&
      (!entry.flag || flags.has(entry.flag)) &&
      !(entry.notFlag && flags.has(entry.notFlag))
    );
  };
  const items = (entries: readonly Entry[]): MenuItem[] =>
    entries
      .filter((entry) => (entry.when?.(session) ?? true) && isOpen(entry))
      .map((entry) => ({
        label: entry.label,
        icon: entry.icon,
        ...("opens" in entry
          ? { onSelect: entry.opens }
          : { href: "screen" in entry ? entry.href(session) : session.SupportLinks[entry.page] }),
        ...("signedIn" in entry &&
          entry.signedIn &&
          !session.JumpedBy && { onOpen: opensSignedIn(entry.label, entry.signedIn) }),
      }));
  const operator = session.User.Kind === "admin";
  const lines = nav
    .filter((line) => operator === isOperators(line))
    .flatMap((line): NavLine[] => {
      if (!("sections" in line)) return items([line]).map(({ label, href }) => ({ label, link: href! }));
      if (!(line.when?.(session) ?? true) || (line.screen && !isOffered(session, line.screen))) return [];
      const groups = line.sections.map(({ title, entries }) => ({ title, items: items(entries) }));
      const filled = groups.filter((group) => group.items.length > 0);
      return filled.length > 0 ? [{ label: line.label, groups: filled }] : [];
    });
  return operator ? grouped(lines) : lines;
}

/** A press with a key held goes where the browser takes it, without a token. */
const opensSignedIn = (label: string, ask: () => Promise<string>) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void openSignedIn(label, ask);
};

function grouped(lines: readonly NavLine[]): NavLine[] {
  const groupOf = (line: NavLine) =>
    Object.entries(operatorGroups).find(
      ([, own]) => "link" in line && own.some(({ path }) => path === line.link),
    )?.[0] ?? "Marketplace";
  const menus = [...Object.keys(operatorGroups), "Marketplace"].map((label) => ({
    label,
    items: lines.flatMap((line) =>
      "link" in line && groupOf(line) === label ? [{ label: line.label, href: line.link }] : [],
    ),
  }));
  return menus.flatMap(({ label, items }): NavLine[] => {
    if (label === "") return items.map((item) => ({ label: item.label, link: item.href }));
    return items.length > 0 ? [{ label, groups: [{ items }] }] : [];
  });
}

const link = (label: string, icon: IconName, href: string): MenuItem => ({ label, icon, href });

/** Returns the New menu, each entry by its own permission; empty for end users and customer admins (SHELL-27). */
export function newMenuOf(session: Session, addProduct: () => void): MenuGroup[] {
  if (!staff(session)) return [];
  const items: MenuItem[] = [
    ...(mayUse(session, acts.order) ? [{ label: "Add product", icon: "cloud" as const, onSelect: addProduct }] : []),
    ...(mayAddCustomers(session) ? [link("Add customer", "building", screens.addCustomer.path)] : []),
    ...(isOffered(session, screens.addTicket) ? [link("Add support ticket", "help", screens.addTicket.path)] : []),
  ];
  return items.length > 0 ? [{ items }] : [];
}

/** Returns the My Account menu. Manage users opens the permitted tab; with both, the engineers'. */
export function accountMenuOf(session: Session, signOut: () => void): MenuGroup[] {
  const offers = (screen: Screen) => isOffered(session, screen);
  const tab = offers(screens.inviteColleague)
    ? "engineer"
    : offers(screens.inviteCustomerAdmin)
      ? "end-user-admin"
      : undefined;
  const own = [
    ...(offers(screens.myProfile) ? [link("My profile", "user", screens.myProfile.path)] : []),
    ...(offers(screens.myBusiness) ? [link("My business", "building", screens.myBusiness.path)] : []),
    ...(tab && offers(screens.manageAccess)
      ? [link("Manage users", "users", linkTo(screens.manageAccess, {}, { Tab: tab }))]
      : []),
    link("Your account", "settings", screens.account.path),
  ];
  const others = session.HasOtherCompanies
    ? [{ label: "Switch company", icon: "building" as const, hint: session.Reseller?.Name, onSelect: openCompanies }]
    : [];
  return [
    { items: own },
    ...(others.length > 0 ? [{ items: others }] : []),
    { items: [{ label: "Sign out", icon: "logout" as const, onSelect: signOut }] },
  ];
}
