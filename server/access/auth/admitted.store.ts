import type { Tx } from "../../platform/db.ts";

/** Holds what a person signs in with until the transaction ends: nobody changes it meanwhile. */
export const holdPerson = (tx: Tx, personId: string) =>
  tx
    .selectFrom("people")
    .where("id", "=", personId)
    .select(["status", "password_hash", "reset_required"])
    .forShare()
    .executeTakeFirst();
