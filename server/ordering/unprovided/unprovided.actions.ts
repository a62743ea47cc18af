import type { HistoryEntry, Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { apply } from "@tradewind/domain/ordering/subscriptions.ts";
import type { Selectable } from "kysely";
import type { Tx } from "../../platform/db.ts";
import type { Orders } from "../../platform/schema.gen.ts";
import {
  insertHistory,
  lockSubscriptions,
  toSubscription,
  updateSubscriptions,
} from "../subscriptions/subscriptions.store.ts";
import {
  chargeAgain,
  giveBackLaterPeriods,
  giveBackOrder,
  listSeatsOfOrder,
  type SeatsOfOrder,
} from "./unprovided.store.ts";

type Order = { id: string; task: Selectable<Orders>["task"] };

/**
 * Refunds the charges of a failed order for what its provider did not deliver, and removes the added seats from the
 * books.
 */
export async function giveBackUnprovided(tx: Tx, resellerId: string, order: Order, now: Date): Promise<void> {
  if (order.task !== "add" && order.task !== "change") return;
  const seats = (await listSeatsOfOrder(tx, resellerId, order.id)).filter(({ held }) => held > 0);
  await enter(tx, resellerId, order, seats, now, ({ subscriptionId, held }) => ({
    subscriptionKey: subscriptionId,
    effectiveAt: now.toISOString(),
    kind: "seatsRemoved",
    data: { quantity: held },
  }));
  await giveBackOrder(tx, resellerId, order.id, now);
  const unprovided = new Map(seats.map(({ subscriptionId, held }) => [subscriptionId, held]));
  if (unprovided.size > 0) await giveBackLaterPeriods(tx, resellerId, order.id, unprovided, now);
}

/** Restores a failed order's promise: the same charges, and the same seats with the same window. */
export async function promiseAgain(tx: Tx, resellerId: string, order: Order, now: Date): Promise<void> {
  if (order.task !== "add" && order.task !== "change") return;
  const seats = (await listSeatsOfOrder(tx, resellerId, order.id)).filter(({ held }) => held === 0);
  await enter(tx, resellerId, order, seats, now, ({ subscriptionId, quantity, refundableUntil, addedAt }) => ({
    subscriptionKey: subscriptionId,
    effectiveAt: addedAt.toISOString(),
    kind: "seatsAdded",
    data: { quantity, refundableUntil },
  }));
  await chargeAgain(tx, resellerId, order.id, now);
}

async function enter<Seats extends SeatsOfOrder>(
  tx: Tx,
  resellerId: string,
  order: Order,
  seats: readonly Seats[],
  now: Date,
  toEntry: (seats: Seats) => HistoryEntry,
): Promise<void> {
  if (seats.length === 0) return;
  const entries = new Map(seats.map((each) => [each.subscriptionId, toEntry(each)]));
  const rows = await lockSubscriptions(tx, resellerId, [...entries.keys()]);
  const after = rows.map((row): Subscription => apply(toSubscription(row), entries.get(row.id)!));
  await updateSubscriptions(
    tx,
    after.map((each) => ({ ...each, resellerId })),
  );
  await insertHistory(
    tx,
    [...entries.values()].map((entry) => ({
      resellerId,
      subscriptionId: entry.subscriptionKey,
      orderId: order.id,
      entry,
    })),
    now,
  );
}
