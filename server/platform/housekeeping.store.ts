import { sql } from "kysely";
import type { Tx } from "./db.ts";

export const pruneEvents = (tx: Tx) =>
  sql`delete from events where created_at < clock_timestamp() - interval '1 hour'`.execute(tx);
export const pruneIdempotency = (tx: Tx) =>
  sql`delete from idempotency where created_at < clock_timestamp() - interval '3 days'`.execute(tx);
