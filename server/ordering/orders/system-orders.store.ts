import type { Db } from "../../platform/db.ts";
import { anyOf } from "../../platform/sql.ts";

export const findOrderParts = (db: Db, resellerId: string, subscriptionIds: readonly string[]) =>
  db
    .selectFrom("subscriptions")
    .where("reseller_id", "=", resellerId)
    .where("id", "=", anyOf(subscriptionIds, "uuid"))
    .select(["id", "product_id", "offer_id", "name", "quantity", "attributes"])
    .orderBy("id")
    .execute();
