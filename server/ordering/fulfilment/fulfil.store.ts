import type { PersonOfLine } from "@tradewind/vendors/vendor.ts";
import { sql, type NotNull } from "kysely";
import type { Db } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";
import type { OrderLineRow, OrderTask } from "../orders/orders.store.ts";
import type { SubscriptionRow } from "../subscriptions/subscriptions.store.ts";

/** Finds everything a vendor needs to know about an order. */
export async function findWork(db: Db, resellerId: string, orderId: string) {
  const order = await db
    .selectFrom("orders as o")
    .innerJoin("products as p", "p.id", "o.product_id")
    .innerJoin("service_instances as i", (join) =>
      join.onRef("i.reseller_id", "=", "o.reseller_id").onRef("i.id", "=", "o.instance_id"),
    )
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "o.reseller_id").onRef("c.id", "=", "o.customer_id"),
    )
    .leftJoin("provider_tenants as t", (join) =>
      join
        .onRef("t.reseller_id", "=", "o.reseller_id")
        .onRef("t.customer_id", "=", "o.customer_id")
        .onRef("t.fulfiller", "=", "p.fulfiller"),
    )
    .where("o.reseller_id", "=", resellerId)
    .where("o.id", "=", orderId)
    .select([
      "o.id",
      "o.customer_id",
      "o.instance_id",
      "o.product_id",
      "o.journey",
      "o.task",
      "o.status",
      "o.details",
      "o.memo",
      "o.placed_by",
      "o.unsure_since",
      "o.unsure_told_at",
      "o.next_look_at",
      "o.refused_before",
      sql<Date>`greatest(o.retried_at, o.placed_at)`.as("tried_at"),
      sql<Date>`coalesce(o.moved_at, uuid_extract_timestamp(o.id))`.as("moved_at"),
      "p.name as product_name",
      "p.fulfiller",
      "i.details as instance_details",
      "c.name as customer_name",
      "c.domain",
      "c.address1",
      "c.address2",
      "c.town_city",
      "c.county",
      "c.post_code",
      "c.country",
      "c.contact_name",
      "c.contact_email",
      "c.telephone",
      "t.tenant_ref",
    ])
    // Only what a vendor provides can be ordered.
    .$narrowType<{ fulfiller: NotNull }>()
    .executeTakeFirst();
  if (!order) return undefined;
  const lines = await db
    .selectFrom("order_lines as l")
    .innerJoin("subscriptions as s", (join) =>
      join.onRef("s.reseller_id", "=", "l.reseller_id").onRef("s.id", "=", "l.subscription_id"),
    )
    .innerJoin("offers as f", "f.id", "l.offer_id")
    .leftJoin("subscriptions as b", (join) =>
      join.onRef("b.reseller_id", "=", "s.reseller_id").onRef("b.id", "=", "s.parent_id"),
    )
    .where("l.reseller_id", "=", resellerId)
    .where("l.order_id", "=", orderId)
    .select([
      "l.subscription_id",
      "l.quantity",
      "l.attributes",
      "l.name",
      "l.state",
      "l.from_subscription_id",
      "l.moved",
      "f.offer_ref",
      "f.term",
      "f.billing",
      "f.unit",
      "s.vendor_ref",
      "s.parent_id",
      "b.vendor_ref as parent_ref",
      "s.term_end",
      "s.term_from",
      "s.term_until",
      "s.anchor_day",
      "s.quantity as present_quantity",
      sql<PersonOfLine[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'key', p.id, 'name', p.name, 'email', p.email, 'ref', a.person_ref, 'gets', a.state = 'wanted') order by a.id), '[]')
        from assignments a join customer_people p on p.reseller_id = a.reseller_id and p.id = a.person_id
        where a.reseller_id = l.reseller_id and a.order_id = l.order_id and a.subscription_id = l.subscription_id
          and a.state in ('wanted', 'leaving'))`.as("people"),
    ])
    .orderBy("l.id")
    .execute();
  return { order, lines };
}

export type Work = NonNullable<Awaited<ReturnType<typeof findWork>>>;

/** Finds the vendor's references of our offers, with their term and billing. */
export async function findOfferRefs(db: Db, offerIds: readonly string[]) {
  if (offerIds.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom("offers")
    .where("id", "=", anyOf(offerIds, "text"))
    .select(["id", "offer_ref", "term", "billing"])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lists a service's subscriptions, each with what has become of the newest order of it. */
export async function listNewestLines(db: Db, resellerId: string, instanceId: string) {
  const { rows } = await sql<{
    status: SubscriptionRow["status"];
    state: OrderLineRow["state"] | null;
    task: OrderTask | null;
    journey: string | null;
    message: string | null;
  }>`
    select s.status, l.state, o.task, o.journey, o.message
    from subscriptions s
    left join lateral (
      select * from order_lines l where l.reseller_id = s.reseller_id and l.subscription_id = s.id order by l.order_id desc limit 1
    ) l on true
    left join orders o on o.reseller_id = l.reseller_id and o.id = l.order_id
    where s.reseller_id = ${resellerId} and s.instance_id = ${instanceId}
    order by o.id desc nulls last`.execute(db);
  return rows;
}

/**
 * Tells whether an earlier order is still at work on what an order changes. What is added to one service is bought one
 * after the other, since the first of it makes its tenant; and what a customer can have once only after it was ended.
 */
export async function hasEarlierWork(
  db: Db,
  resellerId: string,
  order: { id: string; customer_id: string; instance_id: string; task: OrderTask },
): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select from order_lines mine join order_lines earlier on earlier.reseller_id = mine.reseller_id
        and earlier.subscription_id = mine.subscription_id and earlier.state = 'working' and earlier.order_id < mine.order_id
      where mine.reseller_id = ${resellerId} and mine.order_id = ${order.id}
    ) or ${order.task === "add"} and exists (
      select from orders o where o.reseller_id = ${resellerId} and o.instance_id = ${order.instance_id} and o.task = 'add'
        and o.status = 'Working' and o.id < ${order.id}
    ) or ${order.task === "add"} and exists (
      select from order_lines mine join offers f on f.id = mine.offer_id and f.once_per_customer
      join offers e on e.sku = f.sku
      join order_lines earlier on earlier.reseller_id = mine.reseller_id and earlier.offer_id = e.id and earlier.state = 'working'
        and earlier.order_id < mine.order_id
      join orders o on o.reseller_id = earlier.reseller_id and o.id = earlier.order_id and o.customer_id = ${order.customer_id}
      where mine.reseller_id = ${resellerId} and mine.order_id = ${order.id}
    ) as waits`.execute(db);
  return rows[0]!.waits;
}

/**
 * Lists orders at work for at least a minute of real time whose job is neither waiting nor running. Orders of the
 * vendors in `people` wait without one.
 */
export async function listOrdersWithoutJob(db: Db, people: readonly string[]) {
  const { rows } = await sql<{ reseller_id: string; id: string }>`
    select o.reseller_id, o.id
    from orders o join products p on p.id = o.product_id
    where o.status = 'Working' and coalesce(o.next_look_at, '-infinity') < clock_timestamp() and not coalesce(p.fulfiller = ${anyOf(people, "text")}, false) and uuid_extract_timestamp(o.id) < clock_timestamp() - interval '1 minute'
      and not exists (
        select from pgboss.job j where j.name = 'orders.fulfil' and j.state < 'completed' and j.data ->> 'orderId' = o.id::text)
    limit 100`.execute(db);
  return rows;
}
