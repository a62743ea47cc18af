/** Simulates the parts of Microsoft Partner Center that a reseller of new-commerce licences uses. */
import type { Route, SimReply, SimRequest, Vendor, VendorContext } from "../kit/vendor.ts";
import { offers } from "./catalogue.ts";
import { useAzure } from "./azure-use.ts";
import { billedAs, issueInvoices } from "./billing.ts";
import { cartRoutes } from "./carts.ts";
import { customerRoutes } from "./customers.ts";
import { addUser, directoryRoutes } from "./directory.ts";
import { approve, becomeReseller, invitationRoutes, isAdminPage, isGraph, tenantAt } from "./invitations.ts";
import { invoiceRoutes, isBlob } from "./invoices.ts";
import { actInAzure, isAzure, spendRoutes } from "./spend.ts";
import { useMeter } from "./usage.ts";
import { orderRoutes, provision } from "./orders.ts";
import { productRoutes } from "./products.ts";
import { rateLimit } from "./rate-limit.ts";
import { registrationRoutes } from "./registration.ts";
import { type MicrosoftState, openMicrosoftState, type Subscription } from "./state.ts";
import { convert, turnCharge, watchFlag } from "./subscription-changes.ts";
import { endTerm, endTermAs, startSubscription, subscriptionRoutes } from "./subscriptions.ts";
import { endRelationship } from "./relationships.ts";
import { azureAudience, graphAudience, partnerAudience, readToken } from "./tokens.ts";
import {
  acceptOutgoing,
  acceptTransfer,
  askOutgoing,
  lapseTransfer,
  makeTransfer,
  refuseTransfer,
  transferRoutes,
} from "./transfers.ts";
import { isInTransition, makeTransition, transitionRoutes } from "./transitions.ts";
import { certificateRoute, isCertificate, signWebhook } from "./webhook-signature.ts";
import { webhookAuthority } from "./webhook-keys.data.ts";

export const partnerCenterSettings = (url: string) => ({
  MICROSOFT_URL: url,
  MICROSOFT_GRAPH_URL: url,
  MICROSOFT_AZURE_URL: url,
  MICROSOFT_BILLING_ACCOUNT: "99a13315-2f87-4b46-9dbd-606071106352:1d100c69-9833-42ef-a2b7-9a4b6d2fe9a1_2019-05-31",
  MICROSOFT_ADMIN_URL: url,
  MICROSOFT_ADMIN_GROUP: "869713c9-0b28-4d08-8949-ae07ae1bf528",
  MICROSOFT_TENANT: "b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311",
  MICROSOFT_CLIENT_ID: "0c7d5f3e-2b1a-4c8d-9e6f-5a4b3c2d1e0f",
  MICROSOFT_CLIENT_SECRET: "demo-partner-secret",
  MICROSOFT_REFRESH_TOKEN: "demo-refresh-token",
  // It limits what is asked about each customer only.
  MICROSOFT_CALLS_A_MINUTE: "6000",
  MICROSOFT_WEBHOOK_CERTIFICATES: url,
  MICROSOFT_WEBHOOK_AUTHORITIES: webhookAuthority,
});

export function partnerCenter({ store, clock, emit, registerWebhook }: VendorContext): Vendor {
  const state = openMicrosoftState(
    store,
    clock,
    (opened) => ({
      provision: (orderId) => provision(opened, orderId),
      termEnd: (subscriptionId) => endTerm(opened, subscriptionId),
      extend: (subscriptionId) => convert(opened, subscriptionId),
      nextCharge: (subscriptionId) => turnCharge(opened, subscriptionId),
      invoice(month) {
        useAzure(opened, Number(month));
        issueInvoices(opened, Number(month));
      },
      transition: (id) => makeTransition(opened, id),
      transfer: (id) => makeTransfer(opened, id),
      lapse: (id) => void lapseTransfer(opened, id),
    }),
    emit,
  );
  state.subscriptions = billedAs(state, state.subscriptions);
  const limit = rateLimit(state);
  const routes = [
    ...customerRoutes(state),
    ...productRoutes(),
    ...cartRoutes(state),
    ...orderRoutes(state),
    ...subscriptionRoutes(state),
    ...transitionRoutes(state),
    ...transferRoutes(state),
    ...invitationRoutes(state),
    ...invoiceRoutes(state),
    ...directoryRoutes(state),
    ...spendRoutes(state),
    ...registrationRoutes(state, registerWebhook),
    certificateRoute,
  ];
  return {
    routes: routes.map((route) => onceByRequestId(state, route)),
    notFound: () => ({
      status: 404,
      body: { code: "404", description: "Resource not found.", data: [], source: "PartnerFD" },
    }),
    guard: (request) =>
      isCertificate(request) || isAdminPage(request) || isBlob(request)
        ? undefined
        : (refuseToken(state, request) ?? limit.guard(request)),
    dress: (request, reply) => numbered(state, request, reply),
    signWebhook,
    act: (body) => act(state, body),
    seed: (body) => ({
      ...state.settings.put("", { ...state.delays(), ...body.delays }),
      ...state.ownLimits.put("", { ...state.limits(), ...body.limits }),
      refused: limit.refused(),
    }),
  };
}

