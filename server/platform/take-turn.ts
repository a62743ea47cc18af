import { sql } from "kysely";
import type { Tx } from "./db.ts";

/** Waits for the lock of this name and holds it until the transaction ends. */
export const takeTurn = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
