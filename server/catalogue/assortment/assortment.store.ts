import type { OwnWords } from "@tradewind/domain/catalogue/product-words.ts";
import type { Category } from "@tradewind/domain/catalogue/products.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf, escapeLike } from "../../platform/sql.ts";
import { onePrice, type PriceRow } from "../price-lists/price-lists.store.ts";

export const pageSize = 50;

const vendor = sql<string | null>`coalesce(g.vendor, (select name from vendors v where v.id = p.fulfiller))`;

export type Filter = {
  search: string;
  vendor?: string | undefined;
  category?: Category | undefined;
  hidden?: boolean | undefined;
};

/** Lists a page of all products by name, with what of them is sold. */
export async function listProducts(db: Db, filter: Filter, after: { name: string; id: string } | undefined) {
  const like = `%${escapeLike(filter.search)}%`;
  const conditions: RawBuilder<SqlBool>[] = [
    sql`true`,
    ...(filter.search === ""
      ? []
      : [sql<SqlBool>`(p.name ilike ${like} or exists (select from unnest(g.synonyms) s where s ilike ${like}))`]),
    ...(filter.vendor === undefined ? [] : [sql<SqlBool>`${vendor} = ${filter.vendor}`]),
    ...(filter.category === undefined ? [] : [sql<SqlBool>`p.category = ${filter.category}`]),
    ...(filter.hidden === undefined ? [] : [sql<SqlBool>`p.hidden = ${filter.hidden}`]),
    ...(after === undefined ? [] : [sql<SqlBool>`(p.name, p.id) > (${after.name}, ${after.id})`]),
  ];
  const { rows } = await sql<{
    id: string;
    name: string;
    vendor: string | null;
    category: Category;
    icon: string;
    picture: string | null;
    picture_alt: string;
    hidden: boolean;
    from_date: string | null;
    until_date: string | null;
    for_sale: number;
    offers: number;
    is_reworded: boolean;
  }>`
    select p.id, p.name, ${vendor} as vendor, p.category, p.icon, p.picture, p.picture_alt, p.hidden, d.from_date, d.until_date,
      o.for_sale, o.offers, w.own <> '{}' as is_reworded
    from products p join product_words w on w.product_id = p.id left join product_pages g on g.product_id = p.id
      left join withdrawals d on d.product_id = p.id and d.offer_id is null
      cross join lateral (
        select count(*) filter (where for_sale)::int as for_sale, count(*)::int as offers from offers where product_id = p.id) o
    where ${sql.join(conditions, sql` and `)} order by p.name, p.id limit ${pageSize + 1}`.execute(db);
  return rows;
}

/** Lists all products by name with how many customers have each, of all resellers. */
export async function listCustomerCounts(db: Db) {
  const { rows } = await sql<{
    id: string;
    name: string;
    vendor: string | null;
    hidden: boolean;
    customers: number;
  }>`
    select p.id, p.name, ${vendor} as vendor, p.hidden, coalesce(c.customers, 0)::int as customers
    from products p left join product_pages g on g.product_id = p.id left join (
      select product_id, count(*) as customers from (
        select distinct product_id, customer_id from subscriptions where status <> 'cancelled') had group by 1) c on c.product_id = p.id
    order by p.name, p.id`.execute(db);
  return rows;
}

const ofProduct = (db: Db, id: string) =>
  db
    .selectFrom("products as p")
    .innerJoin("product_words as w", "w.product_id", "p.id")
    .leftJoin("product_pages as g", "g.product_id", "p.id")
    .where("p.id", "=", id)
    .selectAll("p")
    .select(["w.shipped", "w.own", "w.version", "w.changed_at"])
    .select(vendor.as("vendor"))
    .select((of) => of.selectFrom("vendors as v").whereRef("v.id", "=", "p.fulfiller").select("v.name").as("provider"))
    .select(
      sql<number>`(select count(distinct customer_id)::int from subscriptions s where s.product_id = p.id and s.status <> 'cancelled')`.as(
        "customers",
      ),
    );

export const findProduct = (db: Db, id: string) => ofProduct(db, id).executeTakeFirst();

/** Locks what is said of a product until the transaction ends. */
export const lockWords = (tx: Tx, productId: string) =>
  tx
    .selectFrom("product_words as w")
    .innerJoin("products as p", "p.id", "w.product_id")
    .where("w.product_id", "=", productId)
    .select(["w.shipped", "w.own", "w.version", "p.name", "p.picture"])
    .forUpdate("w")
    .executeTakeFirst();
export type WordsRow = NonNullable<Awaited<ReturnType<typeof lockWords>>>;

export const saveWords = (tx: Tx, productId: string, own: OwnWords, version: number, now: Date) =>
  tx
    .updateTable("product_words")
    .set({ own: JSON.stringify(own), version, changed_at: now })
    .where("product_id", "=", productId)
    .execute();

export const isNameTaken = async (tx: Tx, productId: string, name: string): Promise<boolean> =>
  (await tx
    .selectFrom("products")
    .where(sql`lower(name)`, "=", name.toLowerCase())
    .where("id", "<>", productId)
    .select("id")
    .limit(1)
    .executeTakeFirst()) !== undefined;

export async function countProducts(tx: Tx, ids: readonly string[]): Promise<number> {
  const rows = await tx.selectFrom("products").where("id", "=", anyOf(ids, "text")).select("id").execute();
  return rows.length;
}

/** Lays the operator's words over what is shipped, and takes what is withdrawn off sale. */
export const layWords = (tx: Tx, productId: string) => sql`select lay_words(${productId})`.execute(tx);

const priceNow = (currency: Currency, today: string) =>
  sql<PriceRow | null>`${onePrice(currency, sql`<= ${today}::date`, "desc")}`;

/** Lists the offers of a product in their order, with the prices of a day. */
export const listOffers = (db: Db, productId: string, today: string) =>
  db
    .selectFrom("offers as o")
    .leftJoin("withdrawals as d", "d.offer_id", "o.id")
    .where("o.product_id", "=", productId)
    .select(["o.id", "o.sku", "o.name", "o.offer_group", "o.unit", "o.is_add_on", "o.term", "o.billing", "o.minimum"])
    .select(["o.for_sale", "d.from_date", "d.until_date"])
    .select([priceNow("GBP", today).as("GBP"), priceNow("EUR", today).as("EUR")])
    .orderBy("o.position")
    .execute();
export type OfferRow = Awaited<ReturnType<typeof listOffers>>[number];
