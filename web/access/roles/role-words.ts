import type { Landing } from "@tradewind/domain/access/landing.ts";
import { landingOfRoles, roleNames, roles, type Role, type RoleSet } from "@tradewind/domain/access/roles.ts";
import type { UserRoles } from "./roles.queries.ts";

/** Describes what a role opens or allows, after the person's name and “can”. */
export const roleWords: Record<Role, string> = {
  home: "see the figures and quick links of the dashboard",
  customers: "see customers, their details and their activity",
  manageService: "see services and their history",
  marketplaceOrder: "browse everything that can be ordered",
  billing: "see invoices and set what customers pay",
  pSA: "match customers, services and contracts with the PSA",
  support: "see support tickets and the state of the services",
  academy: "open the academy’s courses",
  knowledgeBase: "read the articles of the knowledge base",
  community: "take part in the forum",
  serviceAgreements: "read the agreements for services",
  myBusiness: "see and change the company’s own details",
  manageUsers: "see who may sign in, and how",
  settings: "change the look, display and connections of the portal",
  addProducts: "add, change and cancel products, which costs money",
  addOrEditCustomers: "add customers, edit, suspend and reactivate them",
  submitAndRespondToAllTickets: "raise tickets and answer everybody’s",
  createResellerEngineer: "invite, suspend and help colleagues, and change their roles",
  createCustomerAdmin: "invite, suspend and help customers’ people, and change their roles",
  liveChat: "chat with support",
  manageApiTokens: "make and revoke keys for the company’s programs",
  signAgreements: "sign agreements for the company",
};

const landings: Record<Landing, string | undefined> = {
  dashboard: "the dashboard",
  customers: "the list of customers",
  customer: "their organisation",
  customerServices: "their organisation’s services",
  services: "their services",
  marketplace: "the marketplace",
  billing: "billing",
  support: "support",
  noAccess: undefined,
};

/** Names the page on which these roles land after signing in; undefined if they have none. */
export const landingWords = ({ Kind, CustomerId }: Pick<UserRoles, "Kind" | "CustomerId">, held: RoleSet) =>
  landings[landingOfRoles(Kind, held, CustomerId)];

export const named = (held: Iterable<Role>): string => {
  const set = new Set(held);
  return roles
    .filter((role) => set.has(role))
    .map((role) => roleNames[role])
    .join(", ");
};
