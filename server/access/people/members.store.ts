import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { customersOf, ofOwnCompany, type Scope } from "../../platform/restriction.ts";

/** Tells whether a user may see customers or products that the restricted caller may not. */
function beyond({ resellerId, restriction }: Scope) {
  if (!restriction) return sql<boolean>`false`;
  const customers = sql`(m.customer_id is null and (not m.only_customers or exists (
    select customer_id from customers_of(m.reseller_id, m.id)
    except ${customersOf(resellerId, restriction.membershipId)})))`;
  const products = sql`not coalesce(m.only_products <@ ${[...(restriction.products ?? [])]}::text[], false)`;
  return sql<boolean>`(${restriction.customers ? customers : sql`false`} or ${restriction.products ? products : sql`false`})`;
}

/**
 * Selects the users of a reseller, and only those of the caller's customer if they belong to one. Every read here
 * builds on it.
 */
export const usersOf = (db: Db, scope: Scope) =>
  db
    .selectFrom("memberships as m")
    .innerJoin("people as p", "p.id", "m.person_id")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "m.reseller_id").onRef("c.id", "=", "m.customer_id"),
    )
    .leftJoin("factors as f", "f.person_id", "m.person_id")
    .where("m.reseller_id", "=", scope.resellerId)
    .where("m.erased_at", "is", null)
    .where("m.deleted_at", "is", null)
    .where(ofOwnCompany(scope, "m.customer_id"))
    .select(beyond(scope).as("beyond"))
    .select([
      "m.id",
      "m.person_id",
      "m.name",
      "m.first_name",
      "m.last_name",
      "m.email",
      "m.telephone",
      "m.job_title",
      "m.kind",
      "m.customer_id",
      "c.name as customer_name",
      "m.last_signed_in_at",
      "m.mfa_required",
      "m.status",
      "p.status as login_status",
      "p.user_name",
      "p.signs_in",
      "p.reset_required",
      sql<boolean>`p.password_hash is not null`.as("has_password"),
      "m.views",
      "m.permissions",
      "m.can_agree",
      "m.portals",
      sql<boolean>`f.person_id is not null`.as("has_app"),
      sql<boolean>`f.person_id is not null or exists (select from passkeys where person_id = m.person_id)`.as("mfa_on"),
    ]);
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export const findUser = (db: Db, scope: Scope, userId: string) =>
  usersOf(db, scope).where("m.id", "=", userId).executeTakeFirst();
