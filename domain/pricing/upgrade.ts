import { dayOf } from "../values/dates.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";
import { isZero } from "../values/money.ts";
import { checkQuantity } from "./add.ts";
import { takeNewest } from "./lots.ts";
import { heldBy } from "./handovers.ts";
import { isOpen, termEndPolicy, windowPolicy, type Policies } from "./policies.ts";
import type { Effect } from "./proposal.ts";
import { differenceRow, eachOnce, mustWait } from "./quantity.ts";
import type {
  Catalogue,
  Change,
  ChargeRow,
  Finding,
  HistoryEntry,
  Lot,
  Offer,
  PricingContext,
  Subscription,
  TermEnd,
} from "./pricing-types.ts";
import { findPrice, termMonths } from "./terms.ts";

type Upgrade = Extract<Change, { kind: "upgrade" }>;
type Moved = { source: Subscription; quantity: number; offer: Offer; lots: readonly Lot[]; left: readonly Lot[] };

/** The key of the subscription that units of another one become, until the order assigns an id. */
export const upgradedKey = (sourceKey: string): string => `upgraded-${sourceKey}`;

/**
 * Moves units to a better offer from today on: what is left of their period is given back at the old price and charged at
 * the new one. All units turn their subscription into the other offer; some of them become one of their own, with the
 * same term and end; or both go to one that is there, at its price and until its end. Units keep the time in which they
 * can be given back.
 */
export function rateUpgrade(
  change: Upgrade,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  const touched = change.targets.flatMap(({ key, toKey }) => [key, ...(toKey ? [toKey] : [])]);
  const twice = touched.find((key, index) => touched.indexOf(key) !== index);
  if (twice) return refuse("lineKeyTaken", { key: twice });
  return eachOnce(change.targets, state, ({ offerId, quantity, toKey }, source) => {
    const { key } = source;
    if (source.status === "suspended") return refuse("subscriptionSuspended", { key });
    const stopped = mustWait(source, policies, context);
    if (stopped) return stopped;
    const offer = catalogue.offers.get(offerId);
    if (!offer) return refuse("offerUnknown", { key, offerId });
    const present = catalogue.offers.get(source.offerId);
    if (source.period === null || offer.productId !== source.productId || !present?.upgradesTo.includes(offer.sku))
      return refuse("upgradeNotPossible", { key, offerId });
    if (!Number.isSafeInteger(quantity)) return refuse("quantityInvalid", { key });
    if (quantity < 1) return refuse("quantityBelowMinimum", { key, limit: 1 });
    if (quantity > source.quantity) return refuse("quantityAboveMaximum", { key, limit: source.quantity });
    const rest = source.quantity - quantity;
    if (rest > 0 && heldBy(key, context).length > rest)
      return refuse("unitsInUse", { key, limit: heldBy(key, context).length });
    const kept = rest === 0 ? accept(rest) : checkQuantity(rest, present, key);
    if (!kept.ok) return kept;
    const { left, taken } = takeNewest(source.lots, quantity);
    const lots = taken.toReversed().map((lot) => ({ ...lot, openedAt: context.now }));
    const moved: Moved = { source, quantity, offer, lots, left };
    if (toKey) return intoStanding(moved, toKey, state, policies, context);
    if (!offer.forSale) return refuse("offerNotForSale", { key, offerId });
    if (offer.term !== source.term || offer.billing !== source.billing)
      return refuse("upgradeNotPossible", { key, offerId });
    const fits = checkQuantity(quantity, offer, key);
    if (!fits.ok) return fits;
    const price = findPrice(catalogue, offerId, source.currency, dayOf(context.now));
    if (!price) return refuse("priceMissing", { key, offerId });
    const better = {
      offerId,
      sku: offer.sku,
      name: offer.name,
      unitCost: price.cost,
      customerPrice: price.customer,
      policyIds: offer.policyIds,
    };
    if (rest > 0) return accept(intoNew(moved, better, policies, context));
    if (!addOnsFit(source, offer.sku, state, catalogue)) return refuse("addOnsStillActive", { key });
    return accept(inPlace(moved, better, policies, context));
  });
}

type Better = Pick<Subscription, "offerId" | "sku" | "name" | "unitCost" | "customerPrice" | "policyIds">;

function inPlace(moved: Moved, better: Better, policies: Policies, context: PricingContext): Effect {
  const { source, quantity, lots } = moved;
  // A wish for another offer was about the one it had.
  const { termEnd: wish } = source;
  const termEnd: TermEnd =
    wish.outcome === "renew" && wish.offerId !== null ? { outcome: "renew", offerId: null, quantity: null } : wish;
  const upgraded: Subscription = { ...source, ...better, nextOfferId: null, termEnd, lots };
  const entry: HistoryEntry = {
    subscriptionKey: source.key,
    effectiveAt: context.now,
    kind: "converted",
    data: { ...better, termEnd, lots },
  };
  return effectOf(moved, upgraded, [upgraded], [entry], chargeFor(upgraded, 0, quantity, context), policies, context);
}

