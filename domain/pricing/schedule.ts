import { accept, refuse, type Decision } from "../values/decision.ts";
import type { Policies } from "./policies.ts";
import type { Effect } from "./proposal.ts";
import { checkQuantity } from "./add.ts";
import { eachOnce, mustWait } from "./quantity.ts";
import type { Catalogue, Change, PricingContext, Subscription } from "./pricing-types.ts";
import { findPrice } from "./terms.ts";

type Schedule = Extract<Change, { kind: "schedule" }>;

/** Schedules what happens at the end of the term. Nothing is charged until then. */
export function rateSchedule(
  change: Schedule,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  return eachOnce(change.targets, state, ({ termEnd }, subscription) => {
    const { key, termUntil, policyIds } = subscription;
    if (termUntil === null) return refuse("scheduleNotPossible", { key });
    const stopped = mustWait(subscription, policies, context);
    if (stopped) return stopped;
    if (termEnd.outcome === "renew") {
      const offerId = termEnd.offerId ?? subscription.offerId;
      const offer = catalogue.offers.get(offerId);
      if (!offer) return refuse("offerUnknown", { key, offerId });
      if (offer.productId !== subscription.productId || offer.term === "none")
        return refuse("scheduleNotPossible", { key, offerId });
      if (!offer.forSale && offerId !== subscription.offerId) return refuse("offerNotForSale", { key, offerId });
      const quantity = checkQuantity(termEnd.quantity ?? subscription.quantity, offer, key);
      if (!quantity.ok) return quantity;
      if (!findPrice(catalogue, offerId, subscription.currency, termUntil))
        return refuse("priceMissing", { key, offerId });
    }
    return accept({
      subscriptions: [{ ...subscription, termEnd }],
      chargeRows: [],
      history: [{ subscriptionKey: key, effectiveAt: context.now, kind: "scheduled", data: { termEnd } }],
      findings: [{ code: "policy", blocks: false, key, policyId: policyIds.termEnd }],
      boughtLots: [],
    });
  });
}
