import { describe, expect, test } from "vitest";
import { at, bought, daysLater, policies, catalogue, proposed, turnedUntil } from "../pricing/pricing-fixtures.ts";
import { nextPeriod } from "../pricing/periods.ts";
import { rate } from "../pricing/rate.ts";
import type { HistoryEntry, Subscription } from "../pricing/pricing-types.ts";
import { apply, asOf, dispatch, hold, type RecordedEntry } from "./subscriptions.ts";

const start = at("2026-11-01T14:00:00.000Z");
const far = "2030-01-01T00:00:00.000Z";
let made = 0;
const recorded = (
  entry: HistoryEntry,
  recordedAt = entry.effectiveAt,
  orderId: string | null = null,
): RecordedEntry => ({ ...entry, id: String((made += 1)).padStart(9, "0"), recordedAt, orderId });
const started = (offerId = "premium:P1Y:monthly", quantity = 10) =>
  recorded(proposed({ kind: "add", lines: [{ key: "one", offerId, quantity }] }, [], start).history[0]!);
const fact = (
  effectiveAt: string,
  entry: Omit<HistoryEntry, "subscriptionKey" | "effectiveAt">,
  recordedAt = effectiveAt,
) => recorded({ subscriptionKey: "one", effectiveAt, ...entry } as HistoryEntry, recordedAt);
const added = (quantity: number, effectiveAt: string, recordedAt?: string) =>
  fact(effectiveAt, { kind: "seatsAdded", data: { quantity, refundableUntil: null } }, recordedAt);

describe("the state as of a moment", () => {
  test("is what was bought, and nothing before", () => {
    expect(asOf([started()], start.now, far)).toEqual(bought("premium:P1Y:monthly", 10, start).subscription);
    expect(asOf([started()], "2026-11-01T13:59:59.999Z", far)).toBeUndefined();
  });

  test("follows effective time, whatever the order of the entries", () => {
    const history = [
      added(5, "2027-01-10T00:00:00.000Z"),
      started(),
      added(3, "2026-12-10T00:00:00.000Z", "2027-03-01T00:00:00.000Z"),
    ];
    const seats = (effective: string) => asOf(history, effective, far)?.quantity;
    expect(asOf(history, far, far)?.lots.map((lot) => lot.quantity)).toEqual([10, 3, 5]);
    expect([seats("2026-12-09T23:59:59.999Z"), seats("2026-12-10T00:00:00.000Z"), seats(far)]).toEqual([10, 13, 18]);
  });

  test("knows only what was recorded by then: a late correction changes the past from its recording on", () => {
    const late = added(2, "2026-12-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z");
    const known = (recordedBy: string) => asOf([started(), late], "2026-12-15T00:00:00.000Z", recordedBy)?.quantity;
    expect([known("2027-01-31T00:00:00.000Z"), known("2027-02-01T00:00:00.000Z")]).toEqual([10, 12]);
  });

  test("never counts a change twice that was refused and tried again", () => {
    const promise = added(5, "2026-12-10T00:00:00.000Z");
    const undone = {
      subscriptionKey: "one",
      effectiveAt: "2026-12-12T00:00:00.000Z",
      kind: "undone",
      data: {},
    } as const;
    const again = recorded(promise, "2026-12-15T00:00:00.000Z", "order");
    const history = [started(), { ...promise, orderId: "order" }, recorded(undone, undone.effectiveAt, "order"), again];
    const known = (recordedBy: string) => asOf(history, "2026-12-11T00:00:00.000Z", recordedBy)?.quantity;
    expect([known("2026-12-11T00:00:00.000Z"), known("2026-12-13T00:00:00.000Z"), known(far)]).toEqual([15, 10, 15]);
  });

  test("stands in the billing period of that day", () => {
    const period = (effective: string) => asOf([started()], effective, far)?.period;
    expect(period("2027-02-15T00:00:00.000Z")).toEqual({ from: "2027-02-01", until: "2027-03-01" });
    expect(period("2027-11-01T00:00:00.000Z")).toEqual({ from: "2027-10-01", until: "2027-11-01" });
  });

  test("takes seats from the newest lots", () => {
    const gone = fact("2026-12-11T00:00:00.000Z", { kind: "seatsRemoved", data: { quantity: 4 } });
    const state = asOf([started(), added(3, "2026-12-10T00:00:00.000Z"), gone], far, far);
    expect(state?.lots.map((lot) => lot.quantity)).toEqual([9]);
  });

  test("keeps schedule, price and hold", () => {
    const termEnd = { outcome: "cancel" as const };
    const state = asOf(
      [
        started(),
        fact("2026-11-02T00:00:00.000Z", { kind: "scheduled", data: { termEnd } }),
        fact("2026-11-03T00:00:00.000Z", { kind: "priceFixed", data: { unitCost: "17.00", customerPrice: null } }),
        fact("2026-11-04T00:00:00.000Z", { kind: "suspended", data: {} }),
      ],
      far,
      far,
    );
    expect(state).toMatchObject({ termEnd, unitCost: "17.00", customerPrice: null, status: "suspended" });
  });

  test("is unknown for a history without a beginning, or whose beginning never took effect", () => {
    const more = added(3, "2026-12-10T00:00:00.000Z");
    expect(asOf([more], far, far)).toBeUndefined();
    const never = fact("2026-12-11T00:00:00.000Z", { kind: "undone", data: {} });
    const history = [{ ...started(), orderId: "order" }, more, recorded(never, never.effectiveAt, "order")];
    expect(asOf(history, far, far)).toBeUndefined();
    expect(() => apply(undefined, more)).toThrow("does not begin");
  });
});

