import type { Db } from "../../platform/db.ts";

/** Finds who reads mails about what a company owes. */
export const findReader = (db: Db, resellerId: string) =>
  db
    .selectFrom("resellers")
    .where("id", "=", resellerId)
    .select(["billing_email", "contact_name", "name"])
    .executeTakeFirstOrThrow();

/** Lists the operator's people; somebody who was erased has no address. */
export const listStaff = (db: Db) =>
  db.selectFrom("operators").where("email", "<>", "").select(["email", "display_name"]).execute();
