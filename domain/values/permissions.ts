/** Views and permissions. Order and numbers are from ACL-03 and N04; only the order decides the landing page. */
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
  "manageApiTokens",
] as const;
export type Permission = (typeof permissions)[number];

/** A view or a permission; the names are distinct, so one list can hold both. */
export type Right = View | Permission;

/** The five kinds of user in the specification. Plain `admin` is the operator's own staff. */
export const userKinds = ["reseller", "engineer", "admin", "endUserAdmin", "endUser"] as const;
export type UserKind = (typeof userKinds)[number];

export const viewNumber = (view: View): number => views.indexOf(view) + 1;
export const viewOfNumber = (number: number): View | undefined => views[number - 1];

/** Any one of the listed rights is enough (ACL-05); an empty list admits everybody. */
export function allows(held: ReadonlySet<Right>, anyOf: readonly Right[]): boolean {
  return anyOf.length === 0 || anyOf.some((right) => held.has(right));
}

/** Everybody, everybody signed in, or only people with any one of the rights, optionally limited to kinds of user. */
export type Access = "public" | "signedIn" | { readonly anyOf: readonly Right[]; readonly kinds?: readonly UserKind[] };

/** Whether a signed-in person has this access. */
export const admits = (access: Access, { kind, rights }: { kind: UserKind; rights: ReadonlySet<Right> }): boolean =>
  typeof access === "string" || ((access.kinds?.includes(kind) ?? true) && allows(rights, access.anyOf));

/** User types as stored and as sent to the browser: resellers and engineers are both `admin` (AUTH-72). */
export const storedUserTypes = ["admin", "enduseradmin", "enduser"] as const;
export type StoredUserType = (typeof storedUserTypes)[number];
export const storedUserType = (kind: UserKind): StoredUserType =>
  kind === "endUserAdmin" ? "enduseradmin" : kind === "endUser" ? "enduser" : "admin";
