import { takeWindows, type VendorWindow } from "@tradewind/domain/ordering/windows.ts";
import type { Tx } from "../../platform/db.ts";
import { announce } from "../../platform/events.store.ts";
import { insertHistory } from "../subscriptions/subscriptions.store.ts";
import type { Standing } from "./vendor-views.store.ts";
import { setLots } from "./windows.store.ts";

/** Until when a vendor was seen to take units of a subscription back. */
export type SeenWindows = { row: Standing; customerId: string; windows: readonly VendorWindow[] };

/** Takes over until when vendors take units back: what they tell rules, ours was a promise until then. */
export async function followWindows(tx: Tx, seen: readonly SeenWindows[], now: Date): Promise<void> {
  const moved = seen.flatMap(({ row, customerId, windows }) => {
    const taken = takeWindows({ key: row.id, lots: row.lots }, windows, now.toISOString());
    return taken ? [{ ...taken, resellerId: row.reseller_id, id: row.id, was: row.lots, customerId }] : [];
  });
  if (moved.length === 0) return;
  const set = await setLots(
    tx,
    moved.map(({ resellerId, id, was, lots }) => ({ resellerId, id, was, lots })),
  );
  // Of what an order changes meanwhile they are taken over when it is seen next.
  const kept = moved.filter(({ id }) => set.has(id));
  await insertHistory(
    tx,
    kept.map(({ resellerId, id, entry }) => ({ resellerId, subscriptionId: id, orderId: null, entry })),
    now,
  );
  const places = new Map(kept.map(({ customerId, resellerId }) => [customerId, resellerId]));
  for (const [customerId, resellerId] of places) await announce(tx, resellerId, ["services"], customerId);
}
