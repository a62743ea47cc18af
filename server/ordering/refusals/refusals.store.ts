import type { RecordedEntry } from "@tradewind/domain/ordering/subscriptions.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

/** Lines of an order by their subscriptions; `whole` includes what belongs to no line, such as delivery. */
export type Lines = { subscriptions: readonly string[]; whole: boolean };

/** What a new charge has that differs from the charge `c` that it follows. */
type Differs = Record<"kind" | "quantity" | "amount" | "policy" | "corrects", RawBuilder<unknown>>;
const corrected = { policy: sql`'unprovided.refund-none'`, corrects: sql`c.id` };

/** Writes a charge for each charge `c` of `from`, due on the first day from now on whose month is not closed. */
const chargeAfter = (tx: Tx, resellerId: string, now: Date, differs: Differs, from: RawBuilder<unknown>) =>
  sql`
    with open as (select billed_until from billing_state where reseller_id = ${resellerId} for share)
    insert into charges (
      reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from, period_until,
      due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at, corrects)
    select
      c.reseller_id, c.customer_id, c.subscription_id, c.order_id, c.product_id, c.offer_id, ${differs.kind}, c.description, c.period_from, c.period_until,
      greatest((${now}::timestamptz at time zone 'UTC')::date, open.billed_until), ${differs.quantity}, c.unit_cost,
      ${differs.amount}, c.currency, ${differs.policy}, ${now}, ${differs.corrects}
    from open cross join ${from}`.execute(tx);

/** The order `o` with the charges `c` that it made for lines of its own. */
const ofOrder = (resellerId: string, orderId: string, { subscriptions, whole }: Lines) => sql`
  orders o join charges c on c.reseller_id = o.reseller_id and c.customer_id = o.customer_id and c.order_id = o.id
  where o.reseller_id = ${resellerId} and o.id = ${orderId} and c.corrects is null
    and (c.subscription_id = ${anyOf(subscriptions, "uuid")} or (${whole} and c.subscription_id is null))`;

/** Corrects each charge and refund that an order made for lines of its own. Repeating it corrects nothing. */
export const takeBackCharges = (tx: Tx, resellerId: string, orderId: string, lines: Lines, now: Date) =>
  chargeAfter(
    tx,
    resellerId,
    now,
    {
      ...corrected,
      kind: sql`case when c.amount_minor > 0 then 'refund' else 'prorated' end`,
      quantity: sql`-c.quantity`,
      amount: sql`-c.amount_minor`,
    },
    sql`${ofOrder(resellerId, orderId, lines)} and c.amount_minor <> 0
      and not exists (select from charges k where k.reseller_id = c.reseller_id and k.corrects = c.id)`,
  );

/**
 * Corrects what periods since an order charged for seats that the vendor never added, or took away. `seats` says, by
 * subscription, how many were charged too many; it is negative for those charged too few.
 */
export const correctLaterPeriods = (
  tx: Tx,
  resellerId: string,
  orderId: string,
  seats: ReadonlyMap<string, number>,
  now: Date,
) =>
  chargeAfter(
    tx,
    resellerId,
    now,
    {
      ...corrected,
      kind: sql`case when w.seats > 0 then 'refund' else 'prorated' end`,
      quantity: sql`-w.seats`,
      amount: sql`-round(c.amount_minor::numeric * w.seats / c.quantity)`,
    },
    sql`unnest(${[...seats.keys()]}::uuid[], ${[...seats.values()]}::int[]) as w (subscription_id, seats)
      join orders o on o.reseller_id = ${resellerId} and o.id = ${orderId}
      join charges c on c.reseller_id = o.reseller_id and c.subscription_id = w.subscription_id and c.kind = 'recurring'
        and c.order_id is null and c.period_from > (o.placed_at at time zone 'UTC')::date and c.quantity >= w.seats and c.quantity > 0`,
  );

/** Charges again what an order promised for lines of its own when it was placed, because its vendor is asked again. */
export const chargeAgain = (tx: Tx, resellerId: string, orderId: string, lines: Lines, now: Date) =>
  chargeAfter(
    tx,
    resellerId,
    now,
    {
      // The index lets a period be charged as recurring only once.
      kind: sql`case c.kind when 'recurring' then 'prorated' else c.kind end`,
      quantity: sql`c.quantity`,
      amount: sql`c.amount_minor`,
      policy: sql`c.policy_id`,
      corrects: sql`null::uuid`,
    },
    sql`${ofOrder(resellerId, orderId, lines)} and c.recorded_at = o.placed_at`,
  );

/** Lists the history of subscriptions in the order of recording, and which of it an order promised when it was placed. */
export async function listHistory(
  db: Db,
  resellerId: string,
  subscriptions: readonly string[],
  orderId: string,
): Promise<(RecordedEntry & { isPromise: boolean })[]> {
  const rows = await db
    .selectFrom("subscription_history as h")
    .leftJoin("orders as o", (join) =>
      join.onRef("o.reseller_id", "=", "h.reseller_id").onRef("o.id", "=", "h.order_id").on("o.id", "=", orderId),
    )
    .where("h.reseller_id", "=", resellerId)
    .where("h.subscription_id", "=", anyOf(subscriptions, "uuid"))
    .select(["h.id", "h.subscription_id", "h.order_id", "h.effective_at", "h.recorded_at", "h.kind", "h.data"])
    .select(sql<boolean>`coalesce(h.recorded_at = o.placed_at, false)`.as("is_promise"))
    .orderBy("h.recorded_at")
    .orderBy("h.id")
    .execute();
  return rows.map(
    (row) =>
      ({
        id: row.id,
        subscriptionKey: row.subscription_id,
        orderId: row.order_id,
        effectiveAt: row.effective_at.toISOString(),
        recordedAt: row.recorded_at.toISOString(),
        kind: row.kind,
        data: row.data,
        isPromise: row.is_promise,
      }) as RecordedEntry & { isPromise: boolean },
  );
}

/** Tells whether a period the order charged for has passed without the service being provided. */
export async function isPromiseOver(db: Db, resellerId: string, orderId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("order_lines as l")
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "l.reseller_id").onRef("s.id", "=", "l.subscription_id"),
    )
    .where("l.reseller_id", "=", resellerId)
    .where("l.order_id", "=", orderId)
    .where("l.state", "=", "refused")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.reseller_id", "=", "l.reseller_id").onRef("o.id", "=", "l.order_id"),
    )
    .where((where) =>
      where.or([
        where("s.period_until", "<=", now.toISOString().slice(0, 10)),
        sql<boolean>`s.period_from > (o.placed_at at time zone 'UTC')::date`,
      ]),
    )
    .select("s.id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
