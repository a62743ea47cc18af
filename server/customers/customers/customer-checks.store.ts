import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { ofOwnProduct, type Scope } from "../../platform/restriction.ts";

export type Standing = { services: number; orders: number; users: number; charges: number };

/** Finds what prevents removing a customer; with product families given, only in those. */
export async function findStanding(
  db: Db,
  scope: Scope,
  customerId: string,
  families?: readonly string[],
): Promise<Standing> {
  const { resellerId } = scope;
  const ofFamily = (column: string) =>
    families
      ? sql`${sql.ref(column)} in (select id from products where family = any(${[...families]}::text[]))`
      : sql`true`;
  const { rows } = await sql<Standing>`
    select
      (select count(*)::int from service_instances i where i.reseller_id = ${resellerId}::uuid and i.customer_id = ${customerId}::uuid
         and i.status not in ('Deleted', 'Upgraded') and ${ofFamily("i.product_id")} and ${ofOwnProduct(scope, "i.product_id")}) as services,
      (select count(*)::int from orders o where o.reseller_id = ${resellerId}::uuid and o.customer_id = ${customerId}::uuid
         and o.status = 'Working' and ${ofFamily("o.product_id")} and ${ofOwnProduct(scope, "o.product_id")}) as orders,
      (select count(*)::int from memberships m where m.reseller_id = ${resellerId}::uuid and m.customer_id = ${customerId}::uuid
         and m.status = 'Active') as users,
      (select count(*)::int from charges g join billing_progress b on b.reseller_id = g.reseller_id
       where g.reseller_id = ${resellerId}::uuid and g.customer_id = ${customerId}::uuid and g.due_on >= b.invoiced_until
         and ${ofFamily("g.product_id")} and ${ofOwnProduct(scope, "g.product_id")}) as charges`.execute(db);
  return rows[0]!;
}

/**
 * Tells whether the customer has a live service in one of these families, or of a product with one of these agreements.
 */
export async function hasLive(
  db: Db,
  scope: Scope,
  customerId: string,
  of: { families?: readonly string[]; agreement?: string } = {},
): Promise<boolean> {
  const row = await db
    .selectFrom("service_instances as i")
    .innerJoin("products as p", "p.id", "i.product_id")
    .where("i.reseller_id", "=", scope.resellerId)
    .where("i.customer_id", "=", customerId)
    .where("i.status", "not in", ["Deleted", "Upgraded"])
    .where(ofOwnProduct(scope, "i.product_id"))
    .$if(of.families !== undefined, (query) => query.where("p.family", "in", of.families!))
    .$if(of.agreement !== undefined, (query) => query.where("p.agreement_id", "=", of.agreement!))
    .select("i.id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
