import type { Attributes } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export type VoiceLine = {
  sku: string;
  attributes: Attributes;
  /** How many there are with the order, and how many there were before it. */
  quantity: number;
  before: number;
  is_of_order: boolean;
};

/**
 * Lists the subscriptions of a service as they are with one of its orders, the oldest first. What other orders were
 * refused does not count.
 */
export async function listVoiceLines(
  db: Db,
  resellerId: string,
  { id, instance_id }: { id: string; instance_id: string },
): Promise<VoiceLine[]> {
  const { rows } = await sql<VoiceLine>`
    select s.sku, n.attributes, n.quantity, coalesce(b.quantity, 0) as before, n.order_id = ${id} as is_of_order
    from subscriptions s
      cross join lateral (
        select l.order_id, l.attributes, case when o.task = 'cancel' then 0 else l.quantity end as quantity
        from order_lines l join orders o on o.reseller_id = l.reseller_id and o.id = l.order_id
        where l.reseller_id = s.reseller_id and l.subscription_id = s.id and l.order_id <= ${id} and (l.state <> 'refused' or l.order_id = ${id})
        order by l.order_id desc limit 1) n
      left join lateral (
        select case when o.task = 'cancel' then 0 else l.quantity end as quantity
        from order_lines l join orders o on o.reseller_id = l.reseller_id and o.id = l.order_id
        where l.reseller_id = s.reseller_id and l.subscription_id = s.id and l.order_id < n.order_id and l.state <> 'refused'
        order by l.order_id desc limit 1) b on true
    where s.reseller_id = ${resellerId} and s.instance_id = ${instance_id}
    order by (select min(f.id::text) from order_lines f where f.reseller_id = s.reseller_id and f.subscription_id = s.id)`.execute(
    db,
  );
  return rows;
}

/** Finds whether an order is taken on by whoever works on it, why it was rejected, and whether that was given up. */
export async function findVoiceProgress(db: Db, resellerId: string, orderId: string) {
  const { rows } = await sql<{ is_taken_on: boolean; reasons: string[]; is_given_up: boolean }>`
    select
      exists (select from work_items w where w.reseller_id = ${resellerId} and w.order_id = ${orderId} and w.status = 'working') as is_taken_on,
      array(select distinct l.reason from order_lines l
        where l.reseller_id = ${resellerId} and l.order_id = ${orderId} and l.state = 'refused' and l.reason is not null order by 1) as reasons,
      not exists (select from order_lines l
        where l.reseller_id = ${resellerId} and l.order_id = ${orderId} and l.state = 'refused' and not exists (
          select from order_lines n join orders o on o.reseller_id = n.reseller_id and o.id = n.order_id
          where n.reseller_id = l.reseller_id and n.subscription_id = l.subscription_id and n.order_id > l.order_id
            and o.task = 'cancel' and n.state <> 'refused')) as is_given_up`.execute(db);
  return rows[0]!;
}
