import type { Clock } from "../kit/clock.ts";
import type { Collection, Store } from "../kit/store.ts";
import { createTimers, type Timers } from "../kit/timers.ts";
import { Refused } from "../kit/vendor.ts";
import { type AzureBook, type AzureUse, openAzureBook } from "./azure-book.ts";
import { usualDelays, type Delays } from "./delays.ts";
import type { TermEnded } from "./term-ends.ts";

export type Customer = {
  id: string;
  commerceId: string;
  domain: string;
  companyName: string;
  billingProfile: Record<string, unknown>;
  etag: string;
};

/** A tenant that stands at Microsoft, whether or not it is a customer of ours. */
export type Tenant = { id: string; domain: string; name: string };

/** Somebody in a tenant's directory, with the licences by their numbers there. */
export type User = {
  id: string;
  tenantId: string;
  userPrincipalName: string;
  displayName: string;
  usageLocation: string | null;
  licences: string[];
};

export type Relationship = {
  id: string;
  displayName: string;
  status: "created" | "approvalPending" | "active" | "terminationRequested" | "terminated";
  /** Changes with each change of it. */
  version?: number;
  duration: string;
  accessDetails: { unifiedRoles: { roleDefinitionId: string }[] };
  autoExtendDuration?: string;
  activatedAt?: number;
  endsAt?: number;
  /** When its end was asked for. */
  endedAt?: number;
  customer?: { tenantId: string; displayName: string };
  createdAt: number;
};

/** The roles of a relationship that a security group of the partner has. */
export type AccessAssignment = {
  id: string;
  relationship: string;
  accessContainer: { accessContainerId: string; accessContainerType: string };
  accessDetails: Relationship["accessDetails"];
  createdAt: number;
};

export type Agreement = {
  customerId: string;
  primaryContact: Record<string, unknown>;
  templateId: string;
  dateAgreed: string;
  type: string;
  userId: string;
};

export type CartLine = {
  id: number;
  catalogItemId: string;
  quantity: number;
  billingCycle: string;
  termDuration: string;
  friendlyName?: string;
  customTermEndDate?: string;
  error?: { errorCode: number; errorDescription: string };
  orderGroup: string;
  currencyCode: string;
  provisioningContext?: { parentSubscriptionId?: string };
};

export type Cart = {
  id: string;
  customerId: string;
  createdAt: number;
  expiresAt: number;
  status: "Active" | "CheckedOut";
  lineItems: CartLine[];
  /** The answer to the last check-out. */
  result?: { orders: string[]; orderErrors: { orderGroupId: string; code: number; description: string }[] };
};

export type OrderLine = {
  lineItemNumber: number;
  offerId: string;
  friendlyName: string;
  quantity: number;
  termDuration: string;
  customTermEndDate?: string;
  subscriptionId?: string;
  parentSubscriptionId?: string;
  provisioning: "pending" | "success" | "failed";
  failure?: string;
};

export type Order = {
  id: string;
  customerId: string;
  createdAt: number;
  visibleAt: number;
  billingCycle: string;
  status: "pending" | "completed" | "cancelled";
  lineItems: OrderLine[];
};

/** Seats bought together; they can be given back until `until`. */
export type Lot = { quantity: number; until: number };

export type NextTerm = {
  product: { productId: string; skuId: string; availabilityId: string; billingCycle: string; termDuration: string };
  quantity: number;
  customTermEndDate?: string;
};

/** What happens at the end of the term; nothing but the flag for renewal decides without one. */
export type TermAction = {
  actionType: "Cancel" | "RenewToNewTerm" | "RenewToExtendedServiceTerm";
  instructions?: NextTerm;
};

export type Subscription = {
  id: string;
  customerId: string;
  parentSubscriptionId?: string;
  orderId: string;
  offerId: string;
  friendlyName: string;
  quantity: number;
  termDuration: string;
  billingCycle: string;
  createdAt: number;
  startedAt: number;
  nextTermAt: number;
  anchorDay: number;
  status: "active" | "suspended" | "deleted" | "expired";
  autoRenewEnabled: boolean;
  scheduled: NextTerm | null;
  /** How it is billed from the next charge on. */
  nextCharge?: NextTerm | null;
  action?: TermAction | null;
  /** Whether it runs on after its term by the month, without a commitment. */
  isExtended?: boolean;
  cancellableUntil: number;
  lots: Lot[];
  busyUntil: number;
  version: number;
};

