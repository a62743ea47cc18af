import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Locks the clock's row, so that two moves cannot run at once. */
export const lockClock = (tx: Tx) =>
  tx.selectFrom("business_clock").select(["offset_ms", "worked_until"]).forUpdate().executeTakeFirstOrThrow();

export async function setOffset(tx: Tx, offsetMs: bigint): Promise<void> {
  await tx.updateTable("business_clock").set({ offset_ms: offsetMs }).execute();
  await sql`select pg_notify('clock', '')`.execute(tx);
}

export async function setWorkedUntil(tx: Tx, day: string): Promise<void> {
  await tx.updateTable("business_clock").set({ worked_until: day }).execute();
}

export const readClock = (db: Db) =>
  db.selectFrom("business_clock").select(["offset_ms", "worked_until"]).executeTakeFirstOrThrow();

/** Tells whether the day's work is filed and not yet done, whoever filed it; a move of the clock is other work. */
export async function isDayFiled(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = 'clock.work' and state < 'completed' and not data ? 'untilOffsetMs' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
