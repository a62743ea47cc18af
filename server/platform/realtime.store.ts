import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";

/** Events are read in the order their transactions became visible, not by id. */
export type EventCursor = { xid: string; id: bigint };
export type EventRow = { xid: string; id: bigint; reseller_id: string; topics: string[]; customer_id: string | null };

/**
 * Lists settled events after the cursor, and whether newer ones wait for an older transaction. That is asked first: an
 * event that settles in between is listed then, where asking afterwards would find nothing to wait for.
 */
export async function listEvents(db: Db, after: EventCursor, most: number, resellerId?: string) {
  const waiting = await sql<{ unsettled: boolean }>`
    select exists (select from events where xid >= pg_snapshot_xmin(pg_current_snapshot())) as unsettled`.execute(db);
  const { rows } = await sql<EventRow>`
    select xid::text as xid, id, reseller_id, topics, customer_id from events
    where (xid, id) > (${after.xid}::xid8, ${String(after.id)}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
    ${resellerId ? sql`and reseller_id = ${resellerId}` : sql``}
    order by xid, id limit ${most}`.execute(db);
  return { rows, unsettled: waiting.rows[0]!.unsettled };
}

export async function latestCursor(db: Db): Promise<EventCursor> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db);
  return { xid: rows[0]!.xid, id: 0n };
}

/** Wakes every listening process when the transaction commits. */
export async function notifyOfEvents(tx: Tx): Promise<void> {
  await sql`select pg_notify('events', '')`.execute(tx);
}
