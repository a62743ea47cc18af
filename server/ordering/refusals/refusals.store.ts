import type { RecordedEntry } from "@tradewind/domain/ordering/subscriptions.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import { toRecorded } from "../subscriptions/subscriptions.store.ts";

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
  sql`
    with open as (select billed_until from billing_state where reseller_id = ${resellerId} for share)
    insert into charges (
      reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from, period_until,
      due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at, corrects)
    select
      c.reseller_id, c.customer_id, c.subscription_id, c.order_id, c.product_id, c.offer_id,
      case when w.seats > 0 then 'refund' else 'prorated' end, c.description, c.period_from, c.period_until,
      greatest((${now}::timestamptz at time zone 'UTC')::date, open.billed_until), -w.seats, c.unit_cost,
      -round(c.amount_minor::numeric * w.seats / c.quantity), c.currency, 'unprovided.refund-none', ${now}, c.id
    from open cross join unnest(${[...seats.keys()]}::uuid[], ${[...seats.values()]}::int[]) as w (subscription_id, seats)
    join orders o on o.reseller_id = ${resellerId} and o.id = ${orderId}
    join charges c on c.reseller_id = o.reseller_id and c.subscription_id = w.subscription_id and c.kind = 'recurring'
      and c.order_id is null and c.period_from > (o.placed_at at time zone 'UTC')::date and c.quantity >= w.seats and c.quantity > 0`.execute(
    tx,
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
  return rows.map((row) => ({ ...toRecorded(row), isPromise: row.is_promise }));
}

/** Finds those of orders of which a period that they charged for has passed without the service being provided. */
export async function findPromisesOver(
  db: Db,
  resellerId: string,
  orderIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("order_lines as l")
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "l.reseller_id").onRef("s.id", "=", "l.subscription_id"),
    )
    .where("l.reseller_id", "=", resellerId)
    .where("l.order_id", "=", anyOf(orderIds, "uuid"))
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
    .select("o.id")
    .distinct()
    .execute();
  return new Set(rows.map(({ id }) => id));
}
