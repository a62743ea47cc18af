import type { HistoryEntry, Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { apply, asOf, isUndone, type RecordedEntry } from "@tradewind/domain/ordering/subscriptions.ts";
import type { Selectable } from "kysely";
import type { Tx } from "../../platform/db.ts";
import { newId } from "../../platform/random.ts";
import type { Orders } from "../../platform/schema.gen.ts";
import {
  insertHistory,
  lockSubscriptions,
  toSubscription,
  updateSubscriptions,
} from "../subscriptions/subscriptions.store.ts";
import { chargeAgain, correctLaterPeriods, listHistory, takeBackCharges, type Lines } from "./refusals.store.ts";

type Order = { id: string; task: Selectable<Orders>["task"] };

/**
 * Makes the books say that lines of an order never took effect, because the vendor refused them: each subscription is
 * as if they had not been, and every charge or refund is corrected by one that names it. What was refused when it was
 * added stays as it was ordered, without charges, so that it can be tried again; a wish for the term's end stays, too.
 */
export async function undoLines(tx: Tx, resellerId: string, order: Order, lines: Lines, now: Date): Promise<void> {
  if (order.task !== "add" && order.task !== "schedule") await undoHistory(tx, resellerId, order, lines, now);
  await takeBackCharges(tx, resellerId, order.id, lines, now);
}

async function undoHistory(tx: Tx, resellerId: string, order: Order, { subscriptions }: Lines, now: Date) {
  const rows = await lockSubscriptions(tx, resellerId, subscriptions);
  const all = Map.groupBy(await listHistory(tx, resellerId, subscriptions, order.id), (each) => each.subscriptionKey);
  const at = now.toISOString();
  const undone = rows.flatMap((row) => {
    const history = all.get(row.id) ?? [];
    const taken = history.filter((entry) => entry.orderId === order.id && !isUndone(entry, history, at));
    if (taken.length === 0) return [];
    const entry: HistoryEntry = { subscriptionKey: row.id, effectiveAt: at, kind: "undone", data: {} };
    const state = asOf([...history, { ...entry, id: newId(), orderId: order.id, recordedAt: at }], at, at)!;
    return [{ entry, seats: seatsOf(taken), state: { ...state, period: toSubscription(row).period, resellerId } }];
  });
  await updateSubscriptions(
    tx,
    undone.map(({ state }) => state),
  );
  await enter(
    tx,
    resellerId,
    order,
    undone.map(({ entry }) => entry),
    now,
  );
  const wrong = new Map(undone.flatMap(({ state, seats }) => (seats === 0 ? [] : [[state.key, seats]])));
  if (wrong.size > 0) await correctLaterPeriods(tx, resellerId, order.id, wrong, now);
}

const seatsOf = (entries: readonly HistoryEntry[]) =>
  entries.reduce(
    (sum, { kind, data }) =>
      sum + (kind === "seatsAdded" ? data.quantity : kind === "seatsRemoved" ? -data.quantity : 0),
    0,
  );

/** Promises refused lines of an order again: the same changes with the same windows, and the same charges. */
export async function redoLines(tx: Tx, resellerId: string, order: Order, lines: Lines, now: Date): Promise<void> {
  if (order.task !== "add" && order.task !== "schedule") {
    const rows = await lockSubscriptions(tx, resellerId, lines.subscriptions);
    const promised = (await listHistory(tx, resellerId, lines.subscriptions, order.id)).filter(
      (each) => each.isPromise,
    );
    const after = rows.map((row) =>
      promised.filter((entry) => entry.subscriptionKey === row.id).reduce<Subscription>(apply, toSubscription(row)),
    );
    await updateSubscriptions(
      tx,
      after.map((each) => ({ ...each, resellerId })),
    );
    await enter(tx, resellerId, order, promised, now);
  }
  await chargeAgain(tx, resellerId, order.id, lines, now);
}

const enter = (
  tx: Tx,
  resellerId: string,
  order: Order,
  entries: readonly (HistoryEntry | RecordedEntry)[],
  now: Date,
) =>
  insertHistory(
    tx,
    entries.map((entry) => ({ resellerId, subscriptionId: entry.subscriptionKey, orderId: order.id, entry })),
    now,
  );
