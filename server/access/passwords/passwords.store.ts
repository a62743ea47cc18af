import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type KeyPurpose = "mail" | "signIn";

/** Keeps a key for `minutes`. One of nobody costs the same, and no change of a password finds it. */
export const insertKey = (
  tx: Tx,
  key: { hash: Buffer; personId: string | null; purpose: KeyPurpose; minutes: number },
) =>
  sql`insert into password_keys (hash, person_id, purpose, expires_at)
      values (${key.hash}, ${key.personId}, ${key.purpose}, clock_timestamp() + make_interval(mins => ${key.minutes}))`.execute(
    tx,
  );

/** The person of a key that is still good. */
export const findKey = (db: Db, hash: Buffer) =>
  db
    .selectFrom("password_keys as k")
    .innerJoin("people as p", "p.id", "k.person_id")
    .where("k.hash", "=", hash)
    .where("k.expires_at", ">", sql<Date>`clock_timestamp()`)
    .where("p.status", "=", "Active")
    .select(["p.id as person_id", "k.purpose"])
    .executeTakeFirst();

/** Uses a key up. Undefined when somebody else did meanwhile. */
export const takeKey = (tx: Tx, hash: Buffer) =>
  tx
    .deleteFrom("password_keys")
    .where("hash", "=", hash)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .returning("person_id")
    .executeTakeFirst();

/** Earlier passwords that must not come back, newest first, without the present one. */
export const listEarlier = (db: Db, personId: string, most: number) =>
  db
    .selectFrom("password_history")
    .where("person_id", "=", personId)
    .select("hash")
    .orderBy("id", "desc")
    .limit(most)
    .execute();

/** Sets a password: the one before joins the history of at most `kept`, and every key of the person ends. */
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
