import { expect, test } from "vitest";
import { catalogueOf, offers, price } from "../pricing/pricing-fixtures.ts";
import type { SeenUnordered } from "./adoption.ts";
import { asOf, type RecordedEntry } from "./subscriptions.ts";
import { arrive, leave, recognise } from "./transfers.ts";

const seen: SeenUnordered = {
  status: "active",
  quantity: 5,
  term: "P1Y",
  billing: "monthly",
  termFrom: "2026-05-04",
  termUntil: "2026-09-10",
  termEnd: { outcome: "renew", quantity: 5 },
};
const list = catalogueOf({
  prices: ["premium:P1Y:monthly", "premium:P1Y:annual"].flatMap((offerId) => [
    price({ offerId, cost: offerId.endsWith("annual") ? "365.00" : "30.00" }),
    price({ offerId, cost: "99.00", from: "2026-05-05" }),
  ]),
});
const offerFor = (billing: string) =>
  offers.find((each) => each.sku === "premium" && each.term === "P1Y" && each.billing === billing)!;
const arriving = (billing: string, now: string) => ({
  key: "new",
  currency: "GBP" as const,
  offer: offerFor(billing),
  state: [],
  came: "2026-05-04",
  partner: "Northwind",
  now,
});

test("what came is charged from the day after on, by the periods that end with its term, at the price of that day", () => {
  const now = "2026-05-20T11:00:00.000Z";
  const decision = arrive(seen, list, arriving("monthly", now));
  if (!decision.ok) throw new Error(decision.refusal);
  const { subscription, chargeRows, history } = decision.value;
  expect(chargeRows).toMatchObject([
    { kind: "recurring", periodFrom: "2026-05-05", periodUntil: "2026-05-10", amount: { minor: 2500n } },
    { kind: "recurring", periodFrom: "2026-05-10", periodUntil: "2026-06-10", amount: { minor: 15_000n } },
  ]);
  expect(subscription).toMatchObject({ unitCost: "30.00", termFrom: "2026-05-04", termUntil: "2026-09-10" });
  expect(subscription).toMatchObject({ anchorDay: 10, billedFrom: "2026-04-10" });
  expect(history[0]!.data).toMatchObject({
    came: { partner: "Northwind", charged: { minor: "17500", currency: "GBP" } },
  });
  const recorded = history.map((entry, id) => ({ ...entry, id: String(id), recordedAt: now, orderId: null }));
  expect(asOf(recorded as RecordedEntry[], now, "2026-05-05T00:00:00.000Z")).toBeUndefined();
  expect(asOf(recorded as RecordedEntry[], now, now)).toEqual(subscription);
});

test("of a year that is billed at once, the days that are left are charged", () => {
  const yearly = { ...seen, billing: "annual" as const };
  const decision = arrive(yearly, list, arriving("annual", "2026-05-04T11:00:00.000Z"));
  if (!decision.ok) throw new Error(decision.refusal);
  expect(decision.value.chargeRows).toMatchObject([
    // 128 of 365 days of 5 × 365.00.
    { periodFrom: "2026-05-05", periodUntil: "2026-09-10", amount: { minor: 64_000n } },
  ]);
});

test("a period that begins with the first day that is ours is charged whole, and none is turned before the vendor would", () => {
  const decision = arrive({ ...seen, termUntil: "2027-05-05" }, list, arriving("monthly", "2026-06-03T11:00:00.000Z"));
  expect(decision).toMatchObject({
    ok: true,
    value: {
      subscription: { billedFrom: "2026-05-05" },
      chargeRows: [{ kind: "recurring", periodUntil: "2026-06-05" }],
    },
  });
});

