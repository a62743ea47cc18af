import { dayOf, dayOfMonth, type Instant } from "../values/dates.ts";
import { recurringRow } from "./periods.ts";
import { refundableUntil, windowPolicy, type Policies } from "./policies.ts";
import type { ChargeRow, HistoryEntry, Subscription } from "./pricing-types.ts";
import { isShortened, startTerm } from "./terms.ts";

/** What follows when something new begins later than it was ordered for. `chargeRow` takes the place of what was promised. */
export type LateStart = { subscription: Subscription; chargeRow: ChargeRow; history: HistoryEntry };

/**
 * Moves the beginning of something new to the moment at which its vendor provided it: its term, periods, windows and charges
 * count from then, at the price of the order. Undefined if it began on the day it was ordered for, has no periods,
 * or is to end before that moment.
 */
export function beginLater(
  subscription: Subscription,
  policies: Policies,
  { begun, now }: { begun: Instant; now: Instant },
): LateStart | undefined {
  const { key, period, quantity, policyIds, status } = subscription;
  const termFrom = dayOf(begun);
  if (status === "cancelled" || period === null || termFrom <= subscription.termFrom) return undefined;
  const anchorDay = dayOfMonth(termFrom);
  const until = refundableUntil(windowPolicy(policies, policyIds), begun);
  const lots = [{ quantity, openedAt: begun, refundableUntil: until }];
  // One that ends with others still does.
  const ends = isShortened(subscription) ? subscription.termUntil : null;
  // What is to be over by then keeps the dates of its order.
  if (ends !== null && ends <= termFrom) return undefined;
  const { termUntil, period: first } = startTerm(subscription, termFrom, anchorDay, ends);
  const moved: Subscription = { ...subscription, anchorDay, termFrom, termUntil, period: first, lots };
  return {
    subscription: moved,
    chargeRow: recurringRow(moved, dayOf(now), null),
    history: {
      subscriptionKey: key,
      effectiveAt: begun,
      kind: "datesMoved",
      data: { anchorDay, termFrom, termUntil, lots, reason: "late" },
    },
  };
}
