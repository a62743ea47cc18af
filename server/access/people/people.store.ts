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

/** Joins the rules of sign-in `g` that a company makes for its own people, which its customers' people are not. */
export const ownRules = sql<string | null>`case when m.kind in ('reseller', 'engineer') then m.reseller_id end`;

/**
 * Lists the membership named, or those a person may sign in with, best first: the last used that is not suspended, or the
 * oldest if none was used. At a provider, the companies it speaks for come first, and use of the others does not count.
 */
export function listMemberships(db: Db, personId: string, atProvider: boolean, membershipId?: string) {
  const counts = sql<boolean>`(${!atProvider}::boolean or ${ofProvider})`;
  return db
    .selectFrom("memberships as m")
    .innerJoin("resellers as r", "r.id", "m.reseller_id")
    .innerJoin("people as p", "p.id", "m.person_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "m.reseller_id").onRef("c.id", "=", "m.customer_id"),
    )
    .leftJoin("sign_in_rules as g", (join) => join.on("g.reseller_id", "=", ownRules))
    .where("m.person_id", "=", personId)
    .$if(membershipId !== undefined, (query) => query.where("m.id", "=", membershipId!))
    .where("m.status", "=", "Active")
    .where("r.status", "=", "Active")
    .where((where) => where.or([where("c.status", "is", null), where("c.status", "=", "Active")]))
    .select([
      "m.id",
      "m.reseller_id",
      "m.customer_id",
      "m.kind",
      "r.currency",
      sql<string>`trim(m.first_name || ' ' || m.last_name)`.as("name"),
      "g.only_listed",
      "g.listed",
      "g.sso_only",
      "g.most_sessions",
    ])
    .orderBy(counts, "desc")
    .orderBy(sql`case when ${counts} then m.last_signed_in_at end`, (order) => order.desc().nullsLast())
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(200)
    .execute();
}
export type SignInMembership = Awaited<ReturnType<typeof listMemberships>>[number];

export const findOperator = (db: Db, personId: string) =>
  db.selectFrom("operators").where("person_id", "=", personId).select("display_name as name").executeTakeFirst();

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

export type Acting = { id: string; name: string; reseller_id: string | null; customer_id: string | null };

/**
 * Finds a person by id or user name, with their name and company where they act: by their oldest membership that is not
 * suspended, or as operator staff, who have no company.
 */
export async function findActing(db: Db, by: { id: string } | { userName: string }): Promise<Acting | undefined> {
  const { rows } = await sql<Acting>`
    select p.id, coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), o.display_name, p.user_name) as name,
      m.reseller_id, m.customer_id
    from people p
    left join lateral (
      select first_name, last_name, reseller_id, customer_id from memberships
      where person_id = p.id order by status = 'Active' desc, created_at, id limit 1
    ) m on true
    left join operators o on o.person_id = p.id
    where ${"id" in by ? sql`p.id = ${by.id}` : sql`lower(p.user_name) = lower(${by.userName})`}`.execute(db);
  return rows[0];
}
