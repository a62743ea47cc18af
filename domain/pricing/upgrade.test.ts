import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asOf, type RecordedEntry } from "../ordering/subscriptions.ts";
import { addHours, dayOf } from "../values/dates.ts";
import {
  at,
  bought,
  catalogue,
  catalogueOf,
  daysLater,
  offer,
  offers,
  policies,
  proposed,
  total,
  turnedUntil,
} from "./pricing-fixtures.ts";
import type { Change, HistoryEntry, Subscription } from "./pricing-types.ts";
import { rate } from "./rate.ts";

const start = at("2026-11-01T14:00:00.000Z");
const later = at("2026-11-16T09:00:00.000Z");
const basic = bought("basic:P1Y:monthly", 10, start).subscription;
const premium = { ...bought("premium:P1Y:monthly", 5, start).subscription, key: "two" };
const upgrade = (quantity: number, toKey?: string, offerId = "premium:P1Y:monthly"): Change => ({
  kind: "upgrade",
  targets: [{ key: "one", offerId, quantity, ...(toKey ? { toKey } : {}) }],
});
const decide = (change: Change, state: readonly Subscription[], context = later, from = catalogue) =>
  rate(change, state, from, policies, context);

describe("all units of a subscription", () => {
  test("turn it into the better offer, with the same term, from today's price list", () => {
    const { subscriptions, chargeRows, history } = proposed(upgrade(10), [basic], later);

    expect(subscriptions).toMatchObject([
      {
        key: "one",
        name: "Business Premium",
        unitCost: "18.10",
        customerPrice: "22.60",
        quantity: 10,
        termUntil: "2027-11-01",
      },
    ]);
    expect(chargeRows).toMatchObject([
      {
        subscriptionKey: "one",
        description: "Business Basic, upgraded",
        kind: "refund",
        quantity: -10,
        amount: { minor: -2450n },
        periodFrom: "2026-11-16",
      },
      {
        subscriptionKey: "one",
        description: "Business Premium, by upgrade",
        kind: "prorated",
        quantity: 10,
        amount: { minor: 9050n },
        periodUntil: "2026-12-01",
      },
    ]);
    expect(history).toMatchObject([{ kind: "converted", data: { offerId: "premium:P1Y:monthly" } }]);
  });

  test("keep their add-ons where those fit, and are refused where they do not", () => {
    const addOn = {
      ...bought("premium:P1Y:monthly", 3, start).subscription,
      key: "addOn",
      parentKey: "one",
      offerId: "defender:P1Y:monthly",
    };
    expect(decide(upgrade(10), [basic, addOn])).toMatchObject({ ok: true });

    const pickier = catalogueOf({
      offers: offers.map((each) => (each.sku === "defender" ? { ...each, needsOneOf: ["basic"] } : each)),
    });
    expect(decide(upgrade(10), [basic, addOn], later, pickier)).toMatchObject({ refusal: "addOnsStillActive" });
  });

  test("a wish to renew as another offer was about the old one, a wish to end stays", () => {
    const renewing = {
      ...basic,
      termEnd: { outcome: "renew", offerId: "retired:P1Y:monthly", quantity: null },
    } as const;
    const ending = { ...basic, termEnd: { outcome: "cancel" } } as const;
    expect(proposed(upgrade(10), [renewing], later).subscriptions[0]!.termEnd).toEqual({
      outcome: "renew",
      offerId: null,
      quantity: null,
    });
    expect(proposed(upgrade(10), [ending], later).subscriptions[0]!.termEnd).toEqual({ outcome: "cancel" });
  });
});

describe("some units of a subscription", () => {
  test("become one of their own that ends with it, in their own time to be given back", () => {
    const grown = proposed({ kind: "setQuantity", targets: [{ key: "one", quantity: 13 }] }, [basic], later)
      .subscriptions[0]!;
    const { subscriptions, chargeRows, undoUntil } = proposed(upgrade(3), [grown], daysLater(later, 1));

    expect(subscriptions).toMatchObject([
      { key: "one", quantity: 10, lots: [{ quantity: 10 }] },
      {
        key: "upgraded-one",
        quantity: 3,
        termFrom: "2026-11-01",
        termUntil: "2027-11-01",
        lots: [{ quantity: 3, refundableUntil: "2026-11-23T09:00:00.000Z" }],
      },
    ]);
    expect(chargeRows.map(({ quantity, periodFrom }) => [quantity, periodFrom])).toEqual([
      [-3, "2026-11-17"],
      [3, "2026-11-17"],
    ]);
    expect(undoUntil).toBe("2026-11-23T09:00:00.000Z");
  });

  test("cannot be undone once the time of those they come from is over", () => {
    expect(proposed(upgrade(3), [basic], later).undoUntil).toBeNull();
  });

  test("leave no fewer than the old offer's minimum", () => {
    const least = catalogueOf({
      offers: offers.map((each) => (each.sku === "basic" ? { ...each, minimum: 8 } : each)),
    });
    expect(decide(upgrade(3), [basic], later, least)).toMatchObject({
      refusal: "quantityBelowMinimum",
      details: { limit: 8 },
    });
    expect(decide(upgrade(10), [basic], later, least)).toMatchObject({ ok: true });
  });
});

