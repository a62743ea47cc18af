/** Microsoft Partner Center, version 1: the calls that a reseller of licences needs, with validated answers. */
import type { z } from "zod";
import type { Memo } from "../vendor.ts";
import * as shape from "./microsoft-api-shapes.ts";
import { openRound, type Round } from "./microsoft-round.ts";
import { caller, type MicrosoftSettings, numbered, read, type Send } from "./microsoft-transport.ts";

export type CartLine = {
  catalogItemId: string;
  quantity: number;
  termDuration: string;
  billingCycle: string;
  friendlyName: string;
  /** The last day of a first term that is to end early. */
  customTermEndDate?: string;
};

export type NewPartnerCustomer = { companyProfile: { domain: string }; billingProfile: Record<string, unknown> };

export type AgreementConfirmation = {
  primaryContact: { firstName: string; lastName: string; email: string; phoneNumber?: string };
  dateAgreed: string;
};

export type PartnerCenter = ReturnType<typeof callsOf>;

const audience = "https://api.partnercenter.microsoft.com";
const agreementType = "MicrosoftCustomerAgreement";

export type PartnerCenterSettings = MicrosoftSettings & {
  /** Such as `https://api.partnercenter.microsoft.com`. */
  apiUrl: string;
};

export function partnerCenter(settings: PartnerCenterSettings) {
  const send = caller(settings, settings.apiUrl, audience);
  return {
    ...callsOf(settings, send),
    /** Returns the same calls, as those of one round of an order with this memo. */
    openRound(memo: Memo) {
      const round = openRound(settings.newId(), memo);
      return { api: callsOf(settings, send, round), round, now: settings.now };
    },
  };
}

