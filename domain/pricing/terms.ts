import {
  addDays,
  addMonths,
  dayOfMonth,
  daysBetween,
  earlierOf,
  type CalendarDate,
  type Period,
} from "../values/dates.ts";
import { times, type Currency, type Money } from "../values/money.ts";
import type { Billing, Catalogue, Offer, Price, Subscription, Term } from "./pricing-types.ts";

export const termMonths = { P1M: 1, P1Y: 12, P3Y: 36, none: null } as const satisfies Record<Term, number | null>;
export const billingMonths = { monthly: 1, annual: 12, triennial: 36, once: null } as const satisfies Record<
  Billing,
  number | null
>;

/**
 * Returns the end of a term that starts on `from` (excluded, null without a commitment) and its first billing period.
 */
export function startTerm(
  { term, billing }: Pick<Offer, "term" | "billing">,
  from: CalendarDate,
  anchorDay: number = dayOfMonth(from),
): { termUntil: CalendarDate | null; period: Period | null } {
  const [length, step] = [termMonths[term], billingMonths[billing]];
  return {
    termUntil: length === null ? null : addMonths(from, length, anchorDay),
    period: step === null ? null : { from, until: addMonths(from, step, anchorDay) },
  };
}

/** Returns the billing period after `period`. */
export function followingPeriod({ billing, anchorDay }: Subscription, period: Period): Period {
  return { from: period.until, until: addMonths(period.until, billingMonths[billing] ?? 0, anchorDay) };
}

/**
 * Returns the billing period of the running term that contains a day; the first or last one for days outside the term.
 */
export function periodAt(
  subscription: Pick<Subscription, "billing" | "anchorDay" | "termFrom" | "termUntil">,
  date: CalendarDate,
): Period | null {
  const step = billingMonths[subscription.billing];
  if (step === null) return null;
  const { termFrom, termUntil, anchorDay } = subscription;
  const startOfPeriod = (index: number) => addMonths(termFrom, index * step, anchorDay);
  const day = termUntil === null ? date : earlierOf(date, addDays(termUntil, -1));
  // No month has more than 31 days, so this starts at or before the right period.
  let index = Math.max(0, Math.floor(daysBetween(termFrom, day) / (31 * step)));
  while (startOfPeriod(index + 1) <= day) index++;
  return { from: startOfPeriod(index), until: startOfPeriod(index + 1) };
}

/** Finds the price row in force on a day; the newest if there are several, since later lists only add rows. */
export function findPrice(
  { prices }: Catalogue,
  offerId: string,
  currency: Currency,
  date: CalendarDate,
): Price | undefined {
  let newest: Price | undefined;
  for (const price of prices) {
    if (price.offerId !== offerId || price.currency !== currency) continue;
    if (price.from > date || (price.until !== null && price.until <= date)) continue;
    if (!newest || price.from > newest.from) newest = price;
  }
  return newest;
}

/** Returns the cost of a whole billing period for a number of units. */
export const periodCost = (
  { unitCost, currency }: Pick<Subscription, "unitCost" | "currency">,
  quantity: number,
): Money => times(unitCost, quantity, currency);
