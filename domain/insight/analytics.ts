import { addMonths, type CalendarDate } from "../values/dates.ts";

/** First days of months: a stretch from `from` up to, not including, `until`, and the one of the same length before it from `since`. */
export type Stretch = { since: CalendarDate; from: CalendarDate; until: CalendarDate };
/** Why months make no stretch, by the field that is wrong. */
export type StretchFault = { ok: false; fields: { From?: string; To?: string } };

const firstDay = (month: string): CalendarDate => `${month}-01`;

/** First days of the months from one up to, not including, another. */
export function monthsBetween(from: CalendarDate, until: CalendarDate): CalendarDate[] {
  const months: CalendarDate[] = [];
  for (let day = from; day < until; day = addMonths(day, 1)) months.push(day);
  return months;
}

/** The stretch of two months `yyyy-MM`, the last one included; without them the twelve that end with the month of `today`. */
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

/** What one month changed: money charged, and what its history adds to what stands. */
export type MonthChange = {
  month: CalendarDate;
  net: bigint;
  seats: number;
  active: number;
  endedInMonth: number;
  ended: number;
};
export type Figures = { net: bigint; seats: number; active: number; ended: number };

const sumOf = (changes: readonly MonthChange[], key: "seats" | "active" | "ended" | "endedInMonth") =>
  changes.reduce((sum, change) => sum + change[key], 0);
const netOf = (changes: readonly MonthChange[]) => changes.reduce((sum, change) => sum + change.net, 0n);

/** Each month of a stretch: money and ends of the month, seats at its end, subscriptions at its start. */
export const monthFigures = (changes: readonly MonthChange[], months: readonly CalendarDate[]): Figures[] =>
  months.map((month) => {
    const within = changes.filter((change) => change.month === month);
    return {
      net: netOf(within),
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

/** A stretch as a whole, by the same definitions as a month. */
export function stretchFigures(changes: readonly MonthChange[], from: CalendarDate, until: CalendarDate): Figures {
  const within = changes.filter((change) => change.month >= from && change.month < until);
  return {
    net: netOf(within),
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
