/** Microsoft Partner Center, version 1: the calls that a reseller of licences needs, with validated answers. */
import { z } from "zod";
import { callHttp, type HttpAnswer, type HttpCall, VendorRefusal } from "../http.ts";
import { VendorUnavailable } from "../vendor.ts";
import * as shape from "./microsoft-api-shapes.ts";

export type PartnerCenterSettings = {
  /** Such as `https://api.partnercenter.microsoft.com`. */
  apiUrl: string;
  /** Such as `https://login.microsoftonline.com`. */
  identityUrl: string;
  /** The partner's own tenant: a domain or an id. */
  tenant: string;
  clientId: string;
  clientSecret: string;
  /** Refresh token of the secure application model; agreements can only be confirmed with it. */
  refreshToken?: string;
  timeoutMs?: number;
  /** Real time in milliseconds; tokens are cached for most of their life. */
  now: () => number;
};

export type CartLine = {
  catalogItemId: string;
  quantity: number;
  termDuration: string;
  billingCycle: string;
  friendlyName: string;
};

export type NewPartnerCustomer = { companyProfile: { domain: string }; billingProfile: Record<string, unknown> };

export type AgreementConfirmation = {
  primaryContact: { firstName: string; lastName: string; email: string; phoneNumber?: string };
  dateAgreed: string;
};

export type PartnerCenter = ReturnType<typeof partnerCenter>;

const system = "Microsoft";
const audience = "https://api.partnercenter.microsoft.com";
const agreementType = "MicrosoftCustomerAgreement";

