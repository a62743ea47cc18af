import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { billings, type Billing } from "../pricing/pricing-types.ts";
import { isBelowCost, quotedAmount, quotedPrice, quoteNumber, quoteStateOn, quoteSums, quoteWords } from "./quotes.ts";

/** Thousandths of a pound, as text and as a number: the oracle counts in whole numbers of its own. */
const thousandths = fc.integer({ min: 0, max: 9_999_999 });
const text = (rate: number) => `${Math.floor(rate / 1000)}.${String(rate % 1000).padStart(3, "0")}`;
/** Pence of a rate and a quantity, half away from zero; both are at least nought. */
const pence = (rate: number, quantity: number) => Math.floor((rate * quantity + 5) / 10);
const line = fc.record({
  billing: fc.constantFrom(...billings),
  quantity: fc.integer({ min: 1, max: 5000 }),
  price: thousandths,
  cost: thousandths,
});

describe("the sums of a quote", () => {
  test("equal its parts, each rounded once, whatever the order", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (given) => {
        const lines = given.map(({ billing, quantity, price, cost }) => ({
          billing,
          quantity,
          unitPrice: text(price),
          unitCost: text(cost),
        }));
        const sums = quoteSums(lines, "GBP");
        const expected = (of: "price" | "cost", billing: Billing) =>
          given
            .filter((each) => each.billing === billing)
            .reduce((all, each) => all + pence(each[of], each.quantity), 0);
        expect(sums.map(({ billing }) => billing)).toEqual(
          billings.filter((billing) => given.some((each) => each.billing === billing)),
        );
        for (const { billing, price, cost, margin } of sums) {
          expect(price.minor).toBe(BigInt(expected("price", billing)));
          expect(cost.minor).toBe(BigInt(expected("cost", billing)));
          expect(margin.minor).toBe(price.minor - cost.minor);
        }
        expect(quoteSums(lines.toReversed(), "GBP")).toEqual(sums);
        for (const [index, each] of lines.entries())
          expect(quotedAmount(each, "GBP").minor).toBe(BigInt(pence(given[index]!.price, given[index]!.quantity)));
      }),
    );
  });

  test("of nothing are none", () => {
    expect(quoteSums([], "EUR")).toEqual([]);
  });
});

test("the closest price is quoted: one's own, then the usual one, then the recommended one", () => {
  const prices = { own: "1", usual: "2", recommended: "3" };
  expect(quotedPrice(prices)).toBe("1");
  expect(quotedPrice({ ...prices, own: null })).toBe("2");
  expect(quotedPrice({ ...prices, own: null, usual: null })).toBe("3");
  expect(quotedPrice({ own: null, usual: null, recommended: null })).toBeNull();
  expect(quotedPrice({ ...prices, own: "0" })).toBe("0");
});

test("only less than the cost is below it", () => {
  expect(isBelowCost({ unitPrice: "9.99", unitCost: "10" })).toBe(true);
  expect(isBelowCost({ unitPrice: "10.00", unitCost: "10" })).toBe(false);
});

test("what was sent can be accepted on its last day, and has expired on the next", () => {
  const sent = { state: "sent" as const, validUntil: "2026-11-24" };
  expect(quoteStateOn(sent, "2026-11-24")).toBe("sent");
  expect(quoteStateOn(sent, "2026-11-25")).toBe("expired");
  for (const state of ["draft", "accepted", "declined", "withdrawn"] as const)
    expect(quoteStateOn({ ...sent, state }, "2026-11-25")).toBe(state);
});

test("is called by a number, and says how long a price is fixed", () => {
  expect(quoteNumber(12)).toBe("Q-00012");
  expect(quoteNumber(123_456)).toBe("Q-123456");
  expect(quoteWords({ term: "P1Y", billing: "monthly" })).toBe("1 year, paid each month");
  expect(quoteWords({ term: "none", billing: "once" })).toBe("Paid once");
});
