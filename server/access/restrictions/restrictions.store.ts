import { sql, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { customersOf, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { anyOf } from "../../platform/sql.ts";

const restrictionColumns = ["id", "status", "only_customers", "only_products", "restrictions_version"] as const;

export const findRestrictions = (db: Db, resellerId: string, membershipId: string) =>
  db
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", membershipId)
    .select(restrictionColumns)
    .executeTakeFirstOrThrow();
export type RestrictionRow = Awaited<ReturnType<typeof findRestrictions>>;

/** Locks both memberships in a fixed order, which avoids deadlocks. */
export const lockRestrictions = (tx: Tx, resellerId: string, ids: readonly string[]) =>
  tx
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", anyOf(ids, "uuid"))
    .select(restrictionColumns)
    .orderBy("id")
    .forUpdate()
    .execute();

const visibleCustomers = (db: Db, scope: Scope) =>
  db
    .selectFrom("customers as c")
    .where("c.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "c.id"))
    .select(["c.id", "c.name", "c.status"])
    .orderBy("c.name")
    .orderBy("c.id");

/** Lists the customers a user is restricted to, as far as the caller may see them. */
export const listChosen = (db: Db, scope: Scope, membershipId: string) =>
  visibleCustomers(db, scope)
    .where(sql<SqlBool>`c.id in (${customersOf(scope.resellerId, membershipId)})`)
    .execute();

export const listByIds = (db: Db, scope: Scope, ids: readonly string[]) =>
  visibleCustomers(db, scope).where("c.id", "=", anyOf(ids, "uuid")).execute();

/** Finds customers whose id or full name is among the texts, ignoring case. */
export const listByTexts = (db: Db, scope: Scope, texts: readonly string[]) =>
  visibleCustomers(db, scope)
    .where((either) =>
      either.or([
        either(sql<string>`lower(c.name)`, "=", anyOf(texts, "text")),
        either(sql<string>`c.id::text`, "=", anyOf(texts, "text")),
      ]),
    )
    .execute();

/** Lists the products the caller may give to others, by name. */
export const listGivable = (db: Db, scope: Scope) =>
  db
    .selectFrom("products")
    .where("hidden", "=", false)
    .where(ofOwnProduct(scope, "id"))
    .select(["id", "name", "icon"])
    .orderBy("name")
    .execute();

const change = (tx: Tx, resellerId: string, membershipId: string) =>
  tx.updateTable("memberships").where("reseller_id", "=", resellerId).where("id", "=", membershipId);
const newer = sql<number>`restrictions_version + 1`;

/** Restricts a user to these customers; null lifts the restriction. */
export async function putCustomers(
  tx: Tx,
  resellerId: string,
  membershipId: string,
  ids: readonly string[] | null,
): Promise<void> {
  await tx
    .deleteFrom("membership_customers")
    .where("reseller_id", "=", resellerId)
    .where("membership_id", "=", membershipId)
    .execute();
  if (ids)
    await sql`insert into membership_customers (reseller_id, membership_id, customer_id)
              select ${resellerId}::uuid, ${membershipId}::uuid, unnest(${[...ids]}::uuid[])`.execute(tx);
  await change(tx, resellerId, membershipId)
    .set({ only_customers: ids !== null, restrictions_version: newer })
    .execute();
}

export const putProducts = (tx: Tx, resellerId: string, membershipId: string, ids: string[] | null) =>
  change(tx, resellerId, membershipId).set({ only_products: ids, restrictions_version: newer }).execute();

/** Makes every process reload the person's sessions and reconnect their open pages. */
export const renewSessionsOf = (tx: Tx, resellerId: string, membershipId: string) =>
  sql`select pg_notify('sessions', id::text) from sessions
      where reseller_id = ${resellerId} and membership_id = ${membershipId} and revoked_at is null`.execute(tx);
