import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export const findPerson = (db: Db, userName: string) =>
  db
    .selectFrom("people")
    .where(sql`lower(user_name)`, "=", userName.toLowerCase())
    .select(["id", "user_name", "password_hash", "status", "reset_required"])
    .executeTakeFirst();

/** The membership a person signs in with, or the one named: the first that is not suspended. */
export const findMembership = (db: Db, personId: string, membershipId?: string) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("resellers as r", "r.id", "m.reseller_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "m.reseller_id").onRef("c.id", "=", "m.customer_id"),
    )
    .where("m.person_id", "=", personId)
    .$if(membershipId !== undefined, (query) => query.where("m.id", "=", membershipId!))
    .where("m.status", "=", "Active")
    .where("r.status", "=", "Active")
    .where((where) => where.or([where("c.status", "is", null), where("c.status", "=", "Active")]))
    .select(["m.id", "m.reseller_id", "m.kind", "r.currency"])
    .orderBy("m.created_at")
    .orderBy("m.id")
    .executeTakeFirst();

export const findOperator = (db: Db, personId: string) =>
  db.selectFrom("operators").where("person_id", "=", personId).select("person_id").executeTakeFirst();

/**
 * Whether a person acts for anybody besides one reseller or customer, or is one of the operator's own: whoever manages
 * them there must not come by what they hold elsewhere.
 */
export async function actsElsewhere(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ elsewhere: boolean }>`
    select (select count(*) from memberships where person_id = ${personId}) > 1
        or exists (select from operators where person_id = ${personId}) as elsewhere`.execute(db);
  return rows[0]!.elsewhere;
}
