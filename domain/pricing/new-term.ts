import { dayOf, dayOfMonth } from "../values/dates.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";
import { isZero } from "../values/money.ts";
import { checkQuantity } from "./add.ts";
import { heldBy } from "./handovers.ts";
import { recurringRow } from "./periods.ts";
import { refundableUntil, windowPolicy, type Policies } from "./policies.ts";
import type { Catalogue, Change, PricingContext, Subscription, TermFacts } from "./pricing-types.ts";
import type { Effect } from "./proposal.ts";
import { differenceRow, eachOnce, mustWait } from "./quantity.ts";
import { findPrice, startTerm, termMonths } from "./terms.ts";

type NewTerm = Extract<Change, { kind: "newTerm" }>;

/**
 * Begins a whole new term today: a longer one instead of the one that runs, or any after a term that was extended, then
 * also with another quantity. What was charged for today and later is given back, so each day is paid once.
 */
export function rateNewTerm(
  change: NewTerm,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  return eachOnce(change.targets, state, (target, subscription) => {
    const { key, currency, billing } = subscription;
    const { offerId } = target;
    if (subscription.status === "suspended") return refuse("subscriptionSuspended", { key });
    const offer = catalogue.offers.get(offerId);
    if (!offer) return refuse("offerUnknown", { key, offerId });
    if (!offer.forSale) return refuse("offerNotForSale", { key, offerId });
    const months = termMonths[offer.term];
    if (offer.sku !== subscription.sku || months === null) return refuse("newTermNotPossible", { key, offerId });
    const isExtended = billing === "daily";
    if (!isExtended && months <= (termMonths[subscription.term] ?? Infinity))
      return refuse("newTermNotLonger", { key, offerId, alternative: "schedule" });
    const wanted = target.quantity ?? subscription.quantity;
    if (!isExtended && wanted !== subscription.quantity) return refuse("newTermQuantity", { key });
    const held = heldBy(key, context).length;
    if (wanted < subscription.quantity && held > wanted) return refuse("unitsInUse", { key, limit: held });
    const quantity = checkQuantity(wanted, offer, key);
    if (!quantity.ok) return quantity;
    const today = dayOf(context.now);
    const price = findPrice(catalogue, offerId, currency, today);
    if (!price) return refuse("priceMissing", { key, offerId });
    const stopped = mustWait(subscription, policies, context);
    if (stopped) return stopped;

    const anchorDay = dayOfMonth(today);
    const { termUntil, period } = startTerm(offer, today, anchorDay);
    const window = windowPolicy(policies, offer.policyIds);
    const until = refundableUntil(window, context.now);
    const facts: Omit<TermFacts, "refundableUntil"> = {
      productId: offer.productId,
      offerId,
      sku: offer.sku,
      name: offer.name,
      term: offer.term,
      billing: offer.billing,
      currency,
      unitCost: price.cost,
      customerPrice: price.customer,
      quantity: wanted,
      anchorDay,
      termFrom: today,
      termUntil,
      policyIds: offer.policyIds,
    };
    const begun: Subscription = {
      ...subscription,
      ...facts,
      period,
      billedFrom: null,
      nextOfferId: null,
      lots: [{ quantity: wanted, openedAt: context.now, refundableUntil: until }],
      termEnd: { outcome: "renew", offerId: null, quantity: null },
    };
    // A row for each lot, so that each can name the charge that it takes back.
    let left = subscription.quantity;
    const given = subscription.lots.toReversed().map((lot) => {
      const row = differenceRow(subscription, left, left - lot.quantity, today, today, null);
      left -= lot.quantity;
      return row;
    });
    return accept({
      subscriptions: [begun],
      chargeRows: [...given, recurringRow(begun, today, null)].filter((row) => !isZero(row.amount)),
      history: [
        { subscriptionKey: key, effectiveAt: context.now, kind: "renewed", data: { ...facts, refundableUntil: until } },
      ],
      findings: [
        { code: "committedUntilTermEnd", blocks: false, key, termUntil: termUntil! },
        { code: "policy", blocks: false, key, policyId: window.id },
      ],
      boughtLots: [],
    });
  });
}
