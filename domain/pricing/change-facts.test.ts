/** Tests everything that changes and renewals write: every charge, history entry and finding. */
import { expect, test } from "vitest";
import { charge } from "./proration.ts";
import { nextPeriod } from "./periods.ts";
import {
  at,
  bought,
  catalogue,
  catalogueOf,
  daysLater,
  offer,
  offers,
  policies,
  price,
  prices,
  proposed,
  turnedUntil,
} from "./pricing-fixtures.ts";
import { rate } from "./rate.ts";
import { money } from "../values/money.ts";

const start = at("2026-11-01T14:00:00.000Z");
const set = (quantity: number) => ({ kind: "setQuantity" as const, targets: [{ key: "one", quantity }] });
const cancel = { kind: "cancel" as const, keys: ["one"] };
const { subscription } = bought("premium:P1Y:monthly", 10, start);
const later = daysLater(start, 2);
const window = { code: "policy", blocks: false, key: "one", policyId: "microsoft.nce.window-7d" };
const refund = { ...window, policyId: "microsoft.nce.refund-daily-started-days" };

test("seats added are one charge, one lot and one line of history", () => {
  const { chargeRows, history, findings } = proposed(set(13), [subscription], later);
  expect(chargeRows).toEqual([
    {
      subscriptionKey: "one",
      offerId: "premium:P1Y:monthly",
      description: "Business Premium, added",
      periodFrom: "2026-11-03",
      periodUntil: "2026-12-01",
      dueOn: "2026-11-03",
      quantity: 3,
      unitCost: "18.10",
      amount: money(5068n, "GBP"),
      policyId: null,
      kind: "prorated",
    },
  ]);
  expect(history).toEqual([
    {
      subscriptionKey: "one",
      effectiveAt: later.now,
      kind: "seatsAdded",
      data: { quantity: 3, refundableUntil: "2026-11-10T14:00:00.000Z" },
    },
  ]);
  expect(findings).toEqual([window]);
});

test("seats given back are one refund a lot, named by the rule that allowed it, and one line of history", () => {
  const grown = proposed(set(13), [subscription], later).subscriptions[0]!;
  const { chargeRows, history, findings, subscriptions } = proposed(set(8), [grown], later);

  expect(
    chargeRows.map(({ description, quantity, kind, policyId }) => [description, quantity, kind, policyId]),
  ).toEqual([
    ["Business Premium, returned", -3, "refund", refund.policyId],
    ["Business Premium, returned", -2, "refund", refund.policyId],
  ]);
  expect(history).toEqual([
    { subscriptionKey: "one", effectiveAt: later.now, kind: "seatsRemoved", data: { quantity: 5 } },
  ]);
  expect(findings).toEqual([window, refund]);
  expect(subscriptions).toMatchObject([{ quantity: 8, lots: [{ quantity: 8 }] }]);
});

test("a cancelled subscription says why it ended, and that access ends at once", () => {
  const { history, findings, subscriptions } = proposed(cancel, [subscription], later);
  expect(history).toEqual([
    { subscriptionKey: "one", effectiveAt: later.now, kind: "cancelled", data: { reason: "window" } },
  ]);
  expect(findings).toEqual([{ code: "accessEndsAtOnce", blocks: false, key: "one" }, window, refund]);
  expect(subscriptions).toMatchObject([{ status: "cancelled", quantity: 0, lots: [] }]);
});

test("goods called off give no warning of lost access", () => {
  const phone = bought("phone:once", 2, start).subscription;
  const codes = proposed(cancel, [phone], later).findings.map(({ code }) => code);
  expect(codes).toEqual(["policy", "policy"]);
});

test("a scheduled quantity is pointed out, and a renewal as it is then, or a wish to end, is not", () => {
  const codes = (termEnd: (typeof subscription)["termEnd"]) =>
    proposed(set(12), [{ ...subscription, termEnd }], later).findings.map(({ code }) => code);
  expect(codes({ outcome: "renew", offerId: null, quantity: 5 })).toEqual(["policy", "scheduleStays"]);
  expect(codes({ outcome: "renew", offerId: "basic:P1Y:monthly", quantity: null })).toEqual(["policy"]);
  expect(codes({ outcome: "cancel" })).toEqual(["policy"]);
});

test("several subscriptions change together, and one refusal refuses all", () => {
  const other = { ...bought("basic:P1Y:monthly", 4, start).subscription, key: "two" };
  const targets = (one: number, two: number) => ({
    kind: "setQuantity" as const,
    targets: [
      { key: "one", quantity: one },
      { key: "two", quantity: two },
    ],
  });
  const both = proposed(targets(11, 5), [subscription, other], later);
  expect(both.subscriptions.map(({ key, quantity }) => [key, quantity])).toEqual([
    ["one", 11],
    ["two", 5],
  ]);
  expect([both.chargeRows.length, both.history.length, both.findings.length]).toEqual([2, 2, 2]);
  expect(rate(targets(11, 4), [subscription, other], catalogue, policies, later)).toEqual({
    ok: false,
    refusal: "quantityUnchanged",
    details: { key: "two" },
  });
});

test("where no term ends, a closed window offers nothing to wait for", () => {
  const open = catalogueOf({
    offers: [offer({ id: "open:none:monthly", term: "none", billing: "monthly" })],
    prices: [price({ offerId: "open:none:monthly", cost: "2.00" })],
  });
  const present = turnedUntil(
    bought("open:none:monthly", 5, start, open).subscription,
    "2026-11-30",
    open,
  ).subscription;
  const context = daysLater(start, 20);
  expect(rate(set(3), [present], open, policies, context)).toEqual({
    ok: false,
    refusal: "reductionWindowClosed",
    details: { key: "one", nextDate: null, alternative: undefined, limit: 0 },
  });
  expect(rate(cancel, [present], open, policies, context)).toEqual({
    ok: false,
    refusal: "cancellationWindowClosed",
    details: { key: "one", nextDate: null, alternative: undefined },
  });
});