/** Takes a subscription through a renewal to its cancellation, recording states and history on the way. */
function lived(): { states: { at: string; state: Subscription }[]; history: RecordedEntry[] } {
  const history = [started("premium:P1M:monthly", 4)];
  let state = bought("premium:P1M:monthly", 4, start).subscription;
  const states = [{ at: start.now, state }];
  const renewal = nextPeriod(state, catalogue, policies, { now: "2026-12-01T00:00:00.000Z" });
  if (!renewal.ok) throw new Error(renewal.refusal);
  history.push(...renewal.value.history.map((entry) => recorded(entry)));
  state = renewal.value.subscription;
  states.push({ at: "2026-12-01T00:00:00.000Z", state });
  const cancel = rate({ kind: "cancel", keys: ["one"] }, [state], catalogue, policies, at("2026-12-03T09:00:00.000Z"));
  if (!cancel.ok) throw new Error(cancel.refusal);
  history.push(...cancel.value.history.map((entry) => recorded(entry)));
  states.push({ at: "2026-12-03T09:00:00.000Z", state: cancel.value.subscriptions[0]! });
  return { states, history };
}

test("the history folds to every state that was written: bought, renewed, cancelled", () => {
  const { states, history } = lived();
  for (const { at: moment, state } of states) expect(asOf(history, moment, far)).toEqual(state);
});

test("a term that ended folds to its end", () => {
  const { subscription } = bought("premium:P1M:monthly", 4, start);
  const change = { kind: "schedule" as const, targets: [{ key: "one", termEnd: { outcome: "cancel" as const } }] };
  const planned = proposed(change, [subscription], daysLater(start, 1));
  const ended = nextPeriod(planned.subscriptions[0]!, catalogue, policies, { now: "2026-12-01T03:00:00.000Z" });
  if (!ended.ok) throw new Error(ended.refusal);
  const history = [
    started("premium:P1M:monthly", 4),
    ...[...planned.history, ...ended.value.history].map((each) => recorded(each)),
  ];
  expect(asOf(history, far, far)).toEqual(ended.value.subscription);
});

test("a hold is an entry, once each way, and billing goes on", () => {
  const { subscription } = bought("premium:P1Y:monthly", 1, start);
  const suspended = { ...subscription, status: "suspended" as const };
  expect(hold(subscription, "suspend", start.now)).toMatchObject({ ok: true, value: { kind: "suspended" } });
  expect(hold(suspended, "suspend", start.now)).toMatchObject({ refusal: "subscriptionSuspended" });
  expect(hold(suspended, "resume", start.now)).toMatchObject({ ok: true, value: { kind: "resumed" } });
  expect(hold(subscription, "resume", start.now)).toMatchObject({ refusal: "subscriptionNotSuspended" });
  expect(hold({ ...subscription, status: "cancelled" }, "resume", start.now)).toMatchObject({
    refusal: "subscriptionEnded",
  });
  expect(turnedUntil(suspended, "2026-12-01").rows).toHaveLength(1);
});

