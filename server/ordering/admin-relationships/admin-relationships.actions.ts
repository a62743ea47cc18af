import { linkTo } from "@tradewind/contract/address.ts";
import { screens } from "@tradewind/contract/screens.ts";
import { canEnd, stepToTell, tellsDaysBefore } from "@tradewind/domain/ordering/admin-relationships.ts";
import { addDays, daysBetween, dayOf } from "@tradewind/domain/values/dates.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import type { RelationshipSeen } from "@tradewind/vendors/delegated-admin.ts";
import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { brokeUnique } from "../../platform/db-errors.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import type { Platform } from "../../platform/platform.ts";
import { mayUseProduct } from "../../platform/restriction.ts";
import { findCustomer } from "../../customers/customers/customers.store.ts";
import { notify } from "../../portal/notifications/notifications.store.ts";
import { placeOfAdmin } from "./admin-relationships.reads.ts";
import {
  insertRelationship,
  isOffered,
  listEnding,
  listInForce,
  listProductsOf,
  lockRelationship,
  findRelationship,
  updateRelationship,
  type RelationshipRow,
} from "./admin-relationships.store.ts";

type Wanted = { ProductId: string; Roles: string[]; Days: number; ExtendsItself: boolean };

/** Asks a vendor for a relationship with the customer's tenant; its administrator is to approve it. */
export async function requestRelationship(
  { tx, actor, now, doer, platform }: Doing<TenantActor>,
  customerId: string,
  { ProductId, Roles, Days, ExtendsItself }: Wanted,
): Promise<RelationshipRow> {
  const { customer, vendor, terms, tenantRef } = await placeOfAdmin({ db: tx, actor, platform }, customerId, ProductId);
  const roles = terms.roles.filter(({ ref }) => Roles.includes(ref));
  if (roles.length !== new Set(Roles).size)
    throw new AppError("invalidRequest", { fields: { Roles: "Choose among the roles that are offered" } });
  if (Days > terms.mostDays)
    throw new AppError("invalidRequest", { fields: { Days: `Must be at most ${terms.mostDays}` } });
  if (ExtendsItself && roles.some(({ isEverything }) => isEverything))
    throw new AppError("invalidRequest", {
      fields: { ExtendsItself: "What may do everything cannot extend itself" },
    });
  const id = await insertRelationship(tx, {
    reseller_id: actor.resellerId,
    customer_id: customer.id,
    fulfiller: vendor.id,
    tenant_ref: tenantRef,
    roles: roles.map(({ ref }) => ref),
    days: Days,
    extends_itself: ExtendsItself,
    requested_by: actor.displayName,
    asked_name: customer.name,
    now,
  }).catch((error: unknown) => {
    throw brokeUnique(error, "admin_relationships_pending") ? new AppError("adminRequested") : error;
  });
  await recordActivity(tx, doer, {
    action: "adminRelationships.request",
    what: `Asked to look after the ${vendor.name} tenant of ${customer.name} for ${Days} days, as ${roles.map(({ name }) => name).join(", ")}`,
    customerId: customer.id,
    object: ["customer", customer.id],
  });
  await platform.jobs.file(tx, "admin.look", { resellerId: actor.resellerId, relationshipId: id });
  await announce(tx, actor.resellerId, ["tenants"], customer.id);
  return orNotFound(await findRelationship(tx, id));
}

/** Has the worker tell the vendor of a change, and records who wanted it. */
export async function changeRelationship(
  { tx, actor, doer, platform }: Doing<TenantActor>,
  id: string,
  change: { end: true } | { extendsItself: boolean },
): Promise<RelationshipRow> {
  const row = orNotFound(await lockRelationship(tx, id));
  orNotFound(await findCustomer(tx, actor, row.customer_id));
  // As when it is asked for: not a vendor of which this person sees no product.
  if (actor.restriction?.products) {
    const products = await listProductsOf(tx, row.fulfiller);
    orNotFound(products.find(({ id: productId }) => mayUseProduct(actor, productId)));
  }
  const isOpen = "end" in change ? canEnd(row.status) : row.status === "active";
  if (!isOpen || row.wants_end) throw new AppError("adminOver");
  const vendor = platform.vendors.nameOf(row.fulfiller);
  await updateRelationship(tx, row, "end" in change ? { wants_end: true } : { wants_extension: change.extendsItself });
  await recordActivity(tx, doer, {
    action: "end" in change ? "adminRelationships.end" : "adminRelationships.change",
    what:
      "end" in change
        ? `Ended the admin relationship with the ${vendor} tenant of ${row.customer_name}`
        : `Let the admin relationship with the ${vendor} tenant of ${row.customer_name} ${change.extendsItself ? "extend itself" : "end at its end"}`,
    customerId: row.customer_id,
    object: ["customer", row.customer_id],
  });
  await platform.jobs.file(tx, "admin.look", { resellerId: actor.resellerId, relationshipId: id, hinted: true });
  await announce(tx, actor.resellerId, ["tenants"], row.customer_id);
  return orNotFound(await findRelationship(tx, id));
}

