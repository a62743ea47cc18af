import { expect, test } from "vitest";
import { microsoft } from "./microsoft.ts";
import { extendedPrices } from "./extended-prices.data.ts";
import { prices } from "./prices.data.ts";

const present = new Map(prices.flatMap(({ rows }) => rows.map(([id, ...amounts]) => [id, amounts])));
const pence = (amount: string) => Math.round(Number(amount) * 100);

test("every licence with a term has a price by the day: 3 % above a term of a month, 23 % above a yearly one by the month", () => {
  const daily = microsoft.catalogue.offers.filter(({ plans }) => plans.includes("none:daily"));
  expect(extendedPrices.rows.map(([id]) => id)).toEqual(daily.map(({ sku }) => `${sku}:none:daily`));
  expect(daily.length).toBeGreaterThan(30);
  for (const [id, ...amounts] of extendedPrices.rows) {
    const sku = id.replace(":none:daily", "");
    const [base, percent]: [string, number] = present.has(`${sku}:P1M:monthly`)
      ? ["P1M:monthly", 3]
      : ["P1Y:monthly", 23];
    const from = present.get(`${sku}:${base}`)!;
    expect(amounts.map(pence)).toEqual(from.map((amount) => Math.round((pence(amount) * (100 + percent)) / 100)));
  }
});
