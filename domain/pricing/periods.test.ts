import { expect, test } from "vitest";
import { rate } from "./rate.ts";
import { nextPeriod } from "./periods.ts";
import {
  at,
  bought,
  catalogue,
  catalogueOf,
  policies,
  price,
  prices,
  proposed,
  total,
  turnedUntil,
} from "./pricing-fixtures.ts";
import type { TermEnd } from "./pricing-types.ts";

const start = at("2026-01-31T10:00:00.000Z");
const schedule = (termEnd: TermEnd) => ({ kind: "schedule" as const, targets: [{ key: "one", termEnd }] });
const turn = (subscription: Parameters<typeof nextPeriod>[0], now: string, from = catalogue) =>
  nextPeriod(subscription, from, policies, { now });

test("a subscription started on the 31st has periods that end on the 27th, 30th, 29th and return to the 30th", () => {
  const { subscription, rows } = bought("basic:P1Y:monthly", 1, start);
  const all = [...rows, ...turnedUntil(subscription, "2027-01-30").rows];

  expect(all.slice(0, 5).map((row) => [row.periodFrom, row.periodUntil])).toEqual([
    ["2026-01-31", "2026-02-28"],
    ["2026-02-28", "2026-03-31"],
    ["2026-03-31", "2026-04-30"],
    ["2026-04-30", "2026-05-31"],
    ["2026-05-31", "2026-06-30"],
  ]);
  expect(all).toHaveLength(12);
  expect(total(all)).toBe(12n * 490n);
});

test("a period is not advanced before it ends, and the next is due on its first day", () => {
  const { subscription } = bought("basic:P1Y:monthly", 1, start);
  expect(turn(subscription, "2026-02-27T23:59:59.999Z")).toMatchObject({ refusal: "periodNotDue" });
  expect(turn(subscription, "2026-02-28T00:00:00.000Z")).toMatchObject({
    value: { outcome: "billed", history: [], chargeRows: [{ dueOn: "2026-02-28", amount: { minor: 490n } }] },
  });
});

test("a period advanced late is due on the day it is written, never before", () => {
  const { subscription } = bought("basic:P1Y:monthly", 1, start);
  expect(turn(subscription, "2026-03-05T08:00:00.000Z")).toMatchObject({
    value: { chargeRows: [{ periodFrom: "2026-02-28", dueOn: "2026-03-05" }] },
  });
});

test("a renewal takes the price list then in force and opens a window when it is complete", () => {
  const dated = catalogueOf({
    prices: [
      price({ offerId: "basic:P1Y:monthly", cost: "4.90", until: "2027-01-31" }),
      price({ offerId: "basic:P1Y:monthly", cost: "5.20", from: "2027-01-31" }),
    ],
  });
  const last = turnedUntil(bought("basic:P1Y:monthly", 3, start, dated).subscription, "2027-01-30", dated).subscription;

  const renewed = turn(last, "2027-01-31T06:30:00.000Z", dated);

  expect(renewed).toMatchObject({
    value: {
      outcome: "renewed",
      chargeRows: [{ unitCost: "5.20", amount: { minor: 1560n }, policyId: "microsoft.nce.term-end-renew" }],
      subscription: {
        termFrom: "2027-01-31",
        termUntil: "2028-01-31",
        period: { from: "2027-01-31", until: "2027-02-28" },
        lots: [{ quantity: 3, refundableUntil: "2027-02-07T06:30:00.000Z" }],
      },
    },
  });
});

test("a renewal applies scheduled changes of seats and billing", () => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  const termEnd = { outcome: "renew" as const, offerId: "premium:P1Y:annual", quantity: 6 };
  const proposal = proposed(schedule(termEnd), [subscription], start);

  expect(proposal.chargeRows).toEqual([]);
  expect(proposal.chargeNow.gross.minor).toBe(0n);
  expect(proposal.upcoming.at(-1)).toMatchObject({
    from: "2027-01-31",
    until: "2028-01-31",
    net: { minor: 124_128n },
  });

  const after = turnedUntil(proposal.subscriptions[0]!, "2027-01-31");
  expect(after.subscription).toMatchObject({
    offerId: "premium:P1Y:annual",
    quantity: 6,
    termEnd: { outcome: "renew", offerId: null, quantity: null },
  });
  expect(after.rows.at(-1)?.amount).toEqual(proposal.upcoming.at(-1)?.net);
});

test("a scheduled cancellation ends the subscription with its term and charges nothing more", () => {
  const { subscription } = bought("premium:P1M:monthly", 10, start);
  const [planned] = proposed(schedule({ outcome: "cancel" }), [subscription], start).subscriptions;
  const after = turnedUntil(planned!, "2026-06-01");
  expect(after.rows).toEqual([]);
  expect(after.subscription).toMatchObject({ status: "cancelled", quantity: 0 });
});

