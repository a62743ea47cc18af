import type { Hint, Seen } from "@tradewind/vendors/vendor.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import type { Platform } from "../../platform/platform.ts";
import { hastenOrders } from "../orders/orders.store.ts";
import { findLastView, insertView, lockSubscriptionOf, type Ours } from "./vendor-views.store.ts";

/**
 * Records a vendor's state if it differs from the last one seen, or from ours if none was seen. It appears in the
 * service's history; our own state stays unchanged, as the two may differ. Orders at work on the service are looked at
 * at once: what they wait for may have come.
 */
export async function learn(
  tx: Tx,
  platform: Platform,
  { vendor, hint, seen, now }: { vendor: string; hint: Hint; seen: Seen; now: Date },
): Promise<void> {
  const ours = await lockSubscriptionOf(tx, vendor, hint);
  if (!ours) return;
  for (const orderId of await hastenOrders(tx, ours.reseller_id, { instance_id: ours.instance_id }))
    await platform.jobs.file(tx, "orders.fulfil", { resellerId: ours.reseller_id, orderId });
  const last = (await findLastView(tx, ours)) ?? viewOf(ours);
  if (last.status === seen.status && last.quantity === seen.quantity) return;
  await insertView(tx, ours, seen, now);
  await announce(tx, ours.reseller_id, ["services", "customers"], ours.customer_id);
}

const viewOf = ({ status, quantity }: Ours) => ({ status: status === "cancelled" ? "ended" : status, quantity });
