import { actsOnOrders } from "@tradewind/contract/ordering/order-steps.ts";
import type { Attributes, Billing, Term, TermEnd } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import type { SubscriptionRow } from "../subscriptions/subscriptions.store.ts";
import type { OrderRow } from "./orders.store.ts";

/** What an order is about: its customer, product and vendor, and the customer's tenant there. */
const has = (whose: RawBuilder<unknown>) =>
  sql`exists (select from service_instances s where s.reseller_id = c.reseller_id and s.product_id = p.id
    and s.status not in ('Deleted', 'Upgraded') and ${whose})`;

/** Finds what an order is about, and whether its product is sold once and had already. */
export const findAbout = (db: Db, resellerId: string, order: OrderRow) =>
  db
    .selectFrom("products as p")
    .innerJoin("customers as c", (join) => join.on("c.reseller_id", "=", resellerId).on("c.id", "=", order.customer_id))
    .innerJoin("service_instances as i", (join) =>
      join.onRef("i.reseller_id", "=", "c.reseller_id").on("i.id", "=", order.instance_id),
    )
    .leftJoin("vendors as v", "v.id", "p.fulfiller")
    .leftJoin("provider_tenants as t", (join) =>
      join
        .onRef("t.reseller_id", "=", "c.reseller_id")
        .onRef("t.customer_id", "=", "c.id")
        .onRef("t.fulfiller", "=", "p.fulfiller"),
    )
    .where("p.id", "=", order.product_id)
    .select([
      "c.name as customer_name",
      "p.name as product_name",
      "p.icon",
      "p.picture",
      "p.picture_alt",
      "p.order_form",
      "i.membership_id",
      "v.name as vendor_name",
      "t.tenant_ref as tenant",
      // Another one of what is sold once is refused.
      sql<boolean>`case p.cardinality when 'OncePerCustomer' then ${has(sql`s.customer_id = c.id`)}
        when 'OncePerReseller' then ${has(sql`true`)} else false end`.as("is_had"),
    ])
    .executeTakeFirstOrThrow();

export type OrderedRow = SubscriptionRow & {
  unit: string;
  settled_at: Date | null;
  reason_code: string | null;
  line_unit: string;
  line_group: string;
  line_term: Term;
  line_billing: Billing;
  /** The price that the order promised, per unit and period; null if it charged nothing. */
  promised: string | null;
  /** The cost and the customer's price that held then; the cost is null if its history begins later. */
  cost_then: string | null;
  sales_then: string | null;
  line_offer_id: string;
  line_attributes: Attributes;
  /** How many the order added, or took away. */
  added: number;
  is_start: boolean;
  is_end: boolean;
  /** What it wants at the end of the term, if it schedules that. */
  scheduled: TermEnd | null;
  is_at_work: boolean;
};

/** Lists the subscriptions of an order's lines as they are now, with what the order did to each. */
export async function listOrdered(
  db: Db,
  resellerId: string,
  { id: orderId, placed_at }: OrderRow,
): Promise<OrderedRow[]> {
  const { rows } = await sql<OrderedRow>`
    select s.*, f.unit, l.settled_at, l.reason_code, o.unit as line_unit, o.offer_group as line_group, o.term as line_term, o.billing as line_billing,
      l.offer_id as line_offer_id, l.attributes as line_attributes, t.cost_then, t.sales_then,
      trim_scale(h.unit_cost)::text as promised, coalesce(d.added, 0)::int as added, coalesce(d.is_start, false) as is_start,
      d.scheduled,
      coalesce(d.is_end, false) as is_end,
      exists (select from order_lines w where w.reseller_id = s.reseller_id and w.subscription_id = s.id and w.state = 'working') as is_at_work
    from order_lines l
      join subscriptions s on s.reseller_id = l.reseller_id and s.id = l.subscription_id
      join offers f on f.id = s.offer_id join offers o on o.id = l.offer_id
      left join lateral (
        select unit_cost from held_charges c
        where c.reseller_id = l.reseller_id and c.order_id = l.order_id and c.subscription_id = l.subscription_id and c.kind <> 'refund'
        order by c.id limit 1) h on true
      left join lateral (
        select sum(case y.kind when 'seatsAdded' then (y.data ->> 'quantity')::int when 'seatsRemoved' then -(y.data ->> 'quantity')::int else 0 end) as added,
          bool_or(y.kind = 'started') as is_start, bool_or(y.kind in ('cancelled', 'upgraded')) as is_end,
          (array_agg(y.data -> 'termEnd' order by y.id desc) filter (where y.kind = 'scheduled'))[1] as scheduled
        from subscription_history y
        where y.reseller_id = l.reseller_id and y.subscription_id = l.subscription_id and y.order_id = l.order_id) d on true
      left join lateral (
        select y.data ->> 'unitCost' as cost_then, y.data ->> 'customerPrice' as sales_then from subscription_history y
        where y.reseller_id = l.reseller_id and y.subscription_id = l.subscription_id and y.data ? 'customerPrice'
          and (y.order_id = l.order_id or y.recorded_at <= ${placed_at})
        order by y.id desc limit 1) t on true
    where l.reseller_id = ${resellerId} and l.order_id = ${orderId} order by l.id`.execute(db);
  return rows;
}

