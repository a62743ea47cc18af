import { expect, test } from "vitest";
import { costOfTerm, monthlyCost } from "./by-the-month.ts";
import type { Subscription } from "./pricing-types.ts";

const held = (changes: Partial<Subscription> = {}) => ({
  unitCost: "11.28",
  quantity: 10,
  billing: "monthly" as const,
  term: "P1Y" as const,
  currency: "GBP" as const,
  status: "active" as const,
  ...changes,
});

test.each([
  [{}, 11_280n, 135_360n],
  [{ billing: "annual" as const, unitCost: "100.01" }, 8_334n, 100_010n],
  [{ term: "P3Y" as const }, 11_280n, 406_080n],
  [{ term: "P3Y" as const, billing: "triennial" as const, unitCost: "360" }, 10_000n, 360_000n],
  [{ term: "none" as const, billing: "daily" as const }, 11_280n, undefined],
  [{ term: "none" as const, billing: "once" as const }, undefined, undefined],
  [{ status: "cancelled" as const }, 0n, 135_360n],
])("%o costs %s a month and %s in its term", (changes, monthly, whole) => {
  expect(monthlyCost(held(changes))?.minor).toBe(monthly);
  expect(costOfTerm(held(changes))?.minor).toBe(whole);
});
