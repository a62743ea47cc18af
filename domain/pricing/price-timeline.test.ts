import { expect, test } from "vitest";
import { priceTimeline } from "./price-timeline.ts";
import type { PriceRule } from "./price-rules.ts";

const list = (from: string, cost: string) => ({
  offerId: "seat",
  productId: "suite",
  currency: "GBP" as const,
  from,
  cost,
  recommended: null,
});
const everyone = (offerId: string, from: string, price: string | null): PriceRule => ({
  level: "everyone",
  offerId,
  productId: null,
  from,
  ...(price === null ? { kind: "none", value: null } : { kind: "fixed", value: price }),
});
const brief = (rows: ReturnType<typeof priceTimeline>) =>
  rows.map(({ from, until, cost, customer }) => [from, until, cost, customer]);

test("a list price applies until a later list names the offer, an own price from its day until it is removed", () => {
  const own = [
    everyone("seat", "2026-03-01", "9"),
    everyone("seat", "2026-09-01", null),
    everyone("other", "2026-01-01", "1"),
  ];
  expect(brief(priceTimeline([list("2026-07-01", "6"), list("2025-01-01", "5")], own))).toEqual([
    ["2025-01-01", "2026-03-01", "5", null],
    ["2026-03-01", "2026-07-01", "5", "9"],
    ["2026-07-01", "2026-09-01", "6", "9"],
    ["2026-09-01", null, "6", null],
  ]);
});

test("an own price before the first list price makes no row", () => {
  const own = [everyone("seat", "2024-01-01", "9")];
  expect(brief(priceTimeline([list("2025-01-01", "5")], own))).toEqual([["2025-01-01", null, "5", "9"]]);
});

test("lists and own prices apply in the order of their days, in whatever order they come", () => {
  const lists = [list("2025-01-01", "5"), list("2026-01-01", "6"), list("2027-01-01", "7")];
  const own = [everyone("seat", "2026-06-01", "9"), everyone("seat", "2026-03-01", "8")];
  const rows = brief(priceTimeline(lists, own));
  expect(rows.map(([from, , cost, customer]) => [from, cost, customer])).toEqual([
    ["2025-01-01", "5", null],
    ["2026-01-01", "6", null],
    ["2026-03-01", "6", "8"],
    ["2026-06-01", "6", "9"],
    ["2027-01-01", "7", "9"],
  ]);
  expect(brief(priceTimeline(lists.toReversed(), own.toReversed()))).toEqual(rows);
});

test("each offer has prices of its own in each currency", () => {
  const lists = [
    list("2025-01-01", "5"),
    { ...list("2025-02-01", "6"), currency: "EUR" as const },
    { ...list("2025-03-01", "7"), offerId: "other" },
  ];
  const own = [everyone("other", "2025-04-01", "9")];
  expect(
    priceTimeline(lists, own).map(({ offerId, currency, from, until, cost }) => [offerId, currency, from, until, cost]),
  ).toEqual([
    ["seat", "GBP", "2025-01-01", null, "5"],
    ["seat", "EUR", "2025-02-01", null, "6"],
    ["other", "GBP", "2025-03-01", "2025-04-01", "7"],
    ["other", "GBP", "2025-04-01", null, "7"],
  ]);
});