/** The subscription as it was billed last, and the period billed up to. The price holds until the term ends. */
export type Billing = Pick<
  Subscription,
  "offerId" | "termDuration" | "billingCycle" | "startedAt" | "nextTermAt" | "anchorDay" | "quantity" | "status"
> & { id: string; from: number; until: number; unitMinor: number };

export type BilledLine = {
  id: string;
  subscriptionId: string;
  /** When it came about, which decides the invoice it is on. */
  at: number;
  chargeType:
    | "new"
    | "renew"
    | "cycleCharge"
    | "extendTerm"
    | "addQuantity"
    | "removeQuantity"
    | "cancelImmediate"
    | "convert";
  offerId: string;
  termDuration: string;
  billingCycle: string;
  from: number;
  until: number;
  /** Negative for what is given back. */
  quantity: number;
  unitMinor: number;
  /** The unit price of the days charged, in minor units. */
  effectiveMinor: number;
  currency: Currency;
  invoiceId?: string;
};

/** Where a partner has its events sent, and which of them. */
export type Registration = { WebhookUrl: string; WebhookEvents: string[] };

export type Currency = "GBP" | "EUR";
export type Invoice = { id: string; currency: Currency; from: number; until: number; issuedAt: number };
/** What is exported: an invoice's lines, or the use of an invoice or of what no invoice bills yet. */
export type Export = {
  id: string;
  what: "reconciliation" | "usage";
  invoiceId?: string;
  unbilled?: Unbilled;
  looks: number;
};
export type Unbilled = { currency: Currency; from: number; until: number };

/** What a meter counted on a day. */
export type Used = {
  id: string;
  subscriptionId: string;
  customerId: string;
  at: number;
  meterId: string;
  meterName: string;
  unit: string;
  quantity: number;
  /** In major units, with all its places. */
  unitPrice: number;
  currency: Currency;
  azure?: AzureUse;
  invoiceId?: string;
};

/** Licences on their way from one product to another. */
export type Transition = {
  id: string;
  customerId: string;
  fromSubscriptionId: string;
  fromCatalogItemId: string;
  toCatalogItemId: string;
  toSubscriptionId: string | null;
  quantity: number;
  transitionType: string;
  startedAt: number;
  endedAt: number | null;
  status: "InProgress" | "Completed" | "Failed";
  error?: { code: number; description: string };
};

/** Something that changes its partner; `addOnTo` is the place of what it belongs to. What we give away gets no number here. */
export type TransferLine = {
  catalogItemId: string;
  friendlyName: string;
  quantity: number;
  termDuration: string;
  billingCycle: string;
  nextTermAt: number;
  addOnTo: number | null;
  failure: string | null;
  sourceSubscriptionId: string;
  subscriptionId: string | null;
};

/** A customer's subscriptions on their way from another partner to us, or from us to another. */
export type Transfer = {
  id: string;
  customerId: string;
  direction: "Incoming" | "Outgoing";
  /** The other partner. */
  partner: { id: string; name: string };
  customerEmailId: string;
  customerName: string;
  transferType: number;
  targetProductTypes: string[] | null;
  /** What the other partner cannot take over, with why, by subscription. */
  notTaken: Record<string, string>;
  status: "Pending" | "InProgress" | "Complete" | "Cancelled" | "Reject" | "Expired";
  createdAt: number;
  modifiedAt: number;
  completedAt: number | null;
  lines: TransferLine[];
};

/** How much Microsoft lets one customer's subscriptions be asked about. */
export type Limits = {
  requestsPerMinute: number;
  /** All requests of the partner together; without it, only each customer's are limited. */
  ofPartner?: number;
};

type Bad = { id: string; times: number; reason: string };

