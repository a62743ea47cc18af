import { dayOf, isBefore, type Instant } from "../values/dates.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";
import { takeNewest } from "../pricing/lots.ts";
import type { HistoryEntry, Lot, Subscription } from "../pricing/pricing-types.ts";
import { periodAt, startTerm } from "../pricing/terms.ts";
import { moveWindows } from "./windows.ts";

/**
 * A stored history entry: `effectiveAt` is when it takes effect, `recordedAt` is when we learnt of it, `id` grows with
 * each record. `orderId` is null where no order made it.
 */
export type RecordedEntry = HistoryEntry & { id: string; recordedAt: Instant; orderId: string | null };

/**
 * Returns the state of one subscription at `effective`, as known at `recorded`; undefined before it began. Entries may
 * come in any order: they are applied by effective time, and at the same instant in the order they were recorded. What
 * followed on a start that never took effect says nothing either.
 */
export function asOf(
  history: readonly RecordedEntry[],
  effective: Instant,
  recorded: Instant,
): Subscription | undefined {
  const known = history
    .filter((entry) => !isBefore(recorded, entry.recordedAt) && !isBefore(effective, entry.effectiveAt))
    .filter((entry) => entry.kind !== "undone" && !isUndone(entry, history, recorded))
    .toSorted((a, b) => order(a.effectiveAt, b.effectiveAt) || recordedOrder(a, b));
  const state = known.reduce<Subscription | undefined>(
    (before, entry) => (before || entry.kind === "started" ? apply(before, entry) : undefined),
    undefined,
  );
  if (!state || state.period === null || state.status === "cancelled") return state;
  return { ...state, period: periodAt(state, dayOf(effective)) };
}

/** Tells whether an entry never took effect, as known at `recorded`: its order was undone after it. */
export const isUndone = (entry: RecordedEntry, history: readonly RecordedEntry[], recorded: Instant): boolean =>
  entry.orderId !== null &&
  history.some(
    (other) =>
      other.kind === "undone" &&
      other.orderId === entry.orderId &&
      recordedOrder(other, entry) > 0 &&
      !isBefore(recorded, other.recordedAt),
  );

const recordedOrder = (a: RecordedEntry, b: RecordedEntry): number =>
  order(a.recordedAt, b.recordedAt) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const order = (a: Instant, b: Instant): number => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0);

/**
 * Returns the state after an entry. Throws if the history is inconsistent: an event before the start, or more seats
 * removed than there were.
 */
export function apply(state: Subscription | undefined, entry: HistoryEntry): Subscription {
  const { subscriptionKey: key, effectiveAt } = entry;
  if (entry.kind === "started") {
    const { refundableUntil, came: _, ...facts } = entry.data;
    const begun: Subscription = {
      key,
      attributes: {},
      billedFrom: null,
      nextOfferId: null,
      lots: [{ quantity: facts.quantity, openedAt: effectiveAt, refundableUntil }],
      ...facts,
      ...startTerm(facts, facts.termFrom, facts.anchorDay, facts.termUntil),
      status: "active",
      dispatchedAt: null,
    };
    // What began by an upgrade runs in the term of what it comes from.
    return { ...begun, period: begun.period && periodAt(begun, dayOf(effectiveAt)) };
  }
  if (!state) throw new Error(`The history of ${key} does not begin with its start`);
  switch (entry.kind) {
    case "renewed":
      return renew(state, entry.data, effectiveAt);
    case "seatsAdded": {
      const lot: Lot = { ...entry.data, openedAt: effectiveAt };
      return { ...state, quantity: state.quantity + lot.quantity, lots: [...state.lots, lot] };
    }
    case "seatsRemoved":
      return {
        ...state,
        quantity: state.quantity - entry.data.quantity,
        lots: takeNewest(state.lots, entry.data.quantity).left,
      };
    case "priceFixed":
      return { ...state, ...entry.data };
    case "attributesSet":
      return { ...state, attributes: { ...state.attributes, ...entry.data.attributes } };
    // Who has them is no part of the state.
    case "peopleSet":
      return state;
    case "scheduled":
      return { ...state, termEnd: entry.data.termEnd };
    // What ended with its term may be booked some days later, and have been suspended in between.
    case "suspended":
      return state.status === "cancelled" ? state : { ...state, status: "suspended" };
    case "resumed":
      return state.status === "cancelled" ? state : { ...state, status: "active" };
    case "dispatched":
      return { ...state, dispatchedAt: effectiveAt };
    case "converted": {
      const converted = { ...state, ...entry.data };
      return { ...converted, period: converted.period && periodAt(converted, dayOf(effectiveAt)) };
    }
    case "datesMoved": {
      const { reason: _, ...dates } = entry.data;
      const moved = { ...state, ...dates };
      return { ...moved, period: moved.period && periodAt(moved, dayOf(effectiveAt)) };
    }
    case "windowsMoved":
      return { ...state, lots: moveWindows(state.lots, entry.data.windows) };
    case "cancelled":
    case "upgraded":
      return {
        ...state,
        status: "cancelled",
        quantity: 0,
        lots: [],
        period: state.period && periodAt(state, dayOf(effectiveAt)),
      };
    case "undone":
      throw new Error("What was undone is left out, not applied");
  }
}

type Renewed = Extract<HistoryEntry, { kind: "renewed" }>["data"];

function renew(state: Subscription, data: Renewed, effectiveAt: Instant): Subscription {
  const { refundableUntil, lots, termEnd, reason: _, ...facts } = data;
  const renewed: Subscription = {
    ...state,
    ...facts,
    ...startTerm(facts, facts.termFrom, facts.anchorDay, facts.termUntil),
    billedFrom: null,
    lots: lots ?? [{ quantity: facts.quantity, openedAt: effectiveAt, refundableUntil }],
    termEnd: termEnd ?? { outcome: "renew", offerId: null, quantity: null },
  };
  // What was taken over began on its vendor's day.
  return { ...renewed, period: renewed.period && periodAt(renewed, dayOf(effectiveAt)) };
}

export type Hold = "suspend" | "resume";

/**
 * Suspends or resumes the service. Billing continues while suspended, and the choice for the end of the term is kept.
 */
export function hold(subscription: Subscription, what: Hold, now: Instant): Decision<HistoryEntry> {
  const { key, status } = subscription;
  if (status === "cancelled") return refuse("subscriptionEnded", { key });
  if (what === "suspend") {
    if (status === "suspended") return refuse("subscriptionSuspended", { key });
    return accept({ subscriptionKey: key, effectiveAt: now, kind: "suspended", data: {} });
  }
  if (status === "active") return refuse("subscriptionNotSuspended", { key });
  return accept({ subscriptionKey: key, effectiveAt: now, kind: "resumed", data: {} });
}

/** Records that goods have left the warehouse; they can no longer be cancelled. */
export function dispatch(bought: Subscription, now: Instant): Decision<HistoryEntry> {
  const { key } = bought;
  if (bought.status === "cancelled") return refuse("subscriptionEnded", { key });
  if (bought.dispatchedAt !== null) return refuse("alreadyDispatched", { key });
  return accept({ subscriptionKey: key, effectiveAt: now, kind: "dispatched", data: {} });
}
