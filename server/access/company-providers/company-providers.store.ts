import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { CompanyProviders } from "../../platform/schema.gen.ts";
import type { Insertable } from "kysely";

/** Everything here is read and written as the sign-in's role, so that each statement names the company. */
export const findProvider = (db: Db, resellerId: string) =>
  db.selectFrom("company_providers").where("reseller_id", "=", resellerId).selectAll().executeTakeFirst();
export type ProviderRow = NonNullable<Awaited<ReturnType<typeof findProvider>>>;

/** Like `findProvider`, and locks the row until the transaction ends. */
export const lockProvider = (tx: Tx, resellerId: string) =>
  tx.selectFrom("company_providers").where("reseller_id", "=", resellerId).selectAll().forUpdate().executeTakeFirst();

export const saveProvider = (tx: Tx, row: Insertable<CompanyProviders>) => {
  const { reseller_id: _, id: __, ...changes } = row;
  return tx
    .insertInto("company_providers")
    .values(row)
    .onConflict((conflict) => conflict.column("reseller_id").doUpdateSet(changes))
    .execute();
};

export const switchProvider = (tx: Tx, resellerId: string, isOn: boolean) =>
  tx.updateTable("company_providers").set({ is_on: isOn }).where("reseller_id", "=", resellerId).execute();

/** Notes that somebody came back from the provider, if its settings are still those they went with. */
export const noteTest = (tx: Tx, resellerId: string, issuer: string, clientId: string, now: Date) =>
  tx
    .updateTable("company_providers")
    .set({ tested_at: now })
    .where("reseller_id", "=", resellerId)
    .where("issuer", "=", issuer)
    .where("client_id", "=", clientId)
    .executeTakeFirst();

/** Writes a company's issuer as the provider itself does. */
export const respell = (tx: Tx, resellerId: string, typed: string, issuer: string) =>
  tx
    .updateTable("company_providers")
    .set({ issuer })
    .where("reseller_id", "=", resellerId)
    .where("issuer", "=", typed)
    .execute();

export async function deleteProvider(tx: Tx, resellerId: string): Promise<void> {
  await tx.deleteFrom("company_identities").where("reseller_id", "=", resellerId).execute();
  await tx.deleteFrom("company_providers").where("reseller_id", "=", resellerId).execute();
}

/** Ends every live session that the company's provider opened, and notifies every process. */
export async function endSessionsOfProvider(tx: Tx, resellerId: string, why: string): Promise<void> {
  await sql`
    with ended as (
      update sessions set revoked_at = clock_timestamp(), revoked_why = ${why}
      where company_id = ${resellerId} and revoked_at is null and expires_at > clock_timestamp()
      returning id
    )
    select pg_notify('sessions', id::text) from ended`.execute(tx);
}

export const listProviderDomains = (db: Db, resellerId: string) =>
  db
    .selectFrom("company_provider_domains")
    .where("reseller_id", "=", resellerId)
    .select(["domain", "record", "proven_at", "approved_by"])
    .orderBy("domain")
    .execute();

export const findProviderDomain = (db: Db, resellerId: string, domain: string) =>
  db
    .selectFrom("company_provider_domains")
    .where("reseller_id", "=", resellerId)
    .where("domain", "=", domain)
    .select(["domain", "record", "proven_at", "approved_by"])
    .executeTakeFirst();

/** Violates the primary key if the company has asked for the domain already. */
export const insertProviderDomain = (tx: Tx, resellerId: string, domain: string, record: string, now: Date) =>
  tx
    .insertInto("company_provider_domains")
    .values({ reseller_id: resellerId, domain, record, asked_at: now })
    .execute();

/**
 * Notes that a domain is the company's. Violates `company_provider_domains_once` if another company has proven it.
 */
