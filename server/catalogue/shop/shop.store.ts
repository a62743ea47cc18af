import { mostNamed } from "@tradewind/contract/catalogue/shop.ts";
import type { Fit } from "@tradewind/domain/catalogue/product-page.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf, escapeLike } from "../../platform/sql.ts";
import { isOfEveryCustomer, ofOneself, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

/** Words of what somebody typed; a short one begins a word, a longer one may be within. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean);
/** Likeness from which a word may be a typo; one with digits, such as E3, is a name, and a short one is like too many. */
const alike = 0.45;
const forgives = (word: string) => !/\d/.test(word) && word.length > 3;

export type PlanKey = { product_id: string; sku: string; name: string; is_add_on: boolean };

/** Finds plans among some products that hold every word; if none does, those with words that are nearly so. */
export async function findPlans(db: Db, productIds: readonly string[], text: string, most: number): Promise<PlanKey[]> {
  const words = wordsOf(text).slice(0, 10);
  if (words.length === 0) return [];
  const holds = (word: string) => sql`w.words like ${`%${word.length < 3 ? " " : ""}${escapeLike(word)}%`}`;
  const isNear = (word: string) =>
    forgives(word) ? sql`(${holds(word)} or word_similarity(${word}, w.words) >= ${alike})` : holds(word);
  const all = (match: typeof holds) => sql.join(words.map(match), sql` and `);
  const shown = sql`w.product_id = ${anyOf(productIds, "text")}`;
  const phrase = words.join(" ");
  const { rows } = await sql<PlanKey>`
    with exact as (select * from plan_words w where ${shown} and ${all(holds)}),
    found as (
      select * from exact union all
      select * from plan_words w where not exists (select from exact) and ${shown} and ${all(isNear)})
    select f.product_id, f.sku, f.name, f.is_add_on from found f join products p on p.id = f.product_id
    order by lower(f.name) like ${`${escapeLike(phrase)}%`} desc, f.is_add_on, word_similarity(${phrase}, f.name) desc,
      p.popularity desc, f.name, f.sku
    limit ${most}`.execute(db);
  return rows;
}

/** Counts the units that a customer has of some plans. */
export async function countHeld(db: Db, { resellerId }: Scope, customerId: string, skus: readonly string[]) {
  const rows = await db
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("sku", "=", anyOf(skus, "text"))
    .where("status", "<>", "cancelled")
    .select(["sku", sql<number>`sum(quantity)::float8`.as("quantity")])
    .groupBy("sku")
    .execute();
  return new Map(rows.map(({ sku, quantity }) => [sku, quantity]));
}

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

/** Counts the customers for whom each product was ordered anew since a day, the most first. */
export async function countOrdered(db: Db, scope: Scope, since: string) {
  const { rows } = await sql<{ product_id: string; customers: number }>`
    select o.product_id, count(distinct o.customer_id)::int as customers from orders o
    where o.reseller_id = ${scope.resellerId} and o.journey = 'Add' and o.placed_at >= ${since}::date
      and ${ofOwnCustomer(scope, "o.customer_id")} and ${ofOwnProduct(scope, "o.product_id")}
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

/** Counts the active customers who have what each of some rules names and lack the rest, as `listFitting`, the most first. */
export async function countFitting(db: Db, scope: Scope, rules: readonly (Fit & { product_id: string })[]) {
  const { rows } = await sql<{ product_id: string; customers: number }>`
    with rules as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb)
        as r (product_id text, has text[], has_skus text[], least numeric, lacks text[], lacks_skus text[])),
    held as materialized (
      select s.customer_id, s.product_id, s.sku, max(s.quantity) as quantity from subscriptions s
      where s.reseller_id = ${scope.resellerId} and s.status <> 'cancelled' and ${ofOwnCustomer(scope, "s.customer_id")}
      group by 1, 2, 3),
    have as (
      select distinct r.product_id, h.customer_id from rules r join held h on h.product_id = any(r.has)
      where (r.has_skus is null or h.sku = any(r.has_skus)) and h.quantity >= coalesce(r.least, 1)),
    theirs as (
      select distinct r.product_id, h.customer_id from rules r join held h
        on h.product_id = any(r.lacks) or (h.product_id = any(r.has) and h.sku = any(r.lacks_skus)))
    select a.product_id, count(*)::int as customers
    from (select * from have except select * from theirs) a
      join customers c on c.reseller_id = ${scope.resellerId} and c.id = a.customer_id and c.status = 'Active'
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}
