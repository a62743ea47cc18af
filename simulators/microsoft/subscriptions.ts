import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { findOffer, linkOf, offerLinks } from "./catalogue.ts";
import {
  collectionOf,
  customerOf,
  etagOf,
  type MicrosoftState,
  type Order,
  type OrderLine,
  refuse,
  type Subscription,
} from "./state.ts";
import { changeSubscription, isToBeExtended } from "./subscription-changes.ts";
import { customEndRoutes, nextAnchor } from "./custom-ends.ts";
import { beforeEnd, keepEnd } from "./term-ends.ts";
import { dayAfter, inclusiveEnd, nextTermStart, refundableUntil, withoutFraction } from "./terms.ts";

export function subscriptionRoutes(state: MicrosoftState): Route[] {
  const one = "/v1/customers/:customer/subscriptions/:subscription";
  return [
    // Before the one of a single subscription, whose path it fits as well.
    ...customEndRoutes(state),
    {
      method: "GET",
      path: "/v1/customers/:customer/subscriptions",
      answer: (request) => listSubscriptions(state, request),
    },
    {
      method: "GET",
      path: one,
      answer: ({ params }) => ({ status: 200, body: showSubscription(state, subscriptionOf(state, params)) }),
    },
    {
      method: "PATCH",
      path: one,
      answer(request) {
        const subscription = subscriptionOf(state, request.params);
        changeSubscription(state, subscription, request);
        return { status: 200, body: showSubscription(state, subscription) };
      },
    },
    {
      method: "GET",
      path: `${one}/provisioningstatus`,
      answer({ params }) {
        const subscription = subscriptionOf(state, params);
        const busy = subscription.busyUntil > state.clock.now();
        return {
          status: 200,
          body: {
            skuId: subscription.offerId,
            status: busy ? "pending" : "success",
            quantity: subscription.quantity,
            endDate: inclusiveEnd(subscription.nextTermAt),
            attributes: { objectType: "SubscriptionProvisioningStatus" },
          },
        };
      },
    },
  ];
}

function listSubscriptions(state: MicrosoftState, { params, query }: SimRequest): SimReply {
  const customer = customerOf(state, params.customer);
  const orderId = query.get("order_id");
  const items = state.subscriptions
    .values()
    .filter((each) => each.customerId === customer.id && (!orderId || each.orderId === orderId))
    .map((each) => showSubscription(state, each));
  return { status: 200, body: collectionOf(items) };
}

export function subscriptionOf(state: MicrosoftState, params: Record<string, string>): Subscription {
  const customer = customerOf(state, params.customer);
  const subscription = state.subscriptions.get(params.subscription!);
  if (!subscription || subscription.customerId !== customer.id) return refuse(404, "20002", "Subscription not found.");
  return subscription;
}

export function startSubscription(state: MicrosoftState, order: Order, line: OrderLine): Subscription {
  const now = state.clock.now();
  const anchorDay = new Date(order.createdAt).getUTCDate();
  const until = refundableUntil(order.createdAt);
  const whole = nextTermStart(order.createdAt, line.termDuration, anchorDay);
  const subscription: Subscription = {
    id: state.newId(),
    customerId: order.customerId,
    orderId: order.id,
    ...(line.parentSubscriptionId ? { parentSubscriptionId: line.parentSubscriptionId } : {}),
    offerId: line.offerId,
    friendlyName: line.friendlyName,
    quantity: line.quantity,
    termDuration: line.termDuration,
    billingCycle: order.billingCycle,
    createdAt: now,
    startedAt: order.createdAt,
    nextTermAt: line.customTermEndDate ? dayAfter(line.customTermEndDate) : whole,
    anchorDay,
    status: "active",
    autoRenewEnabled: true,
    scheduled: null,
    cancellableUntil: until,
    lots: [{ quantity: line.quantity, until }],
    busyUntil: now,
    version: 1,
  };
  state.subscriptions.put(subscription.id, subscription);
  state.timers.set(subscription.nextTermAt, "termEnd", subscription.id);
  return subscription;
}

/**
 * Ends a term: as the scheduled action says; without one it renews, or runs on by the month if renewal is off. What is
 * suspended expires.
 */
export function endTerm(state: MicrosoftState, id: string) {
  const subscription = state.subscriptions.get(id);
  if (!subscription || subscription.status === "deleted" || subscription.status === "expired") return;
  const before = beforeEnd(subscription);
  subscription.version += 1;
  if (!subscription.isExtended) subscription.anchorDay = nextAnchor(subscription);
  const { actionType } = subscription.action ?? {};
  if (subscription.status === "active" && (actionType === "RenewToExtendedServiceTerm" || runsOn(subscription)))
    extend(state, subscription);
  else if (subscription.autoRenewEnabled && actionType !== "Cancel") renew(state, subscription);
  else subscription.status = "expired";
  state.subscriptions.put(id, subscription);
  keepEnd(state.termEnds, subscription, before);
  state.emit("subscription-updated", `/customers/${subscription.customerId}/subscriptions/${id}`);
}

const runsOn = (subscription: Subscription) =>
  isToBeExtended(subscription) || (subscription.isExtended === true && !subscription.action);

