/** What Microsoft does at the end of a term, read from a subscription and asked for. */
import { addDays, type CalendarDate } from "@tradewind/domain/values/dates.ts";
import type { TermEnd } from "../vendor.ts";
import type { NextTermInstructions, PartnerSubscription } from "./microsoft-api-shapes.ts";

type End = { outcome: TermEnd["outcome"]; instructions: NextTermInstructions | null };

/** The last day of terms that end because their renewal is off; later ones turn into extended service. */
const lastToEnd = "2026-05-04";

/**
 * Reads the scheduled action. Only without one does the flag count: switched on it renews, switched off it extends, unless
 * the term ends before there was extended service.
 */
export function endOfTerm(subscription: PartnerSubscription): End {
  const { scheduledActions, autoRenewEnabled, scheduledNextTermInstructions, commitmentEndDate } = subscription;
  const action = scheduledActions?.find(({ scheduleType }) => scheduleType === "TermEnd");
  if (action?.actionType === "Cancel") return { outcome: "cancel", instructions: null };
  if (action?.actionType === "RenewToExtendedServiceTerm") return { outcome: "extend", instructions: null };
  if (action) return { outcome: "renew", instructions: action.instructions ?? null };
  if (autoRenewEnabled) return { outcome: "renew", instructions: scheduledNextTermInstructions ?? null };
  const isExtended = (commitmentEndDate ?? "9999").slice(0, 10) > lastToEnd;
  return { outcome: isExtended ? "extend" : "cancel", instructions: null };
}

const actionTypes = {
  renew: "RenewToNewTerm",
  cancel: "Cancel",
  extend: "RenewToExtendedServiceTerm",
} as const satisfies Record<TermEnd["outcome"], string>;

/** Returns what to change so that the term ends as wanted; undefined if it does. */
export function termEndChange(current: PartnerSubscription, wanted: TermEnd): Record<string, unknown> | undefined {
  const { outcome } = wanted;
  const isSame = wanted.until === undefined && isSameTerm(current, wanted);
  const instructions = outcome === "renew" && !isSame ? instructionsFor(wanted) : null;
  const held = endOfTerm(current);
  const isSaid = current.scheduledActions?.length || outcome === "renew";
  if (isSaid && held.outcome === outcome && isSameInstruction(held.instructions, instructions)) return undefined;
  return {
    autoRenewEnabled: outcome === "renew",
    scheduledActions: [
      { scheduleType: "TermEnd", actionType: actionTypes[outcome], ...(instructions ? { instructions } : {}) },
    ],
  };
}

const isSameTerm = (current: PartnerSubscription, wanted: TermEnd) =>
  current.offerId === wanted.offerRef &&
  current.quantity === wanted.quantity &&
  current.termDuration === wanted.term &&
  current.billingCycle?.toLowerCase() === wanted.billing;

function instructionsFor(wanted: TermEnd): NextTermInstructions {
  const [productId = "", skuId = "", availabilityId = ""] = wanted.offerRef.split(":");
  return {
    product: { productId, skuId, availabilityId, billingCycle: wanted.billing, termDuration: wanted.term },
    quantity: wanted.quantity,
    ...(wanted.until ? { customTermEndDate: lastDayOf(wanted.until) } : {}),
  };
}

/** Microsoft names the last day of a term, we the first one after it. */
export const lastDayOf = (until: CalendarDate): string => `${addDays(until, -1)}T00:00:00Z`;

/** Returns the first day after a term that Microsoft ends early; undefined if it ends none. */
export const endedEarly = (customTermEndDate: string | null | undefined): CalendarDate | undefined =>
  customTermEndDate ? addDays(customTermEndDate.slice(0, 10), 1) : undefined;

function isSameInstruction(held: NextTermInstructions | null, wanted: NextTermInstructions | null): boolean {
  if (!held || !wanted) return held === wanted;
  const text = ({ product, quantity, customTermEndDate }: NextTermInstructions) =>
    [
      product.productId,
      product.skuId,
      product.availabilityId,
      product.billingCycle,
      product.termDuration,
      quantity,
      endedEarly(customTermEndDate) ?? "",
    ]
      .join(" ")
      .toLowerCase();
  return text(held) === text(wanted);
}
