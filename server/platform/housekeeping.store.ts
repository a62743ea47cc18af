import { sql, type RawBuilder } from "kysely";
import type { Config } from "./config.ts";
import type { Tx } from "./db.ts";

/** Rows of a table that are no longer kept. `oldest` walks an index in the order in which they become due. */
type Chore = { table: string; over: RawBuilder<unknown>; oldest?: RawBuilder<unknown> };

const older = (column: string, interval: string) => sql`${sql.ref(column)} < clock_timestamp() - ${interval}::interval`;
const days = (number: number) => `${number} days`;

/** What is removed when: each table with its condition. A time that an operator may choose is a setting. */
export const chores = (config: Config): readonly Chore[] => [
  // Events too old to resume from.
  { table: "events", over: older("created_at", "1 hour"), oldest: sql`xid, id` },
  // Answers to repeats.
  { table: "idempotency", over: older("created_at", "3 days") },
  { table: "sign_in_attempts", over: older("until", "0 s") },
  { table: "password_keys", over: older("expires_at", "0 s") },
  { table: "notifications", over: older("created_at", days(config.KEEP_NOTIFICATIONS_DAYS)) },
  { table: "factor_setups", over: older("until", "0 s") },
  { table: "used_tickets", over: older("used_at", "1 hour") },
  { table: "used_robot_solutions", over: older("expires_at", "0 s") },
  { table: "passkey_challenges", over: older("until", "0 s") },
  // Those that were read or could not be read; waiting ones are kept.
  {
    table: "webhook_inbox",
    over: sql`state <> 'waiting' and ${older("received_at", days(config.KEEP_WEBHOOKS_DAYS))}`,
  },
  // The cookie that identifies a browser lives 400 days.
  { table: "known_devices", over: older("last_seen_at", "400 days") },
  // Files uploaded for a ticket but never attached to a message.
  {
    table: "ticket_files",
    over: sql`${older("created_at", "1 day")} and not exists (
      select from ticket_attachments a where a.reseller_id = ticket_files.reseller_id and a.file_id = ticket_files.id)`,
  },
  {
    table: "sessions",
    over: sql`least(expires_at, revoked_at) < clock_timestamp() - ${days(config.KEEP_SESSIONS_DAYS)}::interval`,
  },
];

/** Removes up to `most` rows and returns how many; none while another process works on this table. */
export async function removeSome(tx: Tx, { table, over, oldest }: Chore, most: number): Promise<number> {
  const rows = sql.table(table);
  const due = oldest
    ? sql`select place from (select ctid as place, ${rows}.* from ${rows} order by ${oldest} limit ${most}) ${rows} where ${over}`
    : sql`select ctid from ${rows} where ${over} limit ${most}`;
  const { numAffectedRows } = await sql`
    with turn as materialized (select pg_try_advisory_xact_lock(hashtextextended(${`housekeeping ${table}`}, 0)) as mine)
    delete from ${rows} where ctid = any(array(${due})) and ${over} and (select mine from turn)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
