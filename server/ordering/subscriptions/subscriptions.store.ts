import type { AtVendor } from "@tradewind/contract/ordering/subscriptions.ts";
import type { IntentState } from "@tradewind/domain/ordering/intents.ts";
import { mostDaysLater } from "@tradewind/domain/ordering/differences.ts";
import type { RecordedEntry } from "@tradewind/domain/ordering/subscriptions.ts";
import type { HistoryEntry, HistoryFact, Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Attribute } from "@tradewind/vendors/catalogue-data.ts";
import { sql, type Insertable, type Selectable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { SubscriptionHistory, Subscriptions } from "../../platform/schema.gen.ts";
import { anyOf } from "../../platform/sql.ts";

export type SubscriptionRow = Selectable<Subscriptions>;

/** Selects what its vendor refused when it was added: it is neither charged nor changed, only tried again or cancelled. */
export const neverProvided = sql<boolean>`(subscriptions.vendor_ref is null and exists (
  select from order_lines l where l.reseller_id = subscriptions.reseller_id and l.subscription_id = subscriptions.id and l.state = 'refused'))`;

/** Selects what is not there yet, or never was: its first order is at work or was refused. */
const notProvided = sql<boolean>`(subscriptions.vendor_ref is null and exists (
  select from order_lines l where l.reseller_id = subscriptions.reseller_id and l.subscription_id = subscriptions.id and l.state <> 'done'))`;

/** Selects what is on its way to another product or term: which of the two its next period is of is known at the end of that. */
const beingUpgraded = sql<boolean>`exists (
  select from order_lines l join orders o on o.reseller_id = l.reseller_id and o.id = l.order_id and o.task in ('upgrade', 'newTerm')
  where l.reseller_id = subscriptions.reseller_id and l.subscription_id = subscriptions.id and l.state = 'working')`;

/**
 * Selects what is at the end of its term with us and not yet at its vendor, whose day counts: it began there some days
 * later. What ends much later there is another matter, and a difference.
 */
const notOverAtVendor = (
  day: string,
) => sql<boolean>`(subscriptions.period_until = subscriptions.term_until and exists (
  select from (
    select v.status, (v.facts ->> 'termUntil')::date as until from vendor_views v
    where v.reseller_id = subscriptions.reseller_id and v.subscription_id = subscriptions.id order by v.id desc limit 1
  ) seen where seen.status <> 'ended' and seen.until > ${day}::date and seen.until <= subscriptions.term_until + ${sql.lit(mostDaysLater)}
    and seen.until < subscriptions.term_until + nullif(subscriptions.term, 'none')::interval))`;

/** Removes the zeros that `numeric(20,8)` adds: `15.40000000` is the price `15.40`. */
const decimalOf = (text: string): string => {
  const [whole, fraction = ""] = text.split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(2, "0");
  return `${whole}.${kept}`;
};

/** Converts a stored subscription for the rules, with its id as key. */
export function toSubscription(row: SubscriptionRow & { next_offer_id?: string | null }): Subscription {
  return {
    key: row.id,
    productId: row.product_id,
    offerId: row.offer_id,
    sku: row.sku,
    name: row.name,
    parentKey: row.parent_id,
    term: row.term,
    billing: row.billing,
    currency: row.currency,
    unitCost: decimalOf(row.unit_cost),
    customerPrice: row.customer_price === null ? null : decimalOf(row.customer_price),
    quantity: row.quantity,
    status: row.status,
    anchorDay: row.anchor_day,
    termFrom: row.term_from,
    termUntil: row.term_until,
    period: row.period_from && row.period_until ? { from: row.period_from, until: row.period_until } : null,
    billedFrom: row.billed_from,
    nextOfferId: row.next_offer_id ?? null,
    lots: row.lots,
    termEnd: row.term_end,
    policyIds: row.policy_ids,
    attributes: row.attributes,
    dispatchedAt: row.dispatched_at?.toISOString() ?? null,
  };
}

/** A subscription with how it stands at its vendor. */
export type StandingRow = SubscriptionRow & { at_vendor: AtVendor };

/** A line at work on a subscription is its lock; one that was refused as it was added was never provided. */
/** Selects how a subscription stands at its vendor. */
export const atVendor = sql<AtVendor>`case
  when exists (select from order_lines l where l.reseller_id = subscriptions.reseller_id and l.subscription_id = subscriptions.id and l.state = 'working')
    then 'changing'
  when ${neverProvided} then 'refused'
  else 'provided' end`.as("at_vendor");

/** Tells whether a subscription has no commitment, so that its price changes from period to period. */
export const isOpenEnded = ({ term_until }: Pick<SubscriptionRow, "term_until">): boolean => term_until === null;

/** Tells whether anything of a service takes changes besides cancellation. */
export const isChangeable = (rows: readonly StandingRow[]): boolean =>
  rows.some((row) => row.status !== "cancelled" && row.at_vendor === "provided");

/** The columns a state change may update. */
export const stateOf = (subscription: Subscription) => ({
  offer_id: subscription.offerId,
  sku: subscription.sku,
  name: subscription.name,
  term: subscription.term,
  billing: subscription.billing,
  unit_cost: subscription.unitCost,
  customer_price: subscription.customerPrice,
  quantity: subscription.quantity,
  status: subscription.status,
  anchor_day: subscription.anchorDay,
  term_from: subscription.termFrom,
  term_until: subscription.termUntil,
  period_from: subscription.period?.from ?? null,
  period_until: subscription.period?.until ?? null,
  billed_from: subscription.billedFrom,
  lots: JSON.stringify(subscription.lots),
  term_end: JSON.stringify(subscription.termEnd),
  policy_ids: JSON.stringify(subscription.policyIds),
  attributes: JSON.stringify(subscription.attributes),
  dispatched_at: subscription.dispatchedAt === null ? null : new Date(subscription.dispatchedAt),
});

/** Selects the offer by which it will be billed from the next charge on, as long as that stands in one of these ways. */
const nextOffer = (states: readonly IntentState[]) =>
  sql<string | null>`(select i.wish ->> 'offerId' from intents i where i.reseller_id = subscriptions.reseller_id
    and i.subscription_id = subscriptions.id and i.kind = 'billing' and i.closed_at is null
    and i.state in (${sql.join(states.map((state) => sql.lit(state)))}))`.as("next_offer_id");

/** Selects the same if its vendor is told, or still will be. */
export const wantedOffer = nextOffer(["notYet", "placed", "lost", "placedAgain"]);

/** Selects whether it was seen to have ended at its vendor and is not settled, while it goes on with us. */
const endedAtVendor = sql<boolean>`exists (select from differences d where d.reseller_id = subscriptions.reseller_id
  and d.subscription_id = subscriptions.id and d.kind = 'ended' and d.state <> 'closed')`.as("ended_at_vendor");

export const listSubscriptionsOfCustomer = (db: Db, resellerId: string, customerId: string) =>
  db
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("status", "<>", "cancelled")
    .selectAll()
    .select(atVendor)
    .select(endedAtVendor)
    .select(wantedOffer)
    .orderBy("id")
    .execute();

/** Selects whether another term of the licence can begin now: a longer one, or any after extended service. */
const takesNewTerm = sql<boolean>`exists (
  select from offers e where e.product_id = subscriptions.product_id and e.sku = subscriptions.sku and e.for_sale and e.term <> 'none'
    and (subscriptions.billing = 'daily' or e.term::interval > nullif(subscriptions.term, 'none')::interval))`.as(
  "takes_new_term",
);

/** Selects whether there is another billing of the same term, which only a yearly one changes before its end. */
const changesBilling = sql<boolean>`(subscriptions.term = 'P1Y' and subscriptions.status = 'active' and exists (
  select from offers e where e.product_id = subscriptions.product_id and e.sku = subscriptions.sku and e.for_sale
    and e.term = subscriptions.term and e.billing <> subscriptions.billing))`.as("changes_billing");

/** Selects whether a subscription with a term can run on by the day after it. */
const isExtendable = sql<boolean>`(term_until is not null and exists (
  select from offers e where e.product_id = subscriptions.product_id and e.sku = subscriptions.sku and e.billing = 'daily'))`.as(
  "is_extendable",
);

/** Includes what each subscription's offer counts and asks of each line. */
export const listSubscriptionsOfInstance = (db: Db, resellerId: string, instanceId: string) =>
  db
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    .where("instance_id", "=", instanceId)
    .selectAll()
    .select(atVendor)
    .select(sql<string>`(select unit from offers where offers.id = offer_id)`.as("unit"))
    .select(isExtendable)
    .select(sql<boolean>`(select upgrades_to <> '{}' from offers where offers.id = offer_id)`.as("is_upgradable"))
    .select(takesNewTerm)
    .select(changesBilling)
    .select(wantedOffer)
    .select(
      sql<string | null>`(select fulfiller from products where products.id = subscriptions.product_id)`.as("fulfiller"),
    )
    .select(sql<Attribute[]>`(select attributes from offers where offers.id = offer_id)`.as("offer_attributes"))
    .select(sql<boolean>`(select meters <> '[]' from offers where offers.id = offer_id)`.as("is_metered"))
    .select(sql<boolean>`(select is_per_person from offers where offers.id = offer_id)`.as("is_per_person"))
    .orderBy("id")
    .execute();

export const listSubscriptions = (db: Db, resellerId: string, ids: readonly string[]) =>
  db
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", anyOf(ids, "uuid"))
    .selectAll()
    .select(atVendor)
    .execute();

export const lockSubscriptions = (tx: Tx, resellerId: string, ids: readonly string[]) =>
  tx
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", anyOf(ids, "uuid"))
    .selectAll()
    .orderBy("id")
    .forUpdate()
    .execute();

type Placed = { resellerId: string; customerId: string; instanceId: string };

export async function insertSubscriptions(
  tx: Tx,
  placed: Placed,
  subscriptions: readonly (Subscription & { id: string; parentId: string | null })[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  await tx
    .insertInto("subscriptions")
    .values(
      subscriptions.map((each): Insertable<Subscriptions> => ({
        reseller_id: placed.resellerId,
        id: each.id,
        customer_id: placed.customerId,
        instance_id: placed.instanceId,
        product_id: each.productId,
        parent_id: each.parentId,
        currency: each.currency,
        ...stateOf(each),
      })),
    )
    .execute();
}

/** Updates the state of subscriptions, by id, in one statement. */
export async function updateSubscriptions(
  tx: Tx,
  subscriptions: readonly (Subscription & { resellerId: string })[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  const rows = subscriptions.map((each) => ({
    reseller_id: each.resellerId,
    id: each.key,
    ...stateOf(each),
    lots: each.lots,
    term_end: each.termEnd,
    policy_ids: each.policyIds,
    attributes: each.attributes,
  }));
  await sql`
    update subscriptions s set
      offer_id = n.offer_id, sku = n.sku, name = n.name, term = n.term, billing = n.billing, unit_cost = n.unit_cost,
      customer_price = n.customer_price, quantity = n.quantity, status = n.status, anchor_day = n.anchor_day, term_from = n.term_from, term_until = n.term_until,
      period_from = n.period_from, period_until = n.period_until, billed_from = n.billed_from, lots = n.lots, term_end = n.term_end, policy_ids = n.policy_ids,
      attributes = n.attributes, dispatched_at = n.dispatched_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (reseller_id uuid, id uuid, offer_id text, sku text, name text, term text,
      billing text, unit_cost numeric, customer_price numeric, quantity int, status text, anchor_day int, term_from date, term_until date, period_from date,
      period_until date, billed_from date, lots jsonb, term_end jsonb, policy_ids jsonb, attributes jsonb, dispatched_at timestamptz)
    where s.reseller_id = n.reseller_id and s.id = n.id`.execute(tx);
}

export type HistoryRow = { resellerId: string; subscriptionId: string; orderId: string | null; entry: HistoryEntry };

export async function insertHistory(tx: Tx, rows: readonly HistoryRow[], recordedAt: Date): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto("subscription_history")
    .values(
      rows.map(({ resellerId, subscriptionId, orderId, entry }) => ({
        reseller_id: resellerId,
        subscription_id: subscriptionId,
        order_id: orderId,
        effective_at: new Date(entry.effectiveAt),
        recorded_at: recordedAt,
        kind: entry.kind,
        data: JSON.stringify(entry.data),
      })),
    )
    .execute();
}

type RecordedRow = Pick<
  Selectable<SubscriptionHistory>,
  "id" | "subscription_id" | "order_id" | "effective_at" | "recorded_at" | "kind" | "data"
>;

/** Converts a stored event for the rules. */
export const toRecorded = (row: RecordedRow): RecordedEntry =>
  ({
    id: row.id,
    subscriptionKey: row.subscription_id,
    orderId: row.order_id,
    effectiveAt: row.effective_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    kind: row.kind,
    data: row.data,
  }) as RecordedEntry;

/** Lists the history of a service's subscriptions and of the states seen at their vendor, latest first. */
export const listHistoryOfInstance = (db: Db, resellerId: string, instanceId: string) =>
  db
    .selectFrom("subscription_history as h")
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "h.reseller_id").onRef("s.id", "=", "h.subscription_id"),
    )
    .innerJoin("offers as o", "o.id", "s.offer_id")
    .where("h.reseller_id", "=", resellerId)
    .where("s.instance_id", "=", instanceId)
    // Windows stand with the subscription, as its vendor last told them.
    .where("h.kind", "<>", "windowsMoved")
    .select([
      "h.id",
      "h.effective_at",
      "h.recorded_at",
      sql<HistoryFact["kind"] | "seen">`h.kind`.as("kind"),
      "h.data",
      "s.name",
      "o.unit",
      "o.attributes",
    ])
    .unionAll(
      db
        .selectFrom("vendor_views as w")
        .innerJoin("subscriptions as s", (join) =>
          join.onRef("s.reseller_id", "=", "w.reseller_id").onRef("s.id", "=", "w.subscription_id"),
        )
        .innerJoin("offers as o", "o.id", "s.offer_id")
        .innerJoin("products as p", "p.id", "s.product_id")
        .innerJoin("vendors as v", "v.id", "p.fulfiller")
        .where("w.reseller_id", "=", resellerId)
        .where("s.instance_id", "=", instanceId)
        .where("w.is_news", "=", true)
        .select([
          "w.id",
          "w.seen_at as effective_at",
          "w.seen_at as recorded_at",
          sql<"seen">`'seen'`.as("kind"),
          sql<unknown>`jsonb_build_object('vendor', v.name, 'status', w.status, 'quantity', w.quantity)`.as("data"),
          "s.name",
          "o.unit",
          "o.attributes",
        ]),
    )
    .orderBy("effective_at", "desc")
    .orderBy("id", "desc")
    .limit(200)
    .execute();