export function partnerCenter(settings: PartnerCenterSettings) {
  const takeToken = tokenSource(settings);

  async function call(method: HttpCall["method"], path: string, json?: unknown, headers: Record<string, string> = {}) {
    const send = async (token: string) =>
      callHttp({
        system,
        method,
        url: settings.apiUrl + path,
        headers: { authorization: `Bearer ${token}`, "x-locale": "en-GB", ...headers },
        json,
        timeoutMs: settings.timeoutMs,
      });
    const answer = await send(await takeToken());
    return answer.status === 401 ? send(await takeToken({ afresh: true })) : answer;
  }

  async function find<T extends z.ZodType>(path: string, reply: T): Promise<z.infer<T> | undefined> {
    const answer = await call("GET", path);
    return answer.status === 404 ? undefined : read(answer, reply);
  }

  async function write<T extends z.ZodType>(
    method: "POST" | "PATCH",
    path: string,
    json: unknown,
    requestId: string,
    reply: T,
    headers: Record<string, string> = {},
  ) {
    return read(await call(method, path, json, { "ms-requestid": requestId, ...headers }), reply);
  }

  /** Reads all pages of a collection: each one names the next and its continuation token. */
  async function list<T extends z.ZodType>(path: string, item: T): Promise<z.infer<T>[]> {
    const page = z.looseObject({ items: z.array(item), links: shape.linksShape.nullish() });
    const items: z.infer<T>[] = [];
    let reply = read(await call("GET", path), page);
    for (;;) {
      items.push(...reply.items);
      const next = reply.links?.next;
      if (!next) return items;
      const headers = Object.fromEntries((next.headers ?? []).map(({ key, value }) => [key, value]));
      reply = read(await call("GET", `/v1${next.uri}`, undefined, headers), page);
    }
  }

  return {
    listCustomersByDomain: (domain: string) =>
      list(`/v1/customers?size=100&filter=${filterBy("Domain", domain)}`, shape.customerShape),

    createCustomer: (customer: NewPartnerCustomer, requestId: string) =>
      write("POST", "/v1/customers", customer, requestId, shape.customerShape),

    async hasAgreement(customerId: string) {
      const held = await list(
        `/v1/customers/${customerId}/agreements?agreementType=${agreementType}`,
        shape.agreementShape,
      );
      return held.length > 0;
    },

    async confirmAgreement(customerId: string, confirmation: AgreementConfirmation, requestId: string) {
      const [template] = await list(`/v1/agreements?agreementType=${agreementType}`, shape.templateShape);
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

    checkOut: (customerId: string, cartId: string, requestId: string) =>
      write("POST", `/v1/customers/${customerId}/carts/${cartId}/checkout`, undefined, requestId, shape.checkoutShape),

    listOrders: (customerId: string) => list(`/v1/customers/${customerId}/orders`, shape.orderShape),

    /** Also undefined during the minutes before Microsoft shows a new order. */
    findOrder: (customerId: string, orderId: string) =>
      find(`/v1/customers/${customerId}/orders/${orderId}`, shape.orderShape),

    listLineProvisioning: (customerId: string, orderId: string) =>
      list(`/v1/customers/${customerId}/orders/${orderId}/provisioningstatus`, shape.lineProvisioningShape),

    listSubscriptions: (customerId: string) =>
      list(`/v1/customers/${customerId}/subscriptions`, shape.subscriptionShape),

    findSubscription: (customerId: string, id: string) =>
      find(`/v1/customers/${customerId}/subscriptions/${id}`, shape.subscriptionShape),

    findProvisioning: (customerId: string, id: string) =>
      find(`/v1/customers/${customerId}/subscriptions/${id}/provisioningstatus`, shape.provisioningShape),

    /** Sends the whole subscription with the changes included: missing fields would be reset. */
    changeSubscription: (
      customerId: string,
      current: shape.PartnerSubscription,
      changes: Record<string, unknown>,
      requestId: string,
    ) =>
      write(
        "PATCH",
        `/v1/customers/${customerId}/subscriptions/${current.id}`,
        { ...current, status: current.status === "unknown" ? undefined : current.status, ...changes },
        requestId,
        shape.subscriptionShape,
        { "if-match": current.attributes?.etag ?? "*" },
      ),
  };
}

const filterBy = (field: string, value: string) =>
  encodeURIComponent(JSON.stringify({ Field: field, Value: value, Operator: "starts_with" }));

function read<T extends z.ZodType>(answer: HttpAnswer, reply: T): z.infer<T> {
  const body = shape.lowerKeys(answer.body);
  if (answer.status === 401) throw new VendorUnavailable("Microsoft refused the partner's sign-in");
  if (answer.status >= 300) throw refusalOf(answer.status, body);
  const result = reply.safeParse(body);
  if (!result.success)
    throw new VendorUnavailable("Microsoft's answer has an unexpected shape", { cause: result.error });
  return result.data;
}

function refusalOf(status: number, body: unknown): VendorRefusal {
  const { code, description, message } = shape.errorShape.catch({}).parse(body);
  return new VendorRefusal(status, String(code ?? status), description ?? message ?? `Microsoft answered ${status}`);
}

/** Caches a token for most of its life; requests another one when it is rejected. */
function tokenSource(settings: PartnerCenterSettings) {
  let held: { token: string; until: number } | undefined;
  const grant: Record<string, string> = settings.refreshToken
    ? { grant_type: "refresh_token", refresh_token: settings.refreshToken }
    : { grant_type: "client_credentials" };

  return async ({ afresh = false } = {}): Promise<string> => {
    if (held && !afresh && held.until > settings.now()) return held.token;
    const answer = await callHttp({
      system: "Microsoft's sign-in",
      method: "POST",
      url: `${settings.identityUrl}/${settings.tenant}/oauth2/token`,
      form: { ...grant, resource: audience, client_id: settings.clientId, client_secret: settings.clientSecret },
      timeoutMs: settings.timeoutMs,
    });
    const token = shape.tokenShape.safeParse(answer.body);
    if (answer.status !== 200 || !token.success)
      throw new VendorUnavailable(`Microsoft refused the partner's sign-in with ${answer.status}`);
    held = { token: token.data.access_token, until: settings.now() + (token.data.expires_in ?? 600) * 900 };
    return held.token;
  };
}
