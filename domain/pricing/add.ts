import { dayOf, dayOfMonth, type CalendarDate } from "../values/dates.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";
import { mayEndOn } from "./alignment.ts";
import { refundableUntil, termEndPolicy, windowPolicy, type Policies } from "./policies.ts";
import type { Effect } from "./proposal.ts";
import { recurringRow } from "./periods.ts";
import { share, times } from "../values/money.ts";
import type {
  AddLine,
  Catalogue,
  Change,
  ChargeRow,
  Delivery,
  Finding,
  HistoryEntry,
  Offer,
  Price,
  PricingContext,
  Subscription,
} from "./pricing-types.ts";
import { billingMonths, findPrice, isShortened, periodCost, startTerm, termMonths } from "./terms.ts";

type Add = Extract<Change, { kind: "add" }>;
type Checked = { line: AddLine; offer: Offer; price: Price; parentKey: string | null; termUntil: CalendarDate | null };

/** Rates new subscriptions and one-time purchases, each with its first charge, lot and window. */
export function rateAdd(
  change: Add,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  if (change.lines.length === 0) return refuse("orderEmpty");
  const keys = new Set(state.map((subscription) => subscription.key));
  const checked: Checked[] = [];
  for (const line of change.lines) {
    if (keys.has(line.key)) return refuse("lineKeyTaken", { key: line.key });
    keys.add(line.key);
    const answer = checkLine(line, change, state, catalogue, policies, context);
    if (!answer.ok) return answer;
    checked.push(answer.value);
    const total = checkQuantity(totalOf(checked, line.offerId), answer.value.offer, line.key);
    if (!total.ok) return total;
  }

  const subscriptions = checked.map((each) => start(each, policies, context));
  const today = dayOf(context.now);
  return accept({
    subscriptions,
    chargeRows: [
      ...subscriptions.map((each) => (each.period ? recurringRow(each, today, null) : onceRow(each, today))),
      ...(change.delivery ? [deliveryRow(change.delivery, today, context, 1)] : []),
    ],
    history: subscriptions.map((each) => started(each, context)),
    findings: [
      ...context.unsigned
        .filter(({ productId }) => subscriptions.some((each) => each.productId === productId))
        .map((missing): Finding => ({ code: "agreementMissing", blocks: true, ...missing })),
      ...subscriptions.flatMap((each) => findingsOf(each, state, policies)),
    ],
    boughtLots: subscriptions.flatMap((each) => each.lots),
  });
}

/** An order is one purchase: its lines of an offer keep the offer's maximum together. */
const totalOf = (checked: readonly Checked[], offerId: string): number =>
  checked.reduce((total, { line }) => (line.offerId === offerId ? total + line.quantity : total), 0);

/** Returns the quantity if the offer allows it, otherwise a refusal. */
export function checkQuantity(quantity: number, offer: Offer | undefined, key: string): Decision<number> {
  if (!Number.isSafeInteger(quantity) || quantity < 0) return refuse("quantityInvalid", { key });
  const minimum = Math.max(1, offer?.minimum ?? 1);
  if (quantity < minimum) return refuse("quantityBelowMinimum", { key, limit: minimum });
  const maximum = offer?.maximum ?? null;
  if (maximum !== null && quantity > maximum) return refuse("quantityAboveMaximum", { key, limit: maximum });
  return accept(quantity);
}

function checkLine(
  line: AddLine,
  change: Add,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  { now, currency }: PricingContext,
): Decision<Checked> {
  const { key, offerId } = line;
  const offer = catalogue.offers.get(offerId);
  if (!offer) return refuse("offerUnknown", { key, offerId });
  if (!offer.forSale) return refuse("offerNotForSale", { key, offerId });
  const quantity = checkQuantity(line.quantity, offer, key);
  if (!quantity.ok) return quantity;
  const price = findPrice(catalogue, offerId, currency, dayOf(now));
  if (!price) return refuse("priceMissing", { key, offerId });

  const parents = [
    ...change.lines
      .filter((each) => each.key !== key)
      .map((each) => ({ key: each.key, sku: catalogue.offers.get(each.offerId)?.sku })),
    ...state.filter((each) => each.status !== "cancelled"),
  ].filter(({ sku }) => sku !== undefined && offer.needsOneOf.includes(sku));
  const parent = line.addOnTo ? parents.find((each) => each.key === line.addOnTo) : parents[0];
  if ((offer.needsOneOf.length > 0 || line.addOnTo) && !parent) return refuse("addOnNeedsProduct", { key, offerId });
  const others = [
    ...change.lines.filter((each) => each.key !== key).map((each) => catalogue.offers.get(each.offerId)?.sku),
    ...state.filter((each) => each.status !== "cancelled").map((each) => each.sku),
  ];
  if (offer.oncePerCustomer && others.includes(offer.sku)) return refuse("offerHeld", { key, offerId });
  const termUntil = line.termUntil ?? null;
  if (termUntil !== null && !mayEndOn(termUntil, { offer, from: dayOf(now) }, state, catalogue, policies))
    return refuse("endNotPossible", { key, offerId });
  return accept({ line, offer, price, parentKey: parent?.key ?? null, termUntil });
}

