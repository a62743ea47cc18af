import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import { findOrderParts } from "./system-orders.store.ts";
import { insertLinesOfOrders, insertOrders, type NewOrder } from "./orders.store.ts";

type Filed = {
  of: { order: { customer_id: string; instance_id: string } };
  task: "change" | "schedule" | "cancel" | "suspend" | "resume" | "assign";
  /** Ids of the subscriptions to bring to their stored state. */
  lines: readonly string[];
  /** Of an order about people: whose units are taken back. */
  taken?: readonly string[];
  journey?: NewOrder["journey"];
  placedBy?: { id: string; name: string };
};

/** Files an order by the system itself, without charges, to bring the provider to the stored state. */
export async function fileOrder(
  tx: Tx,
  platform: Platform,
  { resellerId, ...filed }: Filed & { resellerId: string },
  now = platform.clock.now(),
): Promise<string> {
  const [orderId] = await fileOrders(tx, platform, resellerId, [filed], now);
  return orderId!;
}

/** Like `fileOrder`, for several at once. Returns their ids. */
export async function fileOrders(
  tx: Tx,
  platform: Platform,
  resellerId: string,
  several: readonly Filed[],
  now: Date,
): Promise<string[]> {
  const parts = await findOrderParts(
    tx,
    resellerId,
    several.flatMap(({ lines }) => lines),
  );
  const orders = several.map((filed) => ({
    ...filed,
    id: newId(),
    parts: parts.filter(({ id }) => filed.lines.includes(id)),
  }));
  await insertOrders(
    tx,
    orders.map(({ id, of: { order }, task, journey, placedBy, parts: [first] }) => ({
      resellerId,
      id,
      customerId: order.customer_id,
      instanceId: order.instance_id,
      productId: first!.product_id,
      journey: journey ?? (task === "cancel" ? "Delete" : "Modify"),
      task,
      proposalHash: null,
      proposal: null,
      details: {},
      placedBy: placedBy?.id ?? null,
      placedByName: placedBy?.name ?? "Tradewind",
    })),
    now,
  );
  await insertLinesOfOrders(
    tx,
    resellerId,
    orders.flatMap((order) =>
      order.parts.map((part) => ({
        orderId: order.id,
        subscriptionId: part.id,
        offerId: part.offer_id,
        name: part.name,
        quantity: part.quantity,
        attributes: part.attributes,
        taken: order.taken ?? [],
      })),
    ),
  );
  for (const { id } of orders) await platform.jobs.file(tx, "orders.fulfil", { resellerId, orderId: id });
  return orders.map(({ id }) => id);
}
