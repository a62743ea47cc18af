import type { Hint, Seen } from "@tradewind/vendors/vendor.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import { findLastView, insertView, lockSubscriptionOf, type Ours } from "./vendor-views.store.ts";

/**
 * Keeps what a vendor was seen to have, when it is news: other than what was seen last, or than what we have where
 * nothing was. The service's history shows it. Our own state stays: what is ours and what is theirs may differ.
 */
export async function learn(
  tx: Tx,
  { vendor, hint, seen, now }: { vendor: string; hint: Hint; seen: Seen; now: Date },
): Promise<void> {
  const ours = await lockSubscriptionOf(tx, vendor, hint);
  if (!ours) return;
  const last = (await findLastView(tx, ours)) ?? viewOf(ours);
  if (last.status === seen.status && last.quantity === seen.quantity) return;
  await insertView(tx, ours, seen, now);
  await announce(tx, ours.reseller_id, ["services", "customers"], ours.customer_id);
}

const viewOf = ({ status, quantity }: Ours) => ({ status: status === "cancelled" ? "ended" : status, quantity });
