import { lessUnits } from "@tradewind/domain/ordering/goods.ts";
import { apply } from "@tradewind/domain/ordering/subscriptions.ts";
import type { Tx } from "../../platform/db.ts";
import {
  insertHistory,
  lockSubscriptions,
  toSubscription,
  updateSubscriptions,
} from "../subscriptions/subscriptions.store.ts";
import { listGoodsOfOrders } from "./goods.store.ts";

/** Takes what was cancelled of lines of an order, given by their subscriptions, off what was bought. */
export async function bookCancelled(
  tx: Tx,
  of: { reseller_id: string; order_id: string },
  lines: readonly string[],
  now: Date,
): Promise<void> {
  const goods = await listGoodsOfOrders(tx, [of]);
  const fewer = goods.filter((line) => line.cancelled > 0 && lines.includes(line.subscription_id));
  await takeUnits(tx, of, new Map(fewer.map((line) => [line.subscription_id, line.cancelled])), now);
}

/** Takes units off what was bought; `units` says how many, by subscription. */
export async function takeUnits(
  tx: Tx,
  of: { reseller_id: string; order_id: string },
  units: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  if (units.size === 0) return;
  const bought = (await lockSubscriptions(tx, of.reseller_id, [...units.keys()])).map(toSubscription);
  const entries = bought.map((each) => lessUnits(each, units.get(each.key)!, now.toISOString()));
  await updateSubscriptions(
    tx,
    bought.map((each, at) => ({ ...apply(each, entries[at]!), resellerId: of.reseller_id })),
  );
  await insertHistory(
    tx,
    entries.map((entry) => ({
      resellerId: of.reseller_id,
      subscriptionId: entry.subscriptionKey,
      orderId: of.order_id,
      entry,
    })),
    now,
  );
}
