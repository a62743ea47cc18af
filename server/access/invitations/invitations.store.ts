import type { MemberKind } from "@tradewind/domain/access/users.ts";
import { sql, type Insertable } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { trail, trailAlone } from "../../platform/trail.ts";
import { customersOf, ofOwnCompany, type Scope } from "../../platform/restriction.ts";
import { reloadSessions } from "../../platform/sessions.store.ts";
import type { Memberships } from "../../platform/schema.gen.ts";

export type NewInvitation = {
  resellerId: string;
  customerId: string | null;
  /** The customers that a colleague is to look after; unset for all. */
  customerIds?: string[] | null;
  applicationId?: string;
  kind: MemberKind;
  firstName: string;
  lastName: string;
  email: string;
  views: number[];
  permissions: string[];
  canAgree: boolean;
  invitedBy: string;
  /** The inviter's membership; undefined if the operator invites. */
  inviterId?: string;
};
/** A mailed key's hash and the days for which it is valid. */
type Key = { hash: Buffer; days: number };

const inDays = (days: number) => sql<Date>`clock_timestamp() + make_interval(days => ${days})`;
export const stateOf = sql<"Waiting" | "Expired" | "Accepted" | "Withdrawn">`case
  when accepted_at is not null then 'Accepted' when withdrawn_at is not null then 'Withdrawn'
  when expires_at <= clock_timestamp() then 'Expired' else 'Waiting' end`;

export const insertInvitation = (tx: Tx, invitation: NewInvitation, key: Key) =>
  tx
    .insertInto("invitations")
    .values({
      reseller_id: invitation.resellerId,
      customer_id: invitation.customerId,
      customer_ids: invitation.customerIds ?? null,
      application_id: invitation.applicationId ?? null,
      kind: invitation.kind,
      first_name: invitation.firstName,
      last_name: invitation.lastName,
      email: invitation.email,
      views: invitation.views,
      permissions: invitation.permissions,
      can_agree: invitation.canAgree,
      invited_by: invitation.invitedBy,
      inviter_id: invitation.inviterId ?? null,
      key_hash: key.hash,
      expires_at: inDays(key.days),
    })
    .returning("id")
    .executeTakeFirstOrThrow();

/** Withdraws an expired invitation, so that its address can be invited again. */
export const ageOut = (tx: Tx, { resellerId, email }: Pick<NewInvitation, "resellerId" | "email">) =>
  tx
    .updateTable("invitations")
    .set({ key_hash: null, withdrawn_at: sql<Date>`clock_timestamp()` })
    .where("reseller_id", "=", resellerId)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", "<=", sql<Date>`clock_timestamp()`)
    .execute();

const columns = ["i.id", "i.reseller_id", "i.customer_id", "i.kind", "i.first_name", "i.last_name", "i.email"] as const;

/** Selects and locks invitations with the company they belong to. */
const held = (tx: Tx) =>
  tx
    .selectFrom("invitations as i")
    .innerJoin("resellers as r", "r.id", "i.reseller_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "i.reseller_id").onRef("c.id", "=", "i.customer_id"),
    )
    .select([
      ...columns,
      "i.accepted_at",
      "i.withdrawn_at",
      "c.status as customer_status",
      sql<string>`coalesce(c.name, r.name)`.as("company"),
    ])
    .forUpdate("i");

export const lockInvitation = (tx: Tx, scope: Scope, id: string) =>
  held(tx)
    .where("i.reseller_id", "=", scope.resellerId)
    .where("i.id", "=", id)
    .where(ofOwnCompany(scope, "i.customer_id"))
    .executeTakeFirst();

export const lockOfApplication = (tx: Tx, applicationId: string) =>
  held(tx).where("i.application_id", "=", applicationId).executeTakeFirst();
export type HeldInvitation = NonNullable<Awaited<ReturnType<typeof lockInvitation>>>;

type Named = { reseller_id: string; id: string };
const change = (tx: Tx, { reseller_id, id }: Named) =>
  tx.updateTable("invitations").where("reseller_id", "=", reseller_id).where("id", "=", id);

/** Replaces an invitation's key, for the same or another address. */
export const renewInvitation = (tx: Tx, named: Named, key: Key, email: string) =>
  change(tx, named)
    .set({
      email,
      key_hash: key.hash,
      expires_at: inDays(key.days),
      sent_at: sql<Date>`clock_timestamp()`,
      withdrawn_at: null,
    })
    .execute();