function refuseToken(state: MicrosoftState, request: SimRequest): SimReply | undefined {
  const claims = readToken(state.clock, request.headers.authorization);
  if (claims?.aud !== (isGraph(request) ? graphAudience : isAzure(request) ? azureAudience : partnerAudience))
    return {
      status: 401,
      body: { code: "900420", description: "The token is missing, invalid or expired.", data: [], source: "PartnerFD" },
    };
  if (!claims.user && /^\/v1\/customers\/[^/]+\/agreements$/.test(request.path))
    return {
      status: 403,
      body: {
        code: "900329",
        description: "This resource doesn't support application-only authentication.",
        data: [],
        source: "PartnerFD",
      },
    };
  return undefined;
}

/** Does not repeat a write with a known MS-RequestId, but returns its first successful answer again. */
function onceByRequestId(state: MicrosoftState, route: Route): Route {
  return {
    ...route,
    answer(request) {
      const requestId = request.headers["ms-requestid"];
      if (route.method === "GET" || route.method === "HEAD" || !requestId) return route.answer(request);
      const key = `${route.method} ${request.path} ${requestId}`;
      const stored = state.replies.get(key);
      if (stored) return stored;
      const reply = route.answer(request);
      if (reply.status < 300) state.replies.put(key, { status: reply.status, body: structuredClone(reply.body) });
      return reply;
    },
  };
}

/** Adds the numbers by which Microsoft's support finds a call; Graph has names of its own for them. */
function numbered(state: MicrosoftState, request: SimRequest, reply: SimReply): SimReply {
  const { headers } = request;
  if (isGraph(request))
    return {
      ...reply,
      headers: {
        "request-id": state.newId(),
        "client-request-id": headers["client-request-id"] ?? state.newId(),
        ...reply.headers,
      },
    };
  return {
    ...reply,
    headers: {
      "ms-requestid": headers["ms-requestid"] ?? state.newId(),
      "ms-correlationid": headers["ms-correlationid"] ?? state.newId(),
      "ms-cv": `${Buffer.from(state.newId().slice(0, 12)).toString("base64")}.0`,
      "ms-serverid": "101112616",
      ...reply.headers,
    },
  };
}

/**
 * Acts of people on Microsoft's side: `failProvisioning {offerId?, times, reason}`, `refuseAtCheckout {catalogItemId,
 * times, reason}`, `failTransition {catalogItemId?, times, reason}`, `heal {domain}` for customers whose domain starts
 * with this text, `suspend {subscriptionId}`, `reinstate {subscriptionId}`, `setQuantity {subscriptionId, quantity}`,
 * `moveWindows {subscriptionId, until}`, `remove {subscriptionId}`, `switchRenewal {subscriptionId, on}` (which wipes what was scheduled), `forget
 * {subscriptionId}`, `extend {subscriptionId, day}`, `renew {subscriptionId, day, termDuration?}` (of what was extended), `dropNextCharge {subscriptionId}`, `sell {customerId, quantity}`, `misbill {what: extra|missing|quantity|price, subscriptionId?, times}`
 * on the next invoice. And of the administrator of the tenant in a domain: `acceptReseller {domain}`,
 * `approveRelationship {relationship, domain}`, `endRelationship {relationship}`, `addUser {customerId, userPrincipalName,
 * name?, usageLocation?}`. Of the other partner of a transfer: `acceptTransfer
 * {transferId, lines: {catalogItemId, quantity, termDuration, billingCycle, nextTermAt, addOnTo?, failure?}[]}`, `refuseTransfer
 * {transferId}` or takes its own request back, `lapseTransfer {transferId}`, `askTransfer {customerId, partnerName?, partnerTenantId?,
 * customerEmailId?, notTaken?: {subscriptionId: why}}` for what we provide, which `acceptOutgoing
 * {transferId, lineItems}` gives away by hand. `refuseLicence {userPrincipalName, times, reason}` and `closeDirectory {customerId, times}` refuse
 * what is asked of a directory. Those in Azure are told by `actInAzure`. `termEnds` lists what became of the terms that have ended.
 */
