import { expect, test } from "vitest";
import { priceTimeline } from "./price-timeline.ts";

const list = (from: string, cost: string) => ({
  offerId: "seat",
  currency: "GBP" as const,
  from,
  cost,
  recommended: null,
});
const brief = (rows: ReturnType<typeof priceTimeline>) =>
  rows.map(({ from, until, cost, customer }) => [from, until, cost, customer]);

test("a list price applies until a later list names the offer, an own price from its day until it is removed", () => {
  const own = [
    { offerId: "seat", from: "2026-03-01", price: "9" },
    { offerId: "seat", from: "2026-09-01", price: null },
    { offerId: "other", from: "2026-01-01", price: "1" },
  ];
  expect(brief(priceTimeline([list("2026-07-01", "6"), list("2025-01-01", "5")], own))).toEqual([
    ["2025-01-01", "2026-03-01", "5", null],
    ["2026-03-01", "2026-07-01", "5", "9"],
    ["2026-07-01", "2026-09-01", "6", "9"],
    ["2026-09-01", null, "6", null],
  ]);
});

test("an own price before the first list price makes no row", () => {
  const own = [{ offerId: "seat", from: "2024-01-01", price: "9" }];
  expect(brief(priceTimeline([list("2025-01-01", "5")], own))).toEqual([["2025-01-01", null, "5", "9"]]);
});
