import type { CustomerPortal } from "@tradewind/domain/portal/partner-systems.ts";
import type { userSorts } from "@tradewind/contract/access/users.ts";
import { sql, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { nameMatches, wordsMatch } from "../../platform/sql.ts";
import type { Scope } from "../../platform/restriction.ts";
import { usersOf } from "../people/members.store.ts";

export const pageSize = 50;
export type UserSort = (typeof userSorts)[number];
/** The last row of a page: its sort value and id. */
export type UserKey = { value: string; id: string };

/** People who never signed in sort first. */
const signedIn = sql<Date>`coalesce(m.last_signed_in_at, '-infinity')`;

/** Lists a page after `after`, by key, plus one more row to detect a next page. */
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
  return usersOf(db, scope)
    .where("m.customer_id", ofCustomers ? "is not" : "is", null)
    .$if(search.trim() !== "", (query) =>
      query.where((where) =>
        where.or([wordsMatch("m.words", search.trim()), nameMatches("p.user_name", search.trim())]),
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

/** Locks memberships of the reseller by id in a fixed order, which avoids deadlocks. */
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

/** Ends a user's live sessions in this membership and notifies every process. Returns how many. */
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

export const keepPortals = (tx: Tx, resellerId: string, id: string, portals: readonly CustomerPortal[]) =>
  tx
    .updateTable("memberships")
    .set({ portals: [...portals] })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", id)
    .execute();

export async function hasServiceOf(
  db: Db,
  resellerId: string,
  customerId: string,
  productIds: readonly string[],
): Promise<boolean> {
  const found = await db
    .selectFrom("service_instances")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("product_id", "in", [...productIds])
    .where("status", "not in", ["Deleted", "Upgraded"])
    .select("product_id")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
