/**
 * Transfers of a customer's subscriptions from another partner to us: we ask, the other partner accepts some or all of
 * them, and after a while they stand with us under new numbers. The other partner is played by the control actions.
 */
import type { Route } from "../kit/vendor.ts";
import { billTransfer } from "./billing.ts";
import { findOffer, findTerm, linkOf } from "./catalogue.ts";
import {
  collectionOf,
  customerOf,
  type MicrosoftState,
  refuse,
  type Subscription,
  type Transfer,
  type TransferLine,
} from "./state.ts";
import { withoutFraction } from "./terms.ts";

const ourTenant = "b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311";
const day = 24 * 60 * 60 * 1000;
/** Days in which the other partner can accept. */
const openDays = 30;
/** The most that one request can take along. */
const mostLines = 25;
const productTypes = [
  "AzureSubscription",
  "AzureReservation",
  "AzureSavingsPlan",
  "OnlineServicesNCE",
  "Software",
  "SaaS",
];
const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function transferRoutes(state: MicrosoftState): Route[] {
  const all = "/v1/customers/:customer/transfers";
  return [
    {
      method: "GET",
      path: all,
      answer({ params }) {
        const { id } = customerOf(state, params.customer);
        const own = state.transfers.values().filter((each) => each.customerId === id);
        return { status: 200, body: collectionOf(own.map(showTransfer)) };
      },
    },
    {
      method: "POST",
      path: all,
      answer: ({ params, body }) => ({ status: 201, body: showTransfer(create(state, params.customer, body)) }),
    },
    {
      method: "GET",
      path: `${all}/:transfer`,
      answer: ({ params }) => ({ status: 200, body: showTransfer(transferOf(state, params)) }),
    },
    {
      method: "PATCH",
      path: `${all}/:transfer`,
      answer: ({ params, body }) => ({
        status: 200,
        body: showTransfer(cancel(state, transferOf(state, params), body)),
      }),
    },
  ];
}

const cannotBeCreated = (why: string): never => refuse(400, "900400", `The transfer request can't be created. ${why}`);

function create(state: MicrosoftState, customerId: string | undefined, body: Record<string, any>): Transfer {
  const customer = customerOf(state, customerId);
  const { sourcePartnerTenantId: source, sourcePartnerName, customerEmailId, targetProductTypes: types } = body;
  if (!guid.test(String(source ?? ""))) cannotBeCreated("The source partner's tenant isn't valid.");
  if (source === ourTenant) cannotBeCreated("Source and target are the same partner.");
  if (!sourcePartnerName || !/^\S+@\S+$/.test(String(customerEmailId ?? "")))
    cannotBeCreated("The source partner's name and the customer's email are required.");
  // Both are new commerce; 5 is the one to use.
  if (![3, 5].includes(Number(body.transferType))) cannotBeCreated("The transfer type isn't valid.");
  if (body.targetPartnerTenantId && body.targetPartnerTenantId !== ourTenant)
    cannotBeCreated("The target isn't the partner that asks.");
  if (types && (!Array.isArray(types) || types.some((each) => !productTypes.includes(each))))
    cannotBeCreated("The product types aren't valid.");
  if (
    state.transfers
      .values()
      .some((each) => isOpen(each) && each.customerId === customer.id && each.source.id === source)
  )
    cannotBeCreated("There's a transfer of this customer from this partner already.");
  const now = state.clock.now();
  const made: Transfer = {
    id: state.newId(),
    customerId: customer.id,
    source: { id: String(source), name: String(sourcePartnerName) },
    customerEmailId: String(customerEmailId),
    customerName: body.customerName ? String(body.customerName) : customer.companyName,
    transferType: Number(body.transferType),
    targetProductTypes: types ?? null,
    status: "Pending",
    createdAt: now,
    modifiedAt: now,
    completedAt: null,
    lines: [],
  };
  state.timers.set(now + openDays * day, "lapse", made.id);
  return state.transfers.put(made.id, made);
}

function transferOf(state: MicrosoftState, params: Record<string, string>): Transfer {
  const customer = customerOf(state, params.customer);
  const transfer = state.transfers.get(params.transfer!);
  if (!transfer || transfer.customerId !== customer.id) return refuse(404, "900100", "The transfer isn't found.");
  return transfer;
}

/** The partner that asked can only take its request back, and only while the other has not accepted it. */
function cancel(state: MicrosoftState, transfer: Transfer, body: Record<string, any>): Transfer {
  if (body.id !== transfer.id || body.status !== "Cancel")
    refuse(400, "900102", "Only the source partner can accept a transfer.");
  if (transfer.status !== "Pending") refuse(400, "900103", "The transfer can't be canceled: it isn't pending.");
  return move(state, transfer, "Cancelled");
}

const isOpen = ({ status }: Transfer) => status === "Pending" || status === "InProgress";

function move(state: MicrosoftState, transfer: Transfer, status: Transfer["status"]): Transfer {
  const now = state.clock.now();
  state.timers.clear("lapse", transfer.id);
  const completedAt = status === "Complete" ? now : null;
  return state.transfers.put(transfer.id, { ...transfer, status, modifiedAt: now, completedAt });
}

/** Nobody accepted it in time. */
export function lapseTransfer(state: MicrosoftState, id: string) {
  const transfer = state.transfers.get(id);
  return transfer?.status === "Pending" ? move(state, transfer, "Expired") : { ignored: id };
}

/** The other partner refuses. */
export function refuseTransfer(state: MicrosoftState, id: string) {
  const transfer = state.transfers.get(id);
  return transfer?.status === "Pending" ? move(state, transfer, "Reject") : { ignored: id };
}

