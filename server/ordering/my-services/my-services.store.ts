import type { HolderSort, ListId } from "@tradewind/contract/ordering/my-services.ts";
import { sql, type SqlBool } from "kysely";
import type { Db } from "../../platform/db.ts";
import { isOfEveryCustomer, ofOneself, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { anyOf, wordsMatch, planWithValues } from "../../platform/sql.ts";
import { orderedFor, searchedCustomers, sortOf, type CustomerKey } from "../../customers/customers/customers.store.ts";
import { instancesInUse } from "../../customers/customers/products-in-use.store.ts";
import { serviceColumns, servicesOf } from "../instances/instances.store.ts";
import { atVendor } from "../subscriptions/subscriptions.store.ts";

export const pageSize = 50;

/** Lists the products of which there are services, each with how many and in which states, by name. */
export function listHeldProducts(db: Db, scope: Scope) {
  const byState = isOfEveryCustomer(scope)
    ? db
        .selectFrom("company_tallies as t")
        .where("t.reseller_id", "=", scope.resellerId)
        .where("t.figure", "=", "services")
        .where("t.mark", "not in", ["Deleted", "Upgraded"])
        .where(ofOwnProduct(scope, "t.product_id"))
        .select(["t.product_id", "t.mark as state", sql<number>`sum(t.amount)::int`.as("services")])
        .groupBy(["t.product_id", "t.mark"])
    : instancesInUse(db, scope)
        .select(["i.product_id", "i.status as state", sql<number>`count(*)::int`.as("services")])
        .groupBy(["i.product_id", "i.status"]);
  type Held = { product_id: string; services: number; states: string[] };
  const held = sql<Held>`(select product_id, sum(services)::int as services, array_agg(state::text) as states
    from (${byState}) s where services > 0 group by product_id)`;
  return db
    .selectFrom(held.as("held"))
    .innerJoin("products as p", "p.id", "held.product_id")
    .select([
      "p.id",
      "p.name",
      "p.icon",
      "p.agreement_service_id",
      "p.my_services_id",
      "p.sub_id",
      "p.route_name",
      "p.listing_id",
      "p.new_journey",
      "p.journey_type",
      "held.services",
      "held.states",
    ])
    .orderBy("p.name")
    .execute();
}

type Holders = { productId: string; search: string; sort: HolderSort; after: CustomerKey | undefined };

/** Lists a page of the customers who have services of a product, by name up or down, plus one more. */
export function listHolders(db: Db, scope: Scope, { productId, search, sort, after }: Holders) {
  const { direction } = sortOf(sort);
  const beyond = sql.raw(direction === "asc" ? ">" : "<");
  const page = searchedCustomers(db, scope)
    .$if(search !== "", (query) => query.where(wordsMatch("words", search)))
    .$if(scope.customerId !== null, (query) => query.where("id", "=", scope.customerId!))
    .where((where) =>
      where.exists(
        instancesInUse(db, scope)
          .where("i.product_id", "=", productId)
          .where(sql<SqlBool>`i.customer_id = customer_search.id`)
          .select("i.id"),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(name, id) ${beyond} (${after!.value}, ${after!.id}::uuid)`),
    )
    .select(["id", "name"])
    .orderBy(orderedFor(search, "name"), direction)
    .orderBy("id", direction)
    .limit(pageSize + 1);
  return planWithValues(db, true, () => page.execute());
}

/** Lists the services of a product at some customers. */
export const listServicesOfHolders = (db: Db, scope: Scope, productId: string, customerIds: readonly string[]) =>
  servicesOf(db, scope)
    .where("i.product_id", "=", productId)
    .where("i.customer_id", "=", anyOf(customerIds, "uuid"))
    .where("i.status", "not in", ["Deleted", "Upgraded"])
    .select(serviceColumns)
    .orderBy("i.id")
    .execute();

/** What of a customer's subscriptions of a product a list shows. */
const inList: Readonly<Record<ListId, SqlBoolean>> = {
  subscriptions: sql<SqlBool>`i.membership_id is null and subscriptions.parent_id is null`,
  "add-ons": sql<SqlBool>`subscriptions.parent_id is not null`,
  users: sql<SqlBool>`i.membership_id is not null and subscriptions.parent_id is null`,
};
type SqlBoolean = ReturnType<typeof sql<SqlBool>>;

const subscriptionsOf = (db: Db, scope: Scope, of: { productId: string; customerId: string; listId: ListId }) =>
  db
    .selectFrom("subscriptions")
    .innerJoin("service_instances as i", (join) =>
      join.onRef("i.reseller_id", "=", "subscriptions.reseller_id").onRef("i.id", "=", "subscriptions.instance_id"),
    )
    .innerJoin("offers as o", "o.id", "subscriptions.offer_id")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.reseller_id", "=", "i.reseller_id").onRef("m.id", "=", "i.membership_id"),
    )
    .where("subscriptions.reseller_id", "=", scope.resellerId)
    .where("subscriptions.customer_id", "=", of.customerId)
    .where("subscriptions.product_id", "=", of.productId)
    .where("i.status", "not in", ["Deleted", "Upgraded"])
    .where(ofOwnCustomer(scope, "i.customer_id"))
    .where(ofOwnProduct(scope, "i.product_id"))
    .where(ofOneself(scope, "i.membership_id"))
    .where(inList[of.listId])
    .where(
      sql<SqlBool>`(subscriptions.status <> 'cancelled' or exists (select from order_lines l
        where l.reseller_id = subscriptions.reseller_id and l.subscription_id = subscriptions.id and l.state = 'working'))`,
    )
    .select([
      "subscriptions.id",
      "subscriptions.instance_id",
      "subscriptions.name",
      "subscriptions.quantity",
      "subscriptions.status",
      "subscriptions.term",
      "subscriptions.billing",
      "subscriptions.term_until",
      "subscriptions.term_end",
      "subscriptions.offer_id",
      "o.unit",
      "i.membership_id",
      "i.status as instance_status",
      "i.reason",
      "m.name as user_name",
      sql<boolean>`o.upgrades_to <> '{}'`.as("is_upgradable"),
      sql<
        string | null
      >`(select b.name from subscriptions b where b.reseller_id = subscriptions.reseller_id and b.id = subscriptions.parent_id)`.as(
        "parent_name",
      ),
      atVendor,
    ]);

export const listDetails = (db: Db, scope: Scope, of: { productId: string; customerId: string; listId: ListId }) =>
  subscriptionsOf(db, scope, of).orderBy("subscriptions.name").orderBy("subscriptions.id").limit(1_000).execute();

export const findDetail = (
  db: Db,
  scope: Scope,
  { detailId, ...of }: { productId: string; customerId: string; listId: ListId; detailId: string },
) => subscriptionsOf(db, scope, of).where("subscriptions.id", "=", detailId).executeTakeFirst();

export type DetailRow = Awaited<ReturnType<typeof listDetails>>[number];

export async function hasAddOns(db: Db, productId: string): Promise<boolean> {
  const { rows } = await sql`select from offers where product_id = ${productId} and is_add_on limit 1`.execute(db);
  return rows.length > 0;
}
