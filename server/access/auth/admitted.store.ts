import type { Tx } from "../../platform/db.ts";

/** Locks the person's sign-in details until the transaction ends. */
export const holdPerson = (tx: Tx, personId: string) =>
  tx
    .selectFrom("people")
    .where("id", "=", personId)
    .select(["status", "password_hash", "reset_required"])
    .forShare()
    .executeTakeFirst();
