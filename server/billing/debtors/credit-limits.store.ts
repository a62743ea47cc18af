import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

/** Reads a reseller's credit limit and what of it is used; undefined if it has none. Holds off others who ask. */
export async function findRoom(
  db: Db,
  resellerId: string,
  today: string,
): Promise<{ limit: bigint; used: bigint } | undefined> {
  const { rows } = await sql<{ limit: bigint; used: bigint }>`
    select limit_minor as limit, used_minor as used from credit_room(${resellerId}::uuid, ${today}::date)`.execute(db);
  return rows[0];
}
