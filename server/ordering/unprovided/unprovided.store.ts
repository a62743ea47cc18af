import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

const policy = "unprovided.refund-none";

/** Selects an order's charges, by the index of their customer. */
const ofOrder = (resellerId: string, orderId: string) => sql`reseller_id = ${resellerId} and order_id = ${orderId}
  and customer_id = (select customer_id from orders where reseller_id = ${resellerId} and id = ${orderId})`;

/**
 * Refunds everything an order has charged so far, because what was not provided is not paid for. Repeating it refunds
 * nothing.
 */
export const giveBackOrder = (tx: Tx, resellerId: string, orderId: string, now: Date) =>
  sql`
    with charged as (
      select reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, description, period_from, period_until, unit_cost,
             currency, sum(quantity)::int as quantity, sum(amount_minor)::bigint as amount
      from charges where ${ofOrder(resellerId, orderId)}
      group by reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, description, period_from, period_until, unit_cost, currency
      having sum(amount_minor) > 0
    ),
    open as (select billed_until from billing_state where reseller_id = ${resellerId} for share)
    insert into charges (reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from,
                         period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at)
    select reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, 'refund', description, period_from, period_until,
           greatest((${now}::timestamptz at time zone 'UTC')::date, open.billed_until), -quantity, unit_cost, -amount, currency, ${policy}, ${now}
    from charged, open`.execute(tx);

/**
 * Refunds what later periods charged for seats of an order that were never provided. `seats` is per subscription of the
 * order.
 */
export const giveBackLaterPeriods = (
  tx: Tx,
  resellerId: string,
  orderId: string,
  seats: ReadonlyMap<string, number>,
  now: Date,
) =>
  sql`
    with unprovided as (
      select * from unnest(${[...seats.keys()]}::uuid[], ${[...seats.values()]}::int[]) as each (subscription_id, seats)
    ),
    open as (select billed_until from billing_state where reseller_id = ${resellerId} for share)
    insert into charges (reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from,
                         period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at)
    select c.reseller_id, c.customer_id, c.subscription_id, c.order_id, c.product_id, c.offer_id, 'refund', c.description, c.period_from,
           c.period_until, greatest((${now}::timestamptz at time zone 'UTC')::date, open.billed_until), -u.seats, c.unit_cost,
           -round(c.amount_minor::numeric * u.seats / c.quantity), c.currency, ${policy}, ${now}
    from unprovided u
    join orders o on o.reseller_id = ${resellerId} and o.id = ${orderId}
    join charges c on c.reseller_id = o.reseller_id and c.subscription_id = u.subscription_id and c.kind = 'recurring'
      and c.order_id is null and c.period_from > (o.placed_at at time zone 'UTC')::date and c.quantity >= u.seats
    cross join open`.execute(tx);

/** Charges a refunded order again as promised, because its provider is asked again. */
export const chargeAgain = (tx: Tx, resellerId: string, orderId: string, now: Date) =>
  sql`
    with open as (select billed_until from billing_state where reseller_id = ${resellerId} for share)
    insert into charges (reseller_id, customer_id, subscription_id, order_id, product_id, offer_id, kind, description, period_from,
                         period_until, due_on, quantity, unit_cost, amount_minor, currency, policy_id, recorded_at)
    select c.reseller_id, c.customer_id, c.subscription_id, c.order_id, c.product_id, c.offer_id,
           -- The index lets a period be charged as recurring only once.
           case c.kind when 'recurring' then 'prorated' else c.kind end, c.description, c.period_from, c.period_until,
           greatest((${now}::timestamptz at time zone 'UTC')::date, open.billed_until), c.quantity, c.unit_cost, c.amount_minor, c.currency,
           c.policy_id, ${now}
    from charges c join orders o on o.reseller_id = c.reseller_id and o.id = c.order_id cross join open
    where c.reseller_id = ${resellerId} and c.customer_id = o.customer_id and c.order_id = ${orderId} and c.recorded_at = o.placed_at and c.amount_minor > 0`.execute(
    tx,
  );

export type SeatsOfOrder = { subscriptionId: string; quantity: number; refundableUntil: string | null; addedAt: Date };

/** Lists the seats an order adds to existing subscriptions, as promised, and how many of them the books hold now. */
export async function listSeatsOfOrder(
  db: Db,
  resellerId: string,
  orderId: string,
): Promise<(SeatsOfOrder & { held: number })[]> {
  const { rows } = await sql<SeatsOfOrder & { held: number }>`
    select h.subscription_id as "subscriptionId", (h.data ->> 'quantity')::int as quantity,
           h.data ->> 'refundableUntil' as "refundableUntil", h.effective_at as "addedAt", (
             select sum(case each.kind when 'seatsAdded' then 1 else -1 end * (each.data ->> 'quantity')::int)::int
             from subscription_history each
             where each.reseller_id = h.reseller_id and each.subscription_id = h.subscription_id and each.order_id = h.order_id
               and each.kind in ('seatsAdded', 'seatsRemoved')) as held
    from order_lines l
    join orders o on o.reseller_id = l.reseller_id and o.id = l.order_id
    join subscription_history h on h.reseller_id = l.reseller_id and h.subscription_id = l.subscription_id and h.order_id = o.id
      and h.kind = 'seatsAdded' and h.recorded_at = o.placed_at
    where l.reseller_id = ${resellerId} and l.order_id = ${orderId}`.execute(db);
  return rows;
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