function callsOf({ newId }: PartnerCenterSettings, send: Send, round?: Round) {
  const call = numbered(send, newId, round);

  async function find<T extends z.ZodType>(path: string, reply: T): Promise<z.infer<T> | undefined> {
    const answer = await call("GET", path);
    return answer.status === 404 ? undefined : read(answer, reply);
  }

  async function write<T extends z.ZodType>(
    method: "POST" | "PUT" | "PATCH",
    path: string,
    json: unknown,
    requestId: string,
    reply: T,
    headers: Record<string, string> = {},
  ) {
    return read(await call(method, path, { json, headers, requestId: round?.numberOf(requestId) ?? requestId }), reply);
  }

  /** Reads all pages of a collection: each one names the next and its continuation token. */
  async function list<T>(path: string, page: z.ZodType<shape.Page<T>>): Promise<T[]> {
    const items: T[] = [];
    let reply = read(await call("GET", path), page);
    for (;;) {
      items.push(...reply.items);
      const next = reply.links?.next;
      if (!next) return items;
      const headers = Object.fromEntries((next.headers ?? []).map(({ key, value }) => [key, value]));
      reply = read(await call("GET", `/v1${next.uri}`, { headers }), page);
    }
  }

  return {
    listInvoices: () => list("/v1/invoices", shape.pages.invoices),

    listCustomersByDomain: (domain: string) =>
      list(`/v1/customers?size=100&filter=${filterBy("Domain", domain)}`, shape.pages.customers),

    /** Undefined where no address is registered. */
    findRegistration: () => find("/webhooks/v1/registration", shape.registrationShape),

    /** Registers the address to which events are sent, in the place of another (`PUT`) or as the first. */
    register: (method: "POST" | "PUT", registration: { WebhookUrl: string; WebhookEvents: string[] }) =>
      write(method, "/webhooks/v1/registration", registration, newId(), shape.registrationShape),

    /** Undefined if the tenant has no relationship with us. */
    async findCustomer(id: string) {
      const answer = await call("GET", `/v1/customers/${id}`);
      return answer.status === 403 || answer.status === 404 ? undefined : read(answer, shape.customerShape);
    },

    /** Returns the address at which a tenant's administrator makes us its reseller. */
    async relationshipUrl() {
      return read(await call("GET", "/v1/customers/relationshiprequests"), shape.relationshipRequestShape).url;
    },

    createCustomer: (customer: NewPartnerCustomer, requestId: string) =>
      write("POST", "/v1/customers", customer, requestId, shape.customerShape),

    async hasAgreement(customerId: string) {
      const held = await list(
        `/v1/customers/${customerId}/agreements?agreementType=${agreementType}`,
        shape.pages.agreements,
      );
      return held.length > 0;
    },

    async confirmAgreement(customerId: string, confirmation: AgreementConfirmation, requestId: string) {
      const [template] = await list(`/v1/agreements?agreementType=${agreementType}`, shape.pages.templates);
      const body = { ...confirmation, templateId: template?.templateId, type: agreementType };
      await write("POST", `/v1/customers/${customerId}/agreements`, body, requestId, shape.agreementShape);
    },

    createCart: (customerId: string, lines: CartLine[], requestId: string) =>
      write(
        "POST",
        `/v1/customers/${customerId}/carts`,
        { lineItems: lines.map((line, id) => ({ id, ...line })) },
        requestId,
        shape.cartShape,
      ),

    readCart: async (customerId: string, cartId: string) =>
      read(await call("GET", `/v1/customers/${customerId}/carts/${cartId}`), shape.cartShape),

    checkOut: (customerId: string, cartId: string, requestId: string) =>
      write("POST", `/v1/customers/${customerId}/carts/${cartId}/checkout`, undefined, requestId, shape.checkoutShape),

    listOrders: (customerId: string) => list(`/v1/customers/${customerId}/orders`, shape.pages.orders),

    /** Also undefined during the minutes before Microsoft shows a new order. */
    findOrder: (customerId: string, orderId: string) =>
      find(`/v1/customers/${customerId}/orders/${orderId}`, shape.orderShape),

    listLineProvisioning: (customerId: string, orderId: string) =>
      list(`/v1/customers/${customerId}/orders/${orderId}/provisioningstatus`, shape.pages.lineProvisioning),

    listSubscriptions: (customerId: string) =>
      list(`/v1/customers/${customerId}/subscriptions`, shape.pages.subscriptions),

    findSubscription: (customerId: string, id: string) =>
      find(`/v1/customers/${customerId}/subscriptions/${id}`, shape.subscriptionShape),

    findProvisioning: (customerId: string, id: string) =>
      find(`/v1/customers/${customerId}/subscriptions/${id}/provisioningstatus`, shape.provisioningShape),

    /** Lists where a subscription's licences can go now. */
    listTransitionEligibilities: (customerId: string, id: string) =>
      list(
        `/v1/customers/${customerId}/subscriptions/${id}/transitionEligibilities?eligibilityType=immediate`,
        shape.pages.transitionEligibilities,
      ),

    /** Lists the transitions of a subscription, the oldest first. */
    listTransitions: (customerId: string, id: string) =>
      list(`/v1/customers/${customerId}/subscriptions/${id}/transitions`, shape.pages.transitions),

    beginTransition: (customerId: string, id: string, transition: Record<string, unknown>, requestId: string) =>
      write(
        "POST",
        `/v1/customers/${customerId}/subscriptions/${id}/transitions`,
        transition,
        requestId,
        shape.transitionShape,
      ),

    listTransfers: (customerId: string) => list(`/v1/customers/${customerId}/transfers`, shape.pages.transfers),

    readTransfer: async (customerId: string, id: string) =>
      read(await call("GET", `/v1/customers/${customerId}/transfers/${id}`), shape.transferShape),

    createTransfer: (customerId: string, transfer: Record<string, unknown>, requestId: string) =>
      write("POST", `/v1/customers/${customerId}/transfers`, transfer, requestId, shape.transferShape),

    /** Takes back a request that the other partner has not accepted. */
    cancelTransfer: (customerId: string, id: string, requestId: string) =>
      write(
        "PATCH",
        `/v1/customers/${customerId}/transfers/${id}`,
        { id, status: "Cancel" },
        requestId,
        shape.transferShape,
      ),

    /** Accepts another partner's request for some of what we provide. */
    acceptTransfer: (
      customerId: string,
      { id, lineItems }: { id: string; lineItems: Record<string, unknown>[] },
      requestId: string,
    ) =>
      write(
        "PATCH",
        `/v1/customers/${customerId}/transfers/${id}`,
        { id, lineItems },
        requestId,
        shape.acceptedTransferShape,
      ),

    /**
     * Sends the whole subscription with the changes included: missing fields would be reset. Of the two fields for the end
     * of the term only the newer one is sent.
     */
    changeSubscription: (
      customerId: string,
      current: shape.PartnerSubscription,
      changes: Record<string, unknown>,
      requestId: string,
    ) => {
      const whole: Record<string, unknown> = {
        ...current,
        status: current.status === "unknown" ? undefined : current.status,
        ...changes,
      };
      if (whole.scheduledActions) delete whole.scheduledNextTermInstructions;
      return write(
        "PATCH",
        `/v1/customers/${customerId}/subscriptions/${current.id}`,
        whole,
        requestId,
        shape.subscriptionShape,
        current.attributes?.etag ? { "if-match": `"${current.attributes.etag}"` } : {},
      );
    },
  };
}

const filterBy = (field: string, value: string) =>
  encodeURIComponent(JSON.stringify({ Field: field, Value: value, Operator: "starts_with" }));