test("what came today is charged from tomorrow, and a term that ends today is ours for its last day", () => {
  const tomorrow = arrive(seen, list, arriving("monthly", "2026-05-04T11:00:00.000Z"));
  expect(tomorrow).toMatchObject({ ok: true, value: { chargeRows: [{ periodFrom: "2026-05-05" }] } });
  const last = arrive({ ...seen, termUntil: "2026-05-05" }, list, arriving("monthly", "2026-05-04T11:00:00.000Z"));
  expect(last).toMatchObject({
    ok: true,
    value: { chargeRows: [{ periodFrom: "2026-05-04", periodUntil: "2026-05-05" }] },
  });
});

test("a line is recognised by offer, quantity and last day, and nothing is recognised twice", () => {
  const there = (vendorRef: string, changes: Partial<SeenUnordered> = {}) => ({
    ...seen,
    offerRef: "A",
    vendorRef,
    ...changes,
  });
  const line = { offerRef: "A", quantity: 5, termUntil: "2026-09-10" };
  expect(
    recognise(
      [line, line, line, { ...line, quantity: 6 }],
      [
        there("ended", { status: "ended" }),
        there("other", { offerRef: "B" }),
        there("later", { termUntil: "2026-09-11" }),
        there("more", { quantity: 8 }),
        there("one"),
        there("two"),
      ],
    ),
  ).toEqual(["one", "two", undefined, undefined]);
});

test("what leaves is paid up to its day, whenever it is recorded, and its history tells the same", () => {
  const begun = arrive(seen, list, arriving("monthly", "2026-05-20T11:00:00.000Z"));
  if (!begun.ok) throw new Error(begun.refusal);
  const at = "2026-06-02T09:00:00.000Z";
  // Recorded after another period was charged.
  const now = "2026-06-12T09:00:00.000Z";
  const charged = { ...begun.value.subscription, period: { from: "2026-06-10", until: "2026-07-10" } };
  const decision = leave(charged, list, { at, now, partner: "Fabrikam" });
  if (!decision.ok) throw new Error(decision.refusal);
  const { subscription, chargeRows, history } = decision.value;
  expect(chargeRows).toMatchObject([
    // Eight of the 31 days from 10 May, then a whole period, of five units at 30.00.
    { periodFrom: "2026-06-03", periodUntil: "2026-06-10", amount: { minor: -3387n } },
    { periodFrom: "2026-06-10", periodUntil: "2026-07-10", amount: { minor: -15_000n } },
  ]);
  expect(subscription).toMatchObject({ status: "cancelled", quantity: 0, period: { from: "2026-05-10" } });
  expect(history.map(({ kind, effectiveAt, data }) => [kind, effectiveAt, data])).toEqual([
    ["cancelled", at, { reason: "transfer", partner: "Fabrikam" }],
  ]);
  const entries = [...begun.value.history, ...history].map((entry, id) => ({
    ...entry,
    id: String(id),
    recordedAt: now,
  }));
  expect(asOf(entries as RecordedEntry[], now, now)).toMatchObject({ status: "cancelled", quantity: 0 });
});

test("what left before another term began ends with that term's beginning, and all of that term is given back", () => {
  const begun = arrive(seen, list, arriving("monthly", "2026-05-20T11:00:00.000Z"));
  if (!begun.ok) throw new Error(begun.refusal);
  const lots = [{ quantity: 5, openedAt: "2026-09-10T00:00:00.000Z", refundableUntil: null }];
  const period = { from: "2026-09-10", until: "2026-10-10" };
  const renewed = { ...begun.value.subscription, termFrom: "2026-09-10", termUntil: "2027-09-10", lots, period };
  const decision = leave(renewed, list, {
    at: "2026-09-01T09:00:00.000Z",
    now: "2026-09-12T09:00:00.000Z",
    partner: "Fabrikam",
  });
  expect(decision).toMatchObject({
    ok: true,
    value: {
      chargeRows: [{ periodFrom: "2026-09-10", periodUntil: "2026-10-10", amount: { minor: -15_000n } }],
      history: [
        {
          kind: "cancelled",
          effectiveAt: "2026-09-10T00:00:00.000Z",
          data: { reason: "transfer", partner: "Fabrikam" },
        },
      ],
    },
  });
});
