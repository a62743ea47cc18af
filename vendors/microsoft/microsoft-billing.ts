/** How Microsoft bills a subscription from its next charge on, read from it and asked for. */
import { billings, type Billing } from "@tradewind/domain/pricing/pricing-types.ts";
import type { FulfilLine } from "../vendor.ts";
import type { PartnerSubscription } from "./microsoft-api-shapes.ts";

/** Undefined where Microsoft uses a billing that we do not sell. */
export const billingOf = (text: string | null | undefined): Billing | undefined =>
  billings.find((each) => each === text?.toLowerCase());

/** Returns what to change so that it is billed as wanted; undefined if it is, or will be. */
export function billingChange(current: PartnerSubscription, line: FulfilLine): Record<string, unknown> | undefined {
  const next = billingOf(current.nextChargeInstructions?.product.billingCycle);
  if (billingOf(current.billingCycle) === line.billing) return next ? { nextChargeInstructions: null } : undefined;
  if (next === line.billing) return undefined;
  const [productId = "", skuId = "", availabilityId = ""] = line.offerRef.split(":");
  const product = { productId, skuId, availabilityId, billingCycle: line.billing, termDuration: line.term };
  return { nextChargeInstructions: { product, quantity: current.quantity } };
}
