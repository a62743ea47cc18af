import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/**
 * Finds the person who placed an order and may still see it; nobody for what the system filed by itself, or a plan did,
 * which tells of all its orders together.
 */
export async function findPlacer(db: Db, resellerId: string, orderId: string) {
  const { rows } = await sql<{ email: string; name: string }>`
    select m.email, m.first_name as name
    from orders o join memberships m on m.reseller_id = o.reseller_id and m.person_id = o.placed_by
    where o.reseller_id = ${resellerId} and o.id = ${orderId} and o.proposal is not null and m.status = 'Active'
      and (m.customer_id is null or m.customer_id = o.customer_id)
      and (m.only_products is null or o.product_id = any(m.only_products))
      and (not m.only_customers or o.customer_id in (select customer_id from customers_of(m.reseller_id, m.id)))
      and not exists (select from plan_lines l where l.reseller_id = o.reseller_id and l.order_id = o.id)
    order by m.id limit 1`.execute(db);
  return rows;
}
