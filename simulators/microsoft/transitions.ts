/** Upgrades: which products a subscription can go to, and the transitions that bring licences there after a while. */
import type { Route } from "../kit/vendor.ts";
import { billMove } from "./billing.ts";
import { findOffer, findTerm } from "./catalogue.ts";
import { beginTerm, isNewTerm } from "./new-terms.ts";
import {
  collectionOf,
  type Lot,
  type MicrosoftState,
  refuse,
  type Subscription,
  takeBad,
  type Transition,
} from "./state.ts";
import { subscriptionOf } from "./subscriptions.ts";

type Fault = { code: number; description: string };
const fault = (code: number, description: string): Fault => ({ code, description });

export function transitionRoutes(state: MicrosoftState): Route[] {
  const one = "/v1/customers/:customer/subscriptions/:subscription";
  return [
    {
      method: "GET",
      path: `${one}/transitionEligibilities`,
      answer({ params, query }) {
        const source = subscriptionOf(state, params);
        const isScheduled = query.get("eligibilityType") === "scheduled";
        return { status: 200, body: collectionOf(eligibilitiesOf(state, source, isScheduled)) };
      },
    },
    {
      method: "GET",
      path: `${one}/transitions`,
      answer({ params, query }) {
        const { id } = subscriptionOf(state, params);
        const wanted = query.get("operation-id");
        const items = state.transitions
          .values()
          .filter((each) => each.fromSubscriptionId === id && (!wanted || each.id === wanted))
          .sort((a, b) => a.startedAt - b.startedAt);
        return { status: 200, body: collectionOf(items.map(showTransition)) };
      },
    },
    {
      method: "POST",
      path: `${one}/transitions`,
      answer: ({ params, body }) => ({ status: 200, body: begin(state, subscriptionOf(state, params), body) }),
    },
  ];
}

function begin(state: MicrosoftState, source: Subscription, body: Record<string, any>) {
  const now = state.clock.now();
  if (source.busyUntil > now || isInTransition(state, source.id))
    refuse(409, "900278", "There's a pending operation on this subscription. Try again after 24 hours.");
  if (isNewTerm(source, body)) {
    const begun = beginTerm(state, source, body);
    return { ...showTransition(begun), events: [eventOf("Conversion", "Started ", now)] };
  }
  const quantity = Number(body.quantity);
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > source.quantity)
    refuse(400, "2002", "Subscription quantity isn't within minimum and maximum allowed quantity.");
  const option = eligibilitiesOf(state, source, false).find((each) => each.catalogItemId === body.toCatalogItemId);
  const way = option?.eligibilities.find((each) => each.transitionType === body.transitionType);
  if (!way?.isEligible) return refuse(400, "900236", "The subscription can't be transitioned to this product.");
  if (body.toSubscriptionId) {
    const target = option?.subscriptionEligibilities.find((each) => each.subscriptionId === body.toSubscriptionId);
    if (!target?.isEligible) refuse(400, "900236", "The licences can't be moved to this subscription.");
  } else if (
    body.termDuration !== source.termDuration ||
    String(body.billingCycle).toLowerCase() !== source.billingCycle ||
    !findTerm(findOffer(body.toCatalogItemId)!, source.termDuration, source.billingCycle)
  )
    refuse(400, "900268", "The term duration isn't valid for this offer.");
  const transition: Transition = {
    id: state.newId(),
    customerId: source.customerId,
    fromSubscriptionId: source.id,
    fromCatalogItemId: source.offerId,
    toCatalogItemId: body.toCatalogItemId,
    toSubscriptionId: body.toSubscriptionId ?? null,
    quantity,
    transitionType: body.transitionType,
    startedAt: now,
    endedAt: null,
    status: "InProgress",
  };
  state.transitions.put(transition.id, transition);
  state.timers.set(now + state.delays().transitionMs, "transition", transition.id);
  return { ...showTransition(transition), events: [eventOf("Conversion", "Started ", now)] };
}

/** Tells whether licences are on their way from or to a subscription. */
export const isInTransition = (state: MicrosoftState, id: string) =>
  state.transitions
    .values()
    .some((each) => (each.fromSubscriptionId === id || each.toSubscriptionId === id) && each.status === "InProgress");

/** Makes a transition, or lets it fail where a test has armed that. */
export function makeTransition(state: MicrosoftState, id: string) {
  const transition = state.transitions.get(id);
  const source = transition && state.subscriptions.get(transition.fromSubscriptionId);
  if (!source || transition.status !== "InProgress") return;
  const reason = takeBad(state, "transition:any") ?? takeBad(state, `transition:${transition.toCatalogItemId}`);
  if (reason) Object.assign(transition, { status: "Failed", error: fault(3, reason) });
  else Object.assign(transition, { status: "Completed", toSubscriptionId: move(state, source, transition).id });
  transition.endedAt = state.clock.now();
  state.transitions.put(id, transition);
}

