/** Where quick links lead, and who can reach them. */
import { admits, type Right, type UserKind } from "@tradewind/domain/values/permissions.ts";
import { quickLinkKeys, type QuickLinkKey } from "@tradewind/domain/insight/quick-links.ts";
import { linkTo } from "../address.ts";
import type { Screen } from "../screen.ts";
import { screens } from "../screens.ts";

type QuickLink = {
  label: string;
  screen: Screen;
  path: string;
  kinds?: readonly UserKind[];
  /** Hidden from people restricted to certain customers. */
  everyCustomer?: true;
};

const to = (label: string, screen: Screen, more: Partial<QuickLink> = {}): QuickLink => ({
  label,
  screen,
  path: screen.path,
  ...more,
});
const category = (label: string, Category: string) =>
  to(label, screens.marketplace, { path: linkTo(screens.marketplace, {}, { Category }) });

export const quickLinkScreens: Readonly<Record<QuickLinkKey, QuickLink>> = {
  customers: to("Customers", screens.customers),
  addCustomer: to("Add customer", screens.addCustomer, { everyCustomer: true }),
  marketplace: to("Marketplace", screens.marketplace),
  modernWorkplace: category("Modern workplace", "modern-workplace"),
  cloudInfrastructure: category("Cloud infrastructure", "cloud-infrastructure"),
  // Resellers already get there from the figures on their dashboard.
  services: to("Services", screens.services, { kinds: ["endUser", "endUserAdmin"] }),
  billing: to("Billing", screens.billing),
  invoices: to("Invoices", screens.invoices),
  agreements: to("Service agreements", screens.serviceAgreements),
  account: to("Your account", screens.account),
  security: to("Security", screens.security),
  sessions: to("Your sessions", screens.sessions),
};

/** Returns the links that a person can reach. */
export const reachableLinks = (kind: UserKind, rights: ReadonlySet<Right>, certainCustomers = false): QuickLinkKey[] =>
  quickLinkKeys.filter((key) => {
    const { screen, kinds, everyCustomer } = quickLinkScreens[key];
    return (
      (kinds?.includes(kind) ?? true) &&
      admits(screen.offered ?? screen.access, { kind, rights }) &&
      !(everyCustomer && certainCustomers)
    );
  });
