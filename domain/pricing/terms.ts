import {
  addDays,
  addMonths,
  dayOf,
  dayOfMonth,
  daysBetween,
  earlierOf,
  laterOf,
  type CalendarDate,
  type Period,
} from "../values/dates.ts";
import { times, type Currency, type Money } from "../values/money.ts";
import { charge } from "./proration.ts";
import type { Billing, Catalogue, Offer, Price, Subscription, Term } from "./pricing-types.ts";

export const termMonths = { P1M: 1, P1Y: 12, P3Y: 36, none: null } as const satisfies Record<Term, number | null>;
/** How many months a price is for. */
export const billingMonths = { monthly: 1, annual: 12, triennial: 36, daily: 1, once: null } as const satisfies Record<
  Billing,
  number | null
>;

/**
 * Returns the end of a term that starts on `from` (excluded, null without a commitment) and its first billing period.
 * `until` ends it earlier.
 */
export function startTerm(
  { term, billing }: Pick<Offer, "term" | "billing">,
  from: CalendarDate,
  anchorDay: number = dayOfMonth(from),
  until?: CalendarDate | null,
): { termUntil: CalendarDate | null; period: Period | null } {
  const length = termMonths[term];
  const termUntil = until ?? (length === null ? null : addMonths(from, length, anchorDay));
  return { termUntil, period: billing === "once" ? null : within(periodFrom(billing, from, anchorDay), termUntil) };
}

/** Whether the running term ends earlier than its length says. */
export const isShortened = (
  subscription: Pick<Subscription, "term" | "billing" | "termFrom" | "termUntil" | "anchorDay">,
): boolean =>
  subscription.termUntil !== startTerm(subscription, subscription.termFrom, subscription.anchorDay).termUntil;

/** Returns the anchor of the term after the running one: of its first day, if the running one was shortened. */
export const nextAnchorDay = (subscription: Parameters<typeof isShortened>[0]): number =>
  subscription.termUntil !== null && isShortened(subscription)
    ? dayOfMonth(subscription.termUntil)
    : subscription.anchorDay;

/** The last billing period of a term that was shortened is shorter, too. */
const within = (period: Period, termUntil: CalendarDate | null): Period =>
  termUntil !== null && termUntil < period.until ? { from: period.from, until: termUntil } : period;

const periodFrom = (billing: Billing, from: CalendarDate, anchorDay: number): Period => ({
  from,
  until: billing === "daily" ? addDays(from, 1) : addMonths(from, billingMonths[billing] ?? 0, anchorDay),
});

/** Returns the billing period after `period`. */
export function followingPeriod(
  { billing, anchorDay, termUntil }: Pick<Subscription, "billing" | "anchorDay" | "termUntil">,
  period: Period,
): Period {
  return within(periodFrom(billing, period.until, anchorDay), termUntil);
}

/**
 * Returns the billing period of the running term that contains a day; the first or last one for days outside the term.
 */
export function periodAt(
  subscription: Pick<Subscription, "billing" | "anchorDay" | "termFrom" | "termUntil"> &
    Partial<Pick<Subscription, "billedFrom">>,
  date: CalendarDate,
): Period | null {
  const step = billingMonths[subscription.billing];
  if (step === null) return null;
  const { termUntil, anchorDay } = subscription;
  const termFrom = subscription.billedFrom ?? subscription.termFrom;
  if (subscription.billing === "daily") return periodFrom("daily", laterOf(date, termFrom), anchorDay);
  const startOfPeriod = (index: number) => addMonths(termFrom, index * step, anchorDay);
  const day = termUntil === null ? date : earlierOf(date, addDays(termUntil, -1));
  // No month has more than 31 days, so this starts at or before the right period.
  let index = Math.max(0, Math.floor(daysBetween(termFrom, day) / (31 * step)));
  while (startOfPeriod(index + 1) <= day) index++;
  return within({ from: startOfPeriod(index), until: startOfPeriod(index + 1) }, termUntil);
}

/** Returns the day whose prices the running term protects: its first one, or that on which its units came by an upgrade. */
export const pricedFrom = ({ termFrom, lots: [first] }: Pick<Subscription, "termFrom" | "lots">): CalendarDate =>
  first ? laterOf(termFrom, dayOf(first.openedAt)) : termFrom;

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

/**
 * Returns the cost of the present billing period for a number of units: its share of the whole period that the price is
 * for. The days of a month that is charged by the day add up to its price.
 */
export function periodCost(
  {
    unitCost,
    currency,
    billing,
    period,
    anchorDay,
  }: Pick<Subscription, "unitCost" | "currency" | "billing" | "period" | "anchorDay">,
  quantity: number,
): Money {
  const whole = times(unitCost, quantity, currency);
  if (period === null) return whole;
  const priced =
    billing === "daily" ? monthAround(period.from, anchorDay) : periodFrom(billing, period.from, anchorDay);
  return period.until < priced.until || billing === "daily" ? charge(whole, priced, period.from, period.until) : whole;
}

/** Returns the month that contains a day, from one anchor day to the next. */
export function monthAround(day: CalendarDate, anchorDay: number): Period {
  const anchor = addMonths(day, 0, anchorDay);
  return anchor <= day
    ? { from: anchor, until: addMonths(day, 1, anchorDay) }
    : { from: addMonths(day, -1, anchorDay), until: anchor };
}
