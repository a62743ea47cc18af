import { mostNamed } from "@tradewind/contract/catalogue/shop.ts";
import type { Fit } from "@tradewind/domain/catalogue/product-page.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { isOfEveryCustomer, ofOneself, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

type Owner = { resellerId: string; membershipId: string };

const favouritesOf = (db: Db, { resellerId, membershipId }: Owner) =>
  db.selectFrom("favourite_products").where("reseller_id", "=", resellerId).where("membership_id", "=", membershipId);

export async function listFavourites(db: Db, owner: Owner): Promise<ReadonlySet<string>> {
  const rows = await favouritesOf(db, owner).select("product_id").execute();
  return new Set(rows.map((row) => row.product_id));
}

export const insertFavourite = (tx: Tx, { resellerId, membershipId }: Owner, productId: string) =>
  tx
    .insertInto("favourite_products")
    .values({ reseller_id: resellerId, membership_id: membershipId, product_id: productId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteFavourite = (tx: Tx, { resellerId, membershipId }: Owner, productId: string) =>
  tx
    .deleteFrom("favourite_products")
    .where("reseller_id", "=", resellerId)
    .where("membership_id", "=", membershipId)
    .where("product_id", "=", productId)
    .execute();

/**
 * Lists the products that were ordered anew, the last one first. For everybody's orders it looks up the last one of each
 * product; of some customers there are few.
 */
export async function listRecent(db: Db, scope: Scope): Promise<string[]> {
  const ofOrders = sql`o.reseller_id = ${scope.resellerId} and o.journey = 'Add'`;
  const last = isOfEveryCustomer(scope)
    ? sql`select p.id as product_id, o.placed_at from products p cross join lateral (
        select o.placed_at from orders o where ${ofOrders} and o.product_id = p.id order by o.placed_at desc limit 1) o
        where ${ofOwnProduct(scope, "p.id")}`
    : sql`select o.product_id, max(o.placed_at) as placed_at from orders o
        where ${ofOrders} and ${ofOwnCustomer(scope, "o.customer_id")} and ${ofOwnProduct(scope, "o.product_id")}
          and exists (select from service_instances i where i.reseller_id = o.reseller_id and i.id = o.instance_id
            and ${ofOneself(scope, "i.membership_id")})
        group by o.product_id`;
  const { rows } = await sql<{ product_id: string }>`
    select product_id from (${last}) each_last order by placed_at desc, product_id limit 12`.execute(db);
  return rows.map((row) => row.product_id);
}

/** Lists what is said of each plan of a product that is for sale, in the order of the catalogue. */
export const listPlanOffers = (db: Db, productId: string) =>
  db
    .selectFrom("offers")
    .where("product_id", "=", productId)
    .where("for_sale", "=", true)
    .where("billing", "<>", "daily")
    .select(["id", "sku", "name", "description", "offer_group", "unit", "term", "billing", "minimum", "maximum"])
    .select(["is_add_on", "needs_one_of"])
    .orderBy("position")
    .execute();
export type PlanOffer = Awaited<ReturnType<typeof listPlanOffers>>[number];

/** The subscriptions of a product that stand, at the caller's customers. */
const standing = (scope: Scope, productId: string) => sql`s.reseller_id = ${scope.resellerId}
  and s.product_id = ${productId} and s.status <> 'cancelled' and ${ofOwnCustomer(scope, "s.customer_id")}`;

/** Counts the customers and units of each plan of a product; without a SKU, the customers of all. */
export async function countHolders(db: Db, scope: Scope, productId: string) {
  const { rows } = await sql<{ sku: string | null; customers: number; quantity: number }>`
    select s.sku, count(distinct s.customer_id)::int as customers, sum(s.quantity)::float8 as quantity
    from subscriptions s where ${standing(scope, productId)} group by grouping sets ((s.sku), ())`.execute(db);
  return rows;
}

/** Lists the customers with the most of a product, a row for each of their plans. */
export async function listLargest(db: Db, scope: Scope, productId: string) {
  const { rows } = await sql<{ id: string; name: string; sku: string; quantity: number }>`
    with most as (
      select s.customer_id, sum(s.quantity) as quantity from subscriptions s
      where ${standing(scope, productId)} group by 1 order by 2 desc, 1 limit ${mostNamed.have})
    select c.id, c.name, s.sku, sum(s.quantity)::float8 as quantity
    from most join customers c on c.reseller_id = ${scope.resellerId} and c.id = most.customer_id
      join subscriptions s on s.customer_id = most.customer_id and ${standing(scope, productId)}
    group by c.id, c.name, s.sku, most.quantity order by most.quantity desc, c.id, 4 desc`.execute(db);
  return rows;
}

/** Lists active customers who have what a rule names and lack the rest, by name, and counts all of them. */
export async function listFitting(db: Db, scope: Scope, { has, has_skus, least, lacks, lacks_skus }: Fit) {
  const { rows } = await sql<{ id: string; name: string; total: number }>`
    with have as materialized (
      select distinct s.customer_id from subscriptions s
      where s.reseller_id = ${scope.resellerId} and s.product_id = any(${[...has]}::text[]) and s.status <> 'cancelled'
        and (${has_skus ?? null}::text[] is null or s.sku = any(${has_skus ?? null}::text[]))
        and s.quantity >= ${least ?? 1} and ${ofOwnCustomer(scope, "s.customer_id")}),
    theirs as materialized (
      select distinct l.customer_id from subscriptions l
      where l.reseller_id = ${scope.resellerId} and l.status <> 'cancelled'
        and (l.product_id = any(${[...lacks]}::text[])
          or (l.product_id = any(${[...has]}::text[]) and l.sku = any(${[...(lacks_skus ?? [])]}::text[]))))
    select c.id, c.name, count(*) over ()::int as total
    from have join customers c on c.reseller_id = ${scope.resellerId} and c.id = have.customer_id and c.status = 'Active'
    where have.customer_id not in (select customer_id from theirs)
    order by c.name, c.id limit ${mostNamed.might}`.execute(db);
  return rows;
}
