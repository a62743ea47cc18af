import { expect, test } from "vitest";
import { backIfUndone, isCancellable } from "./quantity.ts";
import { rate } from "./rate.ts";
import { at, bought, catalogue, daysLater, policies, proposed, total, turnedUntil } from "./pricing-fixtures.ts";

const start = at("2026-11-01T14:00:00.000Z");
const set = (quantity: number) => ({ kind: "setQuantity" as const, targets: [{ key: "one", quantity }] });
const cancel = { kind: "cancel" as const, keys: ["one"] };
const decide = (change: Parameters<typeof rate>[0], state: Parameters<typeof rate>[1], context: typeof start) =>
  rate(change, state, catalogue, policies, context);

test("seats added mid-period cost the rest of the period at the protected price and open their own window", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);

  const proposal = proposed(set(13), [subscription], at("2026-11-16T09:00:00.000Z"));

  expect(proposal.chargeRows).toMatchObject([
    {
      kind: "prorated",
      quantity: 3,
      unitCost: "18.10",
      periodFrom: "2026-11-16",
      periodUntil: "2026-12-01",
      dueOn: "2026-11-16",
      amount: { minor: 2715n },
    },
  ]);
  expect(proposal.subscriptions[0]?.lots).toEqual([
    { quantity: 10, openedAt: "2026-11-01T14:00:00.000Z", refundableUntil: "2026-11-08T14:00:00.000Z" },
    { quantity: 3, openedAt: "2026-11-16T09:00:00.000Z", refundableUntil: "2026-11-23T09:00:00.000Z" },
  ]);
  expect(proposal.undoUntil).toBe("2026-11-23T09:00:00.000Z");
  expect(proposal.upcoming[0]?.lines).toMatchObject([{ quantity: 13, amount: { minor: 23_530n } }]);
});

test("a price rise does not touch the price of a running term", () => {
  const { subscription } = bought("basic:P1Y:monthly", 1, start);
  const dearer = { ...catalogue, prices: catalogue.prices.map((each) => ({ ...each, cost: "99.00" })) };
  const decision = rate(set(2), [subscription], dearer, policies, daysLater(start, 1));
  expect(decision).toMatchObject({ ok: true, value: { chargeRows: [{ unitCost: "4.90" }] } });
});

test("seats given back on the third day are refunded except for three days", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);

  const proposal = proposed(set(7), [subscription], daysLater(start, 2));

  expect(proposal.chargeRows).toMatchObject([
    {
      kind: "refund",
      quantity: -3,
      periodFrom: "2026-11-04",
      periodUntil: "2026-12-01",
      policyId: "microsoft.nce.refund-daily-started-days",
      amount: { minor: -4887n },
    },
  ]);
});

test("what an undo gives back is said before the order, and is what it then gives back on that day", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  const later = at("2026-11-16T09:00:00.000Z");
  const proposal = proposed(set(13), [subscription], later);
  // Of £27.15 for fifteen days, the day that has begun is kept.
  expect([total(proposal.chargeRows), backIfUndone(proposal, policies, later).minor]).toEqual([2715n, 2534n]);
  const undone = proposed(set(10), proposal.subscriptions, { ...later, now: "2026-11-16T22:00:00.000Z" });
  expect(undone.chargeNow.net.minor).toBe(-2534n);
});

test("the window closes exactly 168 hours after the purchase", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  const moment = (now: string) => decide(set(9), [subscription], at(now));

  expect(moment("2026-11-08T13:59:59.999Z").ok).toBe(true);
  expect(moment("2026-11-08T14:00:00.000Z")).toEqual({
    ok: false,
    refusal: "reductionWindowClosed",
    details: { key: "one", nextDate: "2027-11-01", alternative: "schedule", limit: 0 },
  });
});

test("only seats of open lots can be removed, newest first, and the refusal says how many", () => {
  const first = bought("premium:P1Y:monthly", 10, start).subscription;
  const grown = proposed(set(13), [first], daysLater(start, 15)).subscriptions[0]!;
  const context = daysLater(start, 16);

  expect(decide(set(9), [grown], context)).toMatchObject({ refusal: "reductionWindowClosed", details: { limit: 3 } });
  expect(proposed(set(11), [grown], context).subscriptions[0]?.lots.map((lot) => lot.quantity)).toEqual([10, 1]);
  expect(proposed(set(10), [grown], context).subscriptions[0]?.lots.map((lot) => lot.quantity)).toEqual([10]);
});

