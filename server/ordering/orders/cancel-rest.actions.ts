import { recordActivity } from "../../platform/activity.store.ts";
import type { TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { announce } from "../../platform/events.store.ts";
import type { Doing } from "../../platform/http.ts";
import { closeGoods, holdGoodsWork, listGoodsOfOrders, restOf } from "../goods/goods.store.ts";
import { listOrderLines, lockOrder, type OrderRow } from "./orders.store.ts";

/** Cancels what has not left of lines of an order: it is free for others, and what is held for it is never charged. */
export async function cancelRest(
  { tx, actor, doer, now, platform }: Doing<TenantActor>,
  orderId: string,
  keys: readonly string[],
): Promise<OrderRow> {
  await holdGoodsWork(tx, actor.resellerId, orderId);
  const order = orNotFound(await lockOrder(tx, actor, orderId));
  const of = { reseller_id: actor.resellerId, order_id: orderId };
  const before = (await listGoodsOfOrders(tx, [of])).filter((line) => keys.includes(line.subscription_id));
  const lines = before.filter((line) => restOf(line) > 0).map((line) => line.subscription_id);
  if (lines.length < new Set(keys).size) throw new AppError("nothingToCancel");
  await closeGoods(tx, { resellerId: actor.resellerId, orderId, lines }, "cancelled", now);
  const after = (await listGoodsOfOrders(tx, [of])).filter((line) => lines.includes(line.subscription_id));
  // The last of it may have left between the look and the lock.
  if (after.some((line) => line.cancelled === 0)) throw new AppError("nothingToCancel");
  const names = new Map(
    (await listOrderLines(tx, actor.resellerId, [orderId])).map((line) => [line.subscription_id, line.name]),
  );
  const things = after.map((line) => `${line.cancelled} × ${names.get(line.subscription_id)}`).join(", ");
  await recordActivity(tx, doer, {
    action: "orders.cancelRest",
    what: `Cancelled ${things} before dispatch`,
    customerId: order.customer_id,
    object: ["order", orderId],
  });
  await announce(tx, actor.resellerId, ["services", "orders", "dashboard", "work"], order.customer_id);
  await platform.jobs.file(tx, "orders.fulfil", { resellerId: actor.resellerId, orderId });
  return order;
}
