/** Rules for managing people, and the rights of people who are invited. */
import { permissions, views, type Right, type UserKind } from "../values/permissions.ts";

export type MemberKind = Exclude<UserKind, "admin">;

/** From least to most powerful: nobody manages people above themselves. */
const ranks: readonly UserKind[] = ["endUser", "endUserAdmin", "engineer", "reseller"];

export const isAbove = (kind: UserKind, other: UserKind): boolean => ranks.indexOf(kind) > ranks.indexOf(other);

type Person = { kind: UserKind; customerId: string | null };
type Strength = { rights: ReadonlySet<Right>; canAgree: boolean };
/** Strength of the managed person, and whether they see customers or products that the manager does not. */
type Reach = Strength & { beyond?: boolean };
type Manager = Person & { rights: ReadonlySet<Right> };

export const isCustomers = (kind: UserKind): boolean => kind === "endUser" || kind === "endUserAdmin";

/**
 * Whether the actor may invite, suspend and help this person to sign in. Managing customers' people takes the right to
 * create customer admins, managing the reseller's own people the right to create engineers; nobody manages people above
 * themselves or outside their customer.
 */
export function mayManage(actor: Manager, target: Person): boolean {
  if (actor.customerId !== null && target.customerId !== actor.customerId) return false;
  if (!ranks.includes(target.kind) || isAbove(target.kind, actor.kind)) return false;
  return actor.rights.has(isCustomers(target.kind) ? "createCustomerAdmin" : "createResellerEngineer");
}

/**
 * Whether the target holds nothing that the actor lacks. Required for everything that would let the actor sign in as
 * them: setting a password, removing a second factor.
 */
export const isWithin = (target: Reach, actor: Strength): boolean =>
  !target.beyond && target.rights.isSubsetOf(actor.rights) && (!target.canAgree || actor.canAgree);

const all: readonly Right[] = [...views, ...permissions];
/** The initial rights of each kind. */
const usual: Record<MemberKind, readonly Right[]> = {
  reseller: all,
  engineer: all.filter(
    (right) => !["createResellerEngineer", "manageUsers", "myBusiness", "manageApiTokens"].includes(right),
  ),
  endUserAdmin: [
    "home",
    "customers",
    "manageService",
    "support",
    "manageUsers",
    "addProducts",
    "submitAndRespondToAllTickets",
    "createCustomerAdmin",
  ],
  endUser: ["manageService"],
};

/** Returns the rights of an invited person: the usual ones of their kind, limited to those the inviter holds. */
export const rightsGiven = (kind: MemberKind, held?: ReadonlySet<Right>): readonly Right[] =>
  usual[kind].filter((right) => held?.has(right) ?? true);

export const userActions = [
  "invite",
  "editRoles",
  "mailReset",
  "requireReset",
  "givePassword",
  "askProvider",
  "resetMfa",
  "verifyCode",
  "endSessions",
  "suspend",
  "reactivate",
  "remove",
  "exportData",
  "erase",
] as const;
export type UserAction = (typeof userActions)[number];

type Standing = {
  active: boolean;
  /** False if they were added to a customer and not invited yet. */
  signsIn: boolean;
  /** Whether they have a password here; otherwise their provider manages it. */
  hasPassword: boolean;
  /** Whether they use a second factor: an app or a passkey. */
  mfaOn: boolean;
  /** Whether they have an authenticator app. */
  hasApp: boolean;
  mustReset: boolean;
};

/**
 * Returns the actions a manager can take for a person in their present state; none for oneself, who has other pages for
 * that.
 */
export function actionsFor(
  actor: Manager & Strength,
  target: Person & Reach & Standing & { isSelf: boolean },
): UserAction[] {
  if (target.isSelf || !mayManage(actor, target)) return [];
  const within = isWithin(target, actor);
  const atTheEnd: UserAction[] = [
    ...(isCustomers(target.kind) ? (["remove"] as const) : []),
    ...(within && actor.rights.has("manageUsers") ? (["exportData", "erase"] as const) : []),
  ];
  if (!target.signsIn) return ["invite", ...atTheEnd];
  if (!target.active) return ["editRoles", "reactivate", ...atTheEnd];
  return [
    "editRoles",
    ...(target.hasPassword
      ? ([
          "mailReset",
          ...(target.mustReset ? [] : ["requireReset" as const]),
          ...(within ? ["givePassword" as const] : []),
        ] as const)
      : (["askProvider"] as const)),
    ...(target.hasApp ? ["verifyCode" as const] : []),
    ...(target.mfaOn && within && actor.rights.has("manageUsers") ? ["resetMfa" as const] : []),
    "endSessions",
    "suspend",
    ...atTheEnd,
  ];
}

/**
 * The single experience is for the reseller's and the operator's own people, whatever the provider claims (AUTH-129).
 */
export const maySingleExperience = (kind: string | undefined): boolean => kind !== "endUser" && kind !== "endUserAdmin";
