import { sql, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";
import type { SignInProvider } from "@tradewind/contract/access/sso.ts";

export const pageSize = 50;
const like = (search: string) => `%${escapeLike(search)}%`;

export const searchCompanies = (db: Db, search: string) =>
  db
    .selectFrom("resellers")
    .where("name", "ilike", like(search))
    .select(["id", "name"])
    .orderBy("name")
    .orderBy("id")
    .limit(20)
    .execute();

export const findCompany = (db: Db, id: string) =>
  db.selectFrom("resellers").where("id", "=", id).select(["id", "name"]).executeTakeFirst();

/** Lists domains after `after`, with one row more than a page. */
export const listDomains = (db: Db, search: string, after: string | undefined) =>
  db
    .selectFrom("sso_domains as d")
    .leftJoin("resellers as r", "r.id", "d.reseller_id")
    .where((where) => where.or([where("d.domain", "ilike", like(search)), where("r.name", "ilike", like(search))]))
    .$if(after !== undefined, (query) => query.where("d.domain", ">", after!))
    .select(["d.domain", "d.created_at", "r.name as company"])
    .orderBy("d.domain")
    .limit(pageSize + 1)
    .execute();

export const insertDomain = (tx: Tx, domain: string, resellerId: string) =>
  tx.insertInto("sso_domains").values({ domain, reseller_id: resellerId }).execute();

export const deleteDomain = (tx: Tx, domain: string) =>
  tx.deleteFrom("sso_domains").where("domain", "=", domain).returning("reseller_id").executeTakeFirst();

const identities = (db: Db) =>
  db
    .selectFrom("linked_identities as l")
    .innerJoin("people as p", "p.id", "l.person_id")
    .select(["l.id", "l.provider", "l.issuer", "l.subject", "l.created_at", "l.person_id", "p.user_name"]);

/**
 * Lists links before `after`, newest first, with one row more than a page; each with the company its person signs in
 * to.
 */
export const listLinks = (db: Db, search: string, after: string | undefined) =>
  identities(db)
    .leftJoin("operators as o", "o.person_id", "p.id")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("memberships as each")
          .innerJoin("resellers as r", "r.id", "each.reseller_id")
          .whereRef("each.person_id", "=", "p.id")
          .select(["each.name", "r.name as company"])
          .orderBy("each.created_at")
          .orderBy("each.id")
          .limit(1)
          .as("m"),
      (join) => join.onTrue(),
    )
    .where(
      sql<SqlBool>`(p.user_name ilike ${like(search)} or m.name ilike ${like(search)} or m.company ilike ${like(search)})`,
    )
    .$if(after !== undefined, (query) => query.where("l.id", "<", after!))
    .select([sql<string>`coalesce(m.name, o.display_name, p.user_name)`.as("name"), "m.company"])
    .orderBy("l.id", "desc")
    .limit(pageSize + 1)
    .execute();

export const listOwn = (db: Db, personId: string) =>
  identities(db).where("l.person_id", "=", personId).orderBy("l.id").execute();

export async function hasPassword(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom("people")
    .where("id", "=", personId)
    .where("password_hash", "is not", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a link; if a person is given, only theirs. */
export const deleteLink = (tx: Tx, id: string, personId?: string) =>
  tx
    .deleteFrom("linked_identities")
    .where("id", "=", id)
    .$if(personId !== undefined, (query) => query.where("person_id", "=", personId!))
    .returning(["person_id", "provider"])
    .executeTakeFirst();

/** Ends a person's live sessions by a provider except the one to keep, and notifies every process. Returns how many. */
export async function endSessionsBy(
  tx: Tx,
  personId: string,
  provider: SignInProvider,
  kept: string | null,
): Promise<number> {
  const { rows } = await sql`
    with ended as (
      update sessions set revoked_at = clock_timestamp(), revoked_why = 'its sign-in provider was unlinked'
      where person_id = ${personId} and way = ${provider} and id is distinct from ${kept}::uuid
        and revoked_at is null and expires_at > clock_timestamp()
      returning id
    )
    select pg_notify('sessions', id::text) from ended`.execute(tx);
  return rows.length;
}

/** Lists the companies a person acts for and their name in each. */
export const companiesOf = (db: Db, personId: string) =>
  db
    .selectFrom("memberships")
    .where("person_id", "=", personId)
    .select(["reseller_id", "customer_id", "name"])
    .execute();
