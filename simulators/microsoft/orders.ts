import type { Route } from "../kit/vendor.ts";
import { linkOf, offerLinks } from "./catalogue.ts";
import { collectionOf, customerOf, type MicrosoftState, type Order, refuse, takeBad } from "./state.ts";
import { startSubscription } from "./subscriptions.ts";

export function orderRoutes(state: MicrosoftState): Route[] {
  return [
    {
      method: "GET",
      path: "/v1/customers/:customer/orders",
      answer({ params }) {
        const customer = customerOf(state, params.customer);
        const items = state.orders
          .values()
          .filter((order) => order.customerId === customer.id && isVisible(state, order));
        return { status: 200, body: collectionOf(items.map((order) => showOrder(state, order))) };
      },
    },
    {
      method: "GET",
      path: "/v1/customers/:customer/orders/:order",
      answer: ({ params }) => ({ status: 200, body: showOrder(state, orderOf(state, params)) }),
    },
    {
      method: "GET",
      path: "/v1/customers/:customer/orders/:order/provisioningstatus",
      answer({ params }) {
        const order = orderOf(state, params);
        const items = order.lineItems.map((line) => ({
          lineItemNumber: line.lineItemNumber,
          status: line.provisioning,
          quantityProvisioningInformation: [{ quantity: line.quantity, status: line.provisioning }],
          ...(line.failure ? { errorMessage: line.failure } : {}),
        }));
        return { status: 200, body: collectionOf(items) };
      },
    },
  ];
}

/** Until then, Microsoft answers as if the order did not exist. */
const isVisible = (state: MicrosoftState, order: Order) => order.visibleAt <= state.clock.now();

function orderOf(state: MicrosoftState, params: Record<string, string>): Order {
  const customer = customerOf(state, params.customer);
  const order = state.orders.get(params.order!);
  if (!order || order.customerId !== customer.id || !isVisible(state, order))
    return refuse(404, "20000", "Order ID not found.");
  return order;
}

/** Ends provisioning. It fails for customers whose domain starts with `fail-`, and if a test armed a failure. */
export function provision(state: MicrosoftState, orderId: string) {
  const order = state.orders.get(orderId);
  if (!order || order.status !== "pending") return;
  const domain = state.customers.get(order.customerId)?.domain ?? "";
  for (const line of order.lineItems) {
    const failure =
      takeBad(state, "provision:any") ?? takeBad(state, `provision:${line.offerId}`) ?? domainFailure(state, domain);
    if (failure) Object.assign(line, { provisioning: "failed", failure });
    else Object.assign(line, { provisioning: "success", subscriptionId: startSubscription(state, order, line).id });
  }
  order.status = order.lineItems.every((line) => line.provisioning === "failed") ? "cancelled" : "completed";
  state.orders.put(order.id, order);
}

function domainFailure(state: MicrosoftState, domain: string): string | undefined {
  const healed = state.bad.values().some(({ id }) => id.startsWith("healed:") && domain.startsWith(id.slice(7)));
  return domain.startsWith("fail-") && !healed ? usualFailure : undefined;
}

const usualFailure = "The tenant is not ready for this product. Check the domain in the Microsoft 365 admin center.";

export function showOrder(state: MicrosoftState, order: Order) {
  return {
    id: order.id,
    alternateId: order.id,
    referenceCustomerId: order.customerId,
    billingCycle: order.billingCycle,
    currencyCode: "GBP",
    currencySymbol: "£",
    lineItems: order.lineItems.map(({ provisioning: _, failure: __, parentSubscriptionId: ___, ...line }) => ({
      ...line,
      transactionType: "New",
      links: {
        ...(line.subscriptionId
          ? { subscription: linkOf(`/customers/${order.customerId}/subscriptions/${line.subscriptionId}`) }
          : {}),
        ...offerLinks(line.offerId),
      },
    })),
    creationDate: new Date(order.createdAt).toISOString(),
    status: order.status,
    transactionType: "UserPurchase",
    links: {
      provisioningStatus: linkOf(`/customers/${order.customerId}/orders/${order.id}/provisioningstatus`),
      self: linkOf(`/customers/${order.customerId}/orders/${order.id}`),
    },
    attributes: { etag: `${order.id}:${order.status}`, objectType: "Order" },
  };
}
