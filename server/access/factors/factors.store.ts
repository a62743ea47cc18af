import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { takeTurn } from "../../platform/take-turn.ts";

/** Finds the person's active factor. */
export const findFactor = (db: Db, personId: string) =>
  db
    .selectFrom("factors as f")
    .where("f.person_id", "=", personId)
    .select(["f.id", "f.secret", "f.enrolled_at"])
    .executeTakeFirst();

/**
 * Takes the code of a time step once. Returns false if that step or a later one was already taken, even in parallel.
 */
export async function takeStep(tx: Tx, factorId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("factors")
    .set({ last_step: step })
    .where("id", "=", factorId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores an unconfirmed secret, replacing the previous one. */
export const putSetup = (tx: Tx, setup: { personId: string; id: string; secret: string; lifeSeconds: number }) =>
  sql`insert into factor_setups (person_id, id, secret, until)
      values (${setup.personId}, ${setup.id}, ${setup.secret}, clock_timestamp() + make_interval(secs => ${setup.lifeSeconds}))
      on conflict (person_id) do update set id = excluded.id, secret = excluded.secret, until = excluded.until`.execute(
    tx,
  );

export const findSetup = (db: Db, personId: string) =>
  db
    .selectFrom("factor_setups")
    .where("person_id", "=", personId)
    .where("until", ">", sql<Date>`clock_timestamp()`)
    .select(["id", "secret"])
    .executeTakeFirst();

/** Makes a confirmed secret the person's factor. Returns false if they already have one: it is never replaced. */
export async function insertFactor(
  tx: Tx,
  factor: { personId: string; id: string; secret: string; step: number },
): Promise<boolean> {
  const made = await tx
    .insertInto("factors")
    .values({ person_id: factor.personId, id: factor.id, secret: factor.secret, last_step: factor.step })
    .onConflict((conflict) => conflict.column("person_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  await tx.deleteFrom("factor_setups").where("person_id", "=", factor.personId).execute();
  return made !== undefined;
}

/** Removes the factor. Returns false if there was none. */
export async function deleteFactor(tx: Tx, personId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("factors").where("person_id", "=", personId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Waits for the turn to change a person's second factors and recovery codes, which depend on each other. */
export const factorsOf = (tx: Tx, personId: string) => takeTurn(tx, `factors ${personId}`);

export const deleteRecoveryCodes = (tx: Tx, personId: string) =>
  tx.deleteFrom("recovery_codes").where("person_id", "=", personId).execute();

/** Tells whether the person has recovery codes left. */
export async function hasRecoveryCodes(db: Db, personId: string): Promise<boolean> {
  const code = await db
    .selectFrom("recovery_codes")
    .where("person_id", "=", personId)
    .where("used_at", "is", null)
    .select("person_id")
    .limit(1)
    .executeTakeFirst();
  return code !== undefined;
}

export async function replaceRecoveryCodes(tx: Tx, personId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(tx, personId);
  await tx
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ person_id: personId, code_hash: hash })))
    .execute();
}

/** Uses up a recovery code. Returns false if it is not this person's or was used before. */
export async function spendRecoveryCode(tx: Tx, personId: string, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where("person_id", "=", personId)
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Reads how the person stands with a second factor, as seen from a session: how it was opened, and what is left. */
export async function findStanding(db: Db, personId: string, sessionId: string) {
  const { rows } = await sql<{ enrolled_at: Date | null; left: number; way: string }>`
    select (select enrolled_at from factors where person_id = s.person_id) as enrolled_at,
           (select count(*)::int from recovery_codes where person_id = s.person_id and used_at is null) as left,
           s.way
    from sessions s where s.id = ${sessionId} and s.person_id = ${personId}`.execute(db);
  return rows[0];
}

/**
 * Tells whether the person needs a second factor: a company of theirs requires it, or they are of the operator's staff,
 * who reach every company. The demo's staff need none.
 */
export async function mustHaveFactor(db: Db, personId: string, demo: boolean): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    select exists (
             select from memberships m join resellers r on r.id = m.reseller_id
             where m.person_id = ${personId} and m.status = 'Active' and (m.mfa_required or r.mfa_required))
           or (${!demo}::boolean and exists (select from operators where person_id = ${personId})) as required`.execute(
    db,
  );
  return rows[0]!.required;
}

/** Tells whether the person has more than a password, and whether they proved it in this session recently. */
export async function findSecondFactor(db: Db, personId: string, sessionId: string, lifeSeconds: number) {
  const { rows } = await sql<{ has: boolean; fresh: boolean }>`
    select exists (select from factors where person_id = ${personId})
           or exists (select from passkeys where person_id = ${personId}) as has,
           coalesce((select second_factor_at > clock_timestamp() - make_interval(secs => ${lifeSeconds})
                     from sessions where id = ${sessionId}), false) as fresh`.execute(db);
  return rows[0]!;
}

export const confirmSession = (tx: Tx, sessionId: string) =>
  tx
    .updateTable("sessions")
    .set({ confirmed_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", sessionId)
    .execute();

/** Like `confirmSession`, by a second factor. */
export const confirmFactor = (tx: Tx, sessionId: string) =>
  tx
    .updateTable("sessions")
    .set({ confirmed_at: sql<Date>`clock_timestamp()`, second_factor_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", sessionId)
    .execute();

/** Ends the person's sessions, except the one to keep if given, and notifies every process. */
export async function endOtherSessions(tx: Tx, personId: string, kept: string | null, why: string): Promise<void> {
  // A sign-in in progress locks the person: it either opens its session before this, which then ends it, or sees the
  // change.
  await sql`select from people where id = ${personId} for no key update`.execute(tx);
  await sql`with ended as (
        update sessions set revoked_at = clock_timestamp(), revoked_why = ${why}
        where person_id = ${personId} and revoked_at is null and id is distinct from ${kept}::uuid returning id)
      select pg_notify('sessions', id::text) from ended`.execute(tx);
}

/** Tells whether a person has a second factor of any kind: an authenticator app or a passkey. */
export async function hasSecondFactor(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from factors where person_id = ${personId})
        or exists (select from passkeys where person_id = ${personId}) as has`.execute(db);
  return rows[0]!.has;
}
