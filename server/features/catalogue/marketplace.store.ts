import type { InstanceState } from "@tradewind/domain/instances.ts";
import { sql } from "kysely";
import { escapeLike, type Db } from "../../platform/db.ts";
import type { Scope } from "../customers/customers.store.ts";

/** Customers that the picker shows at a time. */
const pickerSize = 50;

/** Instances that are gone leave no trace in lists. */
const gone = ["Deleted", "Upgraded"] as const;

/**
 * The state of each product at a customer, or at one of its people; of several instances an active one counts first,
 * then the newest. Products sold once per reseller count wherever they are.
 */
export async function instanceStatesOf(
  db: Db,
  resellerId: string,
  buyer: { customerId: string; userId: string | null },
): Promise<Map<string, InstanceState>> {
  const live = () =>
    db
      .selectFrom("service_instances as i")
      .where("i.reseller_id", "=", resellerId)
      .where("i.status", "not in", gone)
      .distinctOn("i.product_id")
      .select(["i.product_id", "i.status"])
      .orderBy("i.product_id")
      .orderBy(sql`i.status = 'Active'`, "desc")
      .orderBy("i.since", "desc");
  const [here, anywhere] = await Promise.all([
    live()
      .where("i.customer_id", "=", buyer.customerId)
      .where("i.membership_id", buyer.userId === null ? "is" : "=", buyer.userId)
      .execute(),
    live().innerJoin("products as p", "p.id", "i.product_id").where("p.cardinality", "=", "OncePerReseller").execute(),
  ]);
  return new Map([...anywhere, ...here].map((row) => [row.product_id, row.status]));
}

/** Customers a search finds, an equal name first, each with the state of one product there. */
export const customersForProduct = (db: Db, scope: Scope, productId: string, search: string) =>
  db
    .selectFrom("customer_search as c")
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
    .$if(search !== "", (query) => query.where("c.name", "ilike", `%${escapeLike(search)}%`))
    .$if(scope.customerId !== null, (query) => query.where("c.id", "=", scope.customerId!))
    .select(["c.id", "c.name", "c.status", "instance.state"])
    .$if(search !== "", (query) => query.orderBy(sql`lower(c.name) = lower(${search})`, "desc"))
    .orderBy("c.name")
    .orderBy("c.id")
    .limit(pickerSize)
    .execute();

export async function hasProductAnywhere(db: Db, resellerId: string, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom("service_instances")
    .where("reseller_id", "=", resellerId)
    .where("product_id", "=", productId)
    .where("status", "not in", gone)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasMicrosoftTenant(db: Db, resellerId: string, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("provider_tenants")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("fulfiller", "=", "microsoft")
    .select("tenant_ref")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an active service of a Microsoft family stands at the customer. */
export async function hasActiveMicrosoft(db: Db, resellerId: string, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("service_instances as i")
    .innerJoin("products as p", "p.id", "i.product_id")
    .where("i.reseller_id", "=", resellerId)
    .where("i.customer_id", "=", customerId)
    .where("i.status", "=", "Active")
    .where("p.fulfiller", "=", "microsoft")
    .select("i.id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a person belongs to the customer. */
export async function isUserOf(db: Db, resellerId: string, customerId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("memberships")
    .where("reseller_id", "=", resellerId)
    .where("customer_id", "=", customerId)
    .where("id", "=", userId)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}
