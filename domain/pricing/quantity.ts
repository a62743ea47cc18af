import {
  addHours,
  dayOf,
  includes,
  isBefore,
  laterOf,
  startOf,
  type CalendarDate,
  type Instant,
} from "../values/dates.ts";
import { accept, refuse, type Decision, type Refused } from "../values/decision.ts";
import { takeNewest } from "./lots.ts";
import { takeBack } from "./handovers.ts";
import { isZero, negate, subtract, sum, type Money } from "../values/money.ts";
import {
  isOpen,
  isWhole,
  refundableUntil,
  refundedFrom,
  refundPolicy,
  termEndPolicy,
  windowPolicy,
  type Policies,
} from "./policies.ts";
import { remaining } from "./proration.ts";
import type { Effect } from "./proposal.ts";
import { checkQuantity, deliveryRow } from "./add.ts";
import type {
  Catalogue,
  Change,
  ChargeRow,
  Finding,
  HistoryEntry,
  Lot,
  PricingContext,
  Proposal,
  Subscription,
} from "./pricing-types.ts";
import { periodCost } from "./terms.ts";

type SetQuantity = Extract<Change, { kind: "setQuantity" }>;
type Cancel = Extract<Change, { kind: "cancel" }>;

/**
 * Sets the number of seats: additional ones open a lot at the protected price, removed ones come from lots whose window
 * is open, newest first.
 */
export function rateSetQuantity(
  change: SetQuantity,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  return eachOnce(change.targets, state, (target, subscription) => {
    const { key } = subscription;
    const { quantity } = target;
    if (subscription.status === "suspended") return refuse("subscriptionSuspended", { key });
    if (subscription.period === null) return refuse("quantityFixed", { key });
    const checked = checkQuantity(quantity, catalogue.offers.get(subscription.offerId), key);
    if (!checked.ok) return checked;
    if (quantity === subscription.quantity) return refuse("quantityUnchanged", { key });
    const stopped = mustWait(subscription, policies, context);
    if (stopped) return stopped;
    if (quantity > subscription.quantity && windowPolicy(policies, subscription.policyIds).fixed)
      return refuse("additionNotAllowed", { key });
    const sized =
      quantity > subscription.quantity
        ? accept(increase(subscription, quantity, policies, context))
        : reduce(subscription, quantity, policies, context);
    const effect = sized.ok ? takeBack(sized.value, subscription, target, context) : sized;
    if (effect.ok && subscription.termEnd.outcome === "renew" && subscription.termEnd.quantity !== null)
      return accept({
        ...effect.value,
        findings: [...effect.value.findings, { code: "scheduleStays", blocks: false, key }],
      });
    return effect;
  });
}

const allOpen = ({ lots, dispatchedAt, policyIds }: Subscription, policies: Policies, now: Instant): boolean =>
  lots.every((lot) => isOpen(windowPolicy(policies, policyIds), lot, dispatchedAt, now));

/** Tells whether one that runs can be cancelled now, if what hangs on it can. */
export const isCancellable = (
  subscription: Subscription,
  policies: Policies,
  context: Pick<PricingContext, "now">,
): boolean => allOpen(subscription, policies, context.now) && mustWait(subscription, policies, context) === undefined;

/** Cancels whole subscriptions while every lot's window is open; goods until they are dispatched. */
export function rateCancel(
  change: Cancel,
  state: readonly Subscription[],
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  const leaving = new Set(change.keys);
  const cancelled = eachOnce(
    change.keys.map((key) => ({ key })),
    state,
    (_target, subscription) => {
      const { key, termUntil } = subscription;
      if (state.some((each) => each.parentKey === key && each.status !== "cancelled" && !leaving.has(each.key)))
        return refuse("addOnsStillActive", { key });
      const window = windowPolicy(policies, subscription.policyIds);
      if (!allOpen(subscription, policies, context.now)) {
        if (window.opens.until === "dispatched") return refuse("alreadyDispatched", { key });
        const alternative = termUntil === null ? undefined : "schedule";
        const why = window.opens.until === "never" ? "cancellationNotAllowed" : "cancellationWindowClosed";
        return refuse(why, { key, nextDate: termUntil, alternative });
      }
      const stopped = mustWait(subscription, policies, context);
      return stopped ?? accept(cancelWhole(subscription, policies, context));
    },
  );
  if (!cancelled.ok || !change.delivery) return cancelled;
  const refund = deliveryRow(change.delivery, dayOf(context.now), context, -1);
  return accept({ ...cancelled.value, chargeRows: [...cancelled.value.chargeRows, refund] });
}

