/** Roles: rights that people grant each other one by one, and their predefined mixes. */
import { landingOf, type Landing } from "./landing.ts";
import { permissions, views, type Permission, type Right, type View } from "../values/permissions.ts";
import { isCustomers, rightsGiven, type MemberKind } from "./users.ts";

/** Views, permissions, and the right to sign agreements, which is neither. */
export const roles = [...views, ...permissions, "signAgreements"] as const;
export type Role = (typeof roles)[number];
export type RoleSet = ReadonlySet<Role>;

/** Names used in the activity log and on every screen. */
export const roleNames: Record<Role, string> = {
  home: "Dashboard",
  customers: "Customers",
  manageService: "Services",
  marketplaceOrder: "Marketplace",
  billing: "Billing",
  pSA: "PSA",
  support: "Support",
  academy: "Academy",
  knowledgeBase: "Knowledge base",
  community: "Community",
  serviceAgreements: "Service agreements",
  myBusiness: "My business",
  manageUsers: "Manage users",
  settings: "Settings",
  addProducts: "Add and change products",
  addOrEditCustomers: "Add and edit customers",
  submitAndRespondToAllTickets: "Submit and answer all tickets",
  createResellerEngineer: "Look after colleagues",
  createCustomerAdmin: "Look after customers’ people",
  liveChat: "Live chat",
  manageApiTokens: "API tokens",
  signAgreements: "Sign agreements",
};

export const isView = (role: Role): role is View => (views as readonly Role[]).includes(role);
const isPermission = (role: Role): role is Permission => (permissions as readonly Role[]).includes(role);

/** Returns the given roles in the order of the catalogue. */
const these = (...wanted: readonly Role[]): readonly Role[] => roles.filter((role) => wanted.includes(role));

const ofUsers = these(
  "home",
  "manageService",
  "support",
  "academy",
  "knowledgeBase",
  "community",
  "submitAndRespondToAllTickets",
  "liveChat",
);
const ofAdmins = these(
  ...ofUsers,
  "customers",
  "marketplaceOrder",
  "manageUsers",
  "addProducts",
  "createCustomerAdmin",
);

/** Returns all roles that a kind of person can hold, in the order of the catalogue. */
export const rolesOf = (kind: MemberKind): readonly Role[] =>
  kind === "endUser" ? ofUsers : kind === "endUserAdmin" ? ofAdmins : roles;

export const predefinedTypes = ["owner", "finance", "sales", "technical", "readOnly", "admin", "standard"] as const;
export type PredefinedType = (typeof predefinedTypes)[number];

type Mix = { name: string; about: string; roles: readonly Role[] };
/** A mix with a view that is no landing page always has one that is. */
export const mixes: Record<PredefinedType, Mix> = {
  owner: { name: "Owner", about: "Everything, including signing agreements.", roles },
  finance: {
    name: "Finance",
    about: "Invoices, payments, professional services automation (PSA) and the company’s own details.",
    roles: these(
      "home",
      "customers",
      "billing",
      "pSA",
      "support",
      "knowledgeBase",
      "serviceAgreements",
      "myBusiness",
      "submitAndRespondToAllTickets",
      "liveChat",
    ),
  },
  sales: {
    name: "Sales",
    about: "Customers, the marketplace and orders. No billing.",
    roles: these(...ofUsers, "customers", "marketplaceOrder", "serviceAgreements", "addProducts", "addOrEditCustomers"),
  },
  technical: {
    name: "Technical",
    about: "Customers, their people, services and support. No billing.",
    roles: these(...ofAdmins, "addOrEditCustomers"),
  },
  readOnly: {
    name: "Read only",
    about: "Sees customers, services and billing, and changes nothing.",
    roles: these(...ofUsers.filter(isView), "customers", "billing", "serviceAgreements"),
  },
  admin: {
    name: "Admin",
    about: "Looks after their own organisation: its services, people and tickets.",
    roles: rightsGiven("endUserAdmin"),
  },
  standard: { name: "Standard", about: "Sees the services they use.", roles: rightsGiven("endUser") },
};

/** Returns the predefined types for a kind of person. */
export const typesOf = (kind: MemberKind): readonly PredefinedType[] =>
  kind === "endUser"
    ? ["standard"]
    : isCustomers(kind)
      ? ["admin", "standard"]
      : ["owner", "finance", "sales", "technical", "readOnly"];

/** Returns the type with exactly these roles; undefined for a custom mix. */
export const typeOf = (kind: MemberKind, held: RoleSet): PredefinedType | undefined =>
  typesOf(kind).find((type) => held.symmetricDifference(new Set(mixes[type].roles)).size === 0);

export const rolesHeld = ({ rights, canAgree }: { rights: ReadonlySet<Right>; canAgree: boolean }): RoleSet =>
  new Set(roles.filter((role) => (role === "signAgreements" ? canAgree : rights.has(role))));

/** Splits roles into the views and permissions that a membership stores. */
export function strengthOfRoles(held: RoleSet) {
  const given = roles.filter((role) => held.has(role));
  return {
    views: given.filter(isView),
    permissions: given.filter(isPermission),
    canAgree: held.has("signAgreements"),
  };
}

/** Returns the landing page for these roles, or the page without access. */
export const landingOfRoles = (kind: MemberKind, held: RoleSet, customerId: string | null): Landing =>
  landingOf({ kind, rights: new Set(strengthOfRoles(held).views), customerId });

export type RolesChange = { given: readonly Role[]; taken: readonly Role[] };

/**
 * Returns the roles that a change grants and revokes, or `null` if it is not allowed. People can only grant and revoke
 * roles they hold, so nobody makes others stronger than themselves, and no role is lost to the company, since the
 * person who revokes it keeps it. Granting a role that the kind cannot hold is not allowed either.
 */
export function changeOf(kind: MemberKind, actor: RoleSet, before: RoleSet, after: RoleSet): RolesChange | null {
  const given = roles.filter((role) => after.has(role) && !before.has(role));
  const taken = roles.filter((role) => before.has(role) && !after.has(role));
  const isFair =
    [...given, ...taken].every((role) => actor.has(role)) && given.every((role) => rolesOf(kind).includes(role));
  return isFair ? { given, taken } : null;
}

/** Returns the types whose every role the giver holds. */
export const typesGivable = (kind: MemberKind, giver: RoleSet): readonly PredefinedType[] =>
  typesOf(kind).filter((type) => mixes[type].roles.every((role) => giver.has(role)));
