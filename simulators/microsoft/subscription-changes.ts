/** Handles a PATCH of a subscription, including what Microsoft silently resets. */
import type { SimRequest } from "../kit/vendor.ts";
import { findOffer, findTerm } from "./catalogue.ts";
import {
  etagOf,
  type Lot,
  type MicrosoftState,
  type NextTerm,
  refuse,
  type Subscription,
  type TermAction,
} from "./state.ts";
import { nextChargeAt } from "./billing.ts";
import { allowedEnds, nextAnchor } from "./custom-ends.ts";
import { extendsAfter, refundableUntil } from "./terms.ts";

/** How long Microsoft takes to see that renewal was switched off and nothing was said about the end; at most a day. */
const conversionMs = 12 * 3_600_000;

export function changeSubscription(state: MicrosoftState, subscription: Subscription, request: SimRequest) {
  const { body } = request;
  const now = state.clock.now();
  const wanted = request.headers["if-match"];
  if (wanted !== undefined && wanted !== `"${etagOf(subscription)}"`) refuse(400, "2055", "Etag is no longer valid.");
  if (subscription.busyUntil > now)
    refuse(409, "900278", "There's a pending operation on this subscription. Try again after 24 hours.");
  if (subscription.status === "deleted" || subscription.status === "expired")
    refuse(400, "900279", "Update operations are no longer allowed for this subscription.");
  if (body.billingCycle && String(body.billingCycle).toLowerCase() !== subscription.billingCycle)
    refuse(400, "900269", "The billing plan of this subscription can't be changed so.");
  const status = body.status ?? subscription.status;
  if (status !== subscription.status) changeStatus(state, subscription, status);
  else if (Number(body.quantity ?? subscription.quantity) !== subscription.quantity)
    changeQuantity(state, subscription, Number(body.quantity));
  else if (cycleOf(body.nextChargeInstructions) !== cycleOf(subscription.nextCharge))
    changeNextCharge(state, subscription, body.nextChargeInstructions);
  else changeRenewal(state, subscription, body);
  // What the body leaves out is reset, whatever it changes.
  if (!body.nextChargeInstructions) subscription.nextCharge = null;
  if (body.autoRenewEnabled !== true) subscription.autoRenewEnabled = false;
  if (typeof body.friendlyName === "string" && body.friendlyName !== "") subscription.friendlyName = body.friendlyName;
  subscription.version += 1;
  state.subscriptions.put(subscription.id, subscription);
  watchFlag(state, subscription);
  state.emit("subscription-updated", `/customers/${subscription.customerId}/subscriptions/${subscription.id}`);
}

/** The flag alone no longer ends anything: what nobody cancels runs on by the month. */
export const isToBeExtended = ({ status, autoRenewEnabled, action, nextTermAt, isExtended }: Subscription): boolean =>
  status === "active" && !autoRenewEnabled && !action && !isExtended && nextTermAt > extendsAfter;

/** Looks later at what was switched off without a word about the end. */
export function watchFlag(state: MicrosoftState, subscription: Subscription) {
  if (isToBeExtended(subscription)) state.timers.set(state.clock.now() + conversionMs, "extend", subscription.id);
}

/** Says what Microsoft will do with a subscription of which only the flag was switched off. */
export function convert(state: MicrosoftState, id: string) {
  const subscription = state.subscriptions.get(id);
  if (!subscription || !isToBeExtended(subscription)) return;
  subscription.action = { actionType: "RenewToExtendedServiceTerm" };
  subscription.autoRenewEnabled = true;
  subscription.version += 1;
  state.subscriptions.put(id, subscription);
  state.emit("subscription-updated", `/customers/${subscription.customerId}/subscriptions/${id}`);
}

function changeStatus(state: MicrosoftState, subscription: Subscription, status: unknown) {
  if (status === "deleted") {
    if (subscription.cancellableUntil < state.clock.now())
      refuse(
        400,
        "900117",
        "The subscription can't be cancelled: the allowed number of days since its purchase or renewal has passed.",
      );
    subscription.status = "deleted";
    state.timers.clear("termEnd", subscription.id);
  } else if (status === "suspended") {
    subscription.status = "suspended";
    subscription.autoRenewEnabled = false;
  } else if (status === "active") {
    subscription.status = "active";
  } else refuse(400, "2003", "The status is not known.");
  subscription.scheduled = null;
  subscription.action = null;
}

/** Adds seats at any time, as a new lot; removes them only from lots still in their window, newest first. */
function changeQuantity(state: MicrosoftState, subscription: Subscription, quantity: number) {
  const now = state.clock.now();
  const offer = findOffer(subscription.offerId);
  if (subscription.status === "suspended") refuse(400, "800091", "Can't update a subscription with suspended status.");
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > (offer?.maximumQuantity ?? Infinity))
    refuse(400, "2002", "Subscription quantity isn't within minimum and maximum allowed quantity.");
  const difference = quantity - subscription.quantity;
  if (difference > 0) subscription.lots.push({ quantity: difference, until: refundableUntil(now) });
  else takeSeats(subscription.lots, -difference, now);
  subscription.quantity = quantity;
  subscription.scheduled = null;
  subscription.action = null;
  const { changeMs } = state.delays();
  subscription.busyUntil = now + changeMs;
}

