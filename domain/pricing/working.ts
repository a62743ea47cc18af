/** How a charge was worked out, derived once more from the history alone. */
import { daysBetween, daysIn, type Period } from "../values/dates.ts";
import { subtract, times, type Money } from "../values/money.ts";
import type { ChargeKind, ChargeRow, Subscription } from "./pricing-types.ts";
import { takeNewest } from "./lots.ts";
import { charge } from "./proration.ts";
import { monthAround, periodAt, periodCost, startTerm } from "./terms.ts";

/** So many days of those that the amount before is for. */
export type Share = { days: number; of: number };

/** What a number of units costs: for the whole that their price is for, and for the days charged. */
export type CostOfUnits = { units: number; whole: Money; cost: Money };

/** The cost of the units that there are after a change, less that of those there were before it. */
export type Working = { before: CostOfUnits; after: CostOfUnits; shares: readonly Share[] };

export type WorkedRow = Pick<ChargeRow, "periodFrom" | "periodUntil" | "quantity" | "unitCost" | "amount"> & {
  kind: ChargeKind;
};

/**
 * Works a charge out from how its subscription stood. `states` are those that it may have been made from, the likeliest
 * first; `counts` are numbers of units that there may have been before or after it, which decide no more than the rounding.
 * Undefined if none gives its amount.
 */
export function workingOf(
  row: WorkedRow,
  states: readonly Subscription[],
  counts: readonly number[],
): Working | undefined {
  const wholeOf = (units: number) => times(row.unitCost, units, row.amount.currency);
  const ways: Way[] =
    row.periodFrom === row.periodUntil
      ? [{ costOf: wholeOf, shares: [] }]
      : states.flatMap((state) => periodsOf(state, row).map((period) => wayOf(state, period, row)));
  for (const { costOf, shares } of ways)
    for (const [before, after] of endsOf(row, counts)) {
      const sideOf = (units: number) => ({ units, whole: wholeOf(units), cost: costOf(units) });
      const working = { before: sideOf(before), after: sideOf(after), shares };
      if (subtract(working.after.cost, working.before.cost).minor === row.amount.minor) return working;
    }
  return undefined;
}

/**
 * Units that there may have been before a change: before the lot of that size was given back or moved, before another, or
 * in all. `states` are those before and after it.
 */
export function countsOf(states: readonly Subscription[], quantity: number): number[] {
  const [before, after] = states;
  const quantities = states.map((state) => state.quantity);
  if (!before) return quantities;
  const gone = before.quantity - (after?.quantity ?? 0);
  const held = before.lots.reduce((sum, lot) => sum + lot.quantity, 0);
  let left = before.quantity;
  // An upgrade moves them all, and leaves as many.
  const beforeEach = takeNewest(before.lots, gone > 0 ? Math.min(gone, held) : held).taken.map(({ quantity: size }) => {
    const count = left;
    left -= size;
    return { size, count };
  });
  const ofSize = beforeEach.filter(({ size }) => size === -quantity);
  return [...[...ofSize, ...beforeEach].map(({ count }) => count), ...quantities];
}

/** What any number of units costs for the days of a charge. */
type Way = { costOf: (units: number) => Money; shares: readonly Share[] };

function wayOf(state: Subscription, period: Period, row: WorkedRow): Way {
  const priced = { ...state, unitCost: row.unitCost, currency: row.amount.currency, period };
  return {
    costOf: (units) => charge(periodCost(priced, units), period, row.periodFrom, row.periodUntil),
    shares: sharesOf(priced, row),
  };
}

/** Numbers of units before and after: a whole charge is for all units, a refund ends at some number, and what is added begins at one. */
function endsOf({ kind, quantity }: WorkedRow, counts: readonly number[]): [number, number][] {
  const pairs = counts.flatMap((count): [number, number][] => [
    [count, count + quantity],
    [count - quantity, count],
  ]);
  const own: [number, number] = quantity < 0 ? [-quantity, 0] : [0, quantity];
  const all = kind === "prorated" || kind === "refund" ? [...pairs, own] : [own];
  return all.filter(([before, after]) => before >= 0 && after >= 0);
}

/** The billing periods that a charge may lie in: that of its first day, or the one that was charged last. */
function periodsOf(state: Subscription, { periodFrom, periodUntil }: WorkedRow): Period[] {
  const found = [periodAt(state, periodFrom), state.period];
  return found.filter(
    (period): period is Period => period !== null && period.from <= periodFrom && periodUntil <= period.until,
  );
}

/** The parts by which a whole price was multiplied. */
function sharesOf(
  { billing, anchorDay, period }: Subscription & { period: Period },
  { periodFrom, periodUntil }: WorkedRow,
): Share[] {
  // A billing period is a part of what its price is for if its term was cut short, and where days are billed.
  const priced =
    billing === "daily"
      ? monthAround(period.from, anchorDay)
      : startTerm({ term: "none", billing }, period.from, anchorDay).period!;
  const lengths = [daysIn(priced), daysIn(period), daysBetween(periodFrom, periodUntil)];
  return lengths
    .slice(1)
    .map((days, at) => ({ days, of: lengths[at]! }))
    .filter(({ days, of }) => days < of);
}
