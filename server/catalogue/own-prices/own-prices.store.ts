import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql } from "kysely";
import type { TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";

export const pageSize = 50;

type Row = {
  id: string;
  name: string;
  sku: string;
  unit: string;
  product_id: string;
  product_name: string;
  term: Term;
  billing: Billing;
  cost: string;
  recommended: string | null;
  next_from: string | null;
  next_cost: string | null;
};

/** Lists a page of what is for sale by name, with the price of a day and the next one; what has no price yet is not sold. */
export async function listOwnPrices(
  db: Db,
  { currency }: Pick<TenantActor, "currency">,
  { search, productId }: { search: string; productId: string | undefined },
  today: string,
  after: { name: string; id: string } | undefined,
): Promise<Row[]> {
  const like = `%${escapeLike(search)}%`;
  const { rows } = await sql<Row>`
    select o.id, o.name, o.sku, o.unit, o.product_id, p.name as product_name, o.term, o.billing,
      now.cost, now.recommended, next.from_date as next_from, next.cost as next_cost
    from offers o join products p on p.id = o.product_id
      cross join lateral (
        select trim_scale(x.cost)::text as cost, trim_scale(x.recommended)::text as recommended
        from prices x join price_lists l on l.id = x.price_list_id
        where x.offer_id = o.id and l.currency = ${currency} and l.published and l.from_date <= ${today}::date
        order by l.from_date desc, l.import_id nulls last limit 1) now
      left join lateral (
        select l.from_date, trim_scale(x.cost)::text as cost
        from prices x join price_lists l on l.id = x.price_list_id
        where x.offer_id = o.id and l.currency = ${currency} and l.published and l.from_date > ${today}::date
        order by l.from_date, l.import_id nulls last limit 1) next on true
    where o.for_sale
      and ${search === "" ? sql`true` : sql`(o.name ilike ${like} or o.sku ilike ${like} or p.name ilike ${like})`}
      and ${productId === undefined ? sql`true` : sql`o.product_id = ${productId}`}
      and ${after === undefined ? sql`true` : sql`(o.name, o.id) > (${after.name}, ${after.id})`}
    order by o.name, o.id limit ${pageSize + 1}`.execute(db);
  return rows;
}
