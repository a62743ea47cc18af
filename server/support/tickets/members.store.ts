import type { Db } from "../../platform/db.ts";

/** Finds an active member's name and mail address. */
export const findMember = (db: Db, resellerId: string, membershipId: string) =>
  db
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", membershipId)
    .where("status", "=", "Active")
    .select(["email", "first_name"])
    .executeTakeFirst();