/** Lists the resellers of whom a billing period has ended by the day. */
export async function listResellersFallingDue(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from resellers r where exists (
      select from subscriptions s where s.reseller_id = r.id and s.status <> 'cancelled' and s.period_until <= ${day}::date) order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks subscriptions of a reseller whose billing period is over on `day`, skipping those locked by other workers.
 * Leaves out those in `passed`, those not provided, whose next period is charged once they are or never, and those whose
 * term goes on at the vendor.
 */
export const lockFallingDue = (tx: Tx, resellerId: string, day: string, most: number, passed: readonly string[]) =>
  tx
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    // Inlined rather than passed as a parameter, because only then can a cached plan use the index without cancelled
    // rows.
    .where("status", "<>", sql.lit("cancelled"))
    .where("period_until", "<=", day)
    .where(sql<boolean>`id <> all(${[...passed]}::uuid[])`)
    .where(sql<boolean>`not ${notProvided} and not ${beingUpgraded} and not ${notOverAtVendor(day)}`)
    .selectAll()
    // Its vendor bills it so only if it was told.
    .select(nextOffer(["placed", "placedAgain"]))
    .orderBy("period_until")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();

export async function setVendorRefs(
  tx: Tx,
  resellerId: string,
  refs: readonly { key: string; vendorRef: string }[],
): Promise<void> {
  if (refs.length === 0) return;
  await sql`
    update subscriptions s set vendor_ref = n."vendorRef"
    from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as n (key uuid, "vendorRef" text)
    where s.reseller_id = ${resellerId} and s.id = n.key`.execute(tx);
}