/** Tells whether this proved the domain; false if it was proven already. */
export async function proveProviderDomain(
  tx: Tx,
  resellerId: string,
  domain: string,
  now: Date,
  approvedBy: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("company_provider_domains")
    .set({ proven_at: now, approved_by: approvedBy })
    .where("reseller_id", "=", resellerId)
    .where("domain", "=", domain)
    .where("proven_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const deleteProviderDomain = (tx: Tx, resellerId: string, domain: string) =>
  tx
    .deleteFrom("company_provider_domains")
    .where("reseller_id", "=", resellerId)
    .where("domain", "=", domain)
    .returning("domain")
    .executeTakeFirst();

/** Whether the marketplace's own provider speaks for the domain, for another company. */
export async function isOthersAtProvider(db: Db, resellerId: string, domain: string): Promise<boolean> {
  const found = await db
    .selectFrom("sso_domains")
    .where("domain", "=", domain)
    .where((where) => where.or([where("reseller_id", "is", null), where("reseller_id", "<>", resellerId)]))
    .select("domain")
    .executeTakeFirst();
  return found !== undefined;
}

/** Lists the domains of all companies that wait for a proof: the oldest of each company, then the next of each. */
export const listWaitingDomains = (db: Db) =>
  db
    .selectFrom("company_provider_domains as d")
    .innerJoin("resellers as r", "r.id", "d.reseller_id")
    .where("d.proven_at", "is", null)
    .select(["d.reseller_id", "d.domain", "d.asked_at", "r.name"])
    .orderBy(sql`row_number() over (partition by d.reseller_id order by d.asked_at)`)
    .orderBy("d.asked_at")
    .orderBy("d.domain")
    .limit(200)
    .execute();

/**
 * Finds the company whose provider speaks for a user name: by a proven domain, for people who act for the company itself
 * and for nobody else, and not for whoever set it up, who must be able to switch a broken one off by password, unless
 * the company lets nobody in by password.
 */
export async function findCompanyOf(db: Db, userName: string): Promise<string | undefined> {
  const { rows } = await sql<{ reseller_id: string }>`
    select c.reseller_id
    from company_provider_domains d
    join company_providers c on c.reseller_id = d.reseller_id and c.is_on
    join resellers r on r.id = c.reseller_id and r.status = 'Active'
    left join people p on lower(p.user_name) = lower(${userName})
    where d.domain = split_part(lower(${userName}), '@', 2) and d.proven_at is not null
      and (p.id is distinct from c.set_up_by
        or exists (select from sign_in_rules g where g.reseller_id = c.reseller_id and g.sso_only))
      and not exists (
        select from memberships m where m.person_id = p.id and (m.reseller_id <> c.reseller_id or m.customer_id is not null))
      and not exists (select from operators o where o.person_id = p.id)`.execute(db);
  return rows[0]?.reseller_id;
}

export async function isProvenDomain(db: Db, resellerId: string, domain: string): Promise<boolean> {
  return (await findProviderDomain(db, resellerId, domain))?.proven_at != null;
}

/** A person by their identity at the company's provider. */
export const findCompanyPerson = (db: Db, resellerId: string, issuer: string, subject: string) =>
  db
    .selectFrom("company_identities as l")
    .innerJoin("people as p", "p.id", "l.person_id")
    .where("l.reseller_id", "=", resellerId)
    .where("l.issuer", "=", issuer)
    .where("l.subject", "=", subject)
    .select(["p.id", "p.status", "p.user_name"])
    .executeTakeFirst();

/** Links an identity to a person unless one of them is linked already. Returns whether the link is new. */
export async function linkCompanyPerson(
  tx: Tx,
  { resellerId, issuer, subject }: { resellerId: string; issuer: string; subject: string },
  personId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("company_identities")
    .values({ reseller_id: resellerId, issuer, subject, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether the person acts for the company itself and for nobody else, and is not the operator's staff. */
export async function actsOnlyFor(db: Db, personId: string, resellerId: string): Promise<boolean> {
  const { rows } = await sql<{ only: boolean }>`
    select coalesce(bool_and(reseller_id = ${resellerId} and customer_id is null), false)
           and not exists (select from operators where person_id = ${personId}) as only
    from memberships where person_id = ${personId}`.execute(db);
  return rows[0]!.only;
}
