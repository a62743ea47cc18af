import { sql } from "kysely";
import type { Tx } from "./db.ts";

/**
 * Adds up to `most` lines of what changed to the tallies, each for its customer and for all together, and returns how
 * many; none while another process does.
 */
export async function addUpSome(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with turn as materialized (select pg_try_advisory_xact_lock(hashtextextended('tallies', 0)) as mine),
    taken as (
      delete from tally_changes where ctid = any(array(select ctid from tally_changes order by reseller_id, id limit ${most}))
        and (select mine from turn) returning *
    ),
    lines as (
      select reseller_id, figure, customer_id, month, product_id, mark, amount from taken
      union all
      select reseller_id, figure, '00000000-0000-0000-0000-000000000000', month, product_id, mark, amount from taken
      where customer_id <> '00000000-0000-0000-0000-000000000000'
    ),
    added as (
      insert into tallies as t (reseller_id, figure, customer_id, month, product_id, mark, amount)
      select reseller_id, figure, customer_id, month, product_id, mark, sum(amount)::bigint from lines group by 1, 2, 3, 4, 5, 6
      on conflict (reseller_id, figure, customer_id, month, product_id, mark) do update set amount = t.amount + excluded.amount
    )
    select count(*)::int as taken from taken`.execute(tx);
  return rows[0]!.taken;
}