test("an order can be undone until the earliest of its windows closes, in whatever order its lines come", () => {
  const long = offer({
    id: "keys:once",
    term: "none",
    billing: "once",
    policyIds: { ...subscription.policyIds, window: "perpetual.window-30d", termEnd: "once.term-end-none" },
  });
  const with30 = catalogueOf({
    offers: [...offers, long],
    prices: [...prices, price({ offerId: "keys:once", cost: "100.00" })],
  });
  const lines = [
    { key: "a", offerId: "keys:once", quantity: 1 },
    { key: "b", offerId: "premium:P1Y:monthly", quantity: 1 },
  ];
  const undoUntil = (from: typeof lines) => proposed({ kind: "add", lines: from }, [], start, with30).undoUntil;
  expect(undoUntil(lines)).toBe("2026-11-08T14:00:00.000Z");
  expect(undoUntil(lines.toReversed())).toBe("2026-11-08T14:00:00.000Z");
  expect(undoUntil(lines.slice(0, 1))).toBe("2026-12-01T14:00:00.000Z");
});

test("a renewal writes the facts of its new term, a charge under the rule that renewed it, and a window of its own", () => {
  const last = turnedUntil(subscription, "2027-10-31").subscription;
  const turned = nextPeriod(last, catalogue, policies, { now: "2027-11-01T00:00:00.000Z" });
  const facts = {
    productId: "microsoft-365",
    offerId: "premium:P1Y:monthly",
    sku: "premium",
    name: "Business Premium",
    term: "P1Y",
    billing: "monthly",
    currency: "GBP",
    unitCost: "18.10",
    customerPrice: "22.60",
    quantity: 10,
    anchorDay: 1,
    termFrom: "2027-11-01",
    termUntil: "2028-11-01",
    policyIds: subscription.policyIds,
  };
  const refundableUntil = "2027-11-08T00:00:00.000Z";
  expect(turned).toEqual({
    ok: true,
    value: {
      outcome: "renewed",
      subscription: {
        ...subscription,
        ...facts,
        period: { from: "2027-11-01", until: "2027-12-01" },
        lots: [{ quantity: 10, openedAt: "2027-11-01T00:00:00.000Z", refundableUntil }],
      },
      chargeRows: [
        {
          subscriptionKey: "one",
          offerId: "premium:P1Y:monthly",
          description: "Business Premium",
          periodFrom: "2027-11-01",
          periodUntil: "2027-12-01",
          dueOn: "2027-11-01",
          quantity: 10,
          unitCost: "18.10",
          amount: money(18_100n, "GBP"),
          policyId: "microsoft.nce.term-end-renew",
          kind: "recurring",
        },
      ],
      history: [
        {
          subscriptionKey: "one",
          effectiveAt: "2027-11-01T00:00:00.000Z",
          kind: "renewed",
          data: { ...facts, refundableUntil },
        },
      ],
    },
  });
});

test("an ended term is written down as such, and an ended or unfinished one turns no more", () => {
  const last = { ...turnedUntil(subscription, "2027-10-31").subscription, termEnd: { outcome: "cancel" as const } };
  const turn = (of: typeof last, now = "2027-11-01T00:00:00.000Z") => nextPeriod(of, catalogue, policies, { now });
  expect(turn(last)).toMatchObject({
    value: {
      outcome: "ended",
      chargeRows: [],
      history: [
        {
          subscriptionKey: "one",
          effectiveAt: "2027-11-01T00:00:00.000Z",
          kind: "cancelled",
          data: { reason: "termEnd" },
        },
      ],
      subscription: { status: "cancelled", quantity: 0, lots: [] },
    },
  });
  expect(turn({ ...last, status: "cancelled" })).toEqual({
    ok: false,
    refusal: "subscriptionEnded",
    details: { key: "one" },
  });
  expect(turn(last, "2027-10-31T23:59:59.999Z")).toEqual({
    ok: false,
    refusal: "periodNotDue",
    details: { key: "one", nextDate: "2027-11-01" },
  });
  const phone = bought("phone:once", 1, start).subscription;
  expect(nextPeriod(phone, catalogue, policies, { now: "2030-01-01T00:00:00.000Z" })).toMatchObject({
    refusal: "periodNotDue",
    details: { nextDate: null },
  });
});

test("what cannot be renewed or turned names the offer it lacks", () => {
  const last = turnedUntil(subscription, "2027-10-31").subscription;
  const now = "2027-11-01T00:00:00.000Z";
  const details = { key: "one", offerId: "premium:P1Y:monthly" };
  expect(nextPeriod(last, catalogueOf({ offers: [] }), policies, { now })).toEqual({
    ok: false,
    refusal: "offerUnknown",
    details,
  });
  expect(nextPeriod(last, catalogueOf({ prices: [] }), policies, { now })).toEqual({
    ok: false,
    refusal: "priceMissing",
    details,
  });
  const open = bought("workstation:none:monthly", 1, start).subscription;
  expect(nextPeriod(open, catalogueOf({ prices: [] }), policies, { now: "2026-12-01T00:00:00.000Z" })).toEqual({
    ok: false,
    refusal: "priceMissing",
    details: { key: "one", offerId: "workstation:none:monthly" },
  });
});

test("a period without a day cannot be divided", () => {
  const nothing = { from: "2026-11-01", until: "2026-11-01" };
  expect(() => charge(money(1n, "GBP"), nothing, "2026-11-01", "2026-11-01")).toThrow("are not within");
});
