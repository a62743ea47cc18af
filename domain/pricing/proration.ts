import { daysBetween, daysIn, type CalendarDate, type Period } from "../values/dates.ts";
import { share, subtract, type Money } from "../values/money.ts";

/**
 * Prorates the days [a, b) of a period as a difference of cumulative amounts, so that the parts always add up to the
 * whole period. Throws RangeError for days outside the period or in the wrong order.
 */
export function charge(price: Money, period: Period, a: CalendarDate, b: CalendarDate): Money {
  if (a < period.from || b > period.until || a > b || period.from >= period.until)
    throw new RangeError(`Days ${a} to ${b} are not within ${period.from} to ${period.until}`);
  const upTo = (day: CalendarDate) => share(price, daysBetween(period.from, day), daysIn(period));
  return subtract(upTo(b), upTo(a));
}

/** Prorates the days from `day` to the end of the period. */
export const remaining = (price: Money, period: Period, day: CalendarDate): Money =>
  charge(price, period, day, period.until);