function takeSeats(lots: Lot[], seats: number, now: number) {
  const refundable = lots.filter((lot) => lot.until >= now).reduce((sum, lot) => sum + lot.quantity, 0);
  if (seats > refundable)
    refuse(400, "900257", "Subscription quantity can't be decreased: the allowed number of days has passed.");
  let left = seats;
  for (const lot of lots.toReversed()) {
    if (lot.until < now) continue;
    const taken = Math.min(lot.quantity, left);
    lot.quantity -= taken;
    left -= taken;
  }
}

const cycleOf = (instructions?: { product?: { billingCycle?: string } } | null) =>
  instructions?.product?.billingCycle?.toLowerCase() ?? "";

/** Takes another billing of the same product and term, which acts with the next charge in the term. */
function changeNextCharge(state: MicrosoftState, subscription: Subscription, wanted: Record<string, any> | null) {
  if (subscription.status === "suspended") refuse(400, "800091", "Can't update a subscription with suspended status.");
  if (!wanted) {
    subscription.nextCharge = null;
    return;
  }
  const { productId, skuId, availabilityId, termDuration } = wanted.product ?? {};
  const offer = findOffer(subscription.offerId);
  const isSame =
    `${productId}:${skuId}:${availabilityId}` === subscription.offerId && termDuration === subscription.termDuration;
  const billingCycle = cycleOf(wanted as NextTerm);
  if (!offer || !isSame || !findTerm(offer, termDuration, billingCycle) || termDuration === "P3Y")
    refuse(400, "900269", "The billing plan of this subscription can't be changed so.");
  const at = nextChargeAt(state, subscription);
  if (at === undefined || at >= subscription.nextTermAt)
    refuse(400, "900270", "There's no charge left in this term that could be billed so.");
  subscription.nextCharge = {
    product: { productId, skuId, availabilityId, billingCycle, termDuration },
    quantity: subscription.quantity,
  };
  state.timers.set(at, "nextCharge", subscription.id);
}

/** Bills a subscription otherwise from the charge on that is due now. */
export function turnCharge(state: MicrosoftState, id: string) {
  const subscription = state.subscriptions.get(id);
  if (!subscription?.nextCharge || !["active", "suspended"].includes(subscription.status)) return;
  subscription.billingCycle = cycleOf(subscription.nextCharge);
  subscription.nextCharge = null;
  subscription.version += 1;
  state.subscriptions.put(id, subscription);
  state.emit("subscription-updated", `/customers/${subscription.customerId}/subscriptions/${id}`);
}

/** Resets the fields missing from the body. */
function changeRenewal(state: MicrosoftState, subscription: Subscription, body: Record<string, any>) {
  if (subscription.status === "suspended") refuse(400, "800091", "Can't update a subscription with suspended status.");
  const renews = body.autoRenewEnabled === true;
  const action = Array.isArray(body.scheduledActions)
    ? readAction(state, subscription, body.scheduledActions, renews)
    : null;
  // Where both are sent, the older field does not count.
  const instructions = action ? null : body.scheduledNextTermInstructions;
  if (instructions && !renews) refuse(400, "900246", "A next term can't be scheduled while renewal is off.");
  const scheduled = instructions ? readNextTerm(state, subscription, instructions) : null;
  subscription.autoRenewEnabled = renews;
  subscription.scheduled = scheduled;
  subscription.action = action;
}

function readAction(
  state: MicrosoftState,
  subscription: Subscription,
  actions: Record<string, any>[],
  renews: boolean,
): TermAction | null {
  const [wanted, ...others] = actions;
  if (!wanted) return null;
  const { scheduleType, actionType, instructions } = wanted;
  if (others.length > 0 || scheduleType !== "TermEnd") refuse(400, "900246", "The schedule isn't valid.");
  if (actionType !== "Cancel" && actionType !== "RenewToNewTerm" && actionType !== "RenewToExtendedServiceTerm")
    return refuse(400, "900246", "The scheduled action isn't known.");
  // Extended service was seen with the flag on and off.
  if (actionType !== "RenewToExtendedServiceTerm" && renews !== (actionType === "RenewToNewTerm"))
    refuse(400, "900246", "The scheduled action doesn't go with the flag for renewal.");
  if (actionType !== "RenewToNewTerm" || !instructions) return { actionType };
  return { actionType, instructions: readNextTerm(state, subscription, instructions) };
}

function readNextTerm(state: MicrosoftState, subscription: Subscription, instructions: Record<string, any>): NextTerm {
  const { productId, skuId, availabilityId, billingCycle, termDuration } = instructions.product ?? {};
  const offer = findOffer(`${productId}:${skuId}:${availabilityId}`);
  const term = offer && findTerm(offer, termDuration, String(billingCycle));
  if (!offer || !term) return refuse(400, "900268", "The term duration isn't valid for this offer.");
  const quantity = Number(instructions.quantity);
  if (!Number.isInteger(quantity) || quantity < term.minimumQuantity || quantity > offer.maximumQuantity)
    refuse(400, "2002", "Subscription quantity isn't within minimum and maximum allowed quantity.");
  const next: NextTerm = { product: { productId, skuId, availabilityId, billingCycle, termDuration }, quantity };
  const { customTermEndDate: end } = instructions;
  if (end === undefined || end === null) return next;
  const { id, customerId, nextTermAt } = subscription;
  const allowed = allowedEnds(state, customerId, termDuration, nextTermAt, nextAnchor(subscription), id);
  if (!allowed.some((each) => each.allowedCustomTermEndDate.slice(0, 10) === String(end).slice(0, 10)))
    refuse(400, "900242", "There's no such custom term end date.");
  return { ...next, customTermEndDate: String(end) };
}