const ends = {
  active: "is approved",
  expired: "has ended",
  terminated: "was ended",
  lapsed: "was not approved in time",
};

/** Records how a relationship stands, as its vendor says; undefined once the vendor dropped it. */
export async function recordRelationship(tx: Tx, id: string, seen: RelationshipSeen | undefined, now: Date) {
  const row = await lockRelationship(tx, id);
  if (!row) return;
  // What the vendor says is not known here: it stays as it was until it says something else.
  if (seen?.status === null) return;
  const status = seen?.status ?? (row.status === "approvalPending" ? "lapsed" : "terminated");
  const isNew = status !== row.status;
  const isExtended =
    seen?.endsAt !== undefined && seen.endsAt !== null && row.ends_at !== null && new Date(seen.endsAt) > row.ends_at;
  await updateRelationship(tx, row, {
    status,
    // What moves on is looked at often again.
    ...(isNew ? { since: now, looks: 0 } : {}),
    ...(isExtended ? { told_days: null } : {}),
    ...(seen ? { seen } : {}),
  });
  await announce(tx, row.reseller_id, ["tenants"], row.customer_id);
  if (!isNew || !(status in ends) || !(await isOffered(tx, row.reseller_id))) return;
  await tell(
    tx,
    row,
    `The admin relationship with the tenant of ${row.customer_name} ${ends[status as keyof typeof ends]}.`,
    now,
  );
}

const tell = (tx: Tx, row: RelationshipRow, content: string, now: Date) =>
  notify(tx, {
    resellerId: row.reseller_id,
    category: "Orders",
    content,
    link: linkTo(screens.customer, { ctx: row.customer_id }),
    view: "customers",
    kinds: ["reseller", "engineer"],
    customerId: row.customer_id,
    vendor: row.fulfiller,
    now,
  });

const lot = 200;
const first = "00000000-0000-0000-0000-000000000000";

/** Looks at every relationship in force once a day, and tells of those that end soon, at each step once. */
export async function watchRelationships(platform: Platform, day: string): Promise<void> {
  const { database, jobs, clock } = platform;
  for (let after: string | undefined = first; after !== undefined;) {
    const start: string = after;
    after = await database.write({ role: "app_worker" }, async (tx) => {
      const rows = await listInForce(tx, start, lot);
      for (const { reseller_id: resellerId, id: relationshipId } of rows)
        await jobs.file(tx, "admin.look", { resellerId, relationshipId, hinted: true });
      return rows.length === lot ? rows.at(-1)!.id : undefined;
    });
  }
  const ending = await database.read({ role: "app_worker" }, (db) =>
    listEnding(db, addDays(day, tellsDaysBefore[0] + 1)),
  );
  for (const own of Map.groupBy(ending, ({ reseller_id }) => reseller_id).values())
    await database.write({ role: "app_worker" }, async (tx) => {
      for (const { id, vendor_name } of own) await warn(tx, id, vendor_name, day, clock.now());
    });
  platform.committed();
}

/** Tells of one that ends soon, unless it was told at this step. */
async function warn(tx: Tx, id: string, vendor: string, day: string, now: Date): Promise<void> {
  const row = await lockRelationship(tx, id);
  if (!row?.ends_at) return;
  const step = stepToTell(daysBetween(day, dayOf(row.ends_at.toISOString())), row.told_days);
  if (step === undefined) return;
  await updateRelationship(tx, row, { told_days: step });
  await tell(
    tx,
    row,
    `The admin relationship with the ${vendor} tenant of ${row.customer_name} ends on ${formatDate(row.ends_at.toISOString())}. Ask for a new one before then.`,
    now,
  );
}
