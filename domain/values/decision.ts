import type { CalendarDate } from "./dates.ts";

/** Every reason for which a rule says no. The error catalogue holds the sentence and status of each. */
export type Refusal =
  // customers
  | "customerAlreadySuspended"
  | "customerNotSuspended"
  | "customerSuspended"
  // orders
  | "orderEmpty"
  | "offerUnknown"
  | "offerNotForSale"
  | "priceMissing"
  | "quantityInvalid"
  | "quantityBelowMinimum"
  | "quantityAboveMaximum"
  | "quantityUnchanged"
  | "quantityFixed"
  | "addOnNeedsProduct"
  | "addOnsStillActive"
  | "lineKeyTaken"
  | "onlyOnePerCustomer"
  | "onlyOnePerReseller"
  | "productNotForEndUserAdmin"
  | "agreementNotSigned"
  | "noPermissionToAgree"
  // subscriptions
  | "subscriptionUnknown"
  | "subscriptionEnded"
  | "subscriptionSuspended"
  | "subscriptionNotSuspended"
  | "reductionWindowClosed"
  | "reductionNotAllowed"
  | "cancellationWindowClosed"
  | "alreadyDispatched"
  | "renewalLocked"
  | "billingBehind"
  | "scheduleNotPossible"
  | "periodNotDue";

/** What a refusal is about and what may be done instead. */
export type RefusalDetails = {
  /** The subscription or order line that was refused. */
  key?: string;
  offerId?: string;
  /** The first day on which the wish may come true. */
  nextDate?: CalendarDate | null;
  /** What may be asked for now instead. */
  alternative?: "schedule";
  /** The bound that was crossed, or how many seats may still go today. */
  limit?: number;
};

/** What a rule answers: a value, or a refusal, which is a value as well and never thrown. */
export type Decision<T> = { ok: true; value: T } | Refused;
export type Refused = { ok: false; refusal: Refusal; details: RefusalDetails };

export const accept = <T>(value: T): Decision<T> => ({ ok: true, value });
export const refuse = (refusal: Refusal, details: RefusalDetails = {}): Refused => ({ ok: false, refusal, details });
