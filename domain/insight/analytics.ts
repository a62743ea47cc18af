import { addMonths, type CalendarDate } from "../values/dates.ts";

/**
 * A range of whole months, given by first days: `from` up to, not including, `until`. `since` starts the preceding
 * range of equal length.
 */
export type Stretch = { since: CalendarDate; from: CalendarDate; until: CalendarDate };
/** Why two months are not a valid range, by the invalid field. */
export type StretchFault = { ok: false; fields: { From?: string; To?: string } };

const firstDay = (month: string): CalendarDate => `${month}-01`;

/** Returns the first days of the months from `from` up to, not including, `until`. */
export function monthsBetween(from: CalendarDate, until: CalendarDate): CalendarDate[] {
  const months: CalendarDate[] = [];
  for (let day = from; day < until; day = addMonths(day, 1)) months.push(day);
  return months;
}

/**
 * Builds the range between two months `yyyy-MM`, both included; defaults to the twelve months that end with the month
 * of `today`.
 */
export function stretchOf(
  months: { From?: string | undefined; To?: string | undefined },
  today: CalendarDate,
  most: number,
): { ok: true; stretch: Stretch } | StretchFault {
  const last = firstDay(months.To ?? today.slice(0, 7));
  const from = months.From ? firstDay(months.From) : addMonths(last, -11);
  const until = addMonths(last, 1);
  if (last > today) return { ok: false, fields: { To: "Must not be in the future" } };
  if (from > last) return { ok: false, fields: { From: "Must not be after the last month" } };
  const length = monthsBetween(from, until).length;
  if (length > most) return { ok: false, fields: { From: `Choose at most ${most} months` } };
  return { ok: true, stretch: { since: addMonths(from, -length), from, until } };
}

/** What is charged, what customers pay for it, and what is left of that. */
type Amounts = { cost: bigint; sales: bigint; margin: bigint };

/** Changes in one month: money, and how much the totals rose or fell. */
export type MonthChange = Amounts & {
  month: CalendarDate;
  seats: number;
  active: number;
  endedInMonth: number;
  ended: number;
};
export type Figures = Amounts & { seats: number; active: number; ended: number };

const sumOf = (changes: readonly MonthChange[], key: "seats" | "active" | "ended" | "endedInMonth") =>
  changes.reduce((sum, change) => sum + change[key], 0);
const amountsOf = (changes: readonly MonthChange[]): Amounts => {
  const total = (key: keyof Amounts) => changes.reduce((sum, change) => sum + change[key], 0n);
  return { cost: total("cost"), sales: total("sales"), margin: total("margin") };
};

/**
 * Returns the figures of each month in a range: money and ends within the month, seats at its end, subscriptions at its
 * start.
 */
export const monthFigures = (changes: readonly MonthChange[], months: readonly CalendarDate[]): Figures[] =>
  months.map((month) => {
    const within = changes.filter((change) => change.month === month);
    return {
      ...amountsOf(within),
      seats: sumOf(
        changes.filter((change) => change.month <= month),
        "seats",
      ),
      active: sumOf(
        changes.filter((change) => change.month < month),
        "active",
      ),
      ended: sumOf(within, "endedInMonth"),
    };
  });

/** Returns the figures of a whole range, by the same definitions as a month's. */
export function stretchFigures(changes: readonly MonthChange[], from: CalendarDate, until: CalendarDate): Figures {
  const within = changes.filter((change) => change.month >= from && change.month < until);
  return {
    ...amountsOf(within),
    seats: sumOf(
      changes.filter((change) => change.month < until),
      "seats",
    ),
    active: sumOf(
      changes.filter((change) => change.month < from),
      "active",
    ),
    ended: sumOf(within, "ended"),
  };
}
