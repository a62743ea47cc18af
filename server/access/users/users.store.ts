import type { userSorts } from "@tradewind/contract/access/users.ts";
import { sql, type SqlBool } from "kysely";
import { escapeLike, type Db, type Tx } from "../../platform/db.ts";
import { ofOwnCustomer, type Scope } from "../../platform/restriction.ts";

export const pageSize = 50;
export type UserSort = (typeof userSorts)[number];
/** The last row of a page: its sort value and id. */
export type UserKey = { value: string; id: string };

/** Who never signed in sorts before everybody who did. */
const signedIn = sql<Date>`coalesce(m.last_signed_in_at, '-infinity')`;

/** Whether somebody may see customers or products that a restricted person may not. */
function beyond({ restriction }: Scope) {
  if (!restriction) return sql<boolean>`false`;
  const customers = sql`(m.customer_id is null and (not m.only_customers or exists (
    select from membership_customers theirs where theirs.reseller_id = m.reseller_id and theirs.membership_id = m.id
      and theirs.customer_id not in (select customer_id from membership_customers mine
        where mine.reseller_id = m.reseller_id and mine.membership_id = ${restriction.membershipId}::uuid))))`;
  const products = sql`not coalesce(m.only_products <@ ${[...(restriction.products ?? [])]}::text[], false)`;
  return sql<boolean>`(${restriction.customers ? customers : sql`false`} or ${restriction.products ? products : sql`false`})`;
}

/** People of one reseller, and of one customer where the caller belongs to one. Every read here starts from it. */
const usersOf = (db: Db, scope: Scope) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "m.reseller_id").onRef("c.id", "=", "m.customer_id"),
    )
    .leftJoin("factors as f", "f.person_id", "m.person_id")
    .where("m.reseller_id", "=", scope.resellerId)
    .$if(scope.customerId !== null, (query) => query.where("m.customer_id", "=", scope.customerId))
    .where(sql<SqlBool>`(m.customer_id is null or ${ofOwnCustomer(scope, "m.customer_id")})`)
    .select(beyond(scope).as("beyond"))
    .select([
      "m.id",
      "m.person_id",
      "m.name",
      "m.email",
      "m.job_title",
      "m.kind",
      "m.customer_id",
      "c.name as customer_name",
      "m.last_signed_in_at",
      "m.mfa_required",
      "m.status",
      "p.status as login_status",
      "p.user_name",
      "p.reset_required",
      sql<boolean>`p.password_hash is not null`.as("has_password"),
      "m.views",
      "m.permissions",
      "m.can_agree",
      sql<boolean>`f.person_id is not null`.as("has_app"),
      sql<boolean>`f.person_id is not null or exists (select from passkeys where person_id = m.person_id)`.as("mfa_on"),
    ]);
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export const findUser = (db: Db, scope: Scope, userId: string) =>
  usersOf(db, scope).where("m.id", "=", userId).executeTakeFirst();

/** One page after `after`, by key, and one row more to know whether there is a next. */
export function listUsers(
  db: Db,
  scope: Scope,
  asked: { ofCustomers: boolean; search: string; sort: UserSort; after: UserKey | undefined },
) {
  const { ofCustomers, search, sort, after } = asked;
  const byName = sort.endsWith("name");
  const column = byName ? sql`m.name` : signedIn;
  const direction = sort.startsWith("-") ? sql.raw("desc") : sql.raw("asc");
  const beyond = sql.raw(sort.startsWith("-") ? "<" : ">");
  const value = after && (byName ? sql`${after.value}` : sql`${after.value}::timestamptz`);
  const pattern = `%${escapeLike(search.trim())}%`;
  return usersOf(db, scope)
    .where("m.customer_id", ofCustomers ? "is not" : "is", null)
    .$if(search.trim() !== "", (query) =>
      query.where((where) =>
        where.or([
          where("m.name", "ilike", pattern),
          where("p.user_name", "ilike", pattern),
          where("m.email", "ilike", pattern),
        ]),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(${column}, m.id) ${beyond} (${value}, ${after!.id}::uuid)`),
    )
    .orderBy(sql`${column} ${direction}`)
    .orderBy(sql`m.id ${direction}`)
    .limit(pageSize + 1)
    .execute();
}

/** Memberships of the reseller by id, held until the transaction ends, in an order that two callers share. */
export const lockMembers = (tx: Tx, resellerId: string, ids: readonly string[]) =>
  tx
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .select(["id", "status"])
    .orderBy("id")
    .forUpdate()
    .execute();

export const setStatus = (tx: Tx, resellerId: string, id: string, status: "Active" | "Suspended") =>
  tx.updateTable("memberships").set({ status }).where("reseller_id", "=", resellerId).where("id", "=", id).execute();

export const requireReset = (tx: Tx, personId: string) =>
  tx.updateTable("people").set({ reset_required: true }).where("id", "=", personId).execute();

/** Ends somebody's live sessions in this membership and tells every process; answers how many. */
export async function endSessionsOf(tx: Tx, resellerId: string, id: string, why: string): Promise<number> {
  const { rows } = await sql`
    with ended as (
      update sessions set revoked_at = clock_timestamp(), revoked_why = ${why}
      where reseller_id = ${resellerId} and membership_id = ${id} and revoked_at is null and expires_at > clock_timestamp()
        and person_id = (select person_id from memberships where reseller_id = ${resellerId} and id = ${id})
      returning id
    )
    select pg_notify('sessions', id::text) from ended`.execute(tx);
  return rows.length;
}
