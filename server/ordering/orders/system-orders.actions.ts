import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import { findOrderParts } from "./system-orders.store.ts";
import { insertOrder, insertOrderLines, type NewOrder } from "./orders.store.ts";

type Filed = {
  resellerId: string;
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
export async function fileOrder(tx: Tx, platform: Platform, filed: Filed, now = platform.clock.now()): Promise<string> {
  const { resellerId } = filed;
  const { customer_id: customerId, instance_id: instanceId } = filed.of.order;
  const parts = await findOrderParts(tx, resellerId, filed.lines);
  const orderId = newId();
  await insertOrder(
    tx,
    {
      resellerId,
      id: orderId,
      customerId,
      instanceId,
      productId: parts[0]!.product_id,
      journey: filed.journey ?? (filed.task === "cancel" ? "Delete" : "Modify"),
      task: filed.task,
      proposalHash: null,
      proposal: null,
      details: {},
      placedBy: filed.placedBy?.id ?? null,
      placedByName: filed.placedBy?.name ?? "Tradewind",
    },
    now,
  );
  await insertOrderLines(
    tx,
    resellerId,
    orderId,
    parts.map((part) => ({
      subscriptionId: part.id,
      offerId: part.offer_id,
      name: part.name,
      quantity: part.quantity,
      attributes: part.attributes,
      taken: filed.taken ?? [],
    })),
  );
  await platform.jobs.file(tx, "orders.fulfil", { resellerId, orderId });
  return orderId;
}