test("a renewal reopens the window for all seats", () => {
  const { subscription } = bought("premium:P1M:monthly", 10, start);
  const renewed = turnedUntil(subscription, "2026-12-01").subscription;

  expect(decide(set(4), [renewed], at("2026-12-05T10:00:00.000Z"))).toMatchObject({ ok: true });
  expect(decide(set(4), [renewed], at("2026-12-09T10:00:00.000Z"))).toMatchObject({ ok: false });
});

test("a subscription can be cancelled while every lot's window is open", () => {
  const { subscription, rows } = bought("premium:P1Y:annual", 2, start);
  const proposal = proposed(cancel, [subscription], daysLater(start, 4));

  expect(proposal.subscriptions[0]).toMatchObject({ status: "cancelled", quantity: 0, lots: [] });
  // 413.76 for 365 days; five days have begun.
  expect(total([...rows, ...proposal.chargeRows])).toBe(567n);
  expect(proposal.upcoming).toEqual([]);
  expect(proposal.findings).toContainEqual({ code: "accessEndsAtOnce", blocks: false, key: "one" });
});

test("a later lot does not reopen cancelling, and the refusal names the term end", () => {
  const first = bought("premium:P1Y:monthly", 10, start).subscription;
  const grown = proposed(set(13), [first], daysLater(start, 15)).subscriptions[0]!;
  expect(decide(cancel, [grown], daysLater(start, 16))).toEqual({
    ok: false,
    refusal: "cancellationWindowClosed",
    details: { key: "one", nextDate: "2027-11-01", alternative: "schedule" },
  });
});

test("software subscriptions can only be given back as a whole", () => {
  const { subscription } = bought("software:P1Y:annual", 4, start);
  expect(decide(set(3), [subscription], daysLater(start, 1))).toMatchObject({ refusal: "reductionNotAllowed" });
  expect(decide(cancel, [subscription], daysLater(start, 1)).ok).toBe(true);
});

test("of what keeps its quantity more is a subscription of its own, and the whole of it can be given back", () => {
  const { subscription } = bought("software:P1Y:annual", 4, start);
  const policyIds = { ...subscription.policyIds, window: "software.window-7d-whole-fixed" };
  const decideOn = (change: Parameters<typeof rate>[0]) => decide(change, [{ ...subscription, policyIds }], start);
  expect(decideOn(set(5))).toMatchObject({ refusal: "additionNotAllowed", details: { key: "one" } });
  expect(decideOn(set(3))).toMatchObject({ refusal: "reductionNotAllowed" });
  expect(decideOn(cancel).ok).toBe(true);
});

test("what is final can be neither cancelled nor reduced, from its first moment on, and may grow", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  const [lot] = subscription.lots;
  const policyIds = { ...subscription.policyIds, window: "plan.window-never", refund: "plan.refund-none" };
  const final = { ...subscription, policyIds, lots: [{ ...lot!, refundableUntil: null }] };
  const until = { key: "one", nextDate: "2027-11-01", alternative: "schedule" };
  expect(decide(cancel, [final], start)).toMatchObject({ refusal: "cancellationNotAllowed", details: until });
  expect(decide(set(9), [final], start)).toMatchObject({ refusal: "reductionNotAllowed", details: until });
  expect(decide(set(11), [final], start)).toMatchObject({ ok: true, value: { undoUntil: null } });
});

test("where nothing is refunded seats are given back for nothing", () => {
  const none = { id: "nothing", kind: "refund" as const, method: "none" as const };
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  const keeping = { ...subscription, policyIds: { ...subscription.policyIds, refund: none.id } };
  const decision = rate(set(7), [keeping], catalogue, new Map([...policies, [none.id, none]]), daysLater(start, 1));
  expect(decision).toMatchObject({ ok: true, value: { chargeRows: [], subscriptions: [{ quantity: 7 }] } });
  expect(decision.ok && decision.value.subscriptions[0]!.lots.map((lot) => lot.quantity)).toEqual([7]);
});

test("without a commitment seats can be removed at any time", () => {
  const { subscription } = bought("workstation:none:monthly", 100, start);
  const proposal = proposed(set(40), [subscription], daysLater(start, 9));
  // 60 of 100 at 1.235 from 11 November, 20 of 30 days: 82.33 - 32.93.
  expect(proposal.chargeNow.net.minor).toBe(-4940n);
  expect(proposal.undoUntil).toBeNull();
});