test.each(["2027-01-15", "2027-01-31"])("a renewal that was to end before it begins is whole (%s)", (until) => {
  const { subscription } = turnedUntil(bought("basic:P1Y:monthly", 1, start).subscription, "2027-01-30");
  const termEnd = { outcome: "renew", offerId: null, quantity: null, until } as const;
  expect(turn({ ...subscription, termEnd }, "2027-01-31T00:00:00.000Z")).toMatchObject({
    value: {
      subscription: { termUntil: "2028-01-31", period: { from: "2027-01-31", until: "2027-02-28" } },
      chargeRows: [{ amount: { minor: 490n } }],
    },
  });
});

test("a suspended subscription is billed until its term ends, and then ends", () => {
  const yearly = { ...bought("basic:P1Y:monthly", 1, start).subscription, status: "suspended" as const };
  const after = turnedUntil(yearly, "2027-06-01");
  expect(after.rows).toHaveLength(11);
  expect(after.subscription.status).toBe("cancelled");
});

test("without a commitment each period takes the price of its first day", () => {
  const dated = catalogueOf({
    prices: [
      price({ offerId: "workstation:none:monthly", cost: "1.235", until: "2026-03-01" }),
      price({ offerId: "workstation:none:monthly", cost: "1.30", from: "2026-03-01" }),
    ],
  });
  const { subscription } = bought("workstation:none:monthly", 100, start, dated);
  const { rows } = turnedUntil(subscription, "2026-04-01", dated);
  expect(rows.map((row) => row.amount.minor)).toEqual([12_350n, 13_000n]);
});

test("without a commitment the reseller's own price is followed too, though the cost stays", () => {
  const own = (customer: string | null, dates: { from?: string; until?: string }) =>
    price({ offerId: "workstation:none:monthly", cost: "1.235", customer, ...dates });
  const dated = catalogueOf({ prices: [own("2.00", { until: "2026-03-01" }), own("2.50", { from: "2026-03-01" })] });
  const { subscription } = bought("workstation:none:monthly", 100, start, dated);

  const february = turnedUntil(subscription, "2026-02-28", dated).subscription;
  expect(february.customerPrice).toBe("2.00");
  expect(turn(february, "2026-03-31T00:00:00Z", dated)).toMatchObject({
    value: {
      subscription: { customerPrice: "2.50" },
      history: [{ kind: "priceFixed", effectiveAt: "2026-03-31T00:00:00.000Z", data: { customerPrice: "2.50" } }],
    },
  });
});

test("a price in different notation is the same price", () => {
  const { subscription } = bought("workstation:none:monthly", 1, start);
  const rewritten = catalogueOf({ prices: [price({ offerId: "workstation:none:monthly", cost: "1.2350" })] });
  expect(turn(subscription, "2026-02-28T00:00:00Z", rewritten)).toMatchObject({ value: { history: [] } });
});

test.each([
  { why: "an unknown offer", offerId: "nonsense", quantity: null, refusal: "offerUnknown" },
  { why: "goods", offerId: "phone:once", quantity: null, refusal: "scheduleNotPossible" },
  { why: "another product", offerId: "mailbox:P1Y:monthly", quantity: null, refusal: "scheduleNotPossible" },
  { why: "an offer no longer sold", offerId: "retired:P1Y:monthly", quantity: null, refusal: "offerNotForSale" },
  { why: "no seats", offerId: null, quantity: 0, refusal: "quantityBelowMinimum" },
  { why: "too many seats", offerId: null, quantity: 1000, refusal: "quantityAboveMaximum" },
])("a renewal cannot be scheduled with $why", ({ offerId, quantity, refusal }) => {
  const { subscription } = bought("premium:P1Y:monthly", 10, start);
  const change = schedule({ outcome: "renew", offerId, quantity });
  expect(rate(change, [subscription], catalogue, policies, start)).toMatchObject({ refusal });
});

test("nothing can be scheduled where no term ends, or in the last day before the renewal", () => {
  const open = bought("workstation:none:monthly", 1, start).subscription;
  const change = schedule({ outcome: "cancel" });
  expect(rate(change, [open], catalogue, policies, start)).toMatchObject({ refusal: "scheduleNotPossible" });

  const { subscription } = bought("premium:P1M:monthly", 1, start);
  const locked = at("2026-02-27T00:00:00.000Z");
  expect(rate(change, [subscription], catalogue, policies, locked)).toMatchObject({ refusal: "renewalLocked" });
});

test("a renewal without a price on its day is refused, not guessed", () => {
  const ending = catalogueOf({ prices: prices.map((each) => ({ ...each, until: "2026-02-28" })) });
  const { subscription } = bought("premium:P1M:monthly", 1, start, ending);
  expect(turn(subscription, "2026-02-28T00:00:00.000Z", ending)).toMatchObject({ refusal: "priceMissing" });
});
