import type { HistoryEntry, Subscription } from "@tradewind/domain/pricing/pricing-types.ts";
import { periodAt } from "@tradewind/domain/pricing/terms.ts";
import { dayOf } from "@tradewind/domain/values/dates.ts";
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
import { correctLaterPeriods, listHistory } from "./refusals.store.ts";

type Order = { id: string; task: Selectable<Orders>["task"] };

/** What is refused when it is added stays as it was ordered, so that it can be tried again; so does a wish for the term's end. */
const staysAsOrdered = ({ task }: Order) => task === "add" || task === "schedule" || task === "billing";

/**
 * Makes the books say that lines of an order, given by their subscriptions, never took effect, because the vendor refused
 * them: each subscription is as if they had not been. What the order promised to charge for them is never charged.
 */
export async function undoLines(tx: Tx, resellerId: string, order: Order, subscriptions: readonly string[], now: Date) {
  if (staysAsOrdered(order)) return;
  const rows = await lockSubscriptions(tx, resellerId, subscriptions);
  const all = Map.groupBy(await listHistory(tx, resellerId, subscriptions, order.id), (each) => each.subscriptionKey);
  const at = now.toISOString();
  const undone = rows.flatMap((row) => {
    const history = all.get(row.id) ?? [];
    const taken = history.filter((entry) => entry.orderId === order.id && !isUndone(entry, history, at));
    if (taken.length === 0) return [];
    const entry: HistoryEntry = { subscriptionKey: row.id, effectiveAt: at, kind: "undone", data: {} };
    // What began by the order never was.
    const state = asOf([...history, { ...entry, id: newId(), orderId: order.id, recordedAt: at }], at, at) ?? {
      ...toSubscription(row),
      status: "cancelled" as const,
      quantity: 0,
      lots: [],
    };
    // Only a new term has another period: the one that it took the place of was charged last.
    const period =
      order.task === "newTerm" ? periodAt(state, dayOf(taken[0]!.effectiveAt)) : toSubscription(row).period;
    return [{ entry, seats: seatsOf(taken), state: { ...state, period, resellerId } }];
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
      sum +
      (kind === "seatsAdded" || kind === "started" ? data.quantity : kind === "seatsRemoved" ? -data.quantity : 0),
    0,
  );

/** Promises refused lines of an order again: the same changes with the same windows. The same charges are still held. */
export async function redoLines(tx: Tx, resellerId: string, order: Order, subscriptions: readonly string[], now: Date) {
  if (staysAsOrdered(order)) return;
  const rows = await lockSubscriptions(tx, resellerId, subscriptions);
  const promised = (await listHistory(tx, resellerId, subscriptions, order.id)).filter((each) => each.isPromise);
  const after = rows.map((row) =>
    promised.filter((entry) => entry.subscriptionKey === row.id).reduce<Subscription>(apply, toSubscription(row)),
  );
  await updateSubscriptions(
    tx,
    after.map((each) => ({ ...each, resellerId })),
  );
  await enter(tx, resellerId, order, promised, now);
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
