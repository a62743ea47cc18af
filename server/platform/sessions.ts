import type { Currency } from "@tradewind/domain/values/money.ts";
import { isOn } from "@tradewind/domain/portal/flags.ts";
import { isCustomerPortal, linkedSystems, type LinkedSystem } from "@tradewind/domain/portal/partner-systems.ts";
import {
  permissions,
  viewOfNumber,
  type Permission,
  type Right,
  type View,
} from "@tradewind/domain/values/permissions.ts";
import { labelOf, marketplaceLabel } from "@tradewind/domain/portal/white-label.ts";
import { isScope } from "@tradewind/domain/access/scopes.ts";
import { isTenantActor, partnerLabelsOff, type Actor } from "./actor.ts";
import type { Config } from "./config.ts";
import { listedBy } from "./ip-access.ts";
import type { Database } from "./database.ts";
import type { Db } from "./db.ts";
import { findLiveSession, listFlags, sessionBase, type Base, type LiveSession } from "./sessions.store.ts";
import { hashOf, isApiToken } from "./api-tokens.ts";
import { findToken, tokenBase } from "./api-tokens.store.ts";
import type { Restriction } from "./restriction.ts";
import type { TokenKeeper } from "./tokens.ts";

/** Milliseconds to trust a cached session; a revocation ends it at once. */
const believed = 1_000;
const mostTokens = 20_000;

/** Identifies the caller from an access token. Rights are never in the token: they are read with the session. */
export function sessionReader(database: Database, tokens: TokenKeeper, { DEMO }: Pick<Config, "DEMO">) {
  const checked = new Map<string, { sid: string; until: number }>();
  const known = new Map<string, { actor: Promise<Actor | undefined>; until: number }>();

  async function sidOf(token: string): Promise<string | undefined> {
    const before = checked.get(token);
    if (before) {
      if (before.until > Date.now()) return before.sid;
      checked.delete(token);
      return undefined;
    }
    const claims = await tokens.checkAccess(token);
    if (!claims) return undefined;
    if (checked.size >= mostTokens) checked.clear();
    const sid = claims["sid"] as string;
    checked.set(token, { sid, until: claims.exp! * 1000 });
    return sid;
  }

  function remembered(key: string, read: (db: Db) => Promise<Actor | undefined>): Promise<Actor | undefined> {
    const before = known.get(key);
    if (before && before.until > Date.now()) return before.actor;
    const actor = database.read({ role: "app_identity" }, read);
    if (known.size >= mostTokens) known.clear();
    known.set(key, { actor, until: Date.now() + believed });
    actor.catch(() => known.delete(key));
    return actor;
  }

  async function readActor(db: Db, base: Base, token?: Promise<Actor["token"]>): Promise<Actor | undefined> {
    const [session, flags, calling] = await Promise.all([findLiveSession(db, base), listFlags(db, base), token]);
    if (!session || !(DEMO || mayActAsStaff(session))) return undefined;
    const actor = toActor(
      session,
      new Map(flags.map((flag) => [flag.name, isOn(flag, session.reseller_id)])),
      calling ?? null,
    );
    return actor?.token && isTenantActor(actor) && !actor.rights.has("manageApiTokens") ? undefined : actor;
  }

  const actorOf = (sid: string) => remembered(sid, (db) => readActor(db, sessionBase(db, sid)));

  /** A token is remembered by its hash, and acts only while its maker may still make one. */
  function actorOfApiToken(text: string): Promise<Actor | undefined> {
    const hash = hashOf(text);
    const passOf = async (db: Db) => {
      const row = await findToken(db, hash);
      return row ? { ...row, scopes: new Set(row.scopes.filter(isScope)) } : null;
    };
    return remembered(hash.toString("hex"), (db) => readActor(db, tokenBase(db, hash), passOf(db)));
  }

  return {
    actorOf,
    /** Returns whoever calls with an access token or an API token. */
    async actorOfToken(token: string): Promise<Actor | undefined> {
      if (isApiToken(token)) return actorOfApiToken(token);
      const sid = await sidOf(token);
      return sid === undefined ? undefined : actorOf(sid);
    },
    /** Forgets one session, or all if `sid` is empty, because rights, flags or settings changed. */
    forget(sid: string) {
      if (sid === "") known.clear();
      else known.delete(sid);
    },
  };
}
export type SessionReader = ReturnType<typeof sessionReader>;

