import type { ChargingModel } from "@tradewind/domain/catalogue/products.ts";
import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { sql } from "kysely";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { escapeLike } from "../../platform/sql.ts";

export const pageSize = 50;

export type PricedRow = {
  id: string;
  name: string;
  sku: string;
  unit: string;
  product_id: string;
  product_name: string;
  term: Term;
  billing: Billing;
  charging_model: ChargingModel;
  cost: string;
  recommended: string | null;
  last_from: string | null;
  last_cost: string | null;
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
  most: number,
): Promise<PricedRow[]> {
  const like = `%${escapeLike(search)}%`;
  const { rows } = await sql<PricedRow>`
    select o.id, o.name, o.sku, o.unit, o.product_id, p.name as product_name, o.term, o.billing, p.charging_model,
      last.from_date as last_from, trim_scale(last.cost)::text as last_cost, now.cost, now.recommended, next.from_date as next_from, next.cost as next_cost
    from offers o join products p on p.id = o.product_id
      cross join lateral (
        select trim_scale(x.cost)::text as cost, trim_scale(x.recommended)::text as recommended
        from prices x join price_lists l on l.id = x.price_list_id
        where x.offer_id = o.id and l.currency = ${currency} and l.published and l.from_date <= ${today}::date
        order by l.from_date desc, l.import_id nulls last limit 1) now
      left join lateral (
        select x.cost, (select min(m.from_date) from prices y join price_lists m on m.id = y.price_list_id
          where y.offer_id = o.id and m.currency = ${currency} and m.published and m.from_date > l.from_date and m.from_date <= ${today}::date) as from_date
        from prices x join price_lists l on l.id = x.price_list_id
        where x.offer_id = o.id and l.currency = ${currency} and l.published and l.from_date <= ${today}::date and x.cost <> now.cost::numeric
        order by l.from_date desc, l.import_id nulls last limit 1) last on true
      left join lateral (
        select l.from_date, trim_scale(x.cost)::text as cost
        from prices x join price_lists l on l.id = x.price_list_id
        where x.offer_id = o.id and l.currency = ${currency} and l.published and l.from_date > ${today}::date and x.cost <> now.cost::numeric
        order by l.from_date, l.import_id nulls last limit 1) next on true
    where o.for_sale
      and ${search === "" ? sql`true` : sql`(o.name ilike ${like} or o.sku ilike ${like} or p.name ilike ${like})`}
      and ${productId === undefined ? sql`true` : sql`o.product_id = ${productId}`}
      and ${after === undefined ? sql`true` : sql`(o.name, o.id) > (${after.name}, ${after.id})`}
    order by o.name, o.id limit ${most}`.execute(db);
  return rows;
}

type PricedLine = Omit<PricedRow, "id" | "product_id"> & {
  own: string | null;
  margin: string | null;
  example: string;
};

/** Streams what is for sale, as it was worked out, in its order. */
export const streamOwnPrices = (
  exports: Exports,
  actor: TenantActor,
  lines: readonly PricedLine[],
): Promise<Download> =>
  exports.stream(
    boundsOf(actor),
    () => sql`
      select csv_text(name) as "Offer", sku as "SKU", csv_text(product_name) as "Product", unit as "Unit", term as "Term", billing as "Billing",
        charging_model as "Charging model", ${actor.currency} as "Currency", cost as "Cost", recommended as "Recommended", own as "Your price",
        margin as "Margin %", last_cost as "Cost before", last_from as "Cost since", next_cost as "Next cost", next_from as "Next cost from", csv_text(example) as "Example"
      from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (name text, sku text, product_name text, unit text, term text, billing text,
        charging_model text, cost numeric, recommended numeric, own numeric, margin numeric, last_cost numeric, last_from date, next_cost numeric,
        next_from date, example text)) with ordinality l order by ordinality`,
  );