test("a product can only be cancelled together with its add-ons", () => {
  const base = bought("basic:P1Y:monthly", 5, start).subscription;
  const addOn = proposed(
    { kind: "add", lines: [{ key: "two", offerId: "defender:P1Y:monthly", quantity: 5 }] },
    [base],
    start,
  );
  const state = [base, addOn.subscriptions[0]!];

  expect(decide(cancel, state, daysLater(start, 1))).toMatchObject({
    refusal: "addOnsStillActive",
    details: { key: "one" },
  });
  expect(decide({ kind: "cancel", keys: ["one", "two"] }, state, daysLater(start, 1)).ok).toBe(true);
  const standing = (status: "suspended" | "cancelled") =>
    decide(cancel, [base, { ...addOn.subscriptions[0]!, status }], daysLater(start, 1));
  expect(standing("suspended")).toMatchObject({ refusal: "addOnsStillActive" });
  expect(standing("cancelled").ok).toBe(true);
  const unrelated = { ...addOn.subscriptions[0]!, parentKey: null };
  expect(decide(cancel, [base, unrelated], daysLater(start, 1)).ok).toBe(true);
});

test.each([
  {
    why: "nobody knows",
    change: { ...set(1), targets: [{ key: "other", quantity: 1 }] },
    refusal: "subscriptionUnknown",
  },
  { why: "stays as it is", change: set(10), refusal: "quantityUnchanged" },
  { why: "would have no seats", change: set(0), refusal: "quantityBelowMinimum" },
  { why: "would have too many seats", change: set(301), refusal: "quantityAboveMaximum" },
  {
    why: "is named twice",
    change: { ...set(1), targets: [...set(9).targets, ...set(8).targets] },
    refusal: "lineKeyTaken",
  },
  { why: "is not named at all", change: { ...set(1), targets: [] }, refusal: "orderEmpty" },
])("a change is refused for a subscription that $why", ({ change, refusal }) => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  const [key] = change.targets.map((target) => target.key);
  expect(decide(change, [subscription], start)).toMatchObject({ ok: false, refusal, details: key ? { key } : {} });
});

test("an offer that left the catalogue sets no limits to what was bought of it", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  const emptied = { ...catalogue, offers: new Map<string, never>() };
  const bySeats = (quantity: number) => rate(set(quantity), [subscription], emptied, policies, start);
  expect(bySeats(9000).ok).toBe(true);
  expect(bySeats(0)).toMatchObject({ refusal: "quantityBelowMinimum", details: { key: "one", limit: 1 } });
});

test.each([
  { status: "cancelled" as const, refusal: "subscriptionEnded" },
  { status: "suspended" as const, refusal: "subscriptionSuspended" },
])("a $status subscription takes no more seats", ({ status, refusal }) => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  expect(decide(set(11), [{ ...subscription, status }], start)).toMatchObject({ refusal, details: { key: "one" } });
});

test("goods keep their quantity", () => {
  const { subscription } = bought("phone:once", 2, start);
  expect(decide(set(3), [subscription], start)).toMatchObject({ refusal: "quantityFixed", details: { key: "one" } });
});

test("in the last day of a term, and until the new period is charged, nothing is changed", () => {
  const { subscription } = bought("premium:P1M:monthly", 10, start);
  const moment = (now: string) => decide(set(11), [subscription], at(now));

  expect(moment("2026-11-29T23:59:59.999Z").ok).toBe(true);
  expect(moment("2026-11-30T00:00:00.000Z")).toMatchObject({
    refusal: "renewalLocked",
    details: { key: "one", nextDate: "2026-12-01" },
  });

  const yearly = bought("premium:P1Y:monthly", 10, start).subscription;
  expect(decide(set(11), [yearly], at("2026-12-01T00:00:00.000Z"))).toMatchObject({
    refusal: "billingBehind",
    details: { key: "one" },
  });
});

test("a scheduled quantity stays and is pointed out when seats change before it", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  const termEnd = { outcome: "renew" as const, offerId: null, quantity: 5 };
  const planned = proposed(
    { kind: "schedule", targets: [{ key: "one", termEnd }] },
    [subscription],
    start,
  ).subscriptions;

  const proposal = proposed(set(12), planned, daysLater(start, 1));

  expect(proposal.subscriptions[0]?.termEnd).toEqual(termEnd);
  expect(proposal.findings).toContainEqual({ code: "scheduleStays", blocks: false, key: "one" });
});

test("what can be cancelled now is what a cancellation is not refused for", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  for (const [days, expected] of [
    [0, true],
    [6, true],
    [8, false],
  ] as const) {
    const context = daysLater(start, days);
    expect([isCancellable(subscription, policies, context), decide(cancel, [subscription], context).ok]).toEqual([
      expected,
      expected,
    ]);
  }
});