export const withdrawInvitation = (tx: Tx, named: Named) =>
  change(tx, named)
    .set({ key_hash: null, withdrawn_at: sql<Date>`clock_timestamp()` })
    .execute();

/** Withdraws a person's invitations that were not accepted yet. */
export const withdrawSentBy = (tx: Tx, resellerId: string, inviterId: string) =>
  tx
    .updateTable("invitations")
    .set({ key_hash: null, withdrawn_at: sql<Date>`clock_timestamp()` })
    .where("reseller_id", "=", resellerId)
    .where("inviter_id", "=", inviterId)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .execute();

/** Whether the inviter is still there and may still give these rights. */
const vouchedFor = sql<boolean>`(i.inviter_id is null or exists (
  select from memberships m join people p on p.id = m.person_id
  where m.reseller_id = i.reseller_id and m.id = i.inviter_id and m.status = 'Active' and p.status = 'Active'
    and i.views <@ m.views and i.permissions <@ m.permissions and (m.can_agree or not i.can_agree)
    and case when i.customer_id is null then 'createResellerEngineer' else 'createCustomerAdmin' end = any(m.permissions)))`;

/**
 * Finds the invitation of a key that is still valid, and whether its address signs in already. It is one statement, so
 * that another use of the key at the same moment is seen whole or not at all.
 */
export const findByKey = (db: Db, hash: Buffer) =>
  db
    .selectFrom("invitations as i")
    .innerJoin("resellers as r", "r.id", "i.reseller_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "i.reseller_id").onRef("c.id", "=", "i.customer_id"),
    )
    .where("i.key_hash", "=", hash)
    .where("i.expires_at", ">", sql<Date>`clock_timestamp()`)
    .where("r.status", "=", "Active")
    .where(vouchedFor)
    .where((where) => where.or([where("c.status", "is", null), where("c.status", "=", "Active")]))
    .select([
      ...columns,
      "i.views",
      "i.permissions",
      "i.can_agree",
      "i.customer_ids",
      "i.invited_by",
      "i.inviter_id",
      "i.expires_at",
      "r.name as reseller_name",
      sql<string>`coalesce(c.name, r.name)`.as("company"),
      sql<boolean>`user_name_taken(i.email)`.as("hasLogin"),
    ])
    .executeTakeFirst();

/** Uses up a key. Returns false if it was used, renewed or withdrawn in the meantime. */
export async function takeKey(tx: Tx, hash: Buffer): Promise<boolean> {
  const taken = await tx
    .updateTable("invitations")
    .set({ key_hash: null, accepted_at: sql<Date>`clock_timestamp()` })
    .where("key_hash", "=", hash)
    .where("expires_at", ">", sql<Date>`clock_timestamp()`)
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}

