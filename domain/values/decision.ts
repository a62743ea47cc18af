import type { CalendarDate } from "./dates.ts";

/** Every reason why a rule can refuse. The error catalogue has the sentence and status of each. */
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
  | "attributesUnchanged"
  | "notPerPerson"
  | "personHasIt"
  | "personHasNone"
  | "noUnitFree"
  | "unitsInUse"
  | "addOnNeedsProduct"
  | "offerHeld"
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
  | "additionNotAllowed"
  | "reductionNotAllowed"
  | "cancellationWindowClosed"
  | "cancellationNotAllowed"
  | "alreadyDispatched"
  | "outOfStock"
  | "nothingToReturn"
  | "returnTooLate"
  | "renewalLocked"
  | "billingBehind"
  | "scheduleNotPossible"
  | "upgradeNotPossible"
  | "upgradeTargetUnfit"
  | "endNotPossible"
  | "billingNotPossible"
  | "newTermNotPossible"
  | "newTermNotLonger"
  | "newTermQuantity"
  | "periodNotDue"
  | "differenceNotTaken";

/** Details of a refusal and possible alternatives. */
export type RefusalDetails = {
  /** The subscription or order line that was refused. */
  key?: string;
  offerId?: string;
  /** The first day on which the request may succeed. */
  nextDate?: CalendarDate | null;
  /** What can be requested now instead. */
  alternative?: "schedule";
  /** The limit exceeded, or how many seats can still be removed today. */
  limit?: number;
};

/** The result of a rule: a value, or a refusal, which is returned and never thrown. */
export type Decision<T> = { ok: true; value: T } | Refused;
export type Refused = { ok: false; refusal: Refusal; details: RefusalDetails };

export const accept = <T>(value: T): Decision<T> => ({ ok: true, value });
export const refuse = (refusal: Refusal, details: RefusalDetails = {}): Refused => ({ ok: false, refusal, details });
