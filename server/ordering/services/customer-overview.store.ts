import { sql } from "kysely";
import type { Db } from "../../platform/db.ts";
import { atVendor } from "../subscriptions/subscriptions.store.ts";

const mostEnded = 50;

const ofCustomer = (db: Db, resellerId: string, customerId: string) =>
  db
    .selectFrom("subscriptions")
    .where("subscriptions.reseller_id", "=", resellerId)
    .where("subscriptions.customer_id", "=", customerId);

/** Lists what a customer has, with its product and unit, what is worth most first as far as a list can say: by product. */
export const listHeld = (db: Db, resellerId: string, customerId: string) =>
  ofCustomer(db, resellerId, customerId)
    .innerJoin("products as p", "p.id", "subscriptions.product_id")
    .innerJoin("offers as o", "o.id", "subscriptions.offer_id")
    .where("subscriptions.status", "<>", "cancelled")
    .selectAll("subscriptions")
    .select(["p.name as product_name", "p.icon", "o.unit"])
    .select(atVendor)
    .orderBy("p.name")
    .orderBy("subscriptions.id")
    .execute();

/** Lists the latest that a customer had. */
export const listEnded = (db: Db, resellerId: string, customerId: string) =>
  ofCustomer(db, resellerId, customerId)
    .innerJoin("offers as o", "o.id", "subscriptions.offer_id")
    .where("subscriptions.status", "=", "cancelled")
    .select(["subscriptions.id", "subscriptions.name", "subscriptions.quantity", "o.unit"])
    .orderBy("subscriptions.id", "desc")
    .limit(mostEnded)
    .execute();

/** Counts a customer's services that failed or differ from their vendor's book, as the list of customers does. */
export async function countTroubles(db: Db, resellerId: string, customerId: string): Promise<number> {
  const { rows } = await sql<{ services: number }>`
    select count(*)::int as services from (
      select i.id from service_instances i
      where i.reseller_id = ${resellerId} and i.customer_id = ${customerId} and i.status in ('ActivationFailed', 'DeletionFailed')
      union
      select b.instance_id from differences d join subscriptions b on b.reseller_id = d.reseller_id and b.id = d.subscription_id
      where d.reseller_id = ${resellerId} and d.customer_id = ${customerId} and d.state in ('open', 'asked') and d.kind <> 'unknown') troubled`.execute(
    db,
  );
  return rows[0]!.services;
}
