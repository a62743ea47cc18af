import { expect, test } from "vitest";
import { compare, isClean, summarise, type Cause, type Comparable } from "./reconciliation.ts";

const here: Comparable = {
  customer: { isMatched: true, isIgnored: false },
  service: { isMatched: true, isIgnored: false },
  hasAgreement: true,
  gap: null,
  quantity: 10,
  sale: "181.00",
  cost: "150.00",
  psa: { lines: 1, quantity: "10.0000", amount: "181.0000", price: "18.1000", hasEnded: false, hasLater: false },
};
const of = ({ psa, ...changes }: Partial<Omit<Comparable, "psa">> & { psa?: Partial<Comparable["psa"]> }) =>
  compare({ ...here, ...changes, psa: { ...here.psa, ...psa } }, "GBP");
const nothing = { lines: 0, quantity: "0", amount: "0" };
const unmatched = { isMatched: false, isIgnored: false };

test.each<[string, Parameters<typeof of>[0], Cause | null, bigint, number | null]>([
  ["the same", {}, null, 0n, null],
  ["the same in two lines", { psa: { lines: 2 } }, null, 0n, null],
  ["fewer in the PSA", { psa: { quantity: "8", amount: "144.80" } }, "quantity", -3620n, 10],
  ["more in the PSA", { psa: { quantity: "12", amount: "217.20" } }, "quantity", 3620n, 10],
  ["a part of one", { psa: { quantity: "9.5", amount: "171.95" } }, "quantity", -905n, 10],
  ["another price", { psa: { price: "17.00", amount: "170.00" } }, "price", -1100n, 10],
  ["another price in two lines", { psa: { lines: 2, amount: "170.00" } }, "price", -1100n, null],
  ["a price apart by rounding", { psa: { price: "18.104", amount: "181.04" } }, null, 0n, null],
  ["no price here", { sale: null, psa: { amount: "999" } }, null, 0n, null],
  ["no price here, fewer there", { sale: null, psa: { quantity: "8", amount: "144.80" } }, "quantity", -3620n, 10],
  ["several lines", { psa: { lines: 2, quantity: "20", amount: "362.00" } }, "manyLines", 18100n, null],
  ["no line", { psa: nothing }, "noLine", -18100n, null],
  ["no line and no price anywhere", { sale: null, psa: { ...nothing, price: null } }, "noLine", -15000n, null],
  ["an ended line", { psa: { ...nothing, hasEnded: true } }, "lineEnded", -18100n, null],
  ["a line of later", { psa: { ...nothing, hasLater: true } }, "lineNotBegun", -18100n, null],
  ["no agreement", { hasAgreement: false, psa: nothing }, "noAgreement", -18100n, null],
  ["a service not matched", { service: unmatched, psa: nothing }, "serviceNotMatched", -18100n, null],
  [
    "a customer not matched",
    { customer: unmatched, service: unmatched, psa: nothing },
    "customerNotMatched",
    -18100n,
    null,
  ],
  ["only there", { quantity: 0, sale: "0", cost: "0" }, "psaOnly", 18100n, 0],
  ["only there, in two lines", { quantity: 0, sale: "0", psa: { lines: 2 } }, "psaOnly", 18100n, null],
])("%s is told by its one cause", (_, changes, cause, difference, target) => {
  expect(of(changes)).toMatchObject({ cause, difference: { minor: difference, currency: "GBP" }, target });
});

test.each([
  ["181.00", "170.00", "18.10"],
  ["181.06666667", "170.00", "18.11"],
  ["181.00", "181.00", null],
])("what ten cost for %s and the PSA bills for %s is to cost %s each", (sale, amount, expected) => {
  expect(of({ sale, psa: { amount } }).targetPrice).toBe(expected);
});

test("a line that is billed by the year is told, and its price left alone", () => {
  const yearly = of({ psa: { price: "216.00", amount: "2160.00" } });
  expect(yearly).toMatchObject({ cause: "price", target: null, targetPrice: null });
});

test("causes add up to the difference, and clean is said only of everything", () => {
  const rows = [
    of({}),
    of({ psa: nothing }),
    of({ psa: { quantity: "12", amount: "217.20" } }),
    of({ psa: { quantity: "8", amount: "144.80" } }),
    of({ customer: { isMatched: true, isIgnored: true }, psa: nothing }),
    of({ gap: "byUse", psa: nothing }),
  ];
  const summary = summarise(rows, [{ gap: "once", count: 2 }], "GBP");
  expect(summary).toMatchObject({
    compared: 4,
    equal: 1,
    different: 3,
    byCause: [
      { cause: "noLine", count: 1, amount: { minor: -18100n } },
      { cause: "quantity", count: 2, amount: { minor: 0n } },
    ],
    difference: { minor: -18100n },
    notCompared: [
      { gap: "ignored", count: 1 },
      { gap: "byUse", count: 1 },
      { gap: "once", count: 2 },
    ],
  });
  const whole = summarise([of({})], [], "GBP");
  expect(isClean(whole)).toBe(true);
  expect(isClean(summary)).toBe(false);
  expect(isClean(summarise([of({})], [{ gap: "companyNotMatched", count: 1 }], "GBP"))).toBe(false);
  expect(isClean(summarise([of({ sale: null })], [], "GBP"))).toBe(false);
});
