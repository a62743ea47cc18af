import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type KeyPurpose = "mail" | "signIn";

/**
 * Stores a key for `minutes`. For an unknown user a dummy key is stored, so that timing is equal; it can never be
 * redeemed.
 */
export const insertKey = (
  tx: Tx,
  key: { hash: Buffer; personId: string | null; purpose: KeyPurpose; minutes: number },
) =>
  sql`insert into password_keys (hash, person_id, purpose, expires_at)
      values (${key.hash}, ${key.personId}, ${key.purpose}, clock_timestamp() + make_interval(mins => ${key.minutes}))`.execute(
    tx,
  );

/** Finds the person of a key that is still valid. */
export const findKey = (db: Db, hash: Buffer) =>
  db
    .selectFrom("password_keys as k")
    .innerJoin("people as p", "p.id", "k.person_id")
    .where("k.hash", "=", hash)
    .where("k.expires_at", ">", sql<Date>`clock_timestamp()`)
    .where("p.status", "=", "Active")
    .select(["p.id as person_id", "k.purpose"])
    .executeTakeFirst();

/** Uses up a key. Returns undefined if it was used in the meantime. */
export const takeKey = (tx: Tx, hash: Buffer) =>
  tx
    .deleteFrom("password_keys")
    .where("hash", "=", hash)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .returning("purpose")
    .executeTakeFirst();

/** Lists earlier passwords that may not be reused, newest first, without the current one. */
export const listEarlier = (db: Db, personId: string, most: number) =>
  db
    .selectFrom("password_history")
    .where("person_id", "=", personId)
    .select("hash")
    .orderBy("id", "desc")
    .limit(most)
    .execute();

/** Sets a password, moves the previous one to a history of at most `kept`, and invalidates all of the person's keys. */
export async function storePassword(
  tx: Tx,
  personId: string,
  { hash, resetRequired, kept }: { hash: string; resetRequired: boolean; kept: number },
): Promise<void> {
  await sql`insert into password_history (person_id, hash)
            select id, password_hash from people where id = ${personId} and password_hash is not null`.execute(tx);
  await sql`delete from password_history where person_id = ${personId} and id not in (
              select id from password_history where person_id = ${personId} order by id desc limit ${kept})`.execute(
    tx,
  );
  await tx
    .updateTable("people")
    .set({ password_hash: hash, reset_required: resetRequired })
    .where("id", "=", personId)
    .execute();
  await tx.deleteFrom("password_keys").where("person_id", "=", personId).execute();
}