/**
 * The other partner accepts, with these lines of its own; what cannot be moved is said with a `failure`. Add-ons name
 * the place of what they belong to in `addOnTo`.
 */
export function acceptTransfer(state: MicrosoftState, id: string, lines: Record<string, any>[]) {
  const transfer = state.transfers.get(id);
  if (transfer?.status !== "Pending" || lines.length === 0 || lines.length > mostLines) return { ignored: id };
  const given = lines.map((line): TransferLine => {
    const { catalogItemId, termDuration, billingCycle, quantity, nextTermAt, failure, addOnTo } = line;
    const offer = findOffer(catalogItemId);
    const isSold = offer && findTerm(offer, termDuration, billingCycle);
    return {
      catalogItemId,
      friendlyName: line.friendlyName ?? offer?.title ?? catalogItemId,
      quantity: Number(quantity),
      termDuration,
      billingCycle,
      nextTermAt: Date.parse(`${nextTermAt}T00:00:00Z`),
      addOnTo: addOnTo ?? null,
      failure: failure ?? (isSold ? null : "The product isn't sold in the target partner's region."),
      sourceSubscriptionId: state.newId(),
      subscriptionId: null,
    };
  });
  state.transfers.put(id, { ...move(state, transfer, "InProgress"), lines: given });
  state.timers.set(state.clock.now() + state.delays().transitionMs, "transfer", id);
  return { accepted: id };
}

/** Brings what was accepted to us, each under a new number and a new order's, with its product, quantity and end. */
export function makeTransfer(state: MicrosoftState, id: string) {
  const transfer = state.transfers.get(id);
  if (transfer?.status !== "InProgress") return;
  const orderId = state.newId();
  const lines: TransferLine[] = [];
  for (const line of transfer.lines) {
    const parent = line.addOnTo === null ? undefined : lines[line.addOnTo]?.subscriptionId;
    const isLost = line.failure !== null || (line.addOnTo !== null && !parent);
    lines.push({
      ...line,
      failure: isLost ? (line.failure ?? "What it belongs to wasn't transferred.") : null,
      subscriptionId: isLost ? null : begin(state, transfer, line, orderId, parent ?? undefined).id,
    });
  }
  move(state, { ...transfer, lines }, "Complete");
}

/** Its term goes on, with the day on which it ends; nothing of it can be given back. */
function begin(
  state: MicrosoftState,
  { customerId }: Transfer,
  line: TransferLine,
  orderId: string,
  parentSubscriptionId?: string,
): Subscription {
  const now = state.clock.now();
  const subscription: Subscription = {
    id: state.newId(),
    customerId,
    orderId,
    ...(parentSubscriptionId ? { parentSubscriptionId } : {}),
    offerId: line.catalogItemId,
    friendlyName: line.friendlyName,
    quantity: line.quantity,
    termDuration: line.termDuration,
    billingCycle: line.billingCycle,
    createdAt: now,
    startedAt: now,
    nextTermAt: line.nextTermAt,
    anchorDay: new Date(line.nextTermAt).getUTCDate(),
    status: "active",
    autoRenewEnabled: true,
    scheduled: null,
    cancellableUntil: now - 1,
    lots: [{ quantity: line.quantity, until: now - 1 }],
    busyUntil: now,
    version: 1,
  };
  billTransfer(state, subscription);
  state.subscriptions.put(subscription.id, subscription);
  state.timers.set(subscription.nextTermAt, "termEnd", subscription.id);
  return subscription;
}

/** Lines are shown once it is complete, with the numbers that they had with the other partner. */
function showTransfer({ id, customerId, source, status, lines, ...rest }: Transfer) {
  const isDone = status === "Complete";
  const shown = lines.map((line, index) => ({ line, index }));
  return {
    id,
    status,
    transferType: rest.transferType,
    createdTime: withoutFraction(rest.createdAt),
    lastModifiedTime: withoutFraction(rest.modifiedAt),
    ...(rest.completedAt === null ? {} : { completedTime: withoutFraction(rest.completedAt) }),
    expirationTime: withoutFraction(rest.createdAt + openDays * day),
    customerName: rest.customerName,
    customerEmailId: rest.customerEmailId,
    customerTenantId: customerId,
    sourcePartnerName: source.name,
    sourcePartnerTenantId: source.id,
    targetPartnerTenantId: ourTenant,
    transferDirection: "Incoming",
    targetProductTypes: rest.targetProductTypes,
    lineItems: isDone
      ? shown
          .filter(({ line }) => line.failure === null)
          .map(({ line, index }) => ({
            id: index,
            subscriptionId: line.sourceSubscriptionId,
            offerId: line.catalogItemId,
            friendlyName: line.friendlyName,
            quantity: line.quantity,
            termDuration: line.termDuration,
            billingCycle: line.billingCycle,
            commitmentEndDate: withoutFraction(line.nextTermAt - day),
            addonItems: [],
          }))
      : [],
    transferErrors: isDone
      ? shown
          .filter(({ line }) => line.failure !== null)
          .map(({ line, index }) => ({
            transferGroupId: String(index),
            code: 900145,
            description: line.failure,
            lineItems: [
              {
                id: index,
                subscriptionId: line.sourceSubscriptionId,
                offerId: line.catalogItemId,
                friendlyName: line.friendlyName,
                quantity: line.quantity,
              },
            ],
          }))
      : [],
    links: { self: linkOf(`/customers/${customerId}/transfers/${id}`) },
    attributes: { objectType: "TransferEntity" },
  };
}
