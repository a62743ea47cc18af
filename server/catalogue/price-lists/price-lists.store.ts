import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Db } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";

export const pageSize = 50;

export type OfferRow = {
  id: string;
  name: string;
  sku: string;
  unit: string;
  product_id: string;
  product_name: string;
  vendor_name: string | null;
  term: Term;
  billing: Billing;
  for_sale: boolean;
};
export type PriceRow = { from_date: string; cost: string; recommended: string | null; vendor_cost: string | null };
export type ListedRow = OfferRow & { price: PriceRow | null; next: PriceRow | null };

const offerColumns = sql`o.id, o.name, o.sku, o.unit, o.product_id, p.name as product_name, v.name as vendor_name, o.term, o.billing, o.for_sale`;
const offers = sql`offers o join products p on p.id = o.product_id left join vendors v on v.id = p.fulfiller`;

/** What the vendor asks for an offer on a day. */
const vendorCost = (currency: RawBuilder<unknown>, day: RawBuilder<unknown>) => sql`(
  select trim_scale(w.cost)::text from vendor_prices w
  where w.offer_id = o.id and w.currency = ${currency} and w.from_date <= ${day} order by w.from_date desc limit 1)`;

/** One of an offer's prices; of a day with several, the imported one. */
export const onePrice = (currency: Currency, which: RawBuilder<unknown>, order: "asc" | "desc") => sql`(
  select jsonb_build_object('from_date', l.from_date, 'cost', trim_scale(x.cost)::text, 'recommended', trim_scale(x.recommended)::text,
    'vendor_cost', ${vendorCost(sql`l.currency`, sql`l.from_date`)})
  from prices x join price_lists l on l.id = x.price_list_id
  where x.offer_id = o.id and l.currency = ${currency} and l.published and l.from_date ${which}
  order by l.from_date ${sql.raw(order)}, l.import_id nulls last limit 1)`;

export type PriceFilter = {
  search: string;
  currency: Currency;
  productId?: string | undefined;
  vendor?: string | undefined;
};

/** Lists a page of offers by name, each with the price of a day and the next one after it. */
export async function listPricedOffers(
  db: Db,
  { search, currency, productId, vendor }: PriceFilter,
  today: string,
  after: { name: string; id: string } | undefined,
): Promise<ListedRow[]> {
  const like = `%${escapeLike(search)}%`;
  const conditions: RawBuilder<SqlBool>[] = [
    ...(search === "" ? [] : [sql<SqlBool>`(o.name ilike ${like} or o.sku ilike ${like} or p.name ilike ${like})`]),
    ...(productId === undefined ? [] : [sql<SqlBool>`o.product_id = ${productId}`]),
    ...(vendor === undefined ? [] : [sql<SqlBool>`p.fulfiller = ${vendor}`]),
    ...(after === undefined ? [] : [sql<SqlBool>`(o.name, o.id) > (${after.name}, ${after.id})`]),
  ];
  const { rows } = await sql<ListedRow>`
    select ${offerColumns}, ${onePrice(currency, sql`<= ${today}::date`, "desc")} as price,
      ${onePrice(currency, sql`> ${today}::date`, "asc")} as next
    from ${offers} where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
    order by o.name, o.id limit ${pageSize + 1}`.execute(db);
  return rows;
}

export async function findOffer(db: Db, id: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`select ${offerColumns} from ${offers} where o.id = ${id}`.execute(db);
  return rows[0];
}

/** Lists the offers of an offer's SKU: its plans. */
export const listPlans = (db: Db, sku: string) =>
  db
    .selectFrom("offers")
    .where("sku", "=", sku)
    .select(["id", "term", "billing", "for_sale"])
    .orderBy("position")
    .execute();

export type DatedRow = PriceRow & { currency: Currency; import_id: string | null; file_name: string | null };

/** Lists all prices of an offer, the latest first. */
export async function listPricesOf(db: Db, offerId: string): Promise<DatedRow[]> {
  const { rows } = await sql<DatedRow>`
    select distinct on (l.currency, l.from_date) l.currency, l.from_date, trim_scale(x.cost)::text as cost,
      trim_scale(x.recommended)::text as recommended, ${vendorCost(sql`l.currency`, sql`l.from_date`)} as vendor_cost,
      l.import_id, i.file_name
    from offers o join prices x on x.offer_id = o.id join price_lists l on l.id = x.price_list_id left join price_imports i on i.id = l.import_id
    where o.id = ${offerId} and l.published order by l.currency desc, l.from_date desc, l.import_id nulls last`.execute(
    db,
  );
  return rows;
}

export const listProducts = (db: Db) =>
  db
    .selectFrom("products as p")
    .where(({ exists, selectFrom }) => exists(selectFrom("offers").whereRef("offers.product_id", "=", "p.id")))
    .select(["p.id", "p.name", "p.fulfiller"])
    .orderBy("p.name")
    .execute();

export const listVendors = (db: Db) => db.selectFrom("vendors").select(["id", "name"]).orderBy("name").execute();
