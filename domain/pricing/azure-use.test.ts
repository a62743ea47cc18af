import { expect, test } from "vitest";
import { chargeParts, priceOfUse } from "./azure-use.ts";
import type { PriceRule } from "./price-rules.ts";

const rule = (from: string, kind: "markUp" | "fixed", value: string): PriceRule => ({
  level: "everyone",
  offerId: null,
  productId: "azure",
  from,
  kind,
  value,
});

test("each day is priced by the percentage that counts on it, and costs what it costs before there is one", () => {
  const price = priceOfUse([
    rule("2026-03-01", "markUp", "10"),
    rule("2026-03-15", "markUp", "20"),
    rule("2026-03-20", "fixed", "5"),
  ]);
  expect(
    ["2026-02-28", "2026-03-01", "2026-03-15", "2026-03-31"].map((day) => Number(price({ day, cost: "0.33335000" }))),
  ).toEqual([0.33335, 0.366685, 0.40002, 0.40002]);
});

const nothing = { cost: 0n, price: 0n, minor: 0n, saleMinor: 0n };
test.each([
  ["parts of less than a penny", nothing, ["0.004", "0.004", "0.004"], [0n, 1n, 0n]],
  ["halves", nothing, ["0.005", "0.005", "0.005"], [1n, 0n, 1n]],
  ["one that takes back what was charged", { ...nothing, cost: 1_250_000_000n, minor: 1_250n }, ["-12.5"], [-1_250n]],
  ["one to what was rounded up", { ...nothing, cost: 1_600_000n, minor: 2n }, ["0.009", "-0.001"], [1n, -1n]],
])("a month is rounded once: %s", (_, before, costs, charged) => {
  const parts = costs.map((cost) => ({ cost, price: cost }));
  expect(
    chargeParts({ ...before, price: before.cost, saleMinor: before.minor }, parts).map(({ minor }) => minor),
  ).toEqual(charged);
});