/** Applies a rule to each named subscription; if one is refused, so is the whole change. */
export function eachOnce<T extends { key: string }>(
  targets: readonly T[],
  state: readonly Subscription[],
  rule: (target: T, subscription: Subscription) => Decision<Effect>,
): Decision<Effect> {
  if (targets.length === 0) return refuse("orderEmpty");
  const seen = new Set<string>();
  const effects: Effect[] = [];
  for (const target of targets) {
    const { key } = target;
    if (seen.has(key)) return refuse("lineKeyTaken", { key });
    seen.add(key);
    const subscription = state.find((each) => each.key === key);
    if (!subscription) return refuse("subscriptionUnknown", { key });
    if (subscription.status === "cancelled") return refuse("subscriptionEnded", { key });
    const effect = rule(target, subscription);
    if (!effect.ok) return effect;
    effects.push(effect.value);
  }
  return accept({
    subscriptions: effects.flatMap((effect) => effect.subscriptions),
    chargeRows: effects.flatMap((effect) => effect.chargeRows),
    history: effects.flatMap((effect) => effect.history),
    findings: effects.flatMap((effect) => effect.findings),
    boughtLots: effects.flatMap((effect) => effect.boughtLots),
  });
}

/** Refuses changes in the hours before a renewal, and while the present period is not charged yet. */
export function mustWait(
  subscription: Subscription,
  policies: Policies,
  { now }: Pick<PricingContext, "now">,
): Refused | undefined {
  const { key, termUntil, period } = subscription;
  if (period === null) return undefined;
  const { lockHours } = termEndPolicy(policies, subscription.policyIds);
  if (termUntil !== null && !isBefore(now, addHours(startOf(termUntil), -lockHours)))
    return refuse("renewalLocked", { key, nextDate: termUntil });
  if (!includes(period, dayOf(now))) return refuse("billingBehind", { key });
  return undefined;
}

function increase(subscription: Subscription, quantity: number, policies: Policies, { now }: PricingContext): Effect {
  const { key, policyIds } = subscription;
  const today = dayOf(now);
  const added = quantity - subscription.quantity;
  const window = windowPolicy(policies, policyIds);
  const lot: Lot = { quantity: added, openedAt: now, refundableUntil: refundableUntil(window, now) };
  return {
    subscriptions: [{ ...subscription, quantity, lots: [...subscription.lots, lot] }],
    chargeRows: [differenceRow(subscription, subscription.quantity, quantity, today, today, null)],
    history: [
      {
        subscriptionKey: key,
        effectiveAt: now,
        kind: "seatsAdded",
        data: { quantity: added, refundableUntil: lot.refundableUntil },
      },
    ],
    findings: [policyFinding(key, window.id)],
    boughtLots: [lot],
  };
}

function reduce(
  subscription: Subscription,
  quantity: number,
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  const { key, termUntil, policyIds, lots } = subscription;
  const window = windowPolicy(policies, policyIds);
  const later = { key, nextDate: termUntil, alternative: termUntil === null ? undefined : ("schedule" as const) };
  if (isWhole(window)) return refuse("reductionNotAllowed", later);
  const removable = lots
    .filter((lot) => isOpen(window, lot, null, context.now))
    .reduce((all, lot) => all + lot.quantity, 0);
  const removed = subscription.quantity - quantity;
  if (removed > removable) return refuse("reductionWindowClosed", { ...later, limit: removable });

  const { rows, lots: left, policyId } = giveBack(subscription, removed, policies, context);
  const entry: HistoryEntry = {
    subscriptionKey: key,
    effectiveAt: context.now,
    kind: "seatsRemoved",
    data: { quantity: removed },
  };
  return accept({
    subscriptions: [{ ...subscription, quantity, lots: left }],
    chargeRows: rows,
    history: [entry],
    findings: [policyFinding(key, window.id), policyFinding(key, policyId)],
    boughtLots: [],
  });
}

