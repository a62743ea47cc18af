import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareDecimals, divideRounded, parseDecimal } from "./decimal.ts";
import { add, format, isZero, money, negate, percentOf, share, subtract, sum, times } from "./money.ts";

const gbp = (minor: bigint) => money(minor, "GBP");
const amounts = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });

test("two currencies never add up", () => {
  expect(() => add(gbp(1n), money(1n, "EUR"))).toThrow(TypeError);
  expect(() => subtract(gbp(1n), money(1n, "EUR"))).toThrow(TypeError);
  expect(() => sum([money(1n, "EUR")], "GBP")).toThrow(TypeError);
});

test("what is taken away again was never there", () => {
  expect(subtract(gbp(500n), gbp(120n))).toEqual(gbp(380n));
  fc.assert(
    fc.property(amounts, amounts, (one, other) => {
      expect(subtract(add(gbp(one), gbp(other)), gbp(other))).toEqual(gbp(one));
      expect(subtract(gbp(one), gbp(other))).toEqual(add(gbp(one), negate(gbp(other))));
      expect(isZero(subtract(gbp(one), gbp(one)))).toBe(true);
      expect(isZero(gbp(one))).toBe(one === 0n);
    }),
  );
});

test("what is written of an amount is that amount", () => {
  fc.assert(
    fc.property(amounts, (minor) => {
      const text = format(gbp(minor));
      expect(text).toMatch(/^−?£\d{1,3}(,\d{3})*\.\d\d$/);
      expect(BigInt(text.replace("−", "-").replace(/[£,.]/g, ""))).toBe(minor);
    }),
  );
});

test("a sum of nothing is nothing in its currency", () => {
  expect(sum([], "EUR")).toEqual({ minor: 0n, currency: "EUR" });
  expect(sum([gbp(5n), negate(gbp(2n))], "GBP")).toEqual(gbp(3n));
});

test.each([
  { minor: 123_450n, text: "£1,234.50" },
  { minor: 5n, text: "£0.05" },
  { minor: 0n, text: "£0.00" },
  { minor: -99n, text: "−£0.99" },
  { minor: 100_000_000n, text: "£1,000,000.00" },
  { minor: 99_999n, text: "£999.99" },
])("$minor pence read $text", ({ minor, text }) => {
  expect(format(gbp(minor))).toBe(text);
});

test("euros carry their sign", () => {
  expect(format(money(123_456_789n, "EUR"))).toBe("€1,234,567.89");
});

test.each([
  { minor: 1n, of: [1, 2], gives: 1n },
  { minor: -1n, of: [1, 2], gives: -1n },
  { minor: 1n, of: [49, 100], gives: 0n },
  { minor: 1000n, of: [1, 3], gives: 333n },
  { minor: 1000n, of: [2, 3], gives: 667n },
])("$minor x $of is $gives: halves go away from zero", ({ minor, of, gives }) => {
  expect(share(gbp(minor), of[0]!, of[1]!).minor).toBe(gives);
});

test.each([
  { rate: "9.40", quantity: 3, gives: 2820n },
  { rate: "0.005", quantity: 1, gives: 1n },
  { rate: "0.00499999", quantity: 1, gives: 0n },
  { rate: "0.00499999", quantity: 1000, gives: 500n },
  { rate: "1.235", quantity: -2, gives: -247n },
  { rate: "0.1", quantity: 3, gives: 30n },
])("$rate x $quantity is $gives pence, rounded once", ({ rate, quantity, gives }) => {
  expect(times(rate, quantity, "GBP").minor).toBe(gives);
});

test("a quantity is a whole number", () => {
  expect(() => times("1", 1.5, "GBP")).toThrow(RangeError);
});

test("twenty per cent is a fifth", () => {
  expect(percentOf(gbp(1003n), "20")).toEqual(gbp(201n));
  expect(percentOf(gbp(-1003n), "20")).toEqual(gbp(-201n));
});

describe("decimals", () => {
  test.each([
    ["1", 100_000_000n],
    ["0.5", 50_000_000n],
    ["-3.25", -325_000_000n],
    ["123456789.12345678", 12_345_678_912_345_678n],
    ["-0.00000001", -1n],
  ])("%s is read exactly", (text, scaled) => {
    expect(parseDecimal(text)).toBe(scaled);
  });

  test.each(["", "1.", ".5", "1e3", "1.123456789", "one", "+1", "1,5"])("%j is none", (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError);
  });

  test("trailing zeros do not make a difference", () => {
    expect(compareDecimals("1.5", "1.50")).toBe(0);
    expect(compareDecimals("-2", "1")).toBeLessThan(0);
    expect(compareDecimals("10", "9.99")).toBeGreaterThan(0);
  });

  test("the order of decimals is the order of their numbers, as sorting wants it", () => {
    expect([compareDecimals("1", "2"), compareDecimals("2", "1"), compareDecimals("0", "-0")]).toEqual([-1, 1, 0]);
    expect(["10", "9.9", "-1", "0.5"].toSorted(compareDecimals)).toEqual(["-1", "0.5", "9.9", "10"]);
  });

  test("halves go away from zero whichever side is negative, and nothing is divided by zero", () => {
    const quotients = [divideRounded(5n, 2n), divideRounded(-5n, 2n), divideRounded(5n, -2n), divideRounded(-5n, -2n)];
    expect(quotients).toEqual([3n, -3n, -3n, 3n]);
    expect([divideRounded(4n, 3n), divideRounded(0n, 7n)]).toEqual([1n, 0n]);
    expect(() => divideRounded(1n, 0n)).toThrow("Division by zero");
  });

  test("rounding is never off by more than a half", () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 9n }), (top, bottom) => {
        const error = divideRounded(top, bottom) * bottom - top;
        expect((error < 0n ? -error : error) * 2n <= bottom).toBe(true);
      }),
    );
  });
});

test("what went wrong names what met", () => {
  expect(() => add(gbp(1n), money(1n, "EUR"))).toThrow("Cannot bring GBP and EUR together");
  expect(() => parseDecimal("1e3")).toThrow("Not a decimal number with at most eight places: 1e3");
});