export type MicrosoftState = {
  store: Store;
  clock: Clock;
  customers: Collection<Customer>;
  tenants: Collection<Tenant>;
  relationships: Collection<Relationship>;
  assignments: Collection<AccessAssignment>;
  users: Collection<User>;
  agreements: Collection<Agreement>;
  carts: Collection<Cart>;
  orders: Collection<Order>;
  subscriptions: Collection<Subscription>;
  /** What of each subscription is billed already. */
  billings: Collection<Billing>;
  billed: Collection<BilledLine>;
  invoices: Collection<Invoice>;
  exports: Collection<Export>;
  used: Collection<Used>;
  azure: AzureBook;
  transitions: Collection<Transition>;
  transfers: Collection<Transfer>;
  termEnds: Collection<TermEnded>;
  /** Answers sent so far, by MS-RequestId. */
  replies: Collection<{ status: number; body: unknown }>;
  /** Failures armed by tests. */
  bad: Collection<Bad>;
  registrations: Collection<Registration>;
  settings: Collection<Delays>;
  delays(): Delays;
  ownLimits: Collection<Limits>;
  limits(): Limits;
  timers: Timers;
  newId(): string;
  emit(name: string, resource: string): void;
};

const usualLimits: Limits = { requestsPerMinute: 500 };

export function openMicrosoftState(
  store: Store,
  clock: Clock,
  fire: (state: MicrosoftState) => Record<string, (ref: string) => void>,
  emit: (event: Record<string, unknown>) => void,
): MicrosoftState {
  const settings = store.collection<Delays>("settings");
  const ownLimits = store.collection<Limits>("limits");
  const state: MicrosoftState = {
    store,
    clock,
    customers: store.collection("customers"),
    tenants: store.collection("tenants"),
    relationships: store.collection("relationships"),
    assignments: store.collection("assignments"),
    users: store.collection("users"),
    agreements: store.collection("agreements"),
    carts: store.collection("carts"),
    orders: store.collection("orders"),
    subscriptions: store.collection("subscriptions"),
    billings: store.collection("billings"),
    billed: store.collection("billed"),
    invoices: store.collection("invoices"),
    exports: store.collection("exports"),
    used: store.collection("used"),
    azure: openAzureBook(store),
    transitions: store.collection("transitions"),
    transfers: store.collection("transfers"),
    termEnds: store.collection("termEnds"),
    replies: store.collection("replies"),
    bad: store.collection("bad"),
    registrations: store.collection("registrations"),
    settings,
    delays: () => ({ ...usualDelays, ...settings.get("") }),
    ownLimits,
    limits: () => ({ ...usualLimits, ...ownLimits.get("") }),
    timers: undefined as unknown as Timers,
    newId: store.newId,
    emit(name, resource) {
      if (!state.registrations.get("")?.WebhookEvents.includes(name)) return;
      emit({
        EventName: name,
        ResourceUri: resource,
        ResourceName: name.split("-")[0],
        AuditUri: null,
        ResourceChangeUtcDate: new Date(clock.now()).toISOString(),
      });
    },
  };
  state.timers = createTimers(store, fire(state));
  clock.register(state.timers);
  return state;
}

/** Throws a refusal in Microsoft's format. Must be called before anything is changed. */
export function refuse(status: number, code: string, description: string): never {
  throw new Refused({ status, body: { code, description, data: [], source: "PartnerFD" } });
}

export function customerOf(state: MicrosoftState, id: string | undefined): Customer {
  return state.customers.get(id ?? "") ?? refuse(404, "60003", "Tenant not found.");
}

export const collectionOf = (items: unknown[]) => ({
  totalCount: items.length,
  items,
  attributes: { objectType: "Collection" },
});

export const etagOf = (subscription: Subscription) => `${subscription.id}:${subscription.version}`;

/** Returns the reason for a failure armed for this key and uses up one of its times. */
export function takeBad(state: MicrosoftState, key: string): string | undefined {
  const bad = state.bad.get(key);
  if (!bad || bad.times < 1) return undefined;
  state.bad.put(key, { ...bad, times: bad.times - 1 });
  return bad.reason;
}
