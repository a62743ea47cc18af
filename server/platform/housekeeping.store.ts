import { sql } from "kysely";
import type { Tx } from "./db.ts";

export const pruneEvents = (tx: Tx) =>
  sql`delete from events where created_at < clock_timestamp() - interval '1 hour'`.execute(tx);
export const pruneIdempotency = (tx: Tx) =>
  sql`delete from idempotency where created_at < clock_timestamp() - interval '3 days'`.execute(tx);
export const pruneAttempts = (tx: Tx) => sql`delete from sign_in_attempts where until < clock_timestamp()`.execute(tx);
export const prunePasswordKeys = (tx: Tx) =>
  sql`delete from password_keys where expires_at < clock_timestamp()`.execute(tx);
export const pruneNotifications = (tx: Tx) =>
  sql`delete from notifications where created_at < clock_timestamp() - interval '90 days'`.execute(tx);
export const pruneSetups = (tx: Tx) => sql`delete from factor_setups where until < clock_timestamp()`.execute(tx);
export const pruneTickets = (tx: Tx) =>
  sql`delete from used_tickets where used_at < clock_timestamp() - interval '1 hour'`.execute(tx);
export const pruneRobotSolutions = (tx: Tx) =>
  sql`delete from used_robot_solutions where expires_at < clock_timestamp()`.execute(tx);
export const prunePasskeyChallenges = (tx: Tx) =>
  sql`delete from passkey_challenges where until < clock_timestamp()`.execute(tx);
/** Removes webhooks that were read or could not be read; keeps waiting ones. */
export const pruneWebhooks = (tx: Tx) =>
  sql`delete from webhook_inbox where state <> 'waiting' and received_at < clock_timestamp() - interval '30 days'`.execute(
    tx,
  );
/** The cookie that identifies a browser lives 400 days. */
export const pruneDevices = (tx: Tx) =>
  sql`delete from known_devices where last_seen_at < clock_timestamp() - interval '400 days'`.execute(tx);
/** Removes files uploaded for a ticket but never attached to a message. */
export const pruneTicketFiles = (tx: Tx) =>
  sql`delete from ticket_files f where f.created_at < clock_timestamp() - interval '1 day'
      and not exists (select from ticket_attachments a where a.reseller_id = f.reseller_id and a.file_id = f.id)`.execute(
    tx,
  );