export type OrderChargeRow = {
  id: string;
  description: string;
  period_from: string;
  period_until: string;
  due_on: string;
  amount_minor: bigint;
  currency: Currency;
  is_held: boolean;
  invoice_id: string | null;
  number: string | null;
  issued_on: string | null;
};

/** Lists what an order charged and gave back, with its invoice, and what it still holds for lines that are at work. */
export async function listOrderCharges(db: Db, resellerId: string, orderId: string): Promise<OrderChargeRow[]> {
  const { rows } = await sql<OrderChargeRow>`
    with own as materialized (
      select c.* from order_lines l
        join charges c on c.reseller_id = l.reseller_id and c.subscription_id = l.subscription_id and c.order_id = l.order_id
      where l.reseller_id = ${resellerId} and l.order_id = ${orderId}
      union all
      select * from charges where reseller_id = ${resellerId} and order_id = ${orderId} and subscription_id is null)
    select c.id, c.description, c.period_from, c.period_until, c.due_on, c.amount_minor, c.currency, false as is_held,
      i.id as invoice_id, i.number, i.issued_on
    from own c
      left join invoice_lines n on n.reseller_id = c.reseller_id and n.charge_id = c.id
      left join invoices i on i.reseller_id = n.reseller_id and i.id = n.invoice_id
    union all
    select h.id, h.description, h.period_from, h.period_until, h.due_on, h.amount_minor - coalesce(d.amount, 0), h.currency, true,
      null, null, null
    from held_charges h
      join orders o on o.reseller_id = h.reseller_id and o.id = h.order_id
      left join order_lines l on l.reseller_id = h.reseller_id and l.order_id = h.order_id and l.subscription_id = h.subscription_id
      left join lateral (
        select sum(c.amount_minor)::bigint as amount from own c
        where c.subscription_id is not distinct from h.subscription_id and c.kind = h.kind and c.period_from = h.period_from
          and c.corrects is null) d on true
    where h.reseller_id = ${resellerId} and h.order_id = ${orderId} and coalesce(l.state = 'working', o.status = 'Working')
      and h.amount_minor <> coalesce(d.amount, 0)
    order by is_held, due_on, id limit 200`.execute(db);
  return rows;
}

/** Lists what people did about an order after it was placed. */
export const listActs = (db: Db, resellerId: string, orderId: string) =>
  db
    .selectFrom("activity")
    .where("reseller_id", "=", resellerId)
    .where("object_kind", "=", sql.lit("order"))
    .where("object_id", "=", orderId)
    .where(
      "action",
      "in",
      actsOnOrders.map((action) => sql.lit(action)),
    )
    .select(["at", "who", "action"])
    .orderBy("id")
    .limit(50)
    .execute();

/** Lists what the operator's people told the reseller about an order. */
export const listNotes = (db: Db, resellerId: string, orderId: string) =>
  db
    .selectFrom("order_notes")
    .where("reseller_id", "=", resellerId)
    .where("order_id", "=", orderId)
    .select(["text", "written_at"])
    .orderBy("id")
    .limit(50)
    .execute();

/** Lists what an order's vendor was seen to have of some subscriptions until the order was settled. */
export const listSeen = (
  db: Db,
  resellerId: string,
  subscriptionIds: readonly string[],
  { placed_at, completed_at }: OrderRow,
) =>
  db
    .selectFrom("vendor_views")
    .where("reseller_id", "=", resellerId)
    .where("subscription_id", "=", anyOf(subscriptionIds, "uuid"))
    .where("seen_at", ">=", placed_at)
    .$if(completed_at !== null, (query) => query.where("seen_at", "<=", completed_at))
    .select(["subscription_id", "seen_at", "status", "quantity"])
    .orderBy("id")
    .limit(20)
    .execute();
