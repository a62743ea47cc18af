import { accept, refuse, type Decision } from "../values/decision.ts";
import { times } from "../values/money.ts";
import type { Policies } from "./policies.ts";
import type { Catalogue, Change, PricingContext, Subscription } from "./pricing-types.ts";
import type { Effect } from "./proposal.ts";
import { eachOnce, mustWait } from "./quantity.ts";
import { findPrice, pricedFrom } from "./terms.ts";

type BillingChange = Extract<Change, { kind: "billing" }>;

/**
 * Changes the billing of a yearly term from the next charge on, where there is one before the term ends: what is left of
 * the term is charged at the other price, by its days. The commitment stays as it is. Terms of other lengths change it at
 * their end only.
 */
export function rateBilling(
  change: BillingChange,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  return eachOnce(change.targets, state, ({ offerId }, subscription) => {
    const { key, period, termUntil, currency, quantity, policyIds } = subscription;
    if (subscription.status === "suspended") return refuse("subscriptionSuspended", { key });
    const offer = catalogue.offers.get(offerId);
    if (!offer) return refuse("offerUnknown", { key, offerId });
    const stays = offerId === subscription.offerId;
    const isOther = offer.sku === subscription.sku && offer.term === subscription.term && offer.term === "P1Y";
    if (!isOther || period === null || termUntil === null || (stays && subscription.nextOfferId === null))
      return refuse("billingNotPossible", { key, offerId });
    if (!stays && !offer.forSale) return refuse("offerNotForSale", { key, offerId });
    if (period.until >= termUntil)
      return refuse("billingNotPossible", { key, offerId, nextDate: termUntil, alternative: "schedule" });
    const price = findPrice(catalogue, offerId, currency, pricedFrom(subscription));
    if (!price) return refuse("priceMissing", { key, offerId });
    const stopped = mustWait(subscription, policies, context);
    if (stopped) return stopped;
    return accept({
      subscriptions: [{ ...subscription, nextOfferId: stays ? null : offerId }],
      chargeRows: [],
      history: [],
      findings: [
        {
          code: "billedOtherwise",
          blocks: false,
          key,
          from: period.until,
          billing: offer.billing,
          whole: times(stays ? subscription.unitCost : price.cost, quantity, currency),
        },
        { code: "policy", blocks: false, key, policyId: policyIds.termEnd },
      ],
      boughtLots: [],
    });
  });
}
