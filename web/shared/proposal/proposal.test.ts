import { expect, test } from "vitest";
import { timeLeft } from "../dates.ts";
import { groupComing, periodWords, shareOf } from "./coming.ts";
import { changesBetween } from "./proposal-changes.ts";
import { pounds, proposalOf } from "./proposal-fixture.ts";
import { backWords, undoneWords } from "./undo-words.ts";
import { formatUnitPrice, perUnitWords, priceWords } from "./unit-price.ts";

test("unit prices keep fractions of a penny and at least two places", () => {
  expect(formatUnitPrice("15.0900", "GBP")).toBe("£15.09");
  expect(formatUnitPrice("0.0125", "EUR")).toBe("€0.0125");
  expect(formatUnitPrice("1234.5", "GBP")).toBe("£1,234.50");
  expect(formatUnitPrice("-3", "GBP")).toBe("−£3.00");
  expect(perUnitWords("4.11", "GBP", { Unit: "Seat", Billing: "monthly" })).toBe("£4.11 per licence per month");
  expect(perUnitWords("199", "GBP", { Unit: "Handset", Billing: "once" })).toBe("£199.00 per handset");
  expect(priceWords("199", "GBP", "once")).toBe("£199.00 once");
});

test("what comes back is said of what was charged", () => {
  expect(backWords(pounds(641), pounds(733))).toBe("£6.41 net comes back of £7.33; the rest stays charged.");
  expect(backWords(pounds(733), pounds(733))).toBe("£7.33 net comes back.");
  expect(backWords(pounds(0), null)).toBe("nothing comes back.");
  expect(undoneWords(proposalOf({ UndoBack: pounds(2917) }))).toBe(
    "Undone today, £29.17 net comes back of £30.18; the rest stays charged.",
  );
  expect(undoneWords(proposalOf())).toBeUndefined();
});

test("coming periods are grouped by their length, each with what it costs", () => {
  const year = { From: "2027-11-21", Until: "2028-11-21", DueOn: "2027-11-21", Totals: proposalOf().ChargeNow };
  const groups = groupComing([year, ...proposalOf().Upcoming]);
  expect(groups.map(({ period, count, same }) => ({ period, count, same }))).toEqual([
    { period: "month", count: 2, same: true },
    { period: "year", count: 1, same: true },
  ]);
  const rest = { ...year, Until: "2027-11-29" };
  expect(groupComing([rest, year]).map(({ period }) => periodWords(period))).toEqual(["each year", "for 8 days"]);
});

test("the margin's share of the price is rounded once, half away from zero", () => {
  expect(shareOf(pounds(982), pounds(4000))).toBe("24.6%");
  expect(shareOf(pounds(1), pounds(2000))).toBe("0.1%");
  expect(shareOf(pounds(0), pounds(0))).toBe("");
});

test("a changed price is shown with its old and new value", () => {
  const moved = changesBetween(proposalOf(), proposalOf({ Hash: "b".repeat(64) }, 1600));
  expect(moved).toContainEqual({ what: "Charge now, with VAT", before: "£36.22", after: "£38.40" });
  expect(moved).toContainEqual({ what: "Business Premium, price each", before: "£15.09", after: "£16.00" });
  expect(moved).toContainEqual({ what: "Each month, net", before: "£30.18", after: "£32.00" });
  expect(changesBetween(proposalOf(), proposalOf())).toEqual([]);
});

test("a customer's people are told what moved of what they pay, and of nothing else", () => {
  const seen = (minor: number) => {
    const Sale = { Now: pounds(minor), Upcoming: [], Commitment: null, Adds: pounds(12 * minor) };
    return { ...proposalOf(), ChargeNow: null, Lines: [], Upcoming: [], Margin: null, Commitment: null, Sale };
  };
  expect(changesBetween(seen(4_000), seen(4_200))).toEqual([
    { what: "Charge now, net", before: "£40.00", after: "£42.00" },
    { what: "You commit to, net", before: "£480.00", after: "£504.00" },
  ]);
});

test("the time left is counted in days, hours or minutes", () => {
  const now = Date.parse("2026-11-21T14:05:00Z");
  expect(timeLeft("2026-11-28T14:05:00Z", now)).toBe("7 days left");
  expect(timeLeft("2026-11-21T16:04:00Z", now)).toBe("119 minutes left");
  expect(timeLeft("2026-11-21T14:00:00Z", now)).toBeUndefined();
});