test("goods are dispatched once", () => {
  const { subscription } = bought("phone:once", 1, start);
  const entry = dispatch(subscription, "2026-11-02T08:00:00.000Z");
  if (!entry.ok) throw new Error(entry.refusal);
  const state = asOf([started("phone:once", 1), recorded(entry.value)], far, far)!;
  expect(state.dispatchedAt).toBe("2026-11-02T08:00:00.000Z");
  expect(dispatch(state, far)).toMatchObject({ refusal: "alreadyDispatched" });
});

test("what is refused names the subscription", () => {
  const { subscription } = bought("phone:once", 1, start);
  const ended = { ...subscription, status: "cancelled" as const };
  const gone = { ...subscription, dispatchedAt: start.now };
  const details = { key: "one" };
  expect(dispatch(ended, far)).toEqual({ ok: false, refusal: "subscriptionEnded", details });
  expect(dispatch(gone, far)).toEqual({ ok: false, refusal: "alreadyDispatched", details });
  expect(hold(ended, "suspend", far)).toEqual({ ok: false, refusal: "subscriptionEnded", details });
  expect(hold({ ...subscription, status: "suspended" }, "suspend", far)).toEqual({
    ok: false,
    refusal: "subscriptionSuspended",
    details,
  });
  expect(hold(subscription, "resume", far)).toEqual({ ok: false, refusal: "subscriptionNotSuspended", details });
});

test("an entry says what happened and when, and a resumption undoes a suspension", () => {
  const { subscription } = bought("premium:P1Y:monthly", 1, start);
  const entry = (of: Subscription, what: "suspend" | "resume") => {
    const decision = hold(of, what, "2026-11-05T00:00:00.000Z");
    return decision.ok ? decision.value : undefined;
  };
  const suspended = entry(subscription, "suspend")!;
  const resumed = entry({ ...subscription, status: "suspended" }, "resume")!;
  const facts = { subscriptionKey: "one", effectiveAt: "2026-11-05T00:00:00.000Z", data: {} };
  expect([suspended, resumed]).toEqual([
    { ...facts, kind: "suspended" },
    { ...facts, kind: "resumed" },
  ]);
  const history = [started(), recorded(suspended), recorded({ ...resumed, effectiveAt: "2026-11-06T00:00:00.000Z" })];
  expect(asOf(history, "2026-11-05T12:00:00.000Z", far)?.status).toBe("suspended");
  expect(asOf(history, far, far)?.status).toBe("active");
});

test("seats that left are gone from the quantity and the lots alike", () => {
  const gone = fact("2026-12-11T00:00:00.000Z", { kind: "seatsRemoved", data: { quantity: 4 } });
  const state = asOf([started(), gone], far, far)!;
  expect([state.quantity, state.lots.reduce((sum, lot) => sum + lot.quantity, 0)]).toEqual([6, 6]);
});

test("goods have no billing period at any time, and what ended stands in its last one", () => {
  expect(asOf([started("phone:once", 1)], far, far)?.period).toBeNull();
  const ended = fact("2026-12-15T00:00:00.000Z", { kind: "cancelled", data: { reason: "window" } });
  expect(asOf([started(), ended], far, far)).toMatchObject({
    status: "cancelled",
    quantity: 0,
    lots: [],
    period: { from: "2026-12-01", until: "2027-01-01" },
  });
});

test("what was suspended between the end of its term and the day that books it is ended all the same", () => {
  const ended = fact("2026-12-15T00:00:00.000Z", { kind: "cancelled", data: { reason: "termEnd" } });
  const suspended = fact("2026-12-17T00:00:00.000Z", { kind: "suspended", data: {} });
  expect(asOf([started(), suspended, ended], far, far)).toMatchObject({ status: "cancelled", quantity: 0 });
});
