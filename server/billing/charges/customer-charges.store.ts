import { sql } from "kysely";
import { unitOf } from "../azure-use/azure-unit.store.ts";
import type { Db } from "../../platform/db.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";

export const pageSize = 50;

const chargesOf = (db: Db, scope: Scope, customerId: string) =>
  db
    .selectFrom("charges as c")
    .where("c.reseller_id", "=", scope.resellerId)
    .where("c.customer_id", "=", customerId)
    .where(ofOwnCustomer(scope, "c.customer_id"))
    .where(ofOwnProduct(scope, "c.product_id"));

/** Lists a page of a customer's charges before `after`, the latest first, plus one more. */
export const listCharges = (
  db: Db,
  scope: Scope,
  customerId: string,
  after: { value: string; id: string } | undefined,
) =>
  chargesOf(db, scope, customerId)
    .innerJoin("products as p", "p.id", "c.product_id")
    .leftJoin("offers as o", "o.id", "c.offer_id")
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(c.due_on, c.id) < (${after!.value}::date, ${after!.id}::uuid)`),
    )
    .select([
      "c.id",
      "c.due_on",
      "c.description",
      "c.period_from",
      "c.period_until",
      sql<number>`coalesce(c.measured, c.quantity)::float8`.as("quantity"),
      "c.kind",
      "c.amount_minor",
      "c.currency",
      "p.name as product_name",
      unitOf("c.measured", "c.reseller_id", "c.id").as("unit"),
    ])
    .orderBy("c.due_on", "desc")
    .orderBy("c.id", "desc")
    .limit(pageSize + 1)
    .execute();

/** Adds up a customer's charges by month since a day. */
export const sumMonths = (db: Db, scope: Scope, customerId: string, since: string) =>
  chargesOf(db, scope, customerId)
    .where("c.due_on", ">=", since)
    .select([
      sql<string>`date_trunc('month', c.due_on)::date`.as("month"),
      "c.currency",
      sql<number>`count(*)::int`.as("charges"),
      sql<bigint>`sum(c.amount_minor)::bigint`.as("net"),
    ])
    .groupBy([sql`1`, "c.currency"])
    .orderBy("month", "desc")
    .execute();
