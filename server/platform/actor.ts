import type { Permission, Right, UserKind, View } from "@tradewind/domain/values/permissions.ts";
import type { LinkedSystem } from "@tradewind/domain/portal/partner-systems.ts";
import type { Bounds } from "./bounds.ts";
import type { Restriction } from "./restriction.ts";
import type { WhiteLabel } from "@tradewind/domain/portal/white-label.ts";

/** What is read of every caller, fresh for each session at most a second old. */
type Caller = {
  personId: string;
  sessionId: string;
  userName: string;
  displayName: string;
  email: string;
  currency: "GBP" | "EUR";
  country: string;
  rights: ReadonlySet<Right>;
  views: readonly View[];
  permissions: readonly Permission[];
  canAgree: boolean;
  hidePricing: boolean;
  hideBanner: boolean;
  /** The other portals in which the reseller has an account. */
  linkedSystems: readonly LinkedSystem[];
  /** Whether the person acts for other companies as well. */
  hasOtherCompanies: boolean;
  /** What their portal looks like. */
  label: WhiteLabel;
  flags: ReadonlyMap<string, boolean>;
  /** Whether the person sees all portals as one, which a provider says at sign-in. */
  singleExperience: boolean;
  /** The member of staff behind an admin jump; null otherwise. */
  behind: string | null;
};

export type TenantKind = Exclude<UserKind, "admin">;

/** A person of a reseller or of one of its customers. */
export type TenantActor = Caller & {
  kind: TenantKind;
  resellerId: string;
  resellerName: string;
  membershipId: string;
  /** The one customer of an end-user admin or end user. */
  customerId: string | null;
  /** What they are kept to; null where they see all of their reseller, or of their customer. */
  restriction: Restriction | null;
};

/** One of the operator's own staff, who act for no reseller. */
export type OperatorActor = Caller & {
  kind: "admin";
  resellerId: null;
  resellerName: null;
  membershipId: null;
  customerId: null;
  restriction: null;
};

export type Actor = TenantActor | OperatorActor;

/** Whom a transaction of theirs acts for. */
export const boundsOf = ({ resellerId, restriction }: Pick<TenantActor, "resellerId" | "restriction">): Bounds =>
  restriction === null
    ? { role: "app_tenant", resellerId }
    : { role: "app_restricted", resellerId, restrictedTo: restriction.membershipId };

export const isTenantActor = (actor: Actor): actor is TenantActor => actor.kind !== "admin";

/** Costs are the reseller's business: never for its customers, and not for its own people when it hides prices (ACL-39, ACL-40). */
export const seesPrices = (actor: Actor): boolean =>
  actor.kind === "admin" || ((actor.kind === "reseller" || actor.kind === "engineer") && !actor.hidePricing);

/** A reseller's own people see the marketplace's look while the operator keeps partners' labels from them; its customers see the partner's (SHELL-04). */
export const partnerLabelsOff = ({ kind, flags }: Pick<Actor, "kind" | "flags">): boolean =>
  (kind === "reseller" || kind === "engineer") && flags.get("DisablePartnerLevelWhitelabel") === true;
