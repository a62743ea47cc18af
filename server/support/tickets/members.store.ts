import type { Db } from "../../platform/db.ts";

/** Where and by what name somebody who is still active is written to. */
export const findMember = (db: Db, resellerId: string, membershipId: string) =>
  db
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", membershipId)
    .where("status", "=", "Active")
    .select(["email", "first_name"])
    .executeTakeFirst();
