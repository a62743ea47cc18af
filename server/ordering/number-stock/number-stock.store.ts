import type { NumberBlock } from "@tradewind/domain/ordering/resources.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Adds numbers to the stock. Undefined if some of them are there already, or come from another provider. */
export async function insertRange(tx: Tx, areaCode: string, { from, until }: NumberBlock, now: Date) {
  const { rows } = await sql<{ id: string }>`
    insert into number_ranges (area_code, numbers, added_at)
    select ${areaCode}::text, n, ${now}::timestamptz from int8range(${from}, ${until}) as n
    where not exists (select from number_port_blocks b where b.is_open and b.numbers && n)
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

export type RangeRow = { id: string; area_code: string; first: string; after: string; held: number; resting: number };

/** Lists the stock by area, with how many numbers are held, and how many rest as `free_numbers` says; or one range of it. */
export async function listRanges(db: Db, now: Date, id: string | null = null): Promise<RangeRow[]> {
  const { rows } = await sql<RangeRow>`
    select n.id, n.area_code, lower(n.numbers)::text as first, upper(n.numbers)::text as after,
      coalesce((select sum(upper(x) - lower(x)) from unnest(h.held) as x), 0)::int as held,
      coalesce((select sum(upper(x) - lower(x)) from unnest(e.rested - coalesce(h.held, '{}')) as x), 0)::int as resting
    from number_ranges n
      cross join lateral (select range_agg(r.numbers * n.numbers) as held from resources r where r.numbers && n.numbers and r.until is null) h
      cross join lateral (
        select range_agg(r.numbers * n.numbers) as rested from resources r
        where r.numbers && n.numbers and r.until is not null and r.until > ${now}::timestamptz - interval '90 days') e
    where ${id}::uuid is null or n.id = ${id}::uuid
    order by n.area_code, lower(n.numbers) limit 1000`.execute(db);
  return rows;
}

/** Locks a range, for which whoever reserves numbers of its area waits. */
export const lockRange = (tx: Tx, id: string) =>
  tx.selectFrom("number_ranges").where("id", "=", id).select("area_code").forUpdate().executeTakeFirst();

export const deleteRange = (tx: Tx, id: string) => tx.deleteFrom("number_ranges").where("id", "=", id).execute();

/** Reserves numbers for the lines of an order that is at work, as far as there are any. */
export async function reserveNumbers(tx: Tx, resellerId: string, orderId: string, now: Date) {
  const { rows } = await sql<{
    subscription_id: string;
    asked_by: string;
    area: string;
    wanted: number;
    reserved: number;
  }>`
    select * from reserve_numbers(${resellerId}, ${orderId}, ${now})`.execute(tx);
  return rows;
}