function act(state: MicrosoftState, body: Record<string, any>): unknown {
  const times = Number(body.times ?? 1);
  const reason = String(body.reason ?? "Refused by Microsoft for a test.");
  switch (body.action) {
    case "failProvisioning":
      return arm(state, `provision:${body.offerId ?? "any"}`, times, reason);
    case "refuseAtCheckout":
      return arm(state, `checkout:${body.catalogItemId}`, times, reason);
    case "failTransition":
      return arm(state, `transition:${body.catalogItemId ?? "any"}`, times, reason);
    case "heal":
      return arm(state, `healed:${body.domain}`, 1, "healed");
    case "suspend":
      return suspend(state, String(body.subscriptionId));
    case "reinstate":
      return reinstate(state, String(body.subscriptionId));
    case "setQuantity":
      return byHand(state, String(body.subscriptionId), { quantity: Number(body.quantity) });
    case "remove":
      return byHand(state, String(body.subscriptionId), {
        status: "deleted",
        autoRenewEnabled: false,
        scheduled: null,
        action: null,
      });
    case "moveWindows":
      return byHand(state, String(body.subscriptionId), windowsUntil(state, body));
    case "endTermBefore":
      return byHand(state, String(body.subscriptionId), { nextTermAt: Date.parse(`${body.day}T00:00:00Z`) });
    case "switchRenewal":
      return byHand(state, String(body.subscriptionId), {
        autoRenewEnabled: body.on === true,
        scheduled: null,
        action: null,
      });
    case "termEnds":
      return state.termEnds.values();
    case "extend":
    case "renew":
      return endTermAs(state, String(body.subscriptionId), body.action, body);
    case "dropNextCharge":
      return byHand(state, String(body.subscriptionId), { nextCharge: null });
    case "forget":
      return state.subscriptions.remove(String(body.subscriptionId));
    case "sell":
      return sell(state, String(body.customerId), Number(body.quantity ?? 1));
    case "use":
      return useMeter(state, body);
    case "addUser":
      return addUser(state, body);
    case "refuseLicence":
      return arm(state, `licence:${body.userPrincipalName}`, times, reason);
    case "closeDirectory":
      return arm(state, `directory:${body.customerId}`, times, "Insufficient privileges to complete the operation.");
    case "acceptTransfer":
      return acceptTransfer(state, String(body.transferId), body.lines ?? []);
    case "acceptOutgoing":
      return acceptOutgoing(state, String(body.transferId), body.lineItems);
    case "askTransfer":
      return askOutgoing(state, body);
    case "refuseTransfer":
      return refuseTransfer(state, String(body.transferId));
    case "lapseTransfer":
      return lapseTransfer(state, String(body.transferId));
    case "misbill":
      return arm(state, `misbill:${body.what}`, times, String(body.subscriptionId ?? ""));
    case "acceptReseller":
      return becomeReseller(state, tenantAt(state, String(body.domain)));
    case "approveRelationship":
      return approve(state, String(body.relationship), tenantAt(state, String(body.domain)));
    case "endRelationship":
      return endRelationship(state, String(body.relationship));
    default:
      return actInAzure(state, body) ?? { ignored: body.action ?? null };
  }
}

const arm = (state: MicrosoftState, id: string, times: number, reason: string) =>
  state.bad.put(id, { id, times, reason });

function suspend(state: MicrosoftState, id: string) {
  const subscription = state.subscriptions.get(id);
  if (!subscription) return { missing: id };
  Object.assign(subscription, { status: "suspended", autoRenewEnabled: false, scheduled: null, action: null });
  return changed(state, subscription);
}

/** Changes a subscription in Partner Center's own pages, past every rule but that nothing changes during an upgrade. */
function byHand(state: MicrosoftState, id: string, change: Partial<Subscription>) {
  const subscription = state.subscriptions.get(id);
  if (!subscription) return { missing: id };
  if (isInTransition(state, id)) return { pending: id };
  if (change.quantity !== undefined) subscription.lots = [{ quantity: change.quantity, until: state.clock.now() }];
  return changed(state, Object.assign(subscription, change));
}

/** Takes all of a subscription back until an instant. */
function windowsUntil({ subscriptions }: MicrosoftState, body: Record<string, any>): Partial<Subscription> {
  const until = Date.parse(body.until);
  const lots = subscriptions.get(String(body.subscriptionId))?.lots ?? [];
  return { cancellableUntil: until, lots: lots.map((lot) => ({ ...lot, until })) };
}

/** Sells a customer something in Partner Center's own pages. */
function sell(state: MicrosoftState, customerId: string, quantity: number) {
  const { catalogItemId: offerId, title: friendlyName, terms } = offers[0]!;
  const termDuration = terms[0]!.duration;
  const line = { lineItemNumber: 0, offerId, friendlyName, quantity, termDuration, provisioning: "success" as const };
  const now = state.clock.now();
  const order = {
    id: state.newId(),
    customerId,
    createdAt: now,
    visibleAt: now,
    billingCycle: "monthly",
    status: "completed" as const,
    lineItems: [line],
  };
  state.orders.put(order.id, order);
  return startSubscription(state, order, line);
}

function changed(state: MicrosoftState, subscription: Subscription) {
  watchFlag(state, subscription);
  subscription.version += 1;
  state.emit("subscription-updated", `/v1/customers/${subscription.customerId}/subscriptions/${subscription.id}`);
  return state.subscriptions.put(subscription.id, subscription);
}

function reinstate(state: MicrosoftState, id: string) {
  const subscription = state.subscriptions.get(id);
  if (!subscription) return { missing: id };
  Object.assign(subscription, { status: "active", autoRenewEnabled: true });
  return changed(state, subscription);
}