/** The session of a person with a membership: all of it is there, and its reseller. */
type MemberSession = LiveSession & {
  [
    Column in
      | "reseller_id"
      | "membership_id"
      | "kind"
      | "email"
      | "views"
      | "permissions"
      | "can_agree"
      | "reseller_name"
      | "country"
      | "hide_pricing"
      | "show_own_prices"
      | "hide_banner"
      | "partner_systems"
      | "portals"
  ]: NonNullable<LiveSession[Column]>;
};
/** Tells whether the person may act now: nobody suspended them, their customer or their reseller. */
const isActive = (row: LiveSession): row is MemberSession =>
  [row.membership_status, row.reseller_status, row.customer_status ?? "Active"].every((status) => status === "Active");

/** Tells whether whoever acts is none of the operator's staff, or of those who have and gave a second factor. */
const mayActAsStaff = ({ reseller_id, behind, staff_has_factor }: LiveSession): boolean =>
  (reseller_id !== null && behind === null) || staff_has_factor === true;

function toActor(row: LiveSession, flags: ReadonlyMap<string, boolean>, token: Actor["token"]): Actor | undefined {
  const shared = {
    sessionId: row.id,
    ends: row.ends,
    token,
    listed: listedBy(row),
    personId: row.person_id,
    userName: row.user_name,
    flags,
    way: row.way,
    hasPassword: row.has_password,
    behind: row.behind,
    behindId: row.act_person_id,
    singleExperience: row.use_se,
    hasOtherCompanies: row.has_other_companies,
  };
  if (row.reseller_id === null) {
    if (row.operator_name === null) return undefined;
    return {
      ...shared,
      kind: "admin",
      displayName: row.operator_name,
      email: row.operator_email ?? "",
      resellerId: null,
      resellerName: null,
      currency: "GBP",
      country: "GB",
      membershipId: null,
      customerId: null,
      restriction: null,
      // Operator staff act through endpoints that name them, not through a reseller's rights.
      ...rightsOf([], []),
      canAgree: false,
      hidePricing: false,
      showOwnPrices: false,
      hideBanner: false,
      linkedSystems: [],
      label: marketplaceLabel,
    };
  }
  if (!isActive(row)) return undefined;
  const { kind } = row;
  const held = rightsOf(row.views, row.permissions);
  const restriction = restrictionOf(row, row.membership_id);
  return {
    ...shared,
    kind,
    displayName: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    resellerId: row.reseller_id,
    resellerName: row.reseller_name,
    currency: row.currency as Currency,
    country: row.country,
    membershipId: row.membership_id,
    customerId: row.customer_id,
    restriction,
    self: kind === "endUser" ? row.membership_id : null,
    ...(restriction ? withoutWholeCompany(held) : held),
    canAgree: row.can_agree,
    hidePricing: row.hide_pricing,
    showOwnPrices: row.show_own_prices,
    hideBanner: row.hide_banner,
    linkedSystems: linkedSystems.filter((system) => row.partner_systems.includes(system) && mayOpen(row, system)),
    label: labelOf(row.reseller_id, partnerLabelsOff({ kind, flags }) ? undefined : ownLabel(row)),
  };
}

export const restrictionOf = (
  { only_customers, only_products }: Pick<LiveSession, "only_customers" | "only_products">,
  membershipId: string,
): Restriction | null =>
  only_customers || only_products
    ? { membershipId, customers: only_customers === true, products: only_products && new Set(only_products) }
    : null;

/** A customer's people open what goes with their services only as far as they are let in. */
const mayOpen = ({ customer_id, portals }: MemberSession, system: LinkedSystem): boolean =>
  customer_id === null || !isCustomerPortal(system) || portals.includes(system);

/** What concerns the whole company: people restricted to a part of it get none of it. */
const wholeCompany: readonly Right[] = ["billing", "pSA", "manageApiTokens"];
export const withoutWholeCompany = ({ rights, ...held }: ReturnType<typeof rightsOf>) => ({
  ...held,
  views: held.views.filter((view) => !wholeCompany.includes(view)),
  permissions: held.permissions.filter((permission) => !wholeCompany.includes(permission)),
  rights: new Set([...rights].filter((right) => !wholeCompany.includes(right))),
});

const ownLabel = ({ theme, accent, logo, mobile_logo }: LiveSession) =>
  theme === null || accent === null ? undefined : { theme, accent, logo, mobile_logo };

/** Turns a membership's stored rights into sets and lists of their names. */
export function rightsOf(viewNumbers: readonly number[], permissionNames: readonly string[]) {
  const heldViews = viewNumbers.map(viewOfNumber).filter((view): view is View => view !== undefined);
  const heldPermissions = permissions.filter((permission): permission is Permission =>
    permissionNames.includes(permission),
  );
  return { views: heldViews, permissions: heldPermissions, rights: new Set<Right>([...heldViews, ...heldPermissions]) };
}
