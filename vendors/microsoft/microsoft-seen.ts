/** Reads what Partner Center says about a subscription as the core compares it. */
import { terms, type Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { termMonths } from "@tradewind/domain/pricing/terms.ts";
import { addDays, addMonths, laterOf } from "@tradewind/domain/values/dates.ts";
import { z } from "zod";
import type { Seen, TermEnd } from "../vendor.ts";
import { billingOf } from "./microsoft-billing.ts";
import { endedEarly, endOfTerm } from "./microsoft-term-end.ts";
import type { PartnerSubscription } from "./microsoft-api-shapes.ts";

export function seenOf(subscription: PartnerSubscription): Seen {
  const { quantity, commitmentEndDate, cancellationAllowedUntilDate, refundableQuantity } = subscription;
  const status = statusOf(subscription);
  if (status === "ended") return { status, quantity: 0 };
  const began = subscription.effectiveStartDate?.slice(0, 10);
  if (isExtended(subscription))
    return { status, quantity, ...(began ? { termFrom: began } : {}), termUntil: null, isExtended: true };
  const termEnd = termEndOf(subscription);
  const billing = billingOf(subscription.billingCycle);
  const term = termOf(subscription.termDuration);
  // The commitment's last day is inclusive.
  const termUntil = commitmentEndDate ? addDays(commitmentEndDate.slice(0, 10), 1) : undefined;
  const termFrom = firstDay(began, term, termUntil);
  const refundable = windowsOf(refundableQuantity?.details, quantity);
  const nextBilling = billingOf(subscription.nextChargeInstructions?.product.billingCycle);
  return {
    status,
    quantity,
    ...(term ? { term } : {}),
    ...(termFrom ? { termFrom } : {}),
    ...(termUntil ? { termUntil } : {}),
    ...(termEnd ? { termEnd } : {}),
    ...(billing ? { billing } : {}),
    ...(nextBilling ? { nextBilling } : {}),
    ...(cancellationAllowedUntilDate === undefined ? {} : { cancellableUntil: cancellationAllowedUntilDate }),
    ...(refundable ? { refundable } : {}),
  };
}

const windows = z.array(z.object({ quantity: z.int().gte(0), allowedUntilDateTime: z.iso.datetime({ offset: true }) }));

/** Undefined unless all can be read: to leave one out would say that nothing of it is taken back. */
function windowsOf(details: unknown, quantity: number): Seen["refundable"] {
  const { data } = windows.safeParse(details);
  if (!data || data.reduce((sum, each) => sum + each.quantity, 0) > quantity) return undefined;
  return data.map((each) => ({ quantity: each.quantity, until: each.allowedUntilDateTime }));
}

/** Extended service has its own category; by the dates it looks like a term of a month. */
export const isExtended = ({ attributes }: PartnerSubscription) => attributes?.category === "ExtendedServiceTerm";

function statusOf({ status }: PartnerSubscription): Seen["status"] {
  if (status === "deleted" || status === "expired" || status === "none") return "ended";
  return status === "suspended" || status === "disabled" ? "suspended" : "active";
}

/** Undefined where Microsoft uses a term or a billing that we do not sell. */
function termEndOf(subscription: PartnerSubscription): TermEnd | undefined {
  const { offerId, quantity } = subscription;
  const { outcome, instructions: next } = endOfTerm(subscription);
  const product = next?.product;
  const term = termOf(product?.termDuration ?? subscription.termDuration);
  const billing = billingOf(product?.billingCycle ?? subscription.billingCycle);
  if (!term || !billing) return undefined;
  const until = endedEarly(next?.customTermEndDate);
  return {
    outcome,
    offerRef: product ? `${product.productId}:${product.skuId}:${product.availabilityId}` : (offerId ?? ""),
    quantity: next?.quantity ?? quantity,
    term,
    billing,
    ...(until ? { until } : {}),
  };
}

/** A renewal may leave the date on which the first term became effective. */
function firstDay(began: string | undefined, term: Term | undefined, until: string | undefined): string | undefined {
  const months = term && termMonths[term];
  const whole = until && months ? addMonths(until, -months) : undefined;
  return began && whole ? laterOf(began, whole) : (began ?? whole);
}

const termOf = (text: string | null | undefined): Term | undefined => terms.find((each) => each === text);

/** Our number of a subscription, which its friendly name carries. */
export const keyOf = ({ friendlyName }: PartnerSubscription): string | undefined =>
  /\(([0-9a-f-]{36})\)$/.exec(friendlyName ?? "")?.[1];
