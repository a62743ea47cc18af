import type { Billing, TermEnd } from "../pricing/pricing-types.ts";
import { addHours, isBefore, startOf, type CalendarDate, type Instant } from "../values/dates.ts";

export const intentKinds = ["termEnd", "billing"] as const;
/** What an intent is about: the end of a term, or the billing cycle from the next charge on. */
export type IntentKind = (typeof intentKinds)[number];

/** What is wanted of the billing from the next charge on. */
export type BillingWish = { billing: Billing; offerId: string };

export type Wish = TermEnd | BillingWish;

export const wishKinds = ["renew", "cancel", "extend", "billing"] as const;
/** What will happen: one of the ends of a term, or another billing. */
export type WishKind = (typeof wishKinds)[number];
export const wishKindOf = (wish: Wish): WishKind => ("billing" in wish ? "billing" : wish.outcome);

/** States of what is still to come. */
export const openIntentStates = ["notYet", "placed", "lost", "placedAgain", "tooLate"] as const;
export type OpenIntentState = (typeof openIntentStates)[number];
export const intentStates = [...openIntentStates, "withdrawn", "done"] as const;
/**
 * Where an intent stands at its vendor. `lost` was seen to be there and is no more; `tooLate` is not there and the vendor
 * takes it no more; `withdrawn` gave way to a newer one.
 */
export type IntentState = (typeof intentStates)[number];

/** Returns where an intent stands after its vendor was seen with or without it. */
export function stateSeen(state: IntentState, isThere: boolean): IntentState {
  if (isThere) return state === "notYet" ? "placed" : state === "lost" || state === "tooLate" ? "placedAgain" : state;
  return state === "placed" || state === "placedAgain" ? "lost" : state;
}

/** Returns the last moment at which the vendor takes what counts from a day on. */
export const lastMoment = (countsFrom: CalendarDate, lockHours: number): Instant =>
  addHours(startOf(countsFrom), -lockHours);

export type Urgency = "none" | "soon" | "over";

/** Tells whether it is time to say that the vendor does not have an intent, or too late for it. */
export function urgencyOf(last: Instant, toldHours: number, now: Instant): Urgency {
  if (!isBefore(now, last)) return "over";
  return isBefore(now, addHours(last, -toldHours)) ? "none" : "soon";
}
