import type { Currency } from "@tradewind/domain/values/money.ts";
import type { Permission, Right, UserKind, View } from "@tradewind/domain/values/permissions.ts";
import type { LinkedSystem } from "@tradewind/domain/portal/partner-systems.ts";
import type { Bounds } from "./bounds.ts";
import type { Restriction } from "./restriction.ts";
import type { Scope } from "@tradewind/domain/access/scopes.ts";
import type { SessionWay } from "./sessions.store.ts";
import type { WhiteLabel } from "@tradewind/domain/portal/white-label.ts";

/** Details read for every caller, at most a second old per session. */
type Caller = {
  personId: string;
  sessionId: string;
  /** When the session ends, if nobody ends it before. */
  ends: Date;
  userName: string;
  displayName: string;
  email: string;
  currency: Currency;
  country: string;
  rights: ReadonlySet<Right>;
  views: readonly View[];
  permissions: readonly Permission[];
  canAgree: boolean;
  hidePricing: boolean;
  /** Whether the reseller shows its customers what they pay. */
  showOwnPrices: boolean;
  hideBanner: boolean;
  /** The other portals in which the reseller has an account. */
  linkedSystems: readonly LinkedSystem[];
  /** Whether the person acts for other companies as well. */
  hasOtherCompanies: boolean;
  /** The look of their portal. */
  label: WhiteLabel;
  flags: ReadonlyMap<string, boolean>;
  /** Whether the person sees all portals as one; set by their provider at sign-in. */
  singleExperience: boolean;
  /** How the session was opened, and whether the person has a password here. */
  way: SessionWay | "token";
  hasPassword: boolean;
  /** The member of staff behind an admin jump, or null. */
  behind: string | null;
  behindId: string | null;
  /** The API token that calls for the person; null if they call themselves. */
  token: { id: string; name: string; scopes: ReadonlySet<Scope> } | null;
  /** The addresses and ranges from which their company lets them in; null for all. */
  listed: readonly string[] | null;
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
  /** The person's restriction; null if they see all of their reseller or customer. */
  restriction: Restriction | null;
  /** An end user's own membership, whose services they see and no others; null for everyone else. */
  self: string | null;
};

/** Who orders: a person in a call of theirs, or in a job that continues what they began. */
export type Orderer = Pick<
  TenantActor,
  | "kind"
  | "personId"
  | "displayName"
  | "behind"
  | "behindId"
  | "resellerId"
  | "customerId"
  | "restriction"
  | "self"
  | "currency"
  | "hidePricing"
  | "showOwnPrices"
  | "rights"
  | "flags"
>;

/** A member of operator staff, who belongs to no reseller. */
export type OperatorActor = Caller & {
  kind: "admin";
  resellerId: null;
  resellerName: null;
  membershipId: null;
  customerId: null;
  restriction: null;
};

export type Actor = TenantActor | OperatorActor;

/** Whose data is read, and by whom of them if they see only a part. */
export type Bounded = { resellerId: string; restriction: Pick<Restriction, "membershipId"> | null };

/** The bounds of the actor's transactions. */
export const boundsOf = ({ resellerId, restriction }: Bounded): Bounds =>
  restriction === null
    ? { role: "app_tenant", resellerId }
    : { role: "app_restricted", resellerId, restrictedTo: restriction.membershipId };

export const isTenantActor = (actor: Actor): actor is TenantActor => actor.kind !== "admin";

/**
 * Costs are visible to the reseller only: never to its customers, nor to its own people when it hides prices (ACL-39,
 * ACL-40).
 */
export const seesPrices = (actor: Pick<Actor, "kind" | "hidePricing">): boolean =>
  actor.kind === "admin" || ((actor.kind === "reseller" || actor.kind === "engineer") && !actor.hidePricing);

/** A customer's people see what it pays, where their reseller switched that on and hides no prices. */
export const seesOwnPrices = (actor: Pick<Actor, "customerId" | "hidePricing" | "showOwnPrices">): boolean =>
  actor.customerId !== null && actor.showOwnPrices && !actor.hidePricing;

/** Who sees what a customer pays: its reseller's people, and its own. */
export const seesSales = (actor: Pick<Actor, "kind" | "customerId" | "hidePricing" | "showOwnPrices">): boolean =>
  seesPrices(actor) || seesOwnPrices(actor);

/** Both, for what shows subscriptions. */
export const seesOf = (actor: Parameters<typeof seesSales>[0]) => ({
  costs: seesPrices(actor),
  sales: seesSales(actor),
});

/** What a company spends in all is for those of its people who look after its bills. */
export const seesSpending = (actor: Pick<Actor, "kind" | "hidePricing" | "rights">): boolean =>
  seesPrices(actor) && actor.rights.has("billing");

/**
 * Whether a reseller's own people see the marketplace's look, because the operator withholds partners' labels from
 * them; its customers still see the partner's (SHELL-04).
 */
export const partnerLabelsOff = ({ kind, flags }: Pick<Actor, "kind" | "flags">): boolean =>
  (kind === "reseller" || kind === "engineer") && flags.get("DisablePartnerLevelWhitelabel") === true;

/** Returns the names of the feature flags that are on for somebody. */
export const flagsOn = ({ flags }: Pick<Actor, "flags">): ReadonlySet<string> =>
  new Set([...flags].filter(([, on]) => on).map(([name]) => name));

/** Tells whether somebody may have a term billed otherwise from its next charge on. */
export const schedulesBilling = ({ flags }: Pick<Actor, "flags">): boolean =>
  flags.get("EnableSchedulingBillingCycleChangesForEoS") === true;