describe("units that go to a subscription that is there", () => {
  test("take its price and its end", () => {
    const { subscriptions, chargeRows, history } = proposed(
      upgrade(4, "two"),
      [basic, { ...premium, unitCost: "17.00" }],
      later,
    );
    expect(subscriptions).toMatchObject([
      { key: "one", quantity: 6 },
      { key: "two", quantity: 9, unitCost: "17.00" },
    ]);
    expect(chargeRows).toMatchObject([
      { quantity: -4 },
      { subscriptionKey: "two", quantity: 4, amount: { minor: 3400n } },
    ]);
    expect(history.map(({ kind }) => kind)).toEqual(["seatsRemoved", "seatsAdded"]);
  });

  test("end the old one if all of them go", () => {
    const { subscriptions, history } = proposed(upgrade(10, "two"), [basic, premium], later);
    expect(subscriptions).toMatchObject([
      { key: "one", status: "cancelled", quantity: 0 },
      { key: "two", quantity: 15 },
    ]);
    expect(history[0]).toMatchObject({ kind: "upgraded", data: { toKey: "two" } });
  });

  test.each([
    { why: "suspended", target: { status: "suspended" } },
    { why: "of another offer", target: { offerId: "premium:P1Y:annual" } },
    { why: "over sooner", target: { termUntil: "2027-10-31" } },
    { why: "of a shorter term", target: { term: "P1M", termUntil: "2028-01-01" } },
    {
      why: "in its own time to be cancelled",
      target: { lots: [{ quantity: 5, openedAt: later.now, refundableUntil: "2026-11-17T00:00:00.000Z" }] },
    },
  ] as const)("are refused by one that is $why", ({ target }) => {
    expect(decide(upgrade(4, "two"), [basic, { ...premium, ...target }])).toMatchObject({
      refusal: "upgradeTargetUnfit",
      details: { key: "two" },
    });
  });
});

test.each([
  { why: "more units than there are", change: upgrade(11), refusal: "quantityAboveMaximum" },
  { why: "none", change: upgrade(0), refusal: "quantityBelowMinimum" },
  { why: "half a unit", change: upgrade(1.5), refusal: "quantityInvalid" },
  {
    why: "an offer that is not better",
    change: upgrade(1, undefined, "software:P1Y:annual"),
    refusal: "upgradeNotPossible",
  },
  { why: "another term", change: upgrade(1, undefined, "premium:P1M:monthly"), refusal: "upgradeNotPossible" },
  {
    why: "an offer that is no longer sold",
    change: upgrade(1, undefined, "retired:P1Y:monthly"),
    refusal: "offerNotForSale",
  },
  { why: "an offer that nobody knows", change: upgrade(1, undefined, "nothing"), refusal: "offerUnknown" },
  { why: "an unknown target", change: upgrade(1, "nobody"), refusal: "subscriptionUnknown" },
  { why: "itself", change: upgrade(1, "one"), refusal: "lineKeyTaken" },
])("an upgrade of $why is refused", ({ change, refusal }) => {
  expect(decide(change, [basic])).toMatchObject({ refusal });
});

test("suspended subscriptions and the hours before a renewal wait", () => {
  expect(decide(upgrade(1), [{ ...basic, status: "suspended" }])).toMatchObject({ refusal: "subscriptionSuspended" });
  const { subscription } = turnedUntil(basic, "2027-10-01");
  expect(decide(upgrade(1), [subscription], at("2027-10-31T12:00:00.000Z"))).toMatchObject({
    refusal: "renewalLocked",
  });
});

test("whatever is upgraded, history repeats it, units add up, and the same price costs nothing more", () => {
  const samePrice = catalogueOf({
    offers: [
      offer({ id: "a:P1Y:monthly", term: "P1Y", billing: "monthly", upgradesTo: ["b"] }),
      offer({ id: "b:P1Y:monthly", term: "P1Y", billing: "monthly" }),
    ],
    prices: ["a:P1Y:monthly", "b:P1Y:monthly"].map((offerId) => ({
      ...catalogue.prices[0]!,
      offerId,
      cost: "7.77",
      customer: null,
    })),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 360 * 24 }),
      (seats, moved, hours) => {
        const first = proposed(
          { kind: "add", lines: [{ key: "one", offerId: "a:P1Y:monthly", quantity: seats }] },
          [],
          start,
          samePrice,
        );
        const now = addHours(start.now, hours);
        const { subscription } = turnedUntil(first.subscriptions[0]!, dayOf(now), samePrice);
        const decision = rate(upgrade(moved, undefined, "b:P1Y:monthly"), [subscription], samePrice, policies, at(now));
        expect(decision.ok).toBe(moved <= seats);
        if (!decision.ok) return;
        const { subscriptions, chargeRows, history } = decision.value;
        // Each subscription is rounded by itself, so a part may differ by a penny.
        const cost = total(chargeRows);
        expect(moved === seats ? cost === 0n : cost >= -1n && cost <= 1n).toBe(true);
        expect(subscriptions.reduce((all, each) => all + each.quantity, 0)).toBe(seats);
        const recorded = [...first.history, ...history].map((entry: HistoryEntry, id): RecordedEntry => ({
          ...entry,
          id: String(id).padStart(4, "0"),
          recordedAt: entry.effectiveAt,
          orderId: null,
        }));
        for (const each of subscriptions) {
          const own = recorded.filter((entry) => entry.subscriptionKey === each.key);
          expect(asOf(own, now, now)).toEqual(each);
        }
      },
    ),
  );
});
