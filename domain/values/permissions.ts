/** Views and permissions: who may open what. Order and numbers are ACL-03 and N04: landing depends on the order only. */
export const views = [
  "home",
  "customers",
  "manageService",
  "marketplaceOrder",
  "billing",
  "pSA",
  "support",
  "academy",
  "knowledgeBase",
  "community",
  "serviceAgreements",
  "myBusiness",
  "manageUsers",
  "settings",
] as const;
export type View = (typeof views)[number];

export const permissions = [
  "addProducts",
  "addOrEditCustomers",
  "submitAndRespondToAllTickets",
  "createResellerEngineer",
  "createCustomerAdmin",
  "liveChat",
] as const;
export type Permission = (typeof permissions)[number];

/** A view or a permission; no name is both, so one list can hold either. */
export type Right = View | Permission;

/** The five kinds of user of the specification. Plain `admin` is the operator's own staff (N34). */
export const userKinds = ["reseller", "engineer", "admin", "endUserAdmin", "endUser"] as const;
export type UserKind = (typeof userKinds)[number];

export const viewNumber = (view: View): number => views.indexOf(view) + 1;
export const viewOfNumber = (number: number): View | undefined => views[number - 1];

/** Any one of the listed rights lets a person in (ACL-05); an empty list lets everybody in. */
export function allows(held: ReadonlySet<Right>, anyOf: readonly Right[]): boolean {
  return anyOf.length === 0 || anyOf.some((right) => held.has(right));
}

/** Everybody signed in, or only people with any one of the rights, narrowed to certain kinds of user where given. */
export type Access = "public" | "signedIn" | { readonly anyOf: readonly Right[]; readonly kinds?: readonly UserKind[] };

/** Whether somebody signed in may use what is open to these. */
export const admits = (access: Access, { kind, rights }: { kind: UserKind; rights: ReadonlySet<Right> }): boolean =>
  typeof access === "string" || ((access.kinds?.includes(kind) ?? true) && allows(rights, access.anyOf));

/** How a kind of user is stored and shown to the browser: resellers and engineers are both `admin` (AUTH-72). */
export const storedUserTypes = ["admin", "enduseradmin", "enduser"] as const;
export type StoredUserType = (typeof storedUserTypes)[number];
export const storedUserType = (kind: UserKind): StoredUserType =>
  kind === "endUserAdmin" ? "enduseradmin" : kind === "endUser" ? "enduser" : "admin";
