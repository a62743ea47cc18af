import { addDays, addMonths, dayOfMonth, daysBetween, monthOf, type CalendarDate } from "../values/dates.ts";
import { sum, type Money } from "../values/money.ts";
import { alignmentPolicy, type AlignmentPolicy, type Policies } from "./policies.ts";
import type { Catalogue, Offer, Subscription } from "./pricing-types.ts";
import { followingPeriod, periodCost, startTerm } from "./terms.ts";

/** A term about to begin on `from`, by purchase or renewal. */
export type Beginning = { offer: Offer; from: CalendarDate; anchorDay?: number };

/** A day on which a term can end: with its calendar month, and with those subscriptions. */
export type End = { until: CalendarDate; isMonthEnd: boolean; keys: readonly string[] };

/**
 * Why a term cannot end with a subscription: that has no end to align with, or ends by another vendor's rules; it is of a
 * month, and this one longer; no day of its end fits into the term, or it is too close; or the terms end together anyway.
 */
export type Unfit = "noEnd" | "ofAMonth" | "notOnThatDay" | "tooSoon" | "sameEnd";

/** The days on which a term can end earlier than by its length, and the subscriptions with which it cannot. */
export type Ends = { whole: CalendarDate; ends: readonly End[]; unfit: readonly { key: string; why: Unfit }[] };

/** Returns undefined for offers whose terms cannot be shortened. */
export function endsOf(
  { offer, from, anchorDay = dayOfMonth(from) }: Beginning,
  others: readonly Subscription[],
  { offers }: Catalogue,
  policies: Policies,
): Ends | undefined {
  const whole = startTerm(offer, from, anchorDay).termUntil;
  if (!offer.alignment || whole === null) return undefined;
  const policy = alignmentPolicy(policies, offer.alignment);
  const step = offer.term === "P1M" ? 1 : 12;
  const found = new Map<CalendarDate, { isMonthEnd: boolean; keys: string[] }>();
  const endOn = (until: CalendarDate) => found.getOrInsertComputed(until, () => ({ isMonthEnd: false, keys: [] }));
  const monthEnd = monthOf(whole).from;
  if (refusalOf(monthEnd, whole, { offer, from }, policy) === undefined) endOn(monthEnd).isMonthEnd = true;
  const unfit: { key: string; why: Unfit }[] = [];
  for (const other of others) {
    const { key, termUntil, status, period } = other;
    if (status === "cancelled") continue;
    const isAlike = offers.get(other.offerId)?.alignment === offer.alignment;
    const why = (): Unfit | undefined => {
      if (!isAlike || status !== "active" || termUntil === null || period === null) return "noEnd";
      if (other.term === "P1M" && offer.term !== "P1M") return "ofAMonth";
      const until = lastBy(termUntil, whole, step);
      const refused = refusalOf(until, whole, { offer, from }, policy);
      if (refused === undefined) endOn(until).keys.push(key);
      return refused;
    };
    const reason = why();
    if (reason) unfit.push({ key, why: reason });
  }
  const ends = [...found].map(([until, each]) => ({ until, ...each })).toSorted((a, b) => (a.until < b.until ? -1 : 1));
  return { whole, ends, unfit };
}

/** Whether a term can end on a day before its length says so. */
export const mayEndOn = (
  until: CalendarDate,
  beginning: Beginning,
  others: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
): boolean => endsOf(beginning, others, catalogue, policies)?.ends.some((end) => end.until === until) ?? false;

function refusalOf(
  until: CalendarDate,
  whole: CalendarDate,
  { offer, from }: Pick<Beginning, "offer" | "from">,
  { minimumDays, monthlyNotOn }: AlignmentPolicy,
): Unfit | undefined {
  if (until === whole) return "sameEnd";
  const lastDay = addDays(until, -1);
  if (offer.term === "P1M" && dayOfMonth(until) !== 1 && monthlyNotOn.includes(dayOfMonth(lastDay)))
    return "notOnThatDay";
  return daysBetween(from, until) < minimumDays ? "tooSoon" : undefined;
}

/** Moves the end of another term by whole months or years to the last such day within a term. */
function lastBy(end: CalendarDate, whole: CalendarDate, step: number): CalendarDate {
  const at = (steps: number) => addMonths(end, steps * step, dayOfMonth(end));
  let steps = Math.floor(daysBetween(end, whole) / (31 * step)) - 1;
  while (at(steps + 1) <= whole) steps++;
  return at(steps);
}

/** Returns what a whole term costs from its first day to its last, however it is billed. */
export function termCost(
  subscription: Parameters<typeof periodCost>[0] & Pick<Subscription, "termUntil" | "quantity">,
): Money {
  const { termUntil, quantity, currency } = subscription;
  const costs: Money[] = [];
  for (let present = subscription; ; present = { ...present, period: followingPeriod(present, present.period) }) {
    costs.push(periodCost(present, quantity));
    if (present.period === null || termUntil === null || present.period.until >= termUntil) break;
  }
  return sum(costs, currency);
}
