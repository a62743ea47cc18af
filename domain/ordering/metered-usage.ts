/** Adds up what was used, meter by meter and month by month. */
import type { CalendarDate } from "../values/dates.ts";
import { compareDecimals, formatDecimal, parseDecimal, type DecimalString } from "../values/decimal.ts";

/**
 * How the lines of a month make its total. Where a meter counts what is consumed, all lines add up, so that a correction is
 * a line of its own. Where it tells how much there is, the line recorded last tells each day, and the month is its highest
 * or its last day.
 */
export const meterTotals = ["sum", "highest", "last"] as const;
export type MeterTotal = (typeof meterTotals)[number];

/** Lines come in the order in which they were recorded. */
export type UsedLine = { day: CalendarDate; quantity: DecimalString };

/** Returns what each day tells, in the order of the days. */
export function daysOf(lines: readonly UsedLine[], total: MeterTotal): UsedLine[] {
  const days = new Map<CalendarDate, bigint>();
  for (const { day, quantity } of lines)
    days.set(day, parseDecimal(quantity) + (total === "sum" ? (days.get(day) ?? 0n) : 0n));
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, quantity]) => ({ day, quantity: shortest(quantity) }));
}

/** Returns the total of one month, of which there is at least a line. */
export function totalOf(lines: readonly UsedLine[], total: MeterTotal): DecimalString {
  const quantities = daysOf(lines, total).map(({ quantity }) => quantity);
  switch (total) {
    case "sum":
      return shortest(quantities.reduce((all, each) => all + parseDecimal(each), 0n));
    case "highest":
      return quantities.toSorted(compareDecimals).at(-1)!;
    case "last":
      return quantities.at(-1)!;
  }
}

/** Writes a number of 10^-8 without zeros at its end. */
const shortest = (scaled: bigint): DecimalString => formatDecimal(scaled, 8).replace(/\.?0+$/, "");
