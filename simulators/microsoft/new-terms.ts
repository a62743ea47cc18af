/** A transition to the same product begins a new term: a longer one at any time, any after extended service. */
import { findOffer, findTerm } from "./catalogue.ts";
import { type MicrosoftState, refuse, type Subscription, type Transition } from "./state.ts";
import { nextTermStart, refundableUntil } from "./terms.ts";

const months: Record<string, number> = { P1M: 1, P1Y: 12, P3Y: 36 };

export const isNewTerm = (source: Subscription, body: Record<string, any>): boolean =>
  body.toCatalogItemId === source.offerId && !body.toSubscriptionId;

export function beginTerm(state: MicrosoftState, source: Subscription, body: Record<string, any>): Transition {
  const { id, customerId, offerId, isExtended } = source;
  const { quantity, termDuration, transitionType } = body;
  if (source.status !== "active") refuse(400, "2001", "The subscription isn't active.");
  const billingCycle = String(body.billingCycle).toLowerCase();
  const offer = findOffer(offerId);
  const term = offer && findTerm(offer, termDuration, billingCycle);
  if (!offer || !term) return refuse(400, "900268", "The term duration isn't valid for this offer.");
  if (!isExtended && months[termDuration]! <= months[source.termDuration]!)
    refuse(400, "900268", "The term can't be changed for a shorter one, nor for one as long.");
  if (!Number.isInteger(quantity) || quantity < term.minimumQuantity || quantity > offer.maximumQuantity)
    refuse(400, "2002", "Subscription quantity isn't within minimum and maximum allowed quantity.");
  if (!isExtended && quantity !== source.quantity) refuse(400, "2002", "A part of the licences can't change its term.");
  const now = state.clock.now();
  start(state, source, { quantity, termDuration, billingCycle }, now);
  const transition: Transition = {
    id: state.newId(),
    customerId,
    fromSubscriptionId: id,
    fromCatalogItemId: offerId,
    toCatalogItemId: offerId,
    toSubscriptionId: id,
    quantity,
    transitionType,
    startedAt: now,
    endedAt: now,
    status: "Completed",
  };
  return state.transitions.put(transition.id, transition);
}

type Wanted = Pick<Subscription, "quantity" | "termDuration" | "billingCycle">;

function start(state: MicrosoftState, subscription: Subscription, wanted: Wanted, now: number) {
  const anchorDay = new Date(now).getUTCDate();
  const until = refundableUntil(now);
  const nextTermAt = nextTermStart(now, wanted.termDuration, anchorDay);
  Object.assign(subscription, {
    ...wanted,
    anchorDay,
    nextTermAt,
    startedAt: now,
    isExtended: false,
    autoRenewEnabled: true,
    scheduled: null,
    nextCharge: null,
    action: null,
    cancellableUntil: until,
    lots: [{ quantity: wanted.quantity, until }],
    version: subscription.version + 1,
  } satisfies Partial<Subscription>);
  state.subscriptions.put(subscription.id, subscription);
  state.timers.set(nextTermAt, "termEnd", subscription.id);
  state.emit("subscription-updated", `/customers/${subscription.customerId}/subscriptions/${subscription.id}`);
}
