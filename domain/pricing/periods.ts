import { namedByTheDay } from "./by-the-day.ts";
import { dayOf, laterOf, startOf, type CalendarDate } from "../values/dates.ts";
import { compareDecimals } from "../values/decimal.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";
import { refundableUntil, termEndPolicy, windowPolicy, type Policies } from "./policies.ts";
import type {
  Catalogue,
  ChargeRow,
  HistoryEntry,
  NextPeriod,
  PricingContext,
  Subscription,
  TermFacts,
} from "./pricing-types.ts";
import { findPrice, followingPeriod, nextAnchorDay, periodCost, pricedFrom, startTerm } from "./terms.ts";

type Moment = Pick<PricingContext, "now">;

/**
 * Rates the end of a subscription's billing period: charges the next period at the protected price or, at the end of
 * the term, renews, ends or extends as was scheduled, at the price list then in force. A suspended subscription is billed until its
 * term ends and then ends too, because the vendor switches renewal off on suspension. Each call advances one period.
 */
export function nextPeriod(
  subscription: Subscription,
  catalogue: Catalogue,
  policies: Policies,
  { now }: Moment,
): Decision<NextPeriod> {
  const { key, period, termUntil, status } = subscription;
  if (status === "cancelled") return refuse("subscriptionEnded", { key });
  if (period === null || dayOf(now) < period.until)
    return refuse("periodNotDue", { key, nextDate: period?.until ?? null });
  if (termUntil === null) return turnOpenEnded(subscription, catalogue, { now });
  if (period.until < termUntil)
    return subscription.nextOfferId === null
      ? accept(bill(subscription, { now }))
      : rebill(subscription, subscription.nextOfferId, catalogue, { now });
  if (status === "suspended" || subscription.termEnd.outcome === "cancel") return accept(end(subscription, termUntil));
  return renew(subscription, termUntil, catalogue, policies, { now });
}

/** Returns the recurring charge of a subscription's present period. */
export function recurringRow(subscription: Subscription, today: CalendarDate, policyId: string | null): ChargeRow {
  const { key, offerId, name, quantity, unitCost, period } = subscription;
  if (period === null) throw new Error(`${key} has no billing periods`);
  return {
    subscriptionKey: key,
    offerId,
    description: subscription.billing === "daily" ? namedByTheDay(name) : name,
    periodFrom: period.from,
    periodUntil: period.until,
    dueOn: laterOf(period.from, today),
    quantity,
    unitCost,
    amount: periodCost(subscription, quantity),
    policyId,
    kind: "recurring",
  };
}

function bill(subscription: Subscription, { now }: Moment, history: readonly HistoryEntry[] = []): NextPeriod {
  const billed = { ...subscription, period: followingPeriod(subscription, subscription.period!) };
  return {
    subscription: billed,
    chargeRows: [recurringRow(billed, dayOf(now), null)],
    history,
    outcome: "billed",
  };
}

/** Bills the rest of the term otherwise, at the prices that it protects. */
function rebill(
  subscription: Subscription,
  offerId: string,
  catalogue: Catalogue,
  moment: Moment,
): Decision<NextPeriod> {
  const { key, currency } = subscription;
  const offer = catalogue.offers.get(offerId);
  if (!offer) return refuse("offerUnknown", { key, offerId });
  const price = findPrice(catalogue, offerId, currency, pricedFrom(subscription));
  if (!price) return refuse("priceMissing", { key, offerId });
  const from = subscription.period!.until;
  const { billing } = offer;
  const { sku, name, policyIds, termEnd, lots } = subscription;
  const changes = { offerId, billing, unitCost: price.cost, customerPrice: price.customer, billedFrom: from };
  const data = { ...changes, sku, name, policyIds, termEnd, lots };
  const changed: HistoryEntry = { subscriptionKey: key, effectiveAt: startOf(from), kind: "converted", data };
  return accept({
    ...bill({ ...subscription, ...changes, nextOfferId: null }, moment, [changed]),
    outcome: "rebilled",
  });
}

/** Without a commitment there is no price protection: each period takes the price of its first day. */
function turnOpenEnded(subscription: Subscription, catalogue: Catalogue, moment: Moment): Decision<NextPeriod> {
  const { key, offerId, currency } = subscription;
  const from = subscription.period!.until;
  const price = findPrice(catalogue, offerId, currency, from);
  if (!price) return refuse("priceMissing", { key, offerId });
  const data = { unitCost: price.cost, customerPrice: price.customer };
  if (compareDecimals(data.unitCost, subscription.unitCost) === 0 && data.customerPrice === subscription.customerPrice)
    return accept(bill(subscription, moment));
  const fixed: HistoryEntry = { subscriptionKey: key, effectiveAt: startOf(from), kind: "priceFixed", data };
  return accept(bill({ ...subscription, ...data }, moment, [fixed]));
}

function end(subscription: Subscription, termUntil: CalendarDate): NextPeriod {
  const { key } = subscription;
  return {
    subscription: { ...subscription, status: "cancelled", quantity: 0, lots: [] },
    chargeRows: [],
    history: [
      { subscriptionKey: key, effectiveAt: startOf(termUntil), kind: "cancelled", data: { reason: "termEnd" } },
    ],
    outcome: "ended",
  };
}

function renew(
  subscription: Subscription,
  from: CalendarDate,
  catalogue: Catalogue,
  policies: Policies,
  { now }: Moment,
): Decision<NextPeriod> {
  const { key, currency, termEnd } = subscription;
  const anchorDay = nextAnchorDay(subscription);
  const isExtended = termEnd.outcome === "extend";
  const wanted = { offerId: null, quantity: null, ...termEnd };
  const offerId = wanted.offerId ?? subscription.offerId;
  const offer = catalogue.offers.get(offerId);
  if (!offer) return refuse("offerUnknown", { key, offerId });
  const price = findPrice(catalogue, offerId, currency, from);
  if (!price) return refuse("priceMissing", { key, offerId });

  const quantity = wanted.quantity ?? subscription.quantity;
  // The term before may have come to end later than when this was wished for.
  const ends = termEnd.outcome === "renew" && termEnd.until && termEnd.until > from ? termEnd.until : null;
  const { termUntil, period } = startTerm(offer, from, anchorDay, ends);
  // The window opens when the renewal is complete, which may be later than its effective date.
  const until = refundableUntil(windowPolicy(policies, offer.policyIds), now);
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
    quantity,
    anchorDay,
    termFrom: from,
    termUntil,
    policyIds: offer.policyIds,
  };
  const ending = termEndPolicy(policies, offer.policyIds);
  const renewed: Subscription = {
    ...subscription,
    ...facts,
    period,
    billedFrom: null,
    nextOfferId: null,
    lots: [{ quantity, openedAt: startOf(from), refundableUntil: until }],
    termEnd: { outcome: "renew", offerId: null, quantity: null },
  };
  return accept({
    subscription: renewed,
    chargeRows: [recurringRow(renewed, dayOf(now), ending.id)],
    history: [
      {
        subscriptionKey: key,
        effectiveAt: startOf(from),
        kind: "renewed",
        data: { ...facts, refundableUntil: until },
      },
    ],
    outcome: isExtended ? "extended" : "renewed",
  });
}
