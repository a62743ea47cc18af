import { accept, refuse, type Decision } from "../values/decision.ts";
import { times } from "../values/money.ts";
import { mayEndOn } from "./alignment.ts";
import type { Policies } from "./policies.ts";
import type { Effect } from "./proposal.ts";
import { checkQuantity } from "./add.ts";
import { eachOnce, mustWait } from "./quantity.ts";
import type { Catalogue, Change, Finding, PricingContext, Subscription } from "./pricing-types.ts";
import { findPrice, nextAnchorDay } from "./terms.ts";

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
    const findings: Finding[] = [];
    if (termEnd.outcome === "extend") {
      const offer = catalogue.offers.get(termEnd.offerId);
      if (offer?.sku !== subscription.sku || offer.billing !== "daily")
        return refuse("scheduleNotPossible", { key, offerId: termEnd.offerId });
      const price = findPrice(catalogue, offer.id, subscription.currency, termUntil);
      if (!price) return refuse("priceMissing", { key, offerId: offer.id });
      const monthly = times(price.cost, subscription.quantity, subscription.currency);
      findings.push({ code: "extendedByTheDay", blocks: false, key, from: termUntil, monthly, unit: offer.unit });
    }
    if (termEnd.outcome === "cancel") {
      const names = addOnsLeft(key, change, state).map(({ name }) => name);
      if (names.length > 0) findings.push({ code: "addOnsRunOn", blocks: false, key, names });
    }
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
      const { until } = termEnd;
      if (until) {
        const next = { offer, from: termUntil, anchorDay: nextAnchorDay(subscription) };
        const others = state.filter((each) => each.key !== key);
        if (!mayEndOn(until, next, others, catalogue, policies)) return refuse("endNotPossible", { key, offerId });
        findings.push({ code: "termShortened", blocks: false, key, from: termUntil, until });
      }
    }
    return accept({
      subscriptions: [{ ...subscription, termEnd }],
      chargeRows: [],
      history: [{ subscriptionKey: key, effectiveAt: context.now, kind: "scheduled", data: { termEnd } }],
      findings: [...findings, { code: "policy", blocks: false, key, policyId: policyIds.termEnd }],
      boughtLots: [],
    });
  });
}

/** Lists the add-ons of a subscription that do not end with their own terms, by the change or already. */
function addOnsLeft(key: string, { targets }: Schedule, state: readonly Subscription[]): Subscription[] {
  const ends = (each: Subscription) =>
    (targets.find((target) => target.key === each.key)?.termEnd ?? each.termEnd).outcome === "cancel";
  return state.filter((each) => each.parentKey === key && each.status !== "cancelled" && !ends(each));
}