export async function isUserName(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select user_name_taken(${name}) as taken`.execute(db);
  return rows[0]!.taken;
}

/** Tells whether a user name already acts for the company: the reseller itself or one of its customers. */
export async function isMember(db: Db, { resellerId, customerId }: Scope, userName: string): Promise<boolean> {
  const { rows } = await sql<{ member: boolean }>`
    select exists (
      select from memberships m join people p on p.id = m.person_id
      where m.reseller_id = ${resellerId} and m.customer_id is not distinct from ${customerId}::uuid and m.deleted_at is null
        and lower(p.user_name) = lower(${userName})) as member`.execute(db);
  return rows[0]!.member;
}

export async function insertPerson(tx: Tx, userName: string, passwordHash: string): Promise<string> {
  const row = await tx
    .insertInto("people")
    .values({ user_name: userName, password_hash: passwordHash })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Adds a person whom somebody else vouches for. Undefined if the user name is taken. */
export async function insertPersonWithoutPassword(tx: Tx, userName: string): Promise<string | undefined> {
  const row = await tx
    .insertInto("people")
    .values({ user_name: userName, password_hash: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/**
 * Lets an invited person be the user whom the customer has by their address, if that user does not sign in yet. Returns
 * the user's id, if there is one.
 */
export async function becomeAdded(tx: Tx, membership: Insertable<Memberships>): Promise<string | undefined> {
  const { reseller_id, customer_id, email, created_at: _, ...rest } = membership;
  if (!customer_id) return undefined;
  const row = await tx
    .updateTable("memberships as m")
    .from("people as p")
    .set(rest)
    .whereRef("p.id", "=", "m.person_id")
    .where("p.signs_in", "=", false)
    .where("m.reseller_id", "=", reseller_id)
    .where("m.customer_id", "=", customer_id)
    .where(sql`lower(m.email)`, "=", email.toLowerCase())
    .where("m.deleted_at", "is", null)
    .where("m.erased_at", "is", null)
    .returning("m.id")
    .executeTakeFirst();
  return row?.id;
}

export const insertMembership = (tx: Tx, membership: Insertable<Memberships>): void =>
  trail(tx, tx.insertInto("memberships").values(membership));

/** Gives the invited person the same restrictions as their inviter. Written with the commit. */
export function restrictAsInviter(
  tx: Tx,
  {
    resellerId,
    personId,
    customerId,
    inviterId,
  }: Record<"resellerId" | "personId" | "inviterId", string> & Pick<NewInvitation, "customerId">,
): void {
  const restrict = sql`
    with inviter as (
      select only_customers and ${customerId}::uuid is null as only_customers, only_products from memberships
      where reseller_id = ${resellerId}::uuid and id = ${inviterId}::uuid and (only_customers or only_products is not null)
    ),
    invited as (
      update memberships m set only_customers = inviter.only_customers, only_products = inviter.only_products from inviter
      where m.reseller_id = ${resellerId}::uuid and m.person_id = ${personId}::uuid
        and m.customer_id is not distinct from ${customerId}::uuid
      returning m.reseller_id, m.id, m.only_customers
    )
    insert into membership_customers (reseller_id, membership_id, customer_id)
    select invited.reseller_id, invited.id, customer_id
    from invited cross join (${customersOf(resellerId, inviterId)}) theirs
    where invited.only_customers`;
  trailAlone(tx, restrict.compile(tx));
}

/** Leaves the new colleague those of the chosen customers that they would see otherwise. Written with the commit. */
export function narrowToCustomers(
  tx: Tx,
  { resellerId, personId, ids }: Record<"resellerId" | "personId", string> & { ids: readonly string[] },
): void {
  const narrow = sql`
    with before as (
      select id, only_customers from memberships
      where reseller_id = ${resellerId}::uuid and person_id = ${personId}::uuid and customer_id is null for update
    ),
    narrowed as (
      update memberships m set only_customers = true from before where m.reseller_id = ${resellerId}::uuid and m.id = before.id
    ),
    hidden as (
      delete from membership_customers c using before
      where c.reseller_id = ${resellerId}::uuid and c.membership_id = before.id and c.customer_id <> all(${[...ids]}::uuid[])
    )
    insert into membership_customers (reseller_id, membership_id, customer_id)
    select c.reseller_id, before.id, c.id from customers c cross join before
    where c.reseller_id = ${resellerId}::uuid and c.id = any(${[...ids]}::uuid[]) and not before.only_customers`;
  trailAlone(tx, narrow.compile(tx));
}

/**
 * Like `insertMembership`, but immediately; returns the id. Violates `memberships_once` if the person already acts for
 * the company.
 */
export async function addMembership(tx: Tx, membership: Insertable<Memberships>): Promise<string> {
  const { id } = await tx.insertInto("memberships").values(membership).returning("id").executeTakeFirstOrThrow();
  await reloadSessions(tx);
  return id;
}

export const pageSize = 50;

/** Lists a page of open or expired invitations, newest first, plus one more row to detect a next page. */
export const listOpen = (db: Db, scope: Scope, ofCustomers: boolean, before: string | undefined) =>
  db
    .selectFrom("invitations as i")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "i.reseller_id").onRef("c.id", "=", "i.customer_id"),
    )
    .where("i.reseller_id", "=", scope.resellerId)
    .where(ofOwnCompany(scope, "i.customer_id"))
    .where("i.accepted_at", "is", null)
    .where("i.withdrawn_at", "is", null)
    .where("i.customer_id", ofCustomers ? "is not" : "is", null)
    .select([
      ...columns,
      "i.customer_ids",
      "i.invited_by",
      "i.sent_at",
      "i.expires_at",
      "c.name as customer_name",
      stateOf.as("state"),
    ])
    .$if(before !== undefined, (query) => query.where("i.id", "<", sql<string>`${before!}::uuid`))
    .orderBy("i.id", "desc")
    .limit(pageSize + 1)
    .execute();
