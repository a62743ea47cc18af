/**
 * Transfers of a customer's subscriptions between another partner and us: the one that is to have them asks, the other
 * accepts for some or all of them, and after a while they stand there under new numbers. The other partner is played by
 * the control actions.
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
      answer: ({ params, body }) => ({ status: 200, body: change(state, transferOf(state, params), body) }),
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
      .some((each) => isOpen(each) && each.customerId === customer.id && each.partner.id === source)
  )
    cannotBeCreated("There's a transfer of this customer from this partner already.");
  return open(state, {
    customerId: customer.id,
    direction: "Incoming",
    partner: { id: String(source), name: String(sourcePartnerName) },
    customerEmailId: String(customerEmailId),
    customerName: body.customerName ? String(body.customerName) : customer.companyName,
    transferType: Number(body.transferType),
    targetProductTypes: types ?? null,
    notTaken: {},
  });
}

type Opened = Omit<Transfer, "id" | "status" | "createdAt" | "modifiedAt" | "completedAt" | "lines">;

function open(state: MicrosoftState, opened: Opened): Transfer {
  const now = state.clock.now();
  const times = { createdAt: now, modifiedAt: now, completedAt: null };
  const made: Transfer = { id: state.newId(), ...opened, ...times, status: "Pending", lines: [] };
  state.timers.set(now + openDays * day, "lapse", made.id);
  return state.transfers.put(made.id, made);
}

/** Somebody accepts another partner's request by hand, in Partner Center. */
export function acceptOutgoing(state: MicrosoftState, id: string, lineItems: unknown) {
  const transfer = state.transfers.get(id);
  return transfer?.direction === "Outgoing" ? change(state, transfer, { id, lineItems }) : { ignored: id };
}

/** Another partner asks for what we provide to a customer; it cannot take over what `notTaken` names. */
export function askOutgoing(state: MicrosoftState, body: Record<string, any>) {
  const customer = customerOf(state, body.customerId);
  const { id } = open(state, {
    customerId: customer.id,
    direction: "Outgoing",
    partner: { id: String(body.partnerTenantId ?? state.newId()), name: String(body.partnerName ?? "Northwind") },
    customerEmailId: String(body.customerEmailId ?? "admin@customer.example"),
    customerName: customer.companyName,
    transferType: 5,
    targetProductTypes: null,
    notTaken: body.notTaken ?? {},
  });
  return { transferId: id };
}

function transferOf(state: MicrosoftState, params: Record<string, string>): Transfer {
  const customer = customerOf(state, params.customer);
  const transfer = state.transfers.get(params.transfer!);
  if (!transfer || transfer.customerId !== customer.id) return refuse(404, "900100", "The transfer isn't found.");
  return transfer;
}

/** Who asked takes its request back, and who was asked accepts it, each only while it is pending. */
function change(state: MicrosoftState, transfer: Transfer, body: Record<string, any>) {
  const isOurs = transfer.direction === "Incoming";
  if (body.id !== transfer.id || (isOurs && body.status !== "Cancel"))
    refuse(400, "900102", "Only the source partner can accept a transfer.");
  if (!isOurs && body.status === "Cancel")
    refuse(400, "900103", "The transfer can't be canceled: only the target partner cancels it.");
  if (transfer.status !== "Pending") refuse(400, "900103", "The transfer can't be changed: it isn't pending.");
  if (isOurs) return showTransfer(move(state, transfer, "Cancelled"));
  const lines = givenAway(state, transfer, body.lineItems);
  state.timers.set(state.clock.now() + state.delays().transitionMs, "transfer", transfer.id);
  state.transfers.put(transfer.id, { ...move(state, transfer, "InProgress"), lines });
  // What becomes of it is seen at the transfer.
  return { orders: [], transferErrors: [] };
}

