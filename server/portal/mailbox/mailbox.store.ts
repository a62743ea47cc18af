import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../platform/db.ts";

const hashed = (secret: string) => createHash("sha256").update(secret).digest();

/** Releases a message, or finds it already released. Returns undefined if the link names none. */
export const releaseMessage = (tx: Tx, messageId: string, userKey: string) =>
  tx
    .updateTable("quarantined_messages")
    .set({ released_at: sql<Date>`coalesce(released_at, clock_timestamp())` })
    .where("message_id", "=", messageId)
    .where("user_key_hash", "=", hashed(userKey))
    .returning("subject")
    .executeTakeFirst();

/** Records the first use of a link. Returns undefined if it does not exist or has expired. */
export const verifyArchiveAccess = (tx: Tx, accessType: string, token: string) =>
  tx
    .updateTable("archive_access_links")
    .set({ verified_at: sql<Date>`coalesce(verified_at, clock_timestamp())` })
    .where("access_type", "=", accessType)
    .where("token_hash", "=", hashed(token))
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .returning("access_type")
    .executeTakeFirst();