function start(
  { line, offer, price, parentKey, termUntil }: Checked,
  policies: Policies,
  context: PricingContext,
): Subscription {
  const today = dayOf(context.now);
  const window = windowPolicy(policies, offer.policyIds);
  const lot = {
    quantity: line.quantity,
    openedAt: context.now,
    refundableUntil: refundableUntil(window, context.now),
  };
  return {
    key: line.key,
    productId: offer.productId,
    offerId: offer.id,
    sku: offer.sku,
    name: offer.name,
    parentKey,
    term: offer.term,
    billing: offer.billing,
    currency: context.currency,
    unitCost: price.cost,
    customerPrice: line.agreedPrice ?? price.customer,
    quantity: line.quantity,
    status: "active",
    anchorDay: dayOfMonth(today),
    termFrom: today,
    ...startTerm(offer, today, dayOfMonth(today), termUntil),
    billedFrom: null,
    nextOfferId: null,
    lots: [lot],
    termEnd:
      termEndPolicy(policies, offer.policyIds).outcome === "cancel"
        ? { outcome: "cancel" }
        : { outcome: "renew", offerId: null, quantity: null },
    policyIds: offer.policyIds,
    attributes: line.attributes ?? {},
    dispatchedAt: null,
  };
}

function started(subscription: Subscription, { now }: PricingContext): HistoryEntry {
  const { key, status: _status, period: _period, lots, dispatchedAt: _dispatchedAt, ...rest } = subscription;
  const { billedFrom: _billedFrom, nextOfferId: _nextOfferId, ...facts } = rest;
  return {
    subscriptionKey: key,
    effectiveAt: now,
    kind: "started",
    data: { ...facts, refundableUntil: lots[0]!.refundableUntil },
  };
}

const onceRow = (bought: Subscription, today: CalendarDate): ChargeRow => ({
  subscriptionKey: bought.key,
  offerId: bought.offerId,
  description: bought.name,
  periodFrom: today,
  periodUntil: today,
  dueOn: today,
  quantity: bought.quantity,
  unitCost: bought.unitCost,
  amount: periodCost(bought, bought.quantity),
  policyId: null,
  kind: "once",
});

/** `quantity` is 1 when charged and -1 when refunded. */
export const deliveryRow = (
  { description, cost }: Delivery,
  today: CalendarDate,
  { currency }: PricingContext,
  quantity: 1 | -1,
): ChargeRow => ({
  subscriptionKey: null,
  offerId: null,
  description,
  periodFrom: today,
  periodUntil: today,
  dueOn: today,
  quantity,
  unitCost: cost,
  amount: times(cost, quantity, currency),
  policyId: null,
  kind: quantity === 1 ? "once" : "refund",
});

function findingsOf(subscription: Subscription, state: readonly Subscription[], policies: Policies): Finding[] {
  const { key, sku, offerId, termFrom, termUntil, policyIds } = subscription;
  const already = state.some((each) => each.sku === sku && each.status !== "cancelled" && each.period !== null);
  return [
    ...(already ? [{ code: "alreadySubscribed", blocks: false, offerId } as const] : []),
    ...(termUntil ? [committed(subscription, termUntil, policies)] : []),
    ...(termUntil && isShortened(subscription)
      ? [{ code: "termShortened", blocks: false, key, from: termFrom, until: termUntil } as const]
      : []),
    { code: "policy", blocks: false, key, policyId: policyIds.window },
    { code: "policy", blocks: false, key, policyId: policyIds.termEnd },
  ];
}

/** Says until when a subscription is committed, and what that comes to where it is so from its first moment. */
function committed(subscription: Subscription, termUntil: CalendarDate, policies: Policies): Finding {
  const { key, term, billing, quantity, policyIds } = subscription;
  const [whole, part] = [termMonths[term], billingMonths[billing]];
  if (windowPolicy(policies, policyIds).opens.until !== "never" || whole === null || part === null)
    return { code: "committedUntilTermEnd", blocks: false, key, termUntil };
  const charges = whole / part;
  const each = periodCost(subscription, quantity);
  return { code: "final", blocks: false, key, termUntil, charges, each, all: share(each, charges, 1) };
}
