import type { RecordedEntry } from "@tradewind/domain/ordering/subscriptions.ts";
import type { Db } from "../../platform/db.ts";
import { ofOneself, ofOwnCustomer, ofOwnProduct, type Scope } from "../../platform/restriction.ts";
import { anyOf } from "../../platform/sql.ts";
import { toRecorded } from "../subscriptions/subscriptions.store.ts";

/**
 * Lists the subscriptions, whatever became of them, of a service or a customer, with what says how they stood: what each
 * counts and what its offer asks.
 */
export const listEverOf = (db: Db, scope: Scope, of: { instanceId: string } | { customerId: string }) =>
  db
    .selectFrom("subscriptions as s")
    .innerJoin("service_instances as i", (join) =>
      join.onRef("i.reseller_id", "=", "s.reseller_id").onRef("i.id", "=", "s.instance_id"),
    )
    .innerJoin("offers as o", "o.id", "s.offer_id")
    .innerJoin("products as p", "p.id", "s.product_id")
    .where("s.reseller_id", "=", scope.resellerId)
    .where(ofOwnCustomer(scope, "s.customer_id"))
    .where(ofOwnProduct(scope, "s.product_id"))
    .where(ofOneself(scope, "i.membership_id"))
    .where((where) =>
      "instanceId" in of ? where("s.instance_id", "=", of.instanceId) : where("s.customer_id", "=", of.customerId),
    )
    .select(["s.id", "s.name", "o.unit", "o.attributes", "p.name as product_name"])
    .orderBy("s.id")
    .execute();
export type EverRow = Awaited<ReturnType<typeof listEverOf>>[number];

/** Lists the whole history of subscriptions as it was recorded, the latest first. */
export async function listRecorded(db: Db, resellerId: string, ids: readonly string[]): Promise<RecordedEntry[]> {
  const rows = await db
    .selectFrom("subscription_history")
    .where("reseller_id", "=", resellerId)
    .where("subscription_id", "=", anyOf(ids, "uuid"))
    .select(["id", "subscription_id", "order_id", "effective_at", "recorded_at", "kind", "data"])
    .orderBy("recorded_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(toRecorded);
}