function cancelWhole(subscription: Subscription, policies: Policies, context: PricingContext): Effect {
  const { key, policyIds } = subscription;
  const { rows, policyId } = giveBack(subscription, subscription.quantity, policies, context);
  return {
    subscriptions: [{ ...subscription, status: "cancelled", quantity: 0, lots: [] }],
    chargeRows: rows,
    history: [{ subscriptionKey: key, effectiveAt: context.now, kind: "cancelled", data: { reason: "window" } }],
    findings: [
      ...(subscription.period ? [{ code: "accessEndsAtOnce", blocks: false, key } as const] : []),
      policyFinding(key, policyIds.window),
      policyFinding(key, policyId),
    ],
    boughtLots: [],
  };
}

/** Works out what would come back, net, if what a proposal buys were undone at once. */
export const backIfUndone = (
  { subscriptions }: Pick<Proposal, "subscriptions">,
  policies: Policies,
  context: PricingContext,
): Money =>
  sum(
    subscriptions.flatMap((each) => {
      const bought = each.lots.filter(({ openedAt }) => openedAt === context.now);
      const units = bought.reduce((all, { quantity }) => all + quantity, 0);
      return giveBack(each, units, policies, context).rows.map(({ amount }) => negate(amount));
    }),
    context.currency,
  );

/** Takes seats from the newest lots and writes one refund row per lot, except for refunds of zero. */
function giveBack(subscription: Subscription, removed: number, policies: Policies, { now }: PricingContext) {
  const { period } = subscription;
  const today = dayOf(now);
  const refund = refundPolicy(policies, subscription.policyIds);
  const { left, taken } = takeNewest(subscription.lots, removed);
  if (refund.method === "none") return { rows: [], lots: left, policyId: refund.id };
  let quantity = subscription.quantity;
  const rows = taken.map((lot) => {
    const before = quantity;
    quantity -= lot.quantity;
    const charged = period && { from: laterOf(period.from, dayOf(lot.openedAt)), until: period.until };
    const from = charged ? refundedFrom(refund, charged, today) : today;
    return differenceRow(subscription, before, quantity, from, today, refund.id);
  });
  return { rows: rows.filter((row) => !isZero(row.amount)), lots: left, policyId: refund.id };
}

/**
 * Charges for having `after` instead of `before` units from a day to the end of the period: the difference between the
 * costs of the two totals, so that any sequence of changes adds up exactly. Refunds have a negative quantity and
 * amount.
 */
export function differenceRow(
  subscription: Subscription,
  before: number,
  after: number,
  from: CalendarDate,
  today: CalendarDate,
  policyId: string | null,
): ChargeRow {
  const { key, offerId, name, unitCost, period } = subscription;
  const cost = (quantity: number) => {
    const whole = periodCost(subscription, quantity);
    return period ? remaining(whole, period, from) : whole;
  };
  const more = after > before;
  return {
    subscriptionKey: key,
    offerId,
    description: `${name}, ${more ? "added" : "returned"}`,
    periodFrom: from,
    periodUntil: period ? period.until : from,
    dueOn: today,
    quantity: after - before,
    unitCost,
    amount: more ? subtract(cost(after), cost(before)) : negate(subtract(cost(before), cost(after))),
    policyId,
    kind: more ? "prorated" : "refund",
  };
}

const policyFinding = (key: string, policyId: string): Finding => ({ code: "policy", blocks: false, key, policyId });
