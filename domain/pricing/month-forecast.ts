import { addDays, earlierOf, monthOf, type CalendarDate } from "../values/dates.ts";
import { divideRounded } from "../values/decimal.ts";

/** What was spent on a day, in whatever unit it is counted. */
type SpentDay = { day: CalendarDate; amount: bigint };

/** What a month comes to, and between which sums it will most likely be. */
type MonthForecast = { amount: bigint; low: bigint; high: bigint };

/** Days of the week before are alike: nobody works at weekends. */
const week = 7;
/** Weeks that are looked at. */
const weeks = 4;

/**
 * Estimates what a month comes to, the one until whose day all are known or another: each day to come as the same days of
 * the week before, give or take how much those differ. On days that are left out nothing was spent. Undefined with less than
 * a week to go by.
 */
export function forecastMonth(
  days: readonly SpentDay[],
  until: CalendarDate,
  month = monthOf(until),
): MonthForecast | undefined {
  const by = new Map(days.map(({ day, amount }) => [day, amount]));
  const first = days.map(({ day }) => day).reduce(earlierOf, until);
  if (until < addDays(month.until, -1) && first > addDays(until, 1 - week)) return undefined;
  let [amount, low, high] = [0n, 0n, 0n];
  for (let day = month.from; day < month.until; day = addDays(day, 1)) {
    const alike = day <= until ? [by.get(day) ?? 0n] : daysAlike(by, day, { first, until });
    const sum = alike.reduce((all, each) => all + each, 0n);
    amount += divideRounded(sum, BigInt(alike.length));
    low += alike.reduce((least, each) => (each < least ? each : least));
    high += alike.reduce((most, each) => (each > most ? each : most));
  }
  return { amount, low, high };
}

function daysAlike(
  by: ReadonlyMap<CalendarDate, bigint>,
  day: CalendarDate,
  { first, until }: { first: CalendarDate; until: CalendarDate },
): bigint[] {
  const found: bigint[] = [];
  for (
    let at = addDays(day, -week);
    found.length < weeks && at > addDays(until, -week * weeks);
    at = addDays(at, -week)
  )
    if (first <= at && at <= until) found.push(by.get(at) ?? 0n);
  return found;
}
