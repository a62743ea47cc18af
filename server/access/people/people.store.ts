import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";

export const findPerson = (db: Db, userName: string) =>
  db
    .selectFrom("people")
    .where(sql`lower(user_name)`, "=", userName.toLowerCase())
    .select(["id", "user_name", "password_hash", "status", "reset_required"])
    .executeTakeFirst();

export const findPasswordHash = (db: Db, personId: string) =>
  db.selectFrom("people").where("id", "=", personId).select("password_hash").executeTakeFirst();

/**
 * Whether the company of membership `m` set up the email domain of its person `p`, so that the provider speaks for it.
 */
export const ofProvider = sql<boolean>`exists (select from sso_domains d
  where d.reseller_id = m.reseller_id and d.domain = split_part(lower(p.user_name), '@', 2))`;

/**
 * Finds the membership named, or the one a person signs in with: the last used that is not suspended, or the oldest if
 * none was used. At a provider, the companies it speaks for come first, and use of the others does not count.
 */
export function findMembership(db: Db, personId: string, atProvider: boolean, membershipId?: string) {
  const counts = sql<boolean>`(${!atProvider}::boolean or ${ofProvider})`;
  return db
    .selectFrom("memberships as m")
    .innerJoin("resellers as r", "r.id", "m.reseller_id")
    .innerJoin("people as p", "p.id", "m.person_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "m.reseller_id").onRef("c.id", "=", "m.customer_id"),
    )
    .where("m.person_id", "=", personId)
    .$if(membershipId !== undefined, (query) => query.where("m.id", "=", membershipId!))
    .where("m.status", "=", "Active")
    .where("r.status", "=", "Active")
    .where((where) => where.or([where("c.status", "is", null), where("c.status", "=", "Active")]))
    .select(["m.id", "m.reseller_id", "m.kind", "r.currency"])
    .orderBy(counts, "desc")
    .orderBy(sql`case when ${counts} then m.last_signed_in_at end`, (order) => order.desc().nullsLast())
    .orderBy("m.created_at")
    .orderBy("m.id")
    .executeTakeFirst();
}

export const findOperator = (db: Db, personId: string) =>
  db.selectFrom("operators").where("person_id", "=", personId).select("person_id").executeTakeFirst();

/**
 * Tells whether a person acts for anyone besides one reseller or customer, or is operator staff: their manager here
 * must not gain what they hold elsewhere.
 */
export async function actsElsewhere(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ elsewhere: boolean }>`
    select (select count(*) from memberships where person_id = ${personId}) > 1
        or exists (select from operators where person_id = ${personId}) as elsewhere`.execute(db);
  return rows[0]!.elsewhere;
}

/** Finds a person's oldest active membership, with their name there. */
export const findActing = (db: Db, personId: string) =>
  db
    .selectFrom("memberships")
    .where("person_id", "=", personId)
    .where("status", "=", "Active")
    .select(["reseller_id", "first_name", "last_name", "customer_id"])
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();
