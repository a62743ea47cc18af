import type { serviceSorts, serviceStates } from "@tradewind/contract/ordering/service-lists.ts";
import { sql, type SqlBool } from "kysely";
import { boundsOf, type TenantActor } from "../../platform/actor.ts";
import type { Db } from "../../platform/db.ts";
import { wordsMatch, planWithValues } from "../../platform/sql.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { isOfEveryCustomer, ofOneself, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { searchedCustomers } from "../../customers/customers/customers.store.ts";
import { instancesInUse } from "../../customers/customers/products-in-use.store.ts";
import { held, serviceColumns, servicesOf } from "../instances/instances.store.ts";

export const pageSize = 50;
export type ServiceSort = (typeof serviceSorts)[number];
export type ServiceState = (typeof serviceStates)[number];
export type ServiceFilter = {
  Search: string;
  State?: ServiceState | undefined;
  ProductId?: string | undefined;
  CustomerId?: string | undefined;
};

const statuses = {
  active: ["Active"],
  changing: ["Activating", "Deleting"],
  failed: ["ActivationFailed", "DeletionFailed"],
} as const satisfies Record<ServiceState, readonly string[]>;

/** Inlined rather than passed as a parameter: a cached plan must know whether it selects many rows or few. */
const inState = (state: ServiceState | undefined) =>
  state === undefined
    ? sql<SqlBool>`i.status not in ('Deleted', 'Upgraded')`
    : sql<SqlBool>`i.status in (${sql.join(statuses[state].map((status) => sql.lit(status)))})`;

const ofSearch = (db: Db, scope: Scope, search: string) =>
  searchedCustomers(db, scope).where(wordsMatch("words", search)).select("id");

/** Lists a page after `after`, by key, plus one more row. Customer names are unique within a reseller. */
export function listServices(
  db: Db,
  scope: Scope,
  filter: ServiceFilter & { Sort: ServiceSort },
  after: { value: string; id: string } | undefined,
) {
  const byName = filter.Sort.endsWith("customer");
  const column = byName ? sql`c.name` : sql`i.since`;
  const value = after && (byName ? sql`${after.value}` : sql`${after.value}::timestamptz`);
  const direction = sql.raw(filter.Sort.startsWith("-") ? "desc" : "asc");
  const beyond = sql.raw(filter.Sort.startsWith("-") ? "<" : ">");
  const page = filtered(db, scope, filter)
    .select(serviceColumns)
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(${column}, i.id) ${beyond} (${value}, ${after!.id}::uuid)`),
    )
    .orderBy(sql`${column} ${direction}`)
    .orderBy(sql`i.id ${direction}`)
    .limit(pageSize + 1);
  return planWithValues(db, isSelective(filter), () => page.execute());
}

const isSelective = ({ Search, ProductId }: ServiceFilter) => Search !== "" || ProductId !== undefined;

const filtered = (db: Db, scope: Scope, { Search, State, ProductId, CustomerId }: ServiceFilter) =>
  servicesOf(db, scope)
    .where(inState(State))
    .$if(Search !== "", (query) => query.where("i.customer_id", "in", ofSearch(db, scope, Search)))
    .$if(ProductId !== undefined, (query) => query.where("i.product_id", "=", ProductId!))
    .$if(CustomerId !== undefined, (query) => query.where("i.customer_id", "=", CustomerId!));

/** Counts a search's matches by status; each count ignores the status filter. */
export function countServices(db: Db, scope: Scope, filter: ServiceFilter) {
  const { Search, ProductId, CustomerId } = filter;
  if (Search === "" && CustomerId === undefined && isOfEveryCustomer(scope))
    return db
      .selectFrom("company_tallies")
      .where("reseller_id", "=", scope.resellerId)
      .where("figure", "=", "services")
      .where("mark", "not in", ["Deleted", "Upgraded"])
      .where(ofOwnProduct(scope, "product_id"))
      .$if(ProductId !== undefined, (query) => query.where("product_id", "=", ProductId!))
      .select(["mark as status", sql<bigint>`sum(amount)::bigint`.as("count")])
      .groupBy("mark")
      .execute();
  const counts = instancesInUse(db, scope)
    .$if(Search !== "", (query) => query.where("i.customer_id", "in", ofSearch(db, scope, Search)))
    .$if(ProductId !== undefined, (query) => query.where("i.product_id", "=", ProductId!))
    .$if(CustomerId !== undefined, (query) => query.where("i.customer_id", "=", CustomerId!))
    .select((select) => ["i.status", select.fn.countAll<bigint>().as("count")])
    .groupBy("i.status");
  return planWithValues(db, isSelective(filter), () => counts.execute());
}

/** Lists a customer's services of one level: its own, or those of one of its users. */
export const listOfLevel = (db: Db, scope: Scope, customerId: string, membershipId: string | null) =>
  servicesOf(db, scope)
    .select(serviceColumns)
    .where("i.customer_id", "=", customerId)
    .where("i.membership_id", membershipId === null ? "is" : "=", membershipId)
    .where(inState(undefined))
    .orderBy("i.id")
    .execute();

export const listAllOfCustomer = (db: Db, scope: Scope, customerId: string) =>
  servicesOf(db, scope)
    .select(serviceColumns)
    .where("i.customer_id", "=", customerId)
    .orderBy("i.id", "desc")
    .limit(1000)
    .execute();

/** Lists subscriptions of the Office 365 family, add-ons after their base subscriptions. */
export const listOffice365 = (db: Db, scope: Scope, customerId: string) =>
  db
    .selectFrom("subscriptions as s")
    .innerJoin("products as p", "p.id", "s.product_id")
    .innerJoin("service_instances as i", (join) =>
      join.onRef("i.reseller_id", "=", "s.reseller_id").onRef("i.id", "=", "s.instance_id"),
    )
    .where("s.reseller_id", "=", scope.resellerId)
    .where("s.customer_id", "=", customerId)
    .where("p.family", "in", ["Office365Core", "Office365Secure"])
    .where("s.status", "<>", "cancelled")
    .where(ofOwnProduct(scope, "s.product_id"))
    .where(ofOneself(scope, "i.membership_id"))
    .select([
      "s.id",
      "s.instance_id",
      "s.product_id",
      "s.sku",
      "s.name",
      "s.quantity",
      "s.status",
      "s.parent_id",
      "s.term_until",
    ])
    .orderBy(sql`coalesce(s.parent_id, s.id)`)
    .orderBy("s.id")
    .execute();

/** Streams a search's matches as rows of a file. */
export const streamServices = (exports: Exports, actor: TenantActor, filter: ServiceFilter): Promise<Download> =>
  exports.stream(boundsOf(actor), (db) =>
    filtered(db, actor, filter)
      .select([
        sql`csv_text(c.name)`.as("Customer"),
        sql`csv_text(p.name)`.as("Product"),
        sql`csv_text(m.name)`.as("User"),
        "i.status as State",
        sql`csv_text(i.reason)`.as("Reason"),
        sql`to_char(i.since at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`.as("Since (UTC)"),
        sql`csv_text((
          select string_agg(held.quantity || ' ' || held.unit, ', ' order by held.quantity desc, held.unit) from (${held}) held))`.as(
          "Units",
        ),
      ])
      .orderBy("c.name")
      .orderBy("i.id"),
  );
