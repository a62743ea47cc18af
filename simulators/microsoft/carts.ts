import type { Route, SimReply, SimRequest } from "../kit/vendor.ts";
import { allowedEnds } from "./custom-ends.ts";
import { findOffer, findTerm } from "./catalogue.ts";
import { hasAgreement } from "./customers.ts";
import { showOrder } from "./orders.ts";
import { type Cart, type CartLine, customerOf, type MicrosoftState, type Order, refuse, takeBad } from "./state.ts";

const cartDays = 7;
const day = 86_400_000;

export function cartRoutes(state: MicrosoftState): Route[] {
  return [
    { method: "POST", path: "/v1/customers/:customer/carts", answer: (request) => createCart(state, request) },
    {
      method: "GET",
      path: "/v1/customers/:customer/carts/:cart",
      answer: ({ params }) => ({ status: 200, body: showCart(cartOf(state, params)) }),
    },
    {
      method: "POST",
      path: "/v1/customers/:customer/carts/:cart/checkout",
      answer: ({ params }) => checkOut(state, cartOf(state, params)),
    },
  ];
}

function createCart(state: MicrosoftState, { params, body }: SimRequest): SimReply {
  const customer = customerOf(state, params.customer);
  if (!Array.isArray(body.lineItems) || body.lineItems.length === 0) refuse(400, "800001", "The cart has no lines.");
  const groups: string[] = [];
  const lineItems = (body.lineItems as Record<string, any>[]).map((line, index) =>
    withEnd(state, customer.id, readLine(line, index, groups), line.customTermEndDate),
  );
  const now = state.clock.now();
  const cart: Cart = {
    id: state.newId(),
    customerId: customer.id,
    createdAt: now,
    expiresAt: now + cartDays * day,
    status: "Active",
    lineItems,
  };
  state.carts.put(cart.id, cart);
  return { status: 201, body: showCart(cart) };
}

function readLine(line: Record<string, any>, index: number, groups: string[]): CartLine {
  const offer = findOffer(String(line.catalogItemId));
  if (!offer) return refuse(403, "2085", "The offer isn't eligible for purchase.");
  const billingCycle = String(line.billingCycle ?? "").toLowerCase();
  const term = findTerm(offer, line.termDuration, billingCycle);
  if (!term) return refuse(400, "900268", "The term duration isn't valid for this offer.");
  if (!Number.isInteger(line.quantity) || line.quantity < term.minimumQuantity || line.quantity > offer.maximumQuantity)
    refuse(400, "2002", "Subscription quantity isn't within minimum and maximum allowed quantity.");
  const group = `${line.termDuration}/${billingCycle}`;
  if (!groups.includes(group)) groups.push(group);
  return {
    id: Number(line.id ?? index),
    catalogItemId: offer.catalogItemId,
    ...(line.friendlyName ? { friendlyName: String(line.friendlyName) } : {}),
    quantity: line.quantity,
    currencyCode: "GBP",
    billingCycle,
    termDuration: line.termDuration,
    orderGroup: String(groups.indexOf(group)),
    ...(line.provisioningContext ? { provisioningContext: line.provisioningContext } : {}),
  };
}

/** Where a line is wrong, the cart is made all the same, and the line says what. */
function withEnd(state: MicrosoftState, customerId: string, line: CartLine, end?: string | null): CartLine {
  if (end === undefined || end === null) return line;
  const allowed = allowedEnds(state, customerId, line.termDuration, state.clock.now());
  const customTermEndDate = end;
  if (allowed.some((each) => each.allowedCustomTermEndDate.slice(0, 10) === customTermEndDate.slice(0, 10)))
    return { ...line, customTermEndDate };
  return { ...line, error: { errorCode: 10017, errorDescription: "The custom term end date isn't allowed." } };
}

/**
 * Places one order per group; a refused group does not hold back the others. A repeated check-out tries only refused
 * groups again.
 */