function intoNew(moved: Moved, better: Better, policies: Policies, context: PricingContext): Effect {
  const { source, quantity, offer, lots, left } = moved;
  const key = upgradedKey(source.key);
  const termEnd: TermEnd =
    termEndPolicy(policies, offer.policyIds).outcome === "cancel"
      ? { outcome: "cancel" }
      : { outcome: "renew", offerId: null, quantity: null };
  const made: Subscription = { ...source, ...better, key, nextOfferId: null, quantity, lots, termEnd };
  const { key: _key, status: _status, period: _period, dispatchedAt: _dispatchedAt, ...rest } = made;
  const { nextOfferId: _nextOfferId, ...facts } = rest;
  const refundableUntil = lots[0]!.refundableUntil;
  const entries: HistoryEntry[] = [
    removal(moved, context),
    { subscriptionKey: key, effectiveAt: context.now, kind: "started", data: { ...facts, refundableUntil } },
  ];
  const kept = { ...source, quantity: source.quantity - quantity, lots: left };
  return effectOf(moved, made, [kept, made], entries, chargeFor(made, 0, quantity, context), policies, context);
}

function intoStanding(
  moved: Moved,
  toKey: string,
  state: readonly Subscription[],
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  const { source, quantity, offer, lots, left } = moved;
  const target = state.find(({ key }) => key === toKey);
  if (!target) return refuse("subscriptionUnknown", { key: toKey });
  const window = windowPolicy(policies, target.policyIds);
  const isInWindow =
    window.opens.until === "elapsed" && target.lots.some((lot) => isOpen(window, lot, null, context.now));
  const endsEarlier = target.termUntil !== null && (source.termUntil === null || target.termUntil < source.termUntil);
  const isShorter = (termMonths[target.term] ?? 0) < (termMonths[source.term] ?? 0);
  if (target.status !== "active" || target.offerId !== offer.id || isInWindow || endsEarlier || isShorter)
    return refuse("upgradeTargetUnfit", { key: toKey });
  if (
    state.some((each) => each.parentKey === source.key && quantity === source.quantity && each.status !== "cancelled")
  )
    return refuse("addOnsStillActive", { key: source.key });
  const stopped = mustWait(target, policies, context);
  if (stopped) return stopped;
  const total = checkQuantity(target.quantity + quantity, offer, toKey);
  if (!total.ok) return total;
  const grown = { ...target, quantity: total.value, lots: [...target.lots, ...lots] };
  const isWhole = quantity === source.quantity;
  const rest: Subscription = isWhole
    ? { ...source, status: "cancelled", quantity: 0, lots: [] }
    : { ...source, quantity: source.quantity - quantity, lots: left };
  const entries: HistoryEntry[] = [
    isWhole
      ? { subscriptionKey: source.key, effectiveAt: context.now, kind: "upgraded", data: { toKey } }
      : removal(moved, context),
    ...lots.map((lot): HistoryEntry => ({
      subscriptionKey: toKey,
      effectiveAt: context.now,
      kind: "seatsAdded",
      data: { quantity: lot.quantity, refundableUntil: lot.refundableUntil },
    })),
  ];
  const charge = chargeFor(grown, target.quantity, grown.quantity, context);
  return accept(effectOf(moved, grown, [rest, grown], entries, charge, policies, context));
}

function effectOf(
  moved: Moved,
  target: Subscription,
  subscriptions: readonly Subscription[],
  history: readonly HistoryEntry[],
  charge: ChargeRow,
  policies: Policies,
  context: PricingContext,
): Effect {
  const { source, lots } = moved;
  const today = dayOf(context.now);
  // A row for each lot, as for what is given back, so that each can name the charge that it takes back.
  let left = source.quantity;
  const refunds = lots.toReversed().map((lot) => {
    const row = differenceRow(source, left, left - lot.quantity, today, today, null);
    left -= lot.quantity;
    return { ...row, description: `${source.name}, upgraded` };
  });
  const window = windowPolicy(policies, target.policyIds);
  const isStillOpen = lots.every((lot) => isOpen(window, lot, null, context.now));
  return {
    subscriptions,
    chargeRows: [...refunds, charge].filter((row) => !isZero(row.amount)),
    history,
    findings: findingsOf(source, target, isStillOpen),
    boughtLots: isStillOpen ? lots : [],
  };
}

const chargeFor = (target: Subscription, before: number, after: number, { now }: PricingContext): ChargeRow => ({
  ...differenceRow(target, before, after, dayOf(now), dayOf(now), null),
  description: `${target.name}, by upgrade`,
});

const removal = ({ source, quantity, offer }: Moved, { now }: PricingContext): HistoryEntry => ({
  subscriptionKey: source.key,
  effectiveAt: now,
  kind: "seatsRemoved",
  data: { quantity, upgradedTo: offer.name },
});

/** An add-on needs its product, which the better one must be, too. */
const addOnsFit = (
  { key }: Subscription,
  sku: string,
  state: readonly Subscription[],
  { offers }: Catalogue,
): boolean =>
  state
    .filter((each) => each.parentKey === key && each.status !== "cancelled")
    .every((each) => offers.get(each.offerId)?.needsOneOf.includes(sku));

function findingsOf(source: Subscription, target: Subscription, isStillOpen: boolean): Finding[] {
  const { key, termUntil, policyIds } = target;
  const wish = source.termEnd;
  return [
    ...(termUntil && isStillOpen ? [{ code: "committedUntilTermEnd", blocks: false, key, termUntil } as const] : []),
    { code: "upgradeStays", blocks: false, key },
    ...(wish.outcome === "renew" && wish.quantity !== null && wish.offerId === null
      ? [{ code: "scheduleStays", blocks: false, key: source.key } as const]
      : []),
    { code: "policy", blocks: false, key, policyId: policyIds.window },
    { code: "policy", blocks: false, key, policyId: policyIds.termEnd },
  ];
}
