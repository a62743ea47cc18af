import { sql, type RawBuilder } from "kysely";
import type { Tx } from "./db.ts";
import type { Chore } from "./retention.store.ts";

/** Takes the turn to tidy a table until the transaction ends. */
const turn = (table: string) => sql`pg_try_advisory_xact_lock(hashtextextended(${`housekeeping ${table}`}, 0))`;

/**
 * Removes up to `most` rows of which `time` is over, and returns how many; none while another process works on this table.
 */
export async function removeSome(tx: Tx, chore: Chore, time: string, most: number): Promise<number> {
  const start = sql`clock_timestamp() - ${time}::interval`;
  if ("by" in chore) {
    const { rows } = await sql<{ removed: number }>`
      select case when ${turn(chore.table)} then ${sql.ref(chore.by)}(${start}, ${most}) else 0 end as removed`.execute(
      tx,
    );
    return rows[0]!.removed;
  }
  const { table, since, only, oldest } = chore;
  const rows = sql.table(table);
  const over: RawBuilder<unknown> = only ? sql`${since} < ${start} and ${only}` : sql`${since} < ${start}`;
  const due = oldest
    ? sql`select place from (select ctid as place, ${rows}.* from ${rows} order by ${oldest} limit ${most}) ${rows} where ${over}`
    : sql`select ctid from ${rows} where ${over} limit ${most}`;
  const { numAffectedRows } = await sql`
    with turn as materialized (select ${turn(table)} as mine)
    delete from ${rows} where ctid = any(array(${due})) and ${over} and (select mine from turn)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
