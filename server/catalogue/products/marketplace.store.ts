import type { InstanceState } from "@tradewind/domain/catalogue/instances.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { wordsMatch, planWithValues, anyOf } from "../../platform/sql.ts";
import type { Scope } from "../../platform/restriction.ts";
import { orderedFor, searchedCustomers } from "../../customers/customers/customers.store.ts";

/** Most customers the picker shows. */
const pickerSize = 50;

/** Lists leave these instances out. */
const gone = ["Deleted", "Upgraded"] as const;

/**
 * Finds each product's state at a customer, or at one of its people. Of several instances an active one comes first,
 * then the newest. Products sold once per reseller count for every customer.
 */
export async function instanceStatesOf(
  db: Db,
  resellerId: string,
  buyer: { customerId: string; userId: string | null },
): Promise<Map<string, InstanceState>> {
  const [here, anywhere] = await Promise.all([
    db
      .selectFrom("service_instances")
      .where("reseller_id", "=", resellerId)
      .where("customer_id", "=", buyer.customerId)
      .where("membership_id", buyer.userId === null ? "is" : "=", buyer.userId)
      .where("status", "not in", gone)
      .distinctOn("product_id")
      .select(["product_id", "status"])
      .orderBy("product_id")
      .orderBy(sql`status = 'Active'`, "desc")
      .orderBy("since", "desc")
      .execute(),
    // There is at most one, so the first match will do.
    db
      .selectFrom("products as p")
      .innerJoinLateral(
        (inner) =>
          inner
            .selectFrom("service_instances as i")
            .where("i.reseller_id", "=", resellerId)
            .whereRef("i.product_id", "=", "p.id")
            .where("i.status", "not in", gone)
            .select(["i.product_id", "i.status"])
            .limit(1)
            .as("instance"),
        (join) => join.onTrue(),
      )
      .where("p.cardinality", "=", "OncePerReseller")
      .select(["instance.product_id", "instance.status"])
      .execute(),
  ]);
  return new Map([...anywhere, ...here].map((row) => [row.product_id, row.status]));
}

/** Searches customers, exact names first, each with the state of one product there. */
export async function customersForProduct(db: Db, scope: Scope, productId: string, search: string) {
  const customers = searchedCustomers(db, scope)
    .$if(scope.customerId !== null, (query) => query.where("id", "=", scope.customerId!))
    .select(["id", "name", "status"])
    .limit(pickerSize);
  const found = customers
    .$if(search !== "", (query) => query.where(wordsMatch("words", search)))
    .orderBy(orderedFor(search, "name"))
    .orderBy("id");
  const [equal, first] = await planWithValues(db, search !== "" && search.length < 3, () =>
    Promise.all([
      search === "" ? [] : withState(customers.where(sql<boolean>`lower(name) = lower(${search})`)).execute(),
      withState(found).execute(),
    ]),
  );
  return [...equal, ...first.filter((row) => !equal.some(({ id }) => id === row.id))];

  /** The state is looked up only for the rows shown, not for all matches. */
  function withState(chosen: typeof customers) {
    return db
      .selectFrom(chosen.as("c"))
      .leftJoinLateral(
        (inner) =>
          inner
            .selectFrom("service_instances as i")
            .where("i.reseller_id", "=", scope.resellerId)
            .whereRef("i.customer_id", "=", "c.id")
            .where("i.product_id", "=", productId)
            .where("i.membership_id", "is", null)
            .where("i.status", "not in", gone)
            .select("i.status as state")
            .orderBy(sql`i.status = 'Active'`, "desc")
            .orderBy("i.since", "desc")
            .limit(1)
            .as("instance"),
        (join) => join.onTrue(),
      )
      .select(["c.id", "c.name", "c.status", "instance.state"])
      .orderBy("c.name")
      .orderBy("c.id");
  }
}

/** Tells whether the reseller has the product at any customer, even one the caller may not see. */
export async function hasProductAnywhere(db: Db, productId: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select app_has_product(${productId}) as taken`.execute(db);
  return rows[0]!.taken;
}

/** Finds the customer's tenants at some vendors, by vendor. */
export async function tenantsAt(
  db: Db,
  vendors: readonly string[],
  resellerId: string,
  customerId: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("provider_tenants")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("fulfiller", "=", anyOf(vendors, "text"))
    .select(["fulfiller", "tenant_ref"])
    .execute();
  return new Map(rows.map(({ fulfiller, tenant_ref }) => [fulfiller, tenant_ref]));
}

/** Tells whether the customer has an active service of one of the vendors. */
export async function hasActiveServiceOf(
  db: Db,
  vendors: readonly string[],
  resellerId: string,
  customerId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("service_instances as i")
    .innerJoin("products as p", "p.id", "i.product_id")
    .where("i.reseller_id", "=", resellerId)
    .where("i.customer_id", "=", customerId)
    .where("i.status", "=", "Active")
    .where("p.fulfiller", "=", anyOf(vendors, "text"))
    .select("i.id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
