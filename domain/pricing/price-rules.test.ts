import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../values/dates.ts";
import { formatDecimal, parseDecimal, placesOf } from "../values/decimal.ts";
import { nextPeriod } from "./periods.ts";
import { priceBy, priceLevels, priceUnder, standingOn, type PriceRule, type PriceSetting } from "./price-rules.ts";
import { priceTimeline } from "./price-timeline.ts";
import { at, bought, catalogueOf, policies } from "./pricing-fixtures.ts";
import { findPrice } from "./terms.ts";

const list = (from: string, cost: string, offerId = "seat", productId = "suite") => ({
  offerId,
  productId,
  currency: "GBP" as const,
  from,
  cost,
  recommended: null,
});
const rule = (changes: Partial<PriceRule> & PriceSetting): PriceRule => ({
  level: "everyone",
  offerId: null,
  productId: null,
  from: "2026-01-01",
  ...changes,
});
const priceOn = (rules: readonly PriceRule[], day = "2026-06-01", cost = "10") => {
  const offers = new Map();
  return findPrice({ offers, prices: priceTimeline([list("2025-01-01", cost)], rules) }, "seat", "GBP", day)?.customer;
};

test("the closest to the customer decides, then the most specific, then the newest that has begun", () => {
  const rules = [
    rule({ kind: "markUp", value: "10" }),
    rule({ kind: "markUp", value: "20", productId: "suite" }),
    rule({ kind: "fixed", value: "13", offerId: "seat" }),
    rule({ kind: "margin", value: "50", level: "group" }),
    rule({ kind: "fixed", value: "21", level: "group", offerId: "seat" }),
    rule({ kind: "markUp", value: "1", level: "customer" }),
    rule({ kind: "markUp", value: "2", level: "customer", from: "2026-03-01" }),
    rule({ kind: "markUp", value: "3", level: "customer", from: "2026-06-02" }),
  ];
  const withoutLast = (count: number) => priceOn(rules.slice(0, rules.length - count));
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map(withoutLast)).toEqual([
    "10.20",
    "10.20",
    "10.10",
    "21",
    "20.00",
    "13",
    "12.00",
    "11.00",
    null,
  ]);
  expect(priceOn(rules.toReversed())).toBe("10.20");
});

test("a rule that sets nothing leaves the price to the next, and one of another product never counts", () => {
  const own = [
    rule({ kind: "fixed", value: "13", offerId: "seat" }),
    rule({ kind: "fixed", value: "9", offerId: "seat", level: "customer" }),
    rule({ kind: "none", value: null, offerId: "seat", level: "customer", from: "2026-05-01" }),
    rule({ kind: "fixed", value: "1", offerId: "other", level: "customer" }),
    rule({ kind: "markUp", value: "1", productId: "other", level: "customer" }),
  ];
  expect(priceOn(own, "2026-04-30")).toBe("9");
  expect(priceOn(own, "2026-05-01")).toBe("13");
});

test.each([
  { setting: { kind: "markUp", value: "25" }, cost: "18.10", price: "22.63", why: "rounds half a penny up" },
  { setting: { kind: "margin", value: "20" }, cost: "18.10", price: "22.63", why: "a margin is a share of the price" },
  { setting: { kind: "markUp", value: "10" }, cost: "0.0380", price: "0.042", why: "keeps the places of the cost" },
  { setting: { kind: "markUp", value: "12.5" }, cost: "8", price: "9.00", why: "shows pennies" },
  { setting: { kind: "markUp", value: "0" }, cost: "1.235", price: "1.235", why: "nothing on top is the cost" },
  { setting: { kind: "fixed", value: "7.5" }, cost: "9", price: "7.5", why: "an amount stands as it was given" },
] as const)("$setting.kind $setting.value of $cost: $why", ({ setting, cost, price }) => {
  expect(priceBy(setting, cost)).toBe(price);
});

const days = fc.integer({ min: 0, max: 400 }).map((offset) => addDays("2026-01-01", offset));
const settings: fc.Arbitrary<PriceSetting> = fc.oneof(
  fc.integer({ min: 0, max: 9999 }).map((minor): PriceSetting => ({ kind: "fixed", value: (minor / 100).toFixed(2) })),
  fc.integer({ min: 0, max: 300 }).map((percent): PriceSetting => ({ kind: "markUp", value: String(percent) })),
  fc.integer({ min: 0, max: 99 }).map((percent): PriceSetting => ({ kind: "margin", value: String(percent) })),
  fc.constant<PriceSetting>({ kind: "none", value: null }),
);
const rules = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom("customer" as const, "group" as const, "everyone" as const),
      fc.constantFrom(["seat", null], ["other", null], [null, "suite"], [null, "voice"], [null, null]),
      days,
      settings,
    )
    .map(([level, [offerId, productId], from, setting]): PriceRule =>
      rule({ ...setting, level, offerId, productId, from }),
    ),
  { maxLength: 14, selector: (each) => `${each.level} ${each.offerId} ${each.productId} ${each.from}` },
);
const costs = fc.integer({ min: 1, max: 9_999_999 }).map((scaled) => formatDecimal(BigInt(scaled) * 10_000n, 4));