function checkOut(state: MicrosoftState, cart: Cart): SimReply {
  cart.result = placeOrders(state, cart);
  cart.status = "CheckedOut";
  state.carts.put(cart.id, cart);
  const { orders, orderErrors } = cart.result;
  return {
    status: 201,
    body: {
      orders: orders.map((id) => showOrder(state, state.orders.get(id)!)),
      ...(orderErrors.length > 0 ? { orderErrors } : {}),
      attributes: { objectType: "CartCheckoutResult" },
    },
  };
}

function placeOrders(state: MicrosoftState, cart: Cart): NonNullable<Cart["result"]> {
  if (!hasAgreement(state, cart.customerId))
    refuse(
      403,
      "13605",
      "A partner confirmation of the customer's acceptance of the Microsoft Customer Agreement must be provided, or the customer must accept it in the admin center, before completing this purchase.",
    );
  if (!cart.result && cart.expiresAt < state.clock.now()) refuse(400, "800002", "The cart has expired.");
  const { orders = [], orderErrors: refused = [] } = cart.result ?? {};
  const result: NonNullable<Cart["result"]> = { orders: [...orders], orderErrors: [] };
  for (const group of new Set(cart.lineItems.map((line) => line.orderGroup))) {
    if (cart.result && !refused.some((each) => each.orderGroupId === group)) continue;
    const lines = cart.lineItems.filter((line) => line.orderGroup === group);
    const wrong = lines.find((line) => line.error)?.error;
    const reason = lines.map((line) => takeBad(state, `checkout:${line.catalogItemId}`)).find(Boolean);
    if (wrong)
      result.orderErrors.push({ orderGroupId: group, code: wrong.errorCode, description: wrong.errorDescription });
    else if (reason) result.orderErrors.push({ orderGroupId: group, code: 2085, description: reason });
    else result.orders.push(placeOrder(state, cart, lines).id);
  }
  return result;
}

function placeOrder(state: MicrosoftState, cart: Cart, lines: CartLine[]): Order {
  const now = state.clock.now();
  const { orderVisibleMs, provisioningMs } = state.delays();
  const order: Order = {
    id: state.newId().replaceAll("-", "").slice(0, 12),
    customerId: cart.customerId,
    createdAt: now,
    visibleAt: now + orderVisibleMs,
    billingCycle: lines[0]!.billingCycle,
    status: "pending",
    lineItems: lines.map((line, index) => ({
      lineItemNumber: index,
      offerId: line.catalogItemId,
      friendlyName: line.friendlyName ?? findOffer(line.catalogItemId)!.title,
      quantity: line.quantity,
      termDuration: line.termDuration,
      ...(line.customTermEndDate ? { customTermEndDate: line.customTermEndDate } : {}),
      ...(line.provisioningContext?.parentSubscriptionId
        ? { parentSubscriptionId: line.provisioningContext.parentSubscriptionId }
        : {}),
      provisioning: "pending",
    })),
  };
  state.orders.put(order.id, order);
  state.timers.set(now + provisioningMs, "provision", order.id);
  return order;
}

function cartOf(state: MicrosoftState, params: Record<string, string>): Cart {
  const customer = customerOf(state, params.customer);
  const cart = state.carts.get(params.cart!);
  if (!cart || cart.customerId !== customer.id) return refuse(404, "800007", "Cart not found.");
  return cart;
}

function showCart(cart: Cart) {
  return {
    id: cart.id,
    creationTimestamp: new Date(cart.createdAt).toISOString(),
    lastModifiedTimestamp: new Date(cart.createdAt).toISOString(),
    expirationTimestamp: new Date(cart.expiresAt).toISOString(),
    lastModifiedUser: "1824b7fc-2fac-4478-b177-66823c40ab75",
    status: cart.status,
    lineItems: cart.lineItems,
    links: { self: { uri: `/customers/${cart.customerId}/carts/${cart.id}`, method: "GET", headers: [] } },
    attributes: { objectType: "Cart" },
  };
}
