import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";

/** What a reader has seen: the transactions that are over in this snapshot, in PostgreSQL's own form `xmin:xmax:open,…`. */
export type Snapshot = string;
export type EventRow = { xid: string; id: bigint; reseller_id: string; topics: string[]; customer_id: string | null };

/** Which events to list: those after a snapshot, up to another and from a row on if an earlier page was cut off there. */
type Wanted = { after: Snapshot; upTo?: Snapshot; beyond?: EventRow | undefined; most: number; resellerId?: string };

/**
 * Lists events that committed since a snapshot, and the snapshot that has seen them. None waits for an older
 * transaction that is still open: that one's own events are listed once it commits, however long that takes.
 */
export async function listEvents(
  db: Db,
  { after, upTo, beyond, most, resellerId }: Wanted,
): Promise<{ rows: EventRow[]; seen: Snapshot }> {
  const { rows } = await sql<EventRow & { seen: Snapshot }>`
    select now.seen::text as seen, e.xid::text as xid, e.id, e.reseller_id, e.topics, e.customer_id
    from (select coalesce(${upTo ?? null}::pg_snapshot, pg_current_snapshot()) as seen) now left join lateral (
      select * from events
      where xid >= pg_snapshot_xmin(${after}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${after}::pg_snapshot)
        and (xid, id) > (${beyond?.xid ?? "0"}::xid8, ${String(beyond?.id ?? 0)}::bigint) and pg_visible_in_snapshot(xid, now.seen)
        ${resellerId ? sql`and reseller_id = ${resellerId}` : sql``}
      order by xid, id limit ${most}) e on true
    order by e.xid, e.id`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), seen: rows[0]!.seen };
}

export async function currentSnapshot(db: Db): Promise<Snapshot> {
  const { rows } = await sql<{ seen: Snapshot }>`select pg_current_snapshot()::text as seen`.execute(db);
  return rows[0]!.seen;
}

export type Notice = { channel: string; payload: string };

/** Tells every listening process when the transaction commits. */
export async function notify(tx: Tx, notices: readonly Notice[]): Promise<void> {
  await sql`
    select pg_notify(channel, payload) from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as n (channel text, payload text)`.execute(
    tx,
  );
}