/** Lets a subscription run on by the day from a day on, or renews what does for a term. */
export function endTermAs(state: MicrosoftState, id: string, how: "extend" | "renew", body: Record<string, any>) {
  const subscription = state.subscriptions.get(id);
  if (subscription?.status !== "active" || (subscription.isExtended === true) !== (how === "renew"))
    return { ignored: id };
  subscription.nextTermAt = Date.parse(`${body.day}T00:00:00Z`);
  subscription.anchorDay = new Date(subscription.nextTermAt).getUTCDate();
  subscription.action = null;
  subscription.version += 1;
  if (how === "renew") {
    Object.assign(subscription, { termDuration: body.termDuration ?? "P1M", scheduled: null });
    renew(state, subscription);
  } else extend(state, subscription);
  state.emit("subscription-updated", `/v1/customers/${subscription.customerId}/subscriptions/${id}`);
  return state.subscriptions.put(id, subscription);
}

/** Extended service has no commitment: it can be cancelled on any day, and goes on month after month. */
function extend(state: MicrosoftState, subscription: Subscription) {
  const { nextTermAt, quantity } = subscription;
  const until = nextTermStart(nextTermAt, "P1M", subscription.anchorDay);
  Object.assign(subscription, {
    isExtended: true,
    autoRenewEnabled: true,
    action: null,
    scheduled: null,
    nextCharge: null,
    termDuration: "P1M",
    billingCycle: "monthly",
    startedAt: nextTermAt,
    nextTermAt: until,
    cancellableUntil: until,
    lots: [{ quantity, until }],
  } satisfies Partial<Subscription>);
  state.timers.set(until, "termEnd", subscription.id);
}

function renew(state: MicrosoftState, subscription: Subscription) {
  const { nextTermAt, action } = subscription;
  const scheduled = action?.instructions ?? subscription.scheduled;
  if (scheduled) {
    const { productId, skuId, availabilityId, billingCycle, termDuration } = scheduled.product;
    subscription.offerId = `${productId}:${skuId}:${availabilityId}`;
    subscription.billingCycle = billingCycle.toLowerCase();
    subscription.termDuration = termDuration;
    subscription.quantity = scheduled.quantity;
  }
  subscription.scheduled = null;
  subscription.nextCharge = null;
  subscription.action = null;
  subscription.isExtended = false;
  subscription.startedAt = nextTermAt;
  const end = scheduled?.customTermEndDate;
  subscription.nextTermAt = end
    ? dayAfter(end)
    : nextTermStart(nextTermAt, subscription.termDuration, subscription.anchorDay);
  const until = refundableUntil(nextTermAt);
  subscription.cancellableUntil = until;
  subscription.lots = [{ quantity: subscription.quantity, until }];
  state.timers.set(subscription.nextTermAt, "termEnd", subscription.id);
}

export function showSubscription(state: MicrosoftState, subscription: Subscription) {
  const now = state.clock.now();
  const offer = findOffer(subscription.offerId);
  const open = subscription.lots.filter((lot) => lot.until >= now && lot.quantity > 0);
  const cancellable = subscription.status === "active" && subscription.cancellableUntil >= now;
  const { parentSubscriptionId: parent = null, customerId } = subscription;
  const until = new Date(subscription.cancellableUntil).toISOString();
  return {
    id: subscription.id,
    offerId: subscription.offerId,
    offerName: offer?.title,
    friendlyName: subscription.friendlyName,
    productType: { id: "OnlineServicesNCE", displayName: "New Commerce" },
    quantity: subscription.quantity,
    unitType: offer?.unitType,
    hasPurchasableAddons: false,
    creationDate: new Date(subscription.createdAt).toISOString(),
    effectiveStartDate: new Date(subscription.startedAt).toISOString(),
    commitmentEndDate: inclusiveEnd(subscription.nextTermAt),
    commitmentEndDateTime: withoutFraction(subscription.nextTermAt - 1_000),
    cancellationAllowedUntilDate: cancellable ? until : null,
    refundOptions: cancellable ? [{ type: "Full", expiresAt: until }] : [],
    refundableQuantity:
      subscription.status === "suspended"
        ? null
        : {
            totalQuantity: open.reduce((sum, lot) => sum + lot.quantity, 0),
            details: open.map((lot) => ({
              quantity: lot.quantity,
              allowedUntilDateTime: new Date(lot.until).toISOString(),
            })),
          },
    parentSubscriptionId: parent,
    actions: cancellable ? ["edit", "cancel"] : ["edit"],
    suspensionReasons: subscription.status === "suspended" ? ["Partner suspended"] : [],
    status: subscription.status,
    autoRenewEnabled: subscription.autoRenewEnabled,
    ...(subscription.scheduled ? { scheduledNextTermInstructions: subscription.scheduled } : {}),
    ...(subscription.nextCharge ? { nextChargeInstructions: subscription.nextCharge } : {}),
    ...(subscription.action ? { scheduledActions: [{ scheduleType: "TermEnd", ...subscription.action }] } : {}),
    isTrial: false,
    billingType: "license",
    billingCycle: subscription.billingCycle,
    termDuration: subscription.termDuration,
    renewalTermDuration: "",
    isMicrosoftProduct: true,
    partnerId: "",
    attentionNeeded: false,
    actionTaken: false,
    contractType: "subscription",
    links: {
      offer: linkOf(`/offers/${subscription.offerId}?country=GB`),
      ...offerLinks(subscription.offerId),
      ...(parent ? { parentSubscription: linkOf(`/customers/${customerId}/subscriptions/${parent}`) } : {}),
      self: linkOf(`/customers/${customerId}/subscriptions/${subscription.id}`),
    },
    publisherName: "Microsoft Corporation",
    orderId: subscription.orderId,
    attributes: {
      etag: etagOf(subscription),
      objectType: "Subscription",
      ...(subscription.isExtended ? { category: "ExtendedServiceTerm" } : {}),
    },
  };
}