/** The rule in words: ask level by level and target by target who spoke last. */
function spokenFor(own: readonly PriceRule[], day: string, cost: string): string | null {
  for (const level of ["customer", "group", "everyone"])
    for (const fits of [
      (each: PriceRule) => each.offerId === "seat",
      (each: PriceRule) => each.productId === "suite",
      (each: PriceRule) => each.offerId === null && each.productId === null,
    ]) {
      const begun = own.filter((each) => each.level === level && fits(each) && each.from <= day);
      const [last] = begun.toSorted((a, b) => (a.from < b.from ? 1 : -1));
      if (last && last.kind !== "none") return priceBy(last, cost);
    }
  return null;
}

describe("whatever rules a reseller keeps", () => {
  test("each day has the price that its rules say, and one of them decides it", () => {
    fc.assert(
      fc.property(rules, costs, days, (own, cost, day) => {
        expect(priceOn(own, day, cost)).toBe(spokenFor(own, day, cost));
      }),
    );
  });

  test("those that count on a day give the same price", () => {
    fc.assert(
      fc.property(rules, costs, days, (own, cost, day) => {
        const levels = priceLevels.map((level) =>
          standingOn(
            own.filter((each) => each.level === level),
            day,
          ),
        );
        const offer = { offerId: "seat", productId: "suite", cost };
        expect(priceUnder(levels, offer)).toBe(spokenFor(own, day, cost));
      }),
    );
  });

  test("their order, and those of other customers' products, change nothing", () => {
    fc.assert(
      fc.property(rules, costs, days, (own, cost, day) => {
        expect(priceOn(own.toReversed(), day, cost)).toBe(priceOn(own, day, cost));
        const named = own.filter((each) => each.offerId !== "other" && each.productId !== "voice");
        expect(priceOn(named, day, cost)).toBe(priceOn(own, day, cost));
      }),
    );
  });

  test("a margin leaves the reseller its percentage, to the rounding of one price", () => {
    fc.assert(
      fc.property(costs, fc.integer({ min: 0, max: 99 }), (cost, percent) => {
        const price = parseDecimal(priceBy({ kind: "margin", value: String(percent) }, cost)!);
        const left = price - parseDecimal(cost);
        const off = left * 100n - price * BigInt(percent);
        // Half of the last place, times what the cost is of a hundred.
        const half = 10 ** (8 - Math.max(2, placesOf(cost))) / 2;
        expect(Number(off < 0n ? -off : off)).toBeLessThanOrEqual(half * (100 - percent));
      }),
    );
  });

  test("what was sold keeps its price until its term ends, and takes the price of that day then", () => {
    const offerId = "premium:P1Y:monthly";
    const pricesOf = (own: readonly PriceRule[]) =>
      priceTimeline([list("2020-01-01", "18.10", offerId, "microsoft-365")], own);
    fc.assert(
      fc.property(rules, rules, (before, after) => {
        const named = (own: readonly PriceRule[]) =>
          own.map((each) =>
            each.offerId === "seat"
              ? { ...each, offerId }
              : each.productId
                ? { ...each, productId: "microsoft-365" }
                : each,
          );
        const sold = bought(
          offerId,
          3,
          at("2026-06-01T09:00:00.000Z"),
          catalogueOf({ prices: pricesOf(named(before)) }),
        );
        const changed = catalogueOf({ prices: pricesOf(named(after)) });
        let present = sold.subscription;
        for (let month = 0; month < 11; month++) {
          const turned = nextPeriod(present, changed, policies, { now: `${present.period!.until}T00:00:00.000Z` });
          if (!turned.ok) throw new Error(turned.refusal);
          present = turned.value.subscription;
          expect(present.customerPrice).toBe(sold.subscription.customerPrice);
        }
        const renewed = nextPeriod(present, changed, policies, { now: `${present.period!.until}T00:00:00.000Z` });
        expect(renewed.ok && renewed.value.subscription.customerPrice).toBe(
          findPrice(changed, offerId, "GBP", "2027-06-01")!.customer,
        );
      }),
    );
  });
});

test("decimals are written with the places asked for", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (scaled) => {
      expect(parseDecimal(formatDecimal(scaled, 8))).toBe(scaled);
    }),
  );
});
