import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db.ts";
import { ofOneself, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import type { Orders, ServiceInstances } from "../../platform/schema.gen.ts";
import { anyOf } from "../../platform/sql.ts";

export type InstanceStatus = ServiceInstances["status"];
export type Instance = NonNullable<Awaited<ReturnType<typeof findInstance>>>;

const columns = [
  "id",
  "customer_id",
  "product_id",
  "membership_id",
  "status",
  "reason",
  "since",
  "details",
  "created_at",
] as const;

const instancesOf = (db: Db, scope: Scope) =>
  db
    .selectFrom("service_instances")
    .where("reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "customer_id"))
    .where(ofOwnProduct(scope, "product_id"))
    .where(ofOneself(scope, "membership_id"));

export const findInstance = (db: Db, scope: Scope, instanceId: string) =>
  instancesOf(db, scope).where("id", "=", instanceId).select(columns).executeTakeFirst();

/** Like `findInstance`, and locks the row until the transaction ends. */
export const lockInstance = (tx: Tx, scope: Scope, instanceId: string) =>
  instancesOf(tx, scope).where("id", "=", instanceId).select(columns).forUpdate().executeTakeFirst();

/** Lists live instances of a product, at one customer or at any of the reseller's. */
export const listLiveInstances = (db: Db, resellerId: string, productId: string, customerId?: string) =>
  db
    .selectFrom("service_instances")
    .where("reseller_id", "=", resellerId)
    .where("product_id", "=", productId)
    .$if(customerId !== undefined, (query) => query.where("customer_id", "=", customerId!))
    .where("status", "not in", ["Deleted", "Upgraded"])
    .select(columns)
    .orderBy("id")
    .execute();

/** Lists a customer's services that are active or changing, each with its seats. */
export const listServicesOfCustomer = (db: Db, scope: Scope, customerId: string) =>
  services(db, scope)
    .where("i.customer_id", "=", customerId)
    .where("i.status", "not in", ["Deleted", "Upgraded"])
    .orderBy("i.id")
    .execute();

export const findService = (db: Db, scope: Scope, instanceId: string) =>
  services(db, scope).where("i.id", "=", instanceId).executeTakeFirst();

export type ServiceRow = NonNullable<Awaited<ReturnType<typeof findService>>>;

/** Selects services as lists show them, each with its seats. Every list builds on it. */
export const servicesOf = (db: Db, scope: Scope) =>
  db
    .selectFrom("service_instances as i")
    .innerJoin("customers as c", (join) =>
      join.onRef("c.reseller_id", "=", "i.reseller_id").onRef("c.id", "=", "i.customer_id"),
    )
    .innerJoin("products as p", "p.id", "i.product_id")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.reseller_id", "=", "i.reseller_id").onRef("m.id", "=", "i.membership_id"),
    )
    .where("i.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "i.customer_id"))
    .where(ofOwnProduct(scope, "i.product_id"))
    .where(ofOneself(scope, "i.membership_id"));

const services = (db: Db, scope: Scope) => servicesOf(db, scope).select(serviceColumns);

/** Selects how much of each unit a service holds, without add-ons. */
export const held = sql`
  select o.unit, sum(s.quantity) as quantity from subscriptions s join offers o on o.id = s.offer_id
  where s.reseller_id = i.reseller_id and s.instance_id = i.id and s.status <> 'cancelled' and s.parent_id is null
  group by o.unit`;

export const serviceColumns = [
  "i.id",
  "i.customer_id",
  "c.name as customer_name",
  "i.product_id",
  "p.name as product_name",
  "p.route_name",
  "p.icon",
  "p.charging_model",
  "i.membership_id",
  "m.first_name",
  "m.last_name",
  "i.status",
  "i.reason",
  "i.since",
  "i.details",
  sql<{ tasks: [Orders["task"], ...Orders["task"][]]; unanswered: boolean } | null>`(
    select jsonb_build_object('tasks', jsonb_agg(distinct o.task), 'unanswered', bool_and(o.unsure_since is not null))
    from orders o
    where o.reseller_id = i.reseller_id and o.instance_id = i.id and o.status = 'Working'
      and i.status in ('Activating', 'Deleting')
    having count(*) > 0)`.as("at_work"),
  sql<{ Unit: string; Quantity: number }[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('Unit', unit, 'Quantity', quantity) order by quantity desc, unit), '[]')
    from (${held}) held)`.as("quantities"),
  sql<string[]>`array(
    select s.name from subscriptions s
    where s.reseller_id = i.reseller_id and s.instance_id = i.id and s.status <> 'cancelled' and s.parent_id is null
    group by s.name order by min(s.id::text) limit 4)`.as("names"),
] as const;

export async function insertInstance(
  tx: Tx,
  instance: {
    resellerId: string;
    id: string;
    customerId: string;
    productId: string;
    membershipId: string | null;
    details: Record<string, unknown>;
    /** What is there already; it waits for its vendor otherwise. */
    status?: "Active";
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto("service_instances")
    .values({
      reseller_id: instance.resellerId,
      id: instance.id,
      customer_id: instance.customerId,
      product_id: instance.productId,
      membership_id: instance.membershipId,
      status: instance.status ?? "Activating",
      reason: instance.status ? null : "Waiting for the vendor",
      since: now,
      details: JSON.stringify(instance.details),
      created_at: now,
    })
    .execute();
}

/** Adds or replaces details by name. */
export async function mergeDetails(tx: Tx, resellerId: string, instanceId: string, details: object): Promise<void> {
  await tx
    .updateTable("service_instances")
    .set({ details: sql`details || ${JSON.stringify(details)}::jsonb` })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", instanceId)
    .execute();
}

export async function setInstanceStatus(
  tx: Tx,
  resellerId: string,
  instanceId: string,
  status: InstanceStatus,
  reason: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("service_instances")
    .set({ status, reason, since: now })
    .where("reseller_id", "=", resellerId)
    .where("id", "=", instanceId)
    .execute();
}

/** Deletes those of some services in which every subscription has ended. */
export async function deleteEnded(
  tx: Tx,
  resellerId: string,
  instanceIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable("service_instances as i")
    .set({ status: "Deleted", reason: null, since: now })
    .where("i.reseller_id", "=", resellerId)
    .where("i.id", "=", anyOf(instanceIds, "uuid"))
    .where(
      sql<boolean>`not exists (select from subscriptions s where s.reseller_id = i.reseller_id and s.instance_id = i.id and s.status <> 'cancelled')`,
    )
    .execute();
}