/** Reads what of our customer's we give away: each with all that belongs to it. */
function givenAway(state: MicrosoftState, { customerId, notTaken }: Transfer, items: unknown): TransferLine[] {
  if (!Array.isArray(items) || items.length === 0) refuse(400, "900139", "A transfer needs line items.");
  const named = (items as Record<string, any>[]).flatMap((item) => [item, ...(item.addonItems ?? [])]);
  if (named.length > mostLines) refuse(400, "900139", "A transfer takes at most 25 line items.");
  const ids = named.map((item) => String(item.subscriptionId ?? ""));
  if (new Set(ids).size < ids.length) refuse(400, "900139", "A line item is named twice.");
  const given = ids.map((id) => {
    const found = state.subscriptions.get(id);
    if (found?.customerId !== customerId || (found.status !== "active" && found.status !== "suspended"))
      return refuse(400, "900139", `The subscription ${id} can't be transferred.`);
    if (found.busyUntil > state.clock.now())
      return refuse(409, "900278", "There's a pending operation on this subscription. Try again after 24 hours.");
    return found;
  });
  const isLeft = state.subscriptions
    .values()
    .some(
      (each) => each.status === "active" && ids.includes(each.parentSubscriptionId ?? "") && !ids.includes(each.id),
    );
  if (isLeft) refuse(400, "900139", "An add-on is transferred with what it belongs to.");
  return given.map((each) => ({
    catalogItemId: each.offerId,
    friendlyName: each.friendlyName,
    quantity: each.quantity,
    termDuration: each.termDuration,
    billingCycle: each.billingCycle,
    nextTermAt: each.nextTermAt,
    addOnTo: each.parentSubscriptionId ? ids.indexOf(each.parentSubscriptionId) : null,
    failure: notTaken[each.id] ?? null,
    sourceSubscriptionId: each.id,
    subscriptionId: null,
  }));
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

/** The other partner refuses, or takes its own request back. */
export function refuseTransfer(state: MicrosoftState, id: string) {
  const transfer = state.transfers.get(id);
  if (transfer?.status !== "Pending") return { ignored: id };
  return move(state, transfer, transfer.direction === "Incoming" ? "Reject" : "Cancelled");
}

/**
 * The other partner accepts, with these lines of its own; what cannot be moved is said with a `failure`. Add-ons name
 * the place of what they belong to in `addOnTo`.
 */
export function acceptTransfer(state: MicrosoftState, id: string, lines: Record<string, any>[]) {
  const transfer = state.transfers.get(id);
  if (transfer?.status !== "Pending" || transfer.direction === "Outgoing") return { ignored: id };
  if (lines.length === 0 || lines.length > mostLines) return { ignored: id };
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

/**
 * Moves what was accepted: what comes to us stands under a new number and a new order's, with its product, quantity and
 * end; what we give away ends here.
 */
export function makeTransfer(state: MicrosoftState, id: string) {
  const transfer = state.transfers.get(id);
  if (transfer?.status !== "InProgress") return;
  const orderId = state.newId();
  const lines: TransferLine[] = [];
  for (const line of transfer.lines) {
    const parent = line.addOnTo === null ? undefined : lines[line.addOnTo];
    const failure = line.failure ?? (parent?.failure ? "What it belongs to wasn't transferred." : null);
    const isComing = failure === null && transfer.direction === "Incoming";
    if (failure === null && !isComing) endHere(state, line);
    const begun = isComing ? begin(state, transfer, line, orderId, parent?.subscriptionId ?? undefined).id : null;
    lines.push({ ...line, failure, subscriptionId: begun });
  }
  move(state, { ...transfer, lines }, "Complete");
}

function endHere(state: MicrosoftState, { sourceSubscriptionId: id }: TransferLine) {
  const standing = state.subscriptions.get(id);
  if (!standing) return;
  state.timers.clear("termEnd", id);
  const ended = { status: "deleted", autoRenewEnabled: false, scheduled: null, action: null } as const;
  state.subscriptions.put(id, { ...standing, ...ended, version: standing.version + 1 });
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

/** Lines are shown once it is complete, with the numbers that they had with the partner that provided them. */
function showTransfer({ id, customerId, direction, partner, status, lines, ...rest }: Transfer) {
  const us = { id: ourTenant, name: "Tradewind" };
  const [source, target] = direction === "Incoming" ? [partner, us] : [us, partner];
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
    targetPartnerTenantId: target.id,
    targetPartnerName: target.name,
    transferDirection: direction,
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
