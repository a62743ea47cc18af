import { sql } from "kysely";
import type { Tx } from "./db.ts";

/** Waits until no other transaction holds this name, and holds it until this one ends. */
export const takeTurn = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
