import {
  organisationTypes,
  type customerSorts,
  type customerStatuses,
  type servicesHeld,
} from "@tradewind/contract/customers/customers.ts";
import { sql, type ExpressionBuilder, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { escapeLike } from "../../platform/sql.ts";
import { trail } from "../../platform/trail.ts";
import { ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import type { Schema } from "../../platform/schema.gen.ts";

export const pageSize = 50;
const itemColumns = ["id", "name", "status", "organisation_type", "service_count", "user_count", "created_at"] as const;
const columns = [
  ...itemColumns,
  "address1",
  "address2",
  "town_city",
  "county",
  "post_code",
  "country",
  "domain",
  "contact_name",
  "contact_email",
  "telephone",
  "suspended_at",
] as const;

export type CustomerStatus = (typeof customerStatuses)[number];
export type CustomerSort = (typeof customerSorts)[number];
/** The last row of a page: its sort value and id. */
export type CustomerKey = { value: string; id: string };

/** Rows of one reseller, and of one customer where the caller belongs to one. Every query here starts from it. */
const customersOf = (db: Db, scope: Scope) =>
  db
    .selectFrom("customers")
    .where("reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "customers.id"))
    .$if(scope.customerId !== null, (query) => query.where("id", "=", scope.customerId!));

/**
 * What searches read: views that name the reseller themselves and use the indexes, of all its customers or of those that a
 * restricted person looks after. Naming the reseller once more would make the index of names look the better one.
 */
export const searchedCustomers = (db: Db, { restriction }: Scope) =>
  db.selectFrom(
    (restriction?.customers ? "own_customer_search as customer_search" : "customer_search") as "customer_search",
  );

type Searched = ExpressionBuilder<Schema, "customer_search">;
const found = (scope: Scope, search: string) => (where: Searched) =>
  where.and([
    ...(search ? [where("name", "ilike", `%${escapeLike(search)}%`)] : []),
    ...(scope.customerId ? [where("id", "=", scope.customerId)] : []),
  ]);

/**
 * What to sort by. Short texts match many rows, which are walked in the order of an index; longer ones match few, which are
 * found by their trigrams and then sorted: no index has the sum of a column and nothing.
 */
export const orderedFor = (search: string, column: "name" | "created_at") =>
  search.length < 3 ? sql.ref(column) : column === "name" ? sql`name || ''` : sql`created_at + interval '0'`;

export type CustomerMarks = {
  status?: CustomerStatus | undefined;
  type?: CustomerDetails["organisation_type"] | undefined;
  services?: (typeof servicesHeld)[number] | undefined;
  productId?: string | undefined;
};

const ownServices = (
  scope: Scope,
) => sql`select from service_instances i where i.reseller_id = ${scope.resellerId}::uuid
  and i.customer_id = customer_search.id and i.status not in ('Deleted', 'Upgraded') and ${ofOwnProduct(scope, "i.product_id")}`;
/** What the trigger keeps counts all; restricted to certain products, one asks for these. */
const hasServices = (scope: Scope) =>
  scope.restriction?.products ? sql<SqlBool>`exists (${ownServices(scope)})` : sql<SqlBool>`service_count > 0`;

/** A condition for each mark. Those of few values stand in the text, so that a plan knows whether it is asked for many. */
const marked = (scope: Scope, { status, type, services, productId }: CustomerMarks) => ({
  status: status && sql<SqlBool>`status = ${sql.lit(status)}`,
  type: type && sql<SqlBool>`organisation_type = ${sql.lit(type)}`,
  services: services && withServices(scope, services),
  product:
    productId === undefined ? undefined : sql<SqlBool>`exists (${ownServices(scope)} and i.product_id = ${productId})`,
});
const withServices = (scope: Scope, services: (typeof servicesHeld)[number]) =>
  services === "some"
    ? hasServices(scope)
    : scope.restriction?.products
      ? sql<SqlBool>`not ${hasServices(scope)}`
      : sql<SqlBool>`service_count = 0`;

type Marked = ReturnType<typeof marked>;
const allOf = (conditions: Partial<Marked>) =>
  sql<SqlBool>`${sql.join([sql`true`, ...Object.values(conditions).filter((condition) => condition !== undefined)], sql` and `)}`;

/** One page after `after`, by key; the caller asks for one row more than a page to know whether there is a next. */
export function listCustomers(
  db: Db,
  scope: Scope,
  {
    search,
    sort,
    marks,
    after,
  }: { search: string; sort: CustomerSort; marks: CustomerMarks; after: CustomerKey | undefined },
) {
  const column = sort.endsWith("created") ? "created_at" : "name";
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const beyond = sql.raw(direction === "asc" ? ">" : "<");
  const value = after && (column === "name" ? sql`${after.value}` : sql`${after.value}::timestamptz`);
  return searchedCustomers(db, scope)
    .where(found(scope, search))
    .where(allOf(marked(scope, marks)))
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(${sql.ref(column)}, id) ${beyond} (${value}, ${after!.id}::uuid)`),
    )
    .select(itemColumns)
    .$if(Boolean(scope.restriction?.products), (query) => query.select(countedServices(scope)))
    .orderBy(orderedFor(search, column), direction)
    .orderBy("id", direction)
    .limit(pageSize + 1)
    .execute();
}

/** How many a search finds with all marks, and with each mark in the place of the one of its own kind. */
export function countCustomers(db: Db, scope: Scope, search: string, marks: CustomerMarks) {
  const { productId } = marks;
  const count = (instead: CustomerMarks) =>
    sql<number>`(count(*) filter (where ${allOf(marked(scope, { ...marks, ...instead, productId: undefined }))}))::int`;
  return searchedCustomers(db, scope)
    .where(found(scope, search))
    .where(allOf(marked(scope, { productId })))
    .select([
      count({}).as("total"),
      count({ status: "Active" }).as("active"),
      count({ status: "Suspended" }).as("suspended"),
      count({ services: "some" }).as("with_services"),
      count({ services: "none" }).as("without_services"),
      ...organisationTypes.map((type) => count({ type }).as(type)),
    ])
    .executeTakeFirstOrThrow();
}

export const suggestCustomers = (db: Db, scope: Scope, search: string) =>
  searchedCustomers(db, scope)
    .where(found(scope, search))
    .select(["id", "name", "status"])
    .orderBy(orderedFor(search, "name"))
    .orderBy("id")
    .limit(20)
    .execute();

/** Restricted to certain products, one counts only these: what the trigger keeps counts all. A later column of a name wins. */
const countedServices = (scope: Scope) =>
  sql<number>`(select count(*)::int from service_instances i where i.reseller_id = ${scope.resellerId}::uuid
    and i.customer_id = customer_search.id and i.status not in ('Deleted', 'Upgraded') and ${ofOwnProduct(scope, "i.product_id")})`.as(
    "service_count",
  );

export const findCustomer = (db: Db, scope: Scope, customerId: string) =>
  customersOf(db, scope).where("id", "=", customerId).select(columns).executeTakeFirst();

/** As findCustomer, and holds the row until the transaction ends. */
export const lockCustomer = (tx: Tx, scope: Scope, customerId: string) =>
  customersOf(tx, scope).where("id", "=", customerId).select(columns).forUpdate().executeTakeFirst();

export type CustomerDetails = {
  name: string;
  organisation_type: (typeof organisationTypes)[number];
  address1?: string | null;
  address2?: string | null;
  town_city?: string | null;
  county?: string | null;
  post_code?: string | null;
  country?: "GB" | "IE";
  domain?: string | null;
  contact_name?: string | null;
  contact_email?: string | null;
  telephone?: string | null;
};

/** Written with the commit; `orRefuse` tells what a breach means. */
export function insertCustomer(
  tx: Tx,
  customer: { resellerId: string; id: string; now: Date },
  details: CustomerDetails,
  orRefuse: (error: unknown) => never,
): void {
  const { resellerId, id, now } = customer;
  trail(tx, tx.insertInto("customers").values({ reseller_id: resellerId, id, created_at: now, ...details }), orRefuse);
}

export async function updateCustomer(
  tx: Tx,
  resellerId: string,
  customerId: string,
  changes: Partial<CustomerDetails> & { status?: CustomerStatus; suspended_at?: Date | null },
): Promise<void> {
  await tx
    .updateTable("customers")
    .set(changes)
    .where("reseller_id", "=", resellerId)
    .where("id", "=", customerId)
    .execute();
}

export function listActivity(db: Db, resellerId: string, customerId: string, after: string | undefined) {
  return db
    .selectFrom("activity")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .$if(after !== undefined, (query) => query.where("id", "<", after!))
    .select(["id", "at", "who", "on_behalf_of", "what", "outcome"])
    .orderBy("id", "desc")
    .limit(pageSize + 1)
    .execute();
}

/** Whether a person of the reseller belongs to this customer. */
export async function isUserOf(db: Db, resellerId: string, customerId: string, membershipId: string): Promise<boolean> {
  const row = await db
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", membershipId)
    .where("customer_id", "=", customerId)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}
