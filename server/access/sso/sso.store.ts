import type { SignInProvider } from "@tradewind/contract/access/sso.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import type { Card } from "./id-token.ts";

/** Seconds for a sign-in at a provider, and again for redeeming its ticket. */
const life = 600;
const mostAttempts = 5;
const inLife = sql<Date>`clock_timestamp() + make_interval(secs => ${life})`;

type Begun = {
  provider: SignInProvider;
  stateHash: Buffer;
  browserHash: Buffer;
  nonce: string;
  verifier: string;
  returnTo: string | null;
  loginHint: string | null;
  /** The company whose own provider is asked, and whether only to see that it answers. */
  companyId: string | null;
  tests: boolean;
};

/** Stores a new sign-in and removes those long over. */
export const insertTransaction = (tx: Tx, begun: Begun) =>
  tx
    .with("old", (old) =>
      old.deleteFrom("sso_transactions").where("expires_at", "<", sql<Date>`clock_timestamp() - interval '1 hour'`),
    )
    .insertInto("sso_transactions")
    .values({
      provider: begun.provider,
      state_hash: begun.stateHash,
      browser_hash: begun.browserHash,
      nonce: begun.nonce,
      verifier: begun.verifier,
      return_to: begun.returnTo,
      login_hint: begun.loginHint,
      company_id: begun.companyId,
      tests: begun.tests,
      expires_at: inLife,
    })
    .execute();

/** Takes a state's sign-in, once, in the browser that began it. */
export const takeTransaction = (tx: Tx, stateHash: Buffer, browserHash: Buffer) =>
  tx
    .updateTable("sso_transactions")
    .set({ returned_at: sql<Date>`clock_timestamp()` })
    .where("state_hash", "=", stateHash)
    .where("browser_hash", "=", browserHash)
    .where("returned_at", "is", null)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .returning(["id", "provider", "nonce", "verifier", "return_to", "login_hint", "company_id", "tests"])
    .executeTakeFirst();

type Proven = {
  ticketHash: Buffer;
  issuer: string;
  subject: string;
  orgId: string | null;
  useSe: boolean;
  idToken: string;
  card: Card;
};

export const keepIdentity = (tx: Tx, id: string, proven: Proven) =>
  tx
    .updateTable("sso_transactions")
    .set({
      ticket_hash: proven.ticketHash,
      ticket_expires_at: inLife,
      issuer: proven.issuer,
      subject: proven.subject,
      org_id: proven.orgId,
      use_se: proven.useSe,
      id_token: proven.idToken,
      email: proven.card.email,
      first_name: proven.card.firstName?.slice(0, 60) ?? null,
      last_name: proven.card.lastName?.slice(0, 60) ?? null,
    })
    .where("id", "=", id)
    .execute();

/** Counts an attempt with a ticket and locks the ticket; undefined if it is invalid in this browser or has expired. */
export const holdTicket = (tx: Tx, provider: SignInProvider, ticketHash: Buffer, browserHash: Buffer) =>
  tx
    .updateTable("sso_transactions")
    .set((row) => ({ attempts: row("attempts", "+", 1) }))
    .where("ticket_hash", "=", ticketHash)
    .where("browser_hash", "=", browserHash)
    .where("provider", "=", provider)
    .where("used_at", "is", null)
    .where("attempts", "<", mostAttempts)
    .where("ticket_expires_at", ">", sql<Date>`clock_timestamp()`)
    .returning([
      "id",
      "provider",
      "issuer",
      "subject",
      "org_id",
      "use_se",
      "id_token",
      "company_id",
      "email",
      "first_name",
      "last_name",
    ])
    .executeTakeFirst();
export type HeldTicket = NonNullable<Awaited<ReturnType<typeof holdTicket>>>;

export const endTicket = (tx: Tx, id: string) =>
  tx
    .updateTable("sso_transactions")
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .execute();

export const findLinkedPerson = (db: Db, { provider, issuer, subject }: HeldTicket) =>
  db
    .selectFrom("linked_identities as l")
    .innerJoin("people as p", "p.id", "l.person_id")
    .where("l.provider", "=", provider)
    .where("l.issuer", "=", issuer)
    .where("l.subject", "=", subject)
    .select(["p.id", "p.status"])
    .executeTakeFirst();

/**
 * Tells whether an identity conflicts with the typed user name: it is linked to another person, or the named person is
 * linked to another identity there.
 */
export async function isOtherPerson(
  db: Db,
  { provider, issuer, subject }: { provider: SignInProvider; issuer: string; subject: string },
  typed: string,
): Promise<boolean> {
  const { rows } = await sql<{ other: boolean }>`
    select case when linked.name is not null then linked.name <> lower(${typed})
           else exists (
             select from linked_identities l join people p on p.id = l.person_id
             where lower(p.user_name) = lower(${typed}) and l.provider = ${provider} and l.issuer = ${issuer}) end as other
    from (select (
      select lower(p.user_name) from linked_identities l join people p on p.id = l.person_id
      where l.provider = ${provider} and l.issuer = ${issuer} and l.subject = ${subject}) as name) linked`.execute(db);
  return rows[0]!.other;
}

/** Links an identity to a person unless it is already linked. Returns whether the link is new. */
export async function linkIdentity(
  tx: Tx,
  { provider, issuer, subject }: HeldTicket,
  personId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("linked_identities")
    .values({ provider, issuer: issuer!, subject: subject!, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A person's user name, and the operator's providers to which they are linked. */
export async function findLinks(db: Db, personId: string) {
  const { rows } = await sql<{ userName: string; links: SignInProvider[] }>`
    select user_name as "userName", array(select provider from linked_identities where person_id = people.id) as links
    from people where id = ${personId}`.execute(db);
  return rows[0]!;
}

/**
 * Finds whether a user name signs in at the provider, by a link or by its domain, and whether the name exists. A domain
 * covers its company's people and unknown names; people who only act for others sign in as before.
 */
export async function findWayIn(db: Db, userName: string) {
  const { rows } = await sql<{ known: boolean; sso: boolean }>`
    select p.id is not null as known,
           exists (select from linked_identities l where l.person_id = p.id and l.provider = 'sso')
           or exists (
             select from sso_domains d where d.domain = split_part(asked.name, '@', 2) and (p.id is null or exists (
               select from memberships m where m.person_id = p.id and m.reseller_id = d.reseller_id))) as sso
    from (select lower(${userName}) as name) asked left join people p on lower(p.user_name) = asked.name`.execute(db);
  return rows[0]!;
}

export const findSessionToken = (db: Db, sessionId: string) =>
  db
    .selectFrom("sessions")
    .where("id", "=", sessionId)
    .select(["way", "person_id", "id_token", "company_id"])
    .executeTakeFirst();
