import { expect, test } from "vitest";
import { catalogue, catalogueOf, price } from "./pricing-fixtures.ts";
import { findPrice, periodAt } from "./terms.ts";

test.each(["2026-11-01", "2026-11-03", "2026-12-31"])(
  "the day a term from July ends, and days after it, are its last period's: %s",
  (day) => {
    const term = { billing: "monthly", anchorDay: 3, termFrom: "2026-07-03", termUntil: "2026-11-03" } as const;
    expect(periodAt(term, day)).toEqual({ from: "2026-10-03", until: "2026-11-03" });
    expect(periodAt({ ...term, termUntil: "2026-08-03" }, day)).toEqual({ from: "2026-07-03", until: "2026-08-03" });
  },
);

test("every day of a year-long term has its month, and what is bought once has none", () => {
  const term = { billing: "monthly", anchorDay: 31, termFrom: "2026-01-31", termUntil: "2027-01-31" } as const;
  expect(periodAt(term, "2026-01-31")).toEqual({ from: "2026-01-31", until: "2026-02-28" });
  expect(periodAt(term, "2026-02-27")).toEqual({ from: "2026-01-31", until: "2026-02-28" });
  expect(periodAt(term, "2026-12-31")).toEqual({ from: "2026-12-31", until: "2027-01-31" });
  expect(periodAt(term, "2027-01-30")).toEqual({ from: "2026-12-31", until: "2027-01-31" });
  expect(periodAt(term, "2025-06-01")).toEqual({ from: "2026-01-31", until: "2026-02-28" });
  const open = { ...term, anchorDay: 1, termFrom: "2026-01-01", termUntil: null };
  expect(periodAt(open, "2028-12-01")).toEqual({ from: "2028-12-01", until: "2029-01-01" });
  const years = { ...open, billing: "annual", termUntil: "2029-01-01" } as const;
  expect(periodAt(years, "2028-06-01")).toEqual({ from: "2028-01-01", until: "2029-01-01" });
  expect(periodAt(years, "2026-12-31")).toEqual({ from: "2026-01-01", until: "2027-01-01" });
  expect(periodAt({ ...open, billing: "once" }, "2026-01-01")).toBeNull();
});

test("of several prices in force the newest counts, whichever comes first", () => {
  const prices = [
    price({ offerId: "premium:P1Y:monthly", cost: "2", from: "2026-03-01" }),
    price({ offerId: "premium:P1Y:monthly", cost: "1", from: "2026-01-01" }),
    price({ offerId: "premium:P1Y:monthly", cost: "3", from: "2026-05-01", until: "2026-06-01" }),
  ];
  const costOn = (day: string, order = prices) =>
    findPrice(catalogueOf({ prices: order }), "premium:P1Y:monthly", "GBP", day)?.cost;
  for (const order of [prices, prices.toReversed()])
    expect(
      ["2025-12-31", "2026-02-01", "2026-03-01", "2026-05-31", "2026-06-01"].map((day) => costOn(day, order)),
    ).toEqual([undefined, "1", "2", "3", "2"]);
  expect(findPrice(catalogue, "premium:P1Y:monthly", "EUR", "2026-01-01")?.cost).toBe("21.20");
});
