import { sql } from "kysely";
import type { Db, Tx } from "./db.ts";
import type { Base, SessionWay } from "./sessions.store.ts";

/** A token that was neither revoked nor has expired, as a session of its maker, who had proved all that was asked. */
export const tokenBase = (db: Db, hash: Buffer): Base =>
  db
    .selectFrom("api_tokens")
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .select([
      "id",
      "person_id",
      // The operator's own have no membership, and so no company.
      sql<string | null>`case when membership_id is not null then reseller_id end`.as("reseller_id"),
      "membership_id",
      sql<string | null>`null::uuid`.as("act_person_id"),
      sql<boolean>`false`.as("use_se"),
      "created_at as second_factor_at",
      "created_at",
      "expires_at",
      sql<SessionWay | "token">`'token'`.as("way"),
    ]) as unknown as Base;

export const findToken = (db: Db, hash: Buffer) =>
  db.selectFrom("api_tokens").where("hash", "=", hash).select(["id", "name", "scopes"]).executeTakeFirst();

/** Networks of a token's use that are remembered. */
const mostNetworks = 200;

/** Notes when and from where a token is used. Returns whether it came from a network that it never came from before. */
export async function noteUse(tx: Tx, id: string, network: string): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    update api_tokens set last_used_at = clock_timestamp(),
      used_from = case when ${network} = any(used_from) then used_from
                  else (used_from || ${network}::text)[greatest(1, cardinality(used_from) + 2 - ${mostNetworks}::int):] end
    where id = ${id} returning not ${network} = any(old.used_from) as is_new`.execute(tx);
  return rows[0]?.is_new === true;
}
