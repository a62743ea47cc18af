import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths, daysIn, type Period } from "../values/dates.ts";
import { money, sum } from "../values/money.ts";
import { charge, remaining } from "./proration.ts";

const gbp = (minor: bigint) => money(minor, "GBP");
const november: Period = { from: "2026-11-01", until: "2026-12-01" };

const prices = fc.bigInt({ min: 0n, max: 10n ** 10n }).map(gbp);
const periods = fc
  .tuple(fc.integer({ min: 0, max: 3000 }), fc.constantFrom(1, 12, 36))
  .map(([offset, months]): Period => {
    const from = addDays("2024-01-01", offset);
    return { from, until: addMonths(from, months) };
  });

test.each([
  { from: "2026-11-01", until: "2026-12-01", pence: 3000n, why: "the whole period: the whole price" },
  { from: "2026-11-16", until: "2026-12-01", pence: 1500n, why: "half the days: half the price" },
  { from: "2026-11-30", until: "2026-12-01", pence: 100n, why: "last day only: one day of thirty" },
  { from: "2026-11-30", until: "2026-11-30", pence: 0n, why: "no day: nothing" },
])("$why", ({ from, until, pence }) => {
  expect(charge(gbp(3000n), november, from, until)).toEqual(gbp(pence));
});

test("a leap year's price is spread over 366 days", () => {
  const year = { from: "2028-01-01", until: "2029-01-01" };
  expect(charge(gbp(36_600n), year, "2028-02-29", "2028-03-01")).toEqual(gbp(100n));
});

test.each([
  { a: "2026-10-31", b: "2026-11-05" },
  { a: "2026-11-05", b: "2026-12-02" },
  { a: "2026-11-06", b: "2026-11-05" },
])("days $a to $b are not in November", ({ a, b }) => {
  expect(() => charge(gbp(1n), november, a, b)).toThrow(RangeError);
});

test("pieces always add up to the period, and none is negative", () => {
  fc.assert(
    fc.property(prices, periods, fc.array(fc.nat({ max: 1100 }), { maxLength: 10 }), (price, period, cuts) => {
      const inside = cuts.map((cut) => cut % (daysIn(period) + 1)).toSorted((x, y) => x - y);
      const days = [0, ...inside, daysIn(period)].map((offset) => addDays(period.from, offset));
      const pieces = days.slice(1).map((day, index) => charge(price, period, days[index]!, day));
      expect(sum(pieces, "GBP")).toEqual(price);
      expect(pieces.every((piece) => piece.minor >= 0n)).toBe(true);
    }),
  );
});

test("a dearer period never leaves less to pay for the same days", () => {
  fc.assert(
    fc.property(prices, prices, periods, fc.nat({ max: 1100 }), (price, more, period, offset) => {
      const day = addDays(period.from, offset % (daysIn(period) + 1));
      const dearer = gbp(price.minor + more.minor);
      expect(remaining(dearer, period, day).minor >= remaining(price, period, day).minor).toBe(true);
    }),
  );
});
