import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";

/** Holds what a person signs in with until the transaction ends: nobody changes it meanwhile. */
export const holdPerson = (tx: Tx, personId: string) =>
  tx
    .selectFrom("people")
    .where("id", "=", personId)
    .select(["status", "password_hash", "reset_required"])
    .forShare()
    .executeTakeFirst();

/** Whether a person has a second factor of any kind: an app that shows codes, or a passkey. */
export async function hasSecondFactor(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from factors where person_id = ${personId})
        or exists (select from passkeys where person_id = ${personId}) as has`.execute(db);
  return rows[0]!.has;
}
