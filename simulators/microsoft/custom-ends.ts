/** The days on which a term may end early: with its calendar month, or with another subscription of the customer. */
import type { Route } from "../kit/vendor.ts";
import { collectionOf, customerOf, type MicrosoftState, refuse, type Subscription } from "./state.ts";
import { addMonths, inclusiveEnd, nextTermStart } from "./terms.ts";

const day = 24 * 60 * 60 * 1000;

type Allowed = {
  allowedCustomTermEndDateType: "calendarMonthAligned" | "subscriptionAligned";
  cotermSubscriptionIds: string[];
  allowedCustomTermEndDate: string;
};

export function customEndRoutes(state: MicrosoftState): Route[] {
  return [
    {
      method: "GET",
      path: "/v1/customers/:customer/subscriptions/customTermEndDates",
      answer({ params, query }) {
        const customer = customerOf(state, params.customer);
        const term = query.get("term_duration") ?? "";
        if (!["P1M", "P1Y", "P3Y"].includes(term)) refuse(400, "900268", "The term duration isn't valid.");
        const start = query.get("term_start_date");
        const target = query.get("target_coterm_subscription_id");
        const items = allowedEnds(state, customer.id, term, start ? Date.parse(start) : state.clock.now());
        return {
          status: 200,
          body: collectionOf(items.filter((each) => !target || each.cotermSubscriptionIds.includes(target))),
        };
      },
    },
  ];
}

/** Returns the anchor of the term after this one: its first day, if this one ends early. */
export const nextAnchor = ({ startedAt, nextTermAt, termDuration, anchorDay }: Subscription): number =>
  nextTermAt === nextTermStart(startedAt, termDuration, anchorDay) ? anchorDay : new Date(nextTermAt).getUTCDate();

/** Lists each day once, all in the first term. */
export function allowedEnds(
  state: MicrosoftState,
  customerId: string,
  term: string,
  start: number,
  anchorDay = new Date(start).getUTCDate(),
  renews?: string,
): Allowed[] {
  const from = addMonths(start, 0, new Date(start).getUTCDate());
  const whole = nextTermStart(start, term, anchorDay);
  const fits = (next: number) => {
    const last = new Date(next - day);
    const isMonthEnd = new Date(next).getUTCDate() === 1;
    return (
      next < whole &&
      next - from >= 2 * day &&
      !(term === "P1M" && last.getUTCDate() >= 28 && last.getUTCDate() <= 30 && !isMonthEnd)
    );
  };
  const monthStart = addMonths(whole, 0, 1);
  const ends: Allowed[] = fits(monthStart)
    ? [
        {
          allowedCustomTermEndDateType: "calendarMonthAligned",
          cotermSubscriptionIds: [],
          allowedCustomTermEndDate: withoutZone(monthStart),
        },
      ]
    : [];
  for (const other of state.subscriptions.values()) {
    if (other.customerId !== customerId || other.id === renews || other.status !== "active" || other.isExtended)
      continue;
    // A term of years never ends with one of a month.
    if (other.termDuration === "P1M" && term !== "P1M") continue;
    const step = term === "P1M" ? 1 : 12;
    const anchor = new Date(other.nextTermAt).getUTCDate();
    let next: number | undefined;
    for (let months = -480; months <= 480; months += step) {
      const candidate = addMonths(other.nextTermAt, months, anchor);
      if (candidate <= whole) next = candidate;
    }
    if (next === undefined || !fits(next)) continue;
    const date = withoutZone(next);
    const same = ends.find(
      (each) => each.allowedCustomTermEndDateType === "subscriptionAligned" && each.allowedCustomTermEndDate === date,
    );
    if (same) same.cotermSubscriptionIds.push(other.id);
    else
      ends.push({
        allowedCustomTermEndDateType: "subscriptionAligned",
        cotermSubscriptionIds: [other.id],
        allowedCustomTermEndDate: date,
      });
  }
  return ends;
}

/** As in the official sample, which has no zone. */
const withoutZone = (next: number) => inclusiveEnd(next).replace("Z", "");
