import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayOf } from "../values/dates.ts";
import { charge } from "./proration.ts";
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
  total,
  turnedUntil,
} from "./pricing-fixtures.ts";
import type { Change, PricingContext, Subscription } from "./pricing-types.ts";
import { rate } from "./rate.ts";

const noon = at("2026-11-16T12:00:00.000Z");
const later = daysLater(noon, 10);
const { subscription: monthly } = bought("premium:P1M:monthly", 10, noon);
const change = (offerId: string, quantity: number | null = null): Change => ({
  kind: "newTerm",
  targets: [{ key: "one", offerId, quantity }],
});
const decide = (wanted: Change, of: Subscription, context: PricingContext = later, from = catalogue) =>
  rate(wanted, [of], from, policies, context);

/** The licences as they run on by the day, ten days after their month. */
function extended(): { running: Subscription; on: PricingContext } {
  const extend = { outcome: "extend", offerId: "premium:none:daily" } as const;
  const [wishing] = proposed(
    { kind: "schedule", targets: [{ key: "one", termEnd: extend }] },
    [monthly],
    noon,
  ).subscriptions;
  const on = at("2026-12-26T12:00:00.000Z");
  return { running: turnedUntil(wishing!, dayOf(on.now)).subscription, on };
}

test("a longer term begins today with a window of its own, and the rest of the old one is given back", () => {
  const { subscriptions, chargeRows, findings, history } = proposed(change("premium:P1Y:monthly"), [monthly], later);
  expect(subscriptions).toMatchObject([
    {
      term: "P1Y",
      quantity: 10,
      unitCost: "18.10",
      anchorDay: 26,
      termFrom: "2026-11-26",
      termUntil: "2027-11-26",
      period: { from: "2026-11-26", until: "2026-12-26" },
      lots: [{ quantity: 10, refundableUntil: "2026-12-03T12:00:00.000Z" }],
      termEnd: { outcome: "renew", offerId: null, quantity: null },
    },
  ]);
  // Twenty of thirty days of 217.20, and a month of 181.00.
  expect(chargeRows).toMatchObject([
    { kind: "refund", quantity: -10, amount: { minor: -14_480n }, periodFrom: "2026-11-26", periodUntil: "2026-12-16" },
    {
      kind: "recurring",
      quantity: 10,
      amount: { minor: 18_100n },
      periodFrom: "2026-11-26",
      periodUntil: "2026-12-26",
    },
  ]);
  expect(findings[0]).toEqual({ code: "committedUntilTermEnd", blocks: false, key: "one", termUntil: "2027-11-26" });
  expect(history).toMatchObject([{ kind: "renewed", effectiveAt: later.now }]);
});

test.each([
  ["premium:P1M:monthly", "newTermNotLonger"],
  ["basic:P1Y:monthly", "newTermNotPossible"],
  ["premium:none:daily", "offerNotForSale"],
  ["nothing", "offerUnknown"],
])("a month cannot begin %s: %s", (offerId, refusal) => {
  expect(decide(change(offerId), monthly)).toMatchObject({ ok: false, refusal });
});

test("a year takes no shorter or equal term, whatever its billing", () => {
  const { subscription: year } = bought("premium:P1Y:monthly", 10, noon);
  for (const offerId of ["premium:P1Y:annual", "premium:P1M:monthly"])
    expect(decide(change(offerId), year)).toMatchObject({
      refusal: "newTermNotLonger",
      details: { alternative: "schedule" },
    });
});

test("the number stays while a term runs, and neither what is suspended nor about to renew is changed", () => {
  expect(decide(change("premium:P1Y:monthly", 12), monthly)).toMatchObject({ refusal: "newTermQuantity" });
  expect(decide(change("premium:P1Y:monthly", 10), monthly).ok).toBe(true);
  expect(decide(change("premium:P1Y:monthly"), { ...monthly, status: "suspended" })).toMatchObject({
    refusal: "subscriptionSuspended",
  });
  expect(decide(change("premium:P1Y:monthly"), monthly, at("2026-12-15T12:00:00.000Z"))).toMatchObject({
    refusal: "renewalLocked",
  });
  const unpriced = catalogueOf({ prices: prices.filter((each) => each.offerId !== "premium:P1Y:monthly") });
  expect(decide(change("premium:P1Y:monthly"), monthly, later, unpriced)).toMatchObject({ refusal: "priceMissing" });
  const atLeast = catalogueOf({
    offers: [...offers, offer({ id: "premium:P3Y:monthly", term: "P3Y", billing: "monthly", minimum: 100 })],
  });
  expect(decide(change("premium:P3Y:monthly"), monthly, later, atLeast)).toMatchObject({
    refusal: "quantityBelowMinimum",
  });
});

test("what runs on by the day takes any term, another number with it, and pays this day once", () => {
  const { running, on } = extended();
  expect(running.billing).toBe("daily");
  for (const offerId of ["premium:P1M:monthly", "premium:P1Y:annual"])
    expect(decide(change(offerId, 4), running, on)).toMatchObject({
      ok: true,
      value: { subscriptions: [{ quantity: 4, billing: offerId.split(":")[2], termFrom: "2026-12-26" }] },
    });
  const { chargeRows } = proposed(change("premium:P1M:monthly", 4), [running], on);
  const today = turnedUntil(running, "2026-12-26").subscription.period!;
  expect(chargeRows).toMatchObject([
    { kind: "refund", periodFrom: today.from, periodUntil: today.until, quantity: -10 },
    { kind: "recurring", quantity: 4, amount: { minor: 8_688n } },
  ]);
});

test("whenever a longer term begins, each day is paid once: at the old price until then, at the new one from then on", () => {
  const cost = fc.integer({ min: 1, max: 99_999 }).map((scaled) => (scaled / 100).toFixed(2));
  fc.assert(
    fc.property(
      cost,
      cost,
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 28 }),
      (old, fresh, quantity, days) => {
        const priced = catalogueOf({
          prices: [
            price({ offerId: "premium:P1M:monthly", cost: old }),
            price({ offerId: "premium:P1Y:monthly", cost: fresh }),
          ],
        });
        const { subscription, rows } = bought("premium:P1M:monthly", quantity, noon, priced);
        const { chargeRows } = proposed(change("premium:P1Y:monthly"), [subscription], daysLater(noon, days), priced);
        const used = charge(rows[0]!.amount, subscription.period!, "2026-11-16", addDays("2026-11-16", days));
        const month = bought("premium:P1Y:monthly", quantity, noon, priced).rows;
        expect(total([...rows, ...chargeRows])).toBe(used.minor + total(month));
      },
    ),
  );
});
