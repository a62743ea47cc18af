import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

export type KeyPurpose = "mail" | "signIn";

/** People as mails and rules need to know them, each as the membership they sign in with, or as the operator's staff. */
const known = (db: Db) =>
  db
    .selectFrom("people as p")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("memberships as each")
          .innerJoin("resellers as r", "r.id", "each.reseller_id")
          .whereRef("each.person_id", "=", "p.id")
          .where("each.status", "=", "Active")
          .select(["each.kind", "each.first_name", "each.last_name", "each.email", "r.name as reseller_name"])
          .orderBy("each.created_at")
          .orderBy("each.id")
          .limit(1)
          .as("m"),
      (join) => join.onTrue(),
    )
    .leftJoin("operators as o", "o.person_id", "p.id")
    .select([
      "p.id",
      "p.user_name",
      "p.password_hash",
      "m.kind",
      "m.reseller_name",
      sql<string>`coalesce(m.first_name, o.display_name, p.user_name)`.as("name"),
      sql<string | null>`m.last_name`.as("last_name"),
      sql<string | null>`coalesce(m.email, o.email)`.as("email"),
    ]);
export type KnownPerson = NonNullable<Awaited<ReturnType<typeof findKnown>>>;

export const findKnown = (db: Db, personId: string) => known(db).where("p.id", "=", personId).executeTakeFirst();

/** Whoever may ask for a reset under a login name, or else an e-mail address: active, and with a password of ours. */
export const findByNameOrEmail = (db: Db, text: string) =>
  known(db)
    .where("p.status", "=", "Active")
    .where("p.password_hash", "is not", null)
    .where(
      sql<boolean>`p.id in (select id from people where lower(user_name) = lower(${text})
                            union all select person_id from memberships where lower(email) = lower(${text}))`,
    )
    .orderBy(sql`lower(p.user_name) = lower(${text})`, "desc")
    .orderBy("p.id")
    .limit(1)
    .executeTakeFirst();

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
