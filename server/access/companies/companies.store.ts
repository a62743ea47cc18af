import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofProvider, ownRules } from "../people/people.store.ts";

/** Lists the memberships the person may act in now, by company name. */
export const listActing = (db: Db, personId: string) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("resellers as r", "r.id", "m.reseller_id")
    .innerJoin("people as p", "p.id", "m.person_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "m.reseller_id").onRef("c.id", "=", "m.customer_id"),
    )
    .leftJoin("sign_in_rules as g", (join) => join.on("g.reseller_id", "=", ownRules))
    .where("m.person_id", "=", personId)
    .where("m.status", "=", "Active")
    .where("r.status", "=", "Active")
    .where((where) => where.or([where("c.status", "is", null), where("c.status", "=", "Active")]))
    .select([
      "m.id",
      "m.reseller_id",
      "m.customer_id",
      "m.kind",
      "m.name as person_name",
      "r.name as reseller_name",
      "r.currency",
      sql<string>`coalesce(c.name, r.name)`.as("company"),
      sql<boolean>`m.mfa_required or r.mfa_required`.as("asks_factor"),
      ofProvider.as("of_provider"),
      "g.only_listed",
      "g.listed",
      "g.sso_only",
      "g.most_sessions",
    ])
    .orderBy(sql`coalesce(c.name, r.name)`)
    .orderBy("m.id")
    .limit(200)
    .execute();

/** Finds how the person's own session was opened; staff visits are not found. */
export const findOwnSession = (db: Db, sessionId: string) =>
  db
    .selectFrom("sessions")
    .where("id", "=", sessionId)
    .where("act_person_id", "is", null)
    .where("revoked_at", "is", null)
    .select(["way", "company_id", sql<boolean>`second_factor_at is not null`.as("second_factor")])
    .executeTakeFirst();

export const holdOwnSession = async (tx: Tx, sessionId: string) => {
  await sql`select from sessions where id = ${sessionId} for update`.execute(tx);
  return findOwnSession(tx, sessionId);
};

/** Opens a session in another membership with the same proofs, beginning and end as the first one. */
export async function insertFollowing(
  tx: Tx,
  from: string,
  to: { resellerId: string; membershipId: string; mayUseSe: boolean; ip: string; userAgent: string | null },
): Promise<{ id: string; use_se: boolean }> {
  const { rows } = await sql<{ id: string; use_se: boolean }>`
    insert into sessions (person_id, reseller_id, membership_id, created_at, expires_at, way, company_id, second_factor_at, use_se, id_token, ip, user_agent)
    select person_id, ${to.resellerId}, ${to.membershipId}, created_at, expires_at, way, company_id, second_factor_at, use_se and ${to.mayUseSe}::boolean,
           id_token, ${to.ip}, ${to.userAgent?.slice(0, 300) ?? null}
    from sessions where id = ${from}
    returning id, use_se`.execute(tx);
  return rows[0]!;
}