/** All licences turn the subscription into the other product; some become one of their own, or go to one that is there. */
function move(state: MicrosoftState, source: Subscription, { quantity, ...wanted }: Transition): Subscription {
  const lots = takeNewest(source.lots, quantity);
  const isWhole = quantity === source.quantity;
  const standing = wanted.toSubscriptionId ? state.subscriptions.get(wanted.toSubscriptionId) : undefined;
  if (isWhole && !standing) {
    Object.assign(source, { offerId: wanted.toCatalogItemId, lots });
    billMove(state, source, source, quantity);
    return changed(state, source);
  }
  const target: Subscription = standing ?? {
    ...source,
    id: state.newId(),
    offerId: wanted.toCatalogItemId,
    friendlyName: findOffer(wanted.toCatalogItemId)!.title,
    quantity: 0,
    lots: [],
    createdAt: state.clock.now(),
    autoRenewEnabled: true,
    version: 1,
  };
  billMove(state, source, target, quantity);
  source.quantity -= quantity;
  target.quantity += quantity;
  target.lots.push(...lots);
  if (isWhole) {
    source.status = "deleted";
    state.timers.clear("termEnd", source.id);
  }
  if (!standing) state.timers.set(target.nextTermAt, "termEnd", target.id);
  changed(state, source);
  return changed(state, target);
}

function changed(state: MicrosoftState, subscription: Subscription): Subscription {
  // As any change during a term, it drops what was scheduled for its end.
  subscription.scheduled = null;
  subscription.nextCharge = null;
  subscription.action = null;
  subscription.version += 1;
  state.subscriptions.put(subscription.id, subscription);
  state.emit("subscription-updated", `/customers/${subscription.customerId}/subscriptions/${subscription.id}`);
  return subscription;
}

function takeNewest(lots: Lot[], quantity: number): Lot[] {
  const taken: Lot[] = [];
  let left = quantity;
  for (const lot of lots.toReversed()) {
    const part = Math.min(lot.quantity, left);
    if (part === 0) continue;
    lot.quantity -= part;
    left -= part;
    taken.unshift({ ...lot, quantity: part });
  }
  return taken;
}

function eligibilitiesOf(state: MicrosoftState, source: Subscription, isScheduled: boolean) {
  const faults = source.status === "active" ? [] : [fault(2, "Subscription is not active.")];
  return (findOffer(source.offerId)?.upgradesTo ?? []).flatMap((catalogItemId) => {
    const offer = findOffer(catalogItemId);
    if (!offer) return [];
    return {
      operationId: state.newId(),
      catalogItemId,
      title: offer.title,
      description: offer.title,
      quantity: source.quantity,
      eligibilities: ["transition_only", "transition_with_license_transfer"].map((transitionType) => ({
        isEligible: faults.length === 0,
        transitionType,
        errors: faults,
      })),
      subscriptionEligibilities: isScheduled ? [] : targetsOf(state, source, catalogItemId),
      attributes: { objectType: "TransitionEligibility" },
    };
  });
}

const months: Record<string, number> = { P1M: 1, P1Y: 12, P3Y: 36 };

function targetsOf(state: MicrosoftState, source: Subscription, catalogItemId: string) {
  const now = state.clock.now();
  return state.subscriptions
    .values()
    .filter((each) => each.customerId === source.customerId && each.offerId === catalogItemId && each.id !== source.id)
    .map((each) => {
      const errors = [
        ...(each.status === "active" ? [] : [fault(1, "Target subscription is not active.")]),
        ...(each.lots.some((lot) => lot.quantity > 0 && lot.until >= now)
          ? [fault(2, "Target subscription is in its cancellation window.")]
          : []),
        ...(months[each.termDuration]! < months[source.termDuration]!
          ? [fault(3, "Target subscription has a shorter term.")]
          : []),
        ...(each.nextTermAt < source.nextTermAt ? [fault(4, "Target subscription ends before the source.")] : []),
      ];
      return {
        isEligible: errors.length === 0,
        subscriptionId: each.id,
        subscriptionFriendlyName: each.friendlyName,
        subscriptionTermDuration: each.termDuration,
        subscriptionBillingCycle: each.billingCycle,
        errors,
      };
    });
}

function showTransition(transition: Transition) {
  const { id, startedAt, endedAt, status, error, customerId: _, ...rest } = transition;
  const moves = rest.transitionType === "transition_with_license_transfer" && status === "Completed";
  return {
    operationId: id,
    ...rest,
    events: [
      eventOf("Conversion", status, endedAt ?? startedAt, error && [error]),
      ...(moves ? [eventOf("LicenseReassignment", "Completed", endedAt ?? startedAt)] : []),
    ],
    attributes: { objectType: "Transition" },
  };
}

const eventOf = (name: string, status: string, at: number, errors: readonly Fault[] = []) => ({
  name,
  status,
  timestamp: new Date(at).toISOString(),
  errors,
  attributes: { objectType: "TransitionEvent" },
});
