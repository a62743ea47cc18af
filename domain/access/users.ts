/** Who may look after whom, and what somebody invited may do. */
import { permissions, views, type Right, type UserKind } from "../values/permissions.ts";

export type MemberKind = Exclude<UserKind, "admin">;

/** From the least to the most: nobody manages anybody above themselves. */
const ranks: readonly UserKind[] = ["endUser", "endUserAdmin", "engineer", "reseller"];

export const isAbove = (kind: UserKind, other: UserKind): boolean => ranks.indexOf(kind) > ranks.indexOf(other);

type Person = { kind: UserKind; customerId: string | null };
type Strength = { rights: ReadonlySet<Right>; canAgree: boolean };
/** Of somebody who is managed: also whether they see customers or products that the manager does not. */
type Reach = Strength & { beyond?: boolean };
type Manager = Person & { rights: ReadonlySet<Right> };

export const isCustomers = (kind: UserKind): boolean => kind === "endUser" || kind === "endUserAdmin";

/**
 * Whether somebody may invite, suspend and help to sign in: customers' people with the right to make customer admins, the
 * reseller's own with the right to make engineers; nobody above themselves, nobody beyond their customer.
 */
export function mayManage(actor: Manager, target: Person): boolean {
  if (actor.customerId !== null && target.customerId !== actor.customerId) return false;
  if (!ranks.includes(target.kind) || isAbove(target.kind, actor.kind)) return false;
  return actor.rights.has(isCustomers(target.kind) ? "createCustomerAdmin" : "createResellerEngineer");
}

/**
 * Whether somebody holds nothing that the actor does not hold. What would let the actor sign in as them needs it: a
 * password given, a second factor taken away.
 */
export const isWithin = (target: Reach, actor: Strength): boolean =>
  !target.beyond && target.rights.isSubsetOf(actor.rights) && (!target.canAgree || actor.canAgree);

const all: readonly Right[] = [...views, ...permissions];
/** What each kind starts with. */
const usual: Record<MemberKind, readonly Right[]> = {
  reseller: all,
  engineer: all.filter((right) => !["createResellerEngineer", "manageUsers", "myBusiness"].includes(right)),
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

/** The rights of somebody invited: the usual ones of their kind, none that the inviter does not hold. */
export const rightsGiven = (kind: MemberKind, held?: ReadonlySet<Right>): readonly Right[] =>
  usual[kind].filter((right) => held?.has(right) ?? true);

export const userActions = [
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
] as const;
export type UserAction = (typeof userActions)[number];

type Standing = {
  active: boolean;
  /** Whether they have a password of ours; otherwise their provider keeps it. */
  hasPassword: boolean;
  /** Whether a second factor is asked of them: an app or a passkey. */
  mfaOn: boolean;
  /** Whether they have an app whose codes they can read out. */
  hasApp: boolean;
  mustReset: boolean;
};

/** What a manager may do for somebody as they stand; nothing for oneself, who has pages of one's own. */
export function actionsFor(
  actor: Manager & Strength,
  target: Person & Reach & Standing & { isSelf: boolean },
): UserAction[] {
  if (target.isSelf || !mayManage(actor, target)) return [];
  if (!target.active) return ["editRoles", "reactivate"];
  const within = isWithin(target, actor);
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
  ];
}

/** The single experience is for the reseller's own people and the operator's, whatever the provider claims (AUTH-129). */
export const maySingleExperience = (kind: string | undefined): boolean => kind !== "endUser" && kind !== "endUserAdmin";
