import type { attentions, customerSorts, servicesHeld } from "@tradewind/contract/customers/customers.ts";
import {
  organisationTypes,
  type CustomerDetail,
  type CustomerStatus,
  type OrganisationType,
} from "@tradewind/domain/customers/customers.ts";
import type { Country } from "@tradewind/domain/values/countries.ts";
import { sql, type ExpressionBuilder, type SqlBool } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { anyOf, wordsMatch, planWithValues } from "../../platform/sql.ts";
import { trail } from "../../platform/trail.ts";
import { whatFor } from "../../platform/activity.store.ts";
import { isOfEveryCustomer, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import type { Schema } from "../../platform/schema.gen.ts";

export const pageSize = 50;
const itemColumns = ["id", "name", "status", "organisation_type", "service_count", "user_count", "created_at"] as const;
/** The column of each detail. */
export const detailColumns = {
  Domain: "domain",
  Address1: "address1",
  Address2: "address2",
  TownCity: "town_city",
  County: "county",
  PostCode: "post_code",
  ContactName: "contact_name",
  ContactEmail: "contact_email",
  Telephone: "telephone",
} as const satisfies Record<CustomerDetail, keyof Schema["customers"]>;
/** How a customer stands, as `standings.store.ts` keeps it. */
const standing = ["monthly_minor", "next_renewal", "troubles"] as const;
const columns = [...itemColumns, ...Object.values(detailColumns), "country", "suspended_at", "named_alike"] as const;

export type CustomerSort = (typeof customerSorts)[number];
/** The last row of a page: its sort value and id. */
export type CustomerKey = { value: string; id: string };

/**
 * Selects rows of one reseller, or only of the caller's customer if they belong to one. Every query here builds on it.
 */
const customersOf = (db: Db, scope: Scope) =>
  db.selectFrom("customers").where("reseller_id", "=", scope.resellerId).where(ofOwnCustomer(scope, "customers.id"));

/**
 * Returns the relation to search: views that filter by reseller and use the search indexes, for all customers or only
 * those a restricted person looks after. Repeating the reseller filter would lead the planner to the index of names.
 */
export const searchedCustomers = (db: Db, { restriction }: Scope) =>
  db.selectFrom(
    (restriction?.customers ? "own_customer_search as customer_search" : "customer_search") as "customer_search",
  );

type Searched = ExpressionBuilder<Schema, "customer_search">;
const found = (scope: Scope, search: string) => (where: Searched) =>
  where.and([
    ...(search ? [wordsMatch("words", search)] : []),
    ...(scope.customerId ? [where("id", "=", scope.customerId)] : []),
  ]);

/**
 * Returns the sort expression. Three letters and more match few names, which are found by the index of words and then
 * sorted: adding nothing to the column keeps the planner off its own index. Fewer may match many, read in that order.
 */
export const orderedFor = (search: string, column: "name" | SortColumn) =>
  search.length < 3 ? sql.ref(column) : sql`${sql.ref(column)} ${sql.raw(nothingAdded[column])}`;

const sorted = {
  name: "name",
  created: "created_at",
  monthly: "monthly_minor",
  renewal: "next_renewal",
} as const satisfies Record<string, keyof Schema["customers"]>;
type SortColumn = (typeof sorted)[keyof typeof sorted];
const nothingAdded = {
  name: "|| ''",
  created_at: "+ interval '0'",
  monthly_minor: "+ 0",
  next_renewal: "+ 0",
} as const satisfies Record<SortColumn, string>;
const typeOf = { name: "text", created_at: "timestamptz", monthly_minor: "bigint", next_renewal: "date" } as const;

/** By what a list is sorted. */
export const sortOf = (sort: CustomerSort) => {
  const isDown = sort.startsWith("-");
  return { by: (isDown ? sort.slice(1) : sort) as keyof typeof sorted, direction: isDown ? "desc" : "asc" } as const;
};

export type CustomerMarks = {
  status?: CustomerStatus | undefined;
  type?: OrganisationType | undefined;
  services?: (typeof servicesHeld)[number] | undefined;
  productId?: string | undefined;
  attention?: (typeof attentions)[number] | undefined;
  /** The day from which the next 30 count. */
  today: string;
};

const ownServices = (
  scope: Scope,
) => sql`select from service_instances i where i.reseller_id = ${scope.resellerId}::uuid
  and i.customer_id = customer_search.id and i.status not in ('Deleted', 'Upgraded') and ${ofOwnProduct(scope, "i.product_id")}`;
/** The trigger's count covers all products; for a person restricted to some, it is recomputed. */
const hasServices = (scope: Scope) =>
  scope.restriction?.products ? sql<SqlBool>`exists (${ownServices(scope)})` : sql<SqlBool>`service_count > 0`;

/** One condition per filter. Values from small sets are inlined, so that the planner knows how selective each is. */
const marked = (scope: Scope, { status, type, services, productId, attention, today }: CustomerMarks) => ({
  status: status && sql<SqlBool>`status = ${sql.lit(status)}`,
  type: type && sql<SqlBool>`organisation_type = ${sql.lit(type)}`,
  services: services && withServices(scope, services),
  product:
    productId === undefined ? undefined : sql<SqlBool>`exists (${ownServices(scope)} and i.product_id = ${productId})`,
  attention:
    attention &&
    (attention === "trouble" ? sql<SqlBool>`troubles > 0` : sql<SqlBool>`next_renewal <= ${today}::date + 30`),
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

/** Lists a page after `after`, by key; the caller asks for one row more to detect a next page. */
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
  const { by, direction } = sortOf(sort);
  const column = sorted[by];
  const beyond = sql.raw(direction === "asc" ? ">" : "<");
  const value = after && sql`${after.value}::${sql.raw(typeOf[column])}`;
  const page = searchedCustomers(db, scope)
    .where(found(scope, search))
    .where(allOf(marked(scope, marks)))
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(${sql.ref(column)}, id) ${beyond} (${value}, ${after!.id}::uuid)`),
    )
    .select([...itemColumns, ...standing])
    .$if(Boolean(scope.restriction?.products), (query) => query.select(countedServices(scope)))
    .orderBy(orderedFor(search, column), direction)
    .orderBy("id", direction)
    .limit(pageSize + 1);
  return planWithValues(db, isUncertain(search, marks), () => page.execute());
}

/** What short texts, products and what asks for attention match differs most. */
const isUncertain = (search: string, marks?: CustomerMarks) =>
  (search !== "" && search.length < 3) || marks?.productId !== undefined || marks?.attention !== undefined;

const asks = (today: string) => sql<SqlBool>`(troubles > 0 or next_renewal <= ${today}::date + 30)`;

/**
 * Customers by what they are filtered by: `number` of them in a row, several where they are kept counted, beside those
 * that `ask` for attention.
 */
function countedCustomers(db: Db, scope: Scope, search: string, { productId, attention, today }: CustomerMarks) {
  const facts = sql`id, status, organisation_type, service_count, troubles, next_renewal`;
  const isCounted = search === "" && productId === undefined && attention === undefined;
  if (isCounted && isOfEveryCustomer(scope) && !scope.restriction)
    return sql`select null::uuid as id, split_part(mark, ' ', 1) as status, split_part(mark, ' ', 2) as organisation_type,
        (split_part(mark, ' ', 3) = 'some')::int as service_count, 0 as troubles, 'infinity'::date as next_renewal,
        amount as number, 0 as ask
      from company_tallies where reseller_id = ${scope.resellerId}::uuid and figure = 'customers'
      union all select ${facts}, 0, 1 from customer_search where ${asks(today)}`;
  return sql`${searchedCustomers(db, scope)
    .where(found(scope, search))
    .where(allOf(marked(scope, { productId, today })))
    .$if(attention !== undefined, (query) => query.where(asks(today)))
    .select([...itemColumns, ...standing])
    .select([sql`1`.as("number"), sql`1`.as("ask")])}`;
}

type CustomerCounts = Record<
  | "total"
  | "active"
  | "suspended"
  | "with_services"
  | "without_services"
  | "in_trouble"
  | "renewing"
  | OrganisationType,
  number
>;

/** Counts the matches of a search with all filters; each facet count ignores its own filter. */
export async function countCustomers(db: Db, scope: Scope, search: string, marks: CustomerMarks) {
  const count = (instead: Partial<CustomerMarks>, name: keyof CustomerCounts) =>
    sql`coalesce(sum(${sql.ref(instead.attention ? "ask" : "number")}) filter (where ${allOf(
      marked(scope, { ...marks, ...instead, productId: undefined }),
    )}), 0)::int as ${sql.ref(name)}`;
  const { rows } = await planWithValues(db, isUncertain(search, marks), () =>
    sql<CustomerCounts>`select ${sql.join([
      count({}, "total"),
      count({ status: "Active" }, "active"),
      count({ status: "Suspended" }, "suspended"),
      count({ services: "some" }, "with_services"),
      count({ services: "none" }, "without_services"),
      count({ attention: "trouble" }, "in_trouble"),
      count({ attention: "renewing" }, "renewing"),
      ...organisationTypes.map((type) => count({ type }, type)),
    ])} from (${countedCustomers(db, scope, search, marks)}) customer_search`.execute(db),
  );
  return rows[0]!;
}

export function suggestCustomers(db: Db, scope: Scope, search: string) {
  const first = searchedCustomers(db, scope)
    .where(found(scope, search))
    .select(["id", "name", "status"])
    .orderBy(orderedFor(search, "name"))
    .orderBy("id")
    .limit(20);
  return planWithValues(db, isUncertain(search), () => first.execute());
}

/**
 * Recounts the services for a person restricted to some products, because the trigger's count covers all. A later
 * column of the same name wins.
 */
const countedServices = (scope: Scope) =>
  sql<number>`(select count(*)::int from service_instances i where i.reseller_id = ${scope.resellerId}::uuid
    and i.customer_id = customer_search.id and i.status not in ('Deleted', 'Upgraded') and ${ofOwnProduct(scope, "i.product_id")})`.as(
    "service_count",
  );

export const findCustomer = (db: Db, scope: Scope, customerId: string) =>
  customersOf(db, scope).where("id", "=", customerId).select(columns).executeTakeFirst();

/** Like `findCustomer`, and locks the row until the transaction ends. */
export const lockCustomer = (tx: Tx, scope: Scope, customerId: string) =>
  customersOf(tx, scope).where("id", "=", customerId).select(columns).forNoKeyUpdate().executeTakeFirst();

/** Locks several customers, in an order that is the same for all, so that nobody waits for each other. */
export const lockCustomers = (tx: Tx, scope: Scope, customerIds: readonly string[]) =>
  customersOf(tx, scope)
    .where("id", "=", anyOf(customerIds, "uuid"))
    .select("id")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

export type CustomerRow = Awaited<ReturnType<typeof listCustomers>>[number];
export type CustomerDetailRow = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

type DetailColumn = (typeof detailColumns)[CustomerDetail];
export type CustomerDetails = { name: string; organisation_type: OrganisationType; country?: Country } & Partial<
  Record<DetailColumn, string | null>
>;

/** Written with the commit; `orRefuse` translates a constraint violation. */
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

/**
 * Lists what was done for a customer, newest first: by anybody, or by one user; amounts for who sees prices, and how its
 * reseller prices and what it settles with vendors and other partners for the reseller's people only.
 */
export function listActivity(
  db: Db,
  resellerId: string,
  customerId: string,
  {
    userId,
    after,
    priced,
    own,
  }: { userId: string | undefined; after: string | undefined; priced: boolean; own: boolean },
) {
  return db
    .selectFrom("activity as a")
    .where("a.reseller_id", "=", resellerId)
    .where("a.customer_id", "=", customerId)
    .$if(userId !== undefined, (query) =>
      query.where("a.person_id", "=", (eb) =>
        eb
          .selectFrom("memberships")
          .where("reseller_id", "=", resellerId)
          .where("id", "=", userId!)
          .select("person_id"),
      ),
    )
    .$if(own, (query) =>
      query
        .where("a.object_kind", "not in", [sql.lit("difference"), sql.lit("transfer")])
        .where("a.action", "not in", [sql.lit("catalogue.price"), sql.lit("catalogue.priceGroup")]),
    )
    .$if(after !== undefined, (query) => query.where("a.id", "<", after!))
    .select(["a.id", "a.at", "a.who", "a.on_behalf_of", whatFor(priced).as("what"), "a.outcome"])
    .orderBy("a.id", "desc")
    .limit(pageSize + 1)
    .execute();
}

/** Lines of activity that are searched for who did something. */
const lately = 1_000;

/** Lists the users who did something for a customer lately, by name. */
export async function listActive(db: Db, resellerId: string, customerId: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from memberships
    where reseller_id = ${resellerId} and person_id in (
      select person_id from (
        select person_id from activity where reseller_id = ${resellerId} and customer_id = ${customerId}
        order by id desc limit ${lately}) recent)
    order by name, id`.execute(db);
  return rows;
}

/** Tells whether the caller may know a person as one of the customer's. */
export async function isUserOf(
  db: Db,
  { resellerId, self }: Scope,
  customerId: string,
  membershipId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", membershipId)
    .$if(typeof self === "string", (query) => query.where("id", "=", self!))
    .where("customer_id", "=", customerId)
    .where("deleted_at", "is", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}
