import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** The purpose of a challenge. */
export type Purpose = "add" | "confirm" | "secondFactor" | "signIn";
/** Seconds until a challenge expires. */
const challengeLife = 300;

type Asked = { purpose: Purpose; personId: string | null; sessionId: string | null };

export const insertChallenge = (tx: Tx, challenge: string, asked: Asked & { origin: string }) =>
  tx
    .insertInto("passkey_challenges")
    .values({
      challenge,
      purpose: asked.purpose,
      person_id: asked.personId,
      session_id: asked.sessionId,
      origin: asked.origin,
      until: sql<Date>`clock_timestamp() + make_interval(secs => ${challengeLife})`,
    })
    .execute();

/**
 * Uses up a challenge and returns where it was given. Returns undefined if it belongs to someone else or another
 * purpose, was used, or expired.
 */
export async function takeChallenge(tx: Tx, challenge: string, asked: Asked): Promise<string | undefined> {
  const taken = await tx
    .deleteFrom("passkey_challenges")
    .where("challenge", "=", challenge)
    .where("purpose", "=", asked.purpose)
    .where("person_id", "is not distinct from", asked.personId)
    .where("session_id", "is not distinct from", asked.sessionId)
    .where("until", ">", sql<Date>`clock_timestamp()`)
    .returning("origin")
    .executeTakeFirst();
  return taken?.origin;
}

export const listPasskeys = (db: Db, personId: string) =>
  db
    .selectFrom("passkeys")
    .where("person_id", "=", personId)
    .select(["id", "rp_id", "credential_id", "transports", "backed_up", "name", "created_at", "last_used_at"])
    .orderBy("id", "desc")
    .execute();
export type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number];

/** Locks a passkey by its credential id, so that its counter moves once at a time. */
export const lockCredential = (tx: Tx, credentialId: string) =>
  tx
    .selectFrom("passkeys as k")
    .innerJoin("people as p", "p.id", "k.person_id")
    .where("k.credential_id", "=", credentialId)
    .select([
      "k.id",
      "k.person_id",
      "k.rp_id",
      "k.public_key",
      "k.counter",
      "p.user_name",
      "p.status",
      "p.reset_required",
    ])
    .forUpdate("k")
    .executeTakeFirst();
export type LockedPasskey = NonNullable<Awaited<ReturnType<typeof lockCredential>>>;

export const noteUse = (tx: Tx, id: string, use: { counter: number; backedUp: boolean }) =>
  tx
    .updateTable("passkeys")
    .set({ counter: BigInt(use.counter), backed_up: use.backedUp, last_used_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .execute();

/** Returns undefined if the credential id is taken: the passkey exists already. */
export const insertPasskey = (
  tx: Tx,
  passkey: {
    personId: string;
    rpId: string;
    credentialId: string;
    publicKey: Buffer;
    counter: number;
    transports: readonly string[];
    backedUp: boolean;
    name: string;
  },
) =>
  tx
    .insertInto("passkeys")
    .values({
      person_id: passkey.personId,
      rp_id: passkey.rpId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: BigInt(passkey.counter),
      transports: [...passkey.transports],
      backed_up: passkey.backedUp,
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();

export const renamePasskey = (tx: Tx, personId: string, id: string, name: string) =>
  tx
    .updateTable("passkeys")
    .set({ name })
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();

/** Removes all of a person's passkeys. Returns false if there were none. */
export async function deletePasskeysOf(tx: Tx, personId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("passkeys").where("person_id", "=", personId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export const deletePasskey = (tx: Tx, personId: string, id: string) =>
  tx.deleteFrom("passkeys").where("person_id", "=", personId).where("id", "=", id).returning("name").executeTakeFirst();
