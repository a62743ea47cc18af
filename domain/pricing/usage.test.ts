import * as fc from "fast-check";
import { expect, test } from "vitest";
import { correctUsage, rateUsage, type RatedUsage } from "./usage.ts";

const month = (used: string, included = "10", unitCost = "1.235") =>
  ({ used, included, unitCost, currency: "GBP" }) as const;
const rated = (used: string, included?: string, unitCost?: string) => {
  const { quantity, amount } = rateUsage(month(used, included, unitCost));
  return [Number(quantity), amount.minor];
};

test.each([
  ["12", "10", "1.235", 2, 247n],
  ["10", "10", "1.235", 0, 0n],
  ["7", "10", "1.235", 0, 0n],
  ["500.00097656", "500", "0.0845", 0.00097656, 0n],
  // Half a penny is rounded away from zero, once for the line.
  ["1.5", "0", "0.01", 1.5, 2n],
  ["1073.5", "500", "0.0845", 573.5, 4846n],
])("%s used of %s licences at %s is %d, %d", (used, included, unitCost, quantity, minor) => {
  expect(rated(used, included, unitCost)).toEqual([quantity, minor]);
});

test("what a later report changes names only the difference", () => {
  const first = rateUsage(month("12"));
  expect(correctUsage(month("11"), first)).toEqual({
    quantity: "-1.00000000",
    amount: { minor: -123n, currency: "GBP" },
  });
  expect(correctUsage(month("3"), first).amount.minor).toBe(-247n);
  expect(correctUsage(month("12"), first).amount.minor).toBe(0n);
});

/** Numbers of 10^-8, as a fraction of integers: the oracle works without decimals. */
const figure = fc.bigInt({ min: 0n, max: 10n ** 15n });
const written = (value: bigint) => `${value / 10n ** 8n}.${String(value % 10n ** 8n).padStart(8, "0")}`;

/** The nearest penny, found by counting rather than dividing: of two as near, the one farther from zero. */
function oracle(used: bigint, included: bigint, cost: bigint): bigint {
  if (used <= included) return 0n;
  const exact = (used - included) * cost * 100n;
  const penny = 10n ** 16n;
  const below = exact - (exact % penny);
  return exact - below < below + penny - exact ? below / penny : below / penny + 1n;
}

test("a month costs what an exact count says, and however often it is corrected, what its last report says", () => {
  fc.assert(
    fc.property(fc.array(figure, { minLength: 1, maxLength: 6 }), figure, figure, (reports, included, cost) => {
      let charged: RatedUsage = { quantity: "0", amount: { minor: 0n, currency: "GBP" } };
      for (const used of reports) {
        const told = month(written(used), written(included), written(cost));
        const { quantity, amount } = correctUsage(told, charged);
        charged = {
          quantity: rateUsage(told).quantity,
          amount: { minor: charged.amount.minor + amount.minor, currency: "GBP" },
        };
        expect(charged.amount.minor).toBe(oracle(used, included, cost));
        // Nobody is given back more than was charged.
        expect(charged.amount.minor).toBeGreaterThanOrEqual(0n);
        expect(quantity).toMatch(/^-?\d+\.\d{8}$/);
      }
    }),
  );
});
