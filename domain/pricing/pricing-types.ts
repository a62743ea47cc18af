import type { CalendarDate, Instant, Period } from "../values/dates.ts";
import type { DecimalString } from "../values/decimal.ts";
import type { Currency, Money } from "../values/money.ts";
import type { PolicyIds } from "./policies.ts";
import type { Totals, VatRate, VatTreatment } from "../billing/vat.ts";

export const terms = ["P1M", "P1Y", "P3Y", "none"] as const;
/** How long price and quantity are committed; `none` means no commitment. */
export type Term = (typeof terms)[number];

export const billings = ["monthly", "annual", "triennial", "daily", "once"] as const;
/** `daily` is the price of a month, charged by the day: what runs on after its term. */
export type Billing = (typeof billings)[number];

/** Something that can be ordered: one SKU with one term and one billing. */
export type Offer = {
  id: string;
  productId: string;
  /** Shared by all terms and billings of the same thing; add-ons refer to what they need by SKU. */
  sku: string;
  name: string;
  unit: string;
  term: Term;
  billing: Billing;
  minimum: number;
  maximum: number | null;
  isAddOn: boolean;
  /** An add-on needs one of these SKUs, active at the customer or in the same order; empty if it needs none. */
  needsOneOf: readonly string[];
  /** Whether a customer can have it once only, in whatever quantity. */
  oncePerCustomer?: boolean;
  /** The SKUs to which units of it can be upgraded while their term runs. */
  upgradesTo: readonly string[];
  forSale: boolean;
  policyIds: PolicyIds;
  /** The rule by which a term of it can be shortened to end with others; absent if it cannot. */
  alignment?: string | null;
  /** Whether each unit is for one person. */
  isPerPerson?: boolean;
  /** Whether each unit of it gets telephone numbers from stock. */
  takesNumbers?: boolean;
};

/** A row of a dated price list, per unit and billing period. `customer` is the reseller's own price, null if unset. */
export type Price = {
  offerId: string;
  currency: Currency;
  from: CalendarDate;
  until: CalendarDate | null;
  cost: DecimalString;
  recommended: DecimalString | null;
  customer: DecimalString | null;
};

export type Catalogue = { offers: ReadonlyMap<string, Offer>; prices: readonly Price[] };

/** Seats bought together, which share one window. `refundableUntil` is null if no instant decides it. */
export type Lot = { quantity: number; openedAt: Instant; refundableUntil: Instant | null };

/** What to do when the term ends; null means "as it is then". */
export type TermEnd =
  /** `until` shortens the next term, to end with others; terms after it are whole again. */
  | { outcome: "renew"; offerId: string | null; quantity: number | null; until?: CalendarDate }
  | { outcome: "cancel" }
  /** Runs on without a commitment, on this offer of the same SKU, which is charged by the day. */
  | { outcome: "extend"; offerId: string };

/** Answers to what an offer asks of each line, by name of the question; null if taken back. They change no price. */
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** The present state of one subscription or one-time purchase: a projection of its history. */
export type Subscription = {
  /** Our id once ordered; in a proposal, the line's key. */
  key: string;
  productId: string;
  offerId: string;
  sku: string;
  name: string;
  /** The subscription that this add-on belongs to. */
  parentKey: string | null;
  term: Term;
  billing: Billing;
  currency: Currency;
  /** The cost per unit and billing period, protected until the term ends. */
  unitCost: DecimalString;
  /** The reseller's price to the customer per unit and billing period, if set. */
  customerPrice: DecimalString | null;
  quantity: number;
  status: "active" | "suspended" | "cancelled";
  /** The day of the month on which it began; shorter months use their last day. */
  anchorDay: number;
  termFrom: CalendarDate;
  /** The first day after the term; null without a commitment. */
  termUntil: CalendarDate | null;
  /** The billing period charged last; null for one-time purchases. */
  period: Period | null;
  /** The day from which its periods count, if its billing changed in mid-term. */
  billedFrom: CalendarDate | null;
  /** The same licence and term with the billing that is wanted from the next charge on; null if it stays. */
  nextOfferId: string | null;
  /** Oldest first; their quantities add up to `quantity`. */
  lots: readonly Lot[];
  termEnd: TermEnd;
  policyIds: PolicyIds;
  attributes: Attributes;
  /** When goods left the warehouse; null before that and for everything else. */
  dispatchedAt: Instant | null;
};

/** `key` is any text that is unique within the order; it stands for the subscription until the order assigns an id. */
export type AddLine = {
  key: string;
  offerId: string;
  quantity: number;
  addOnTo?: string | null;
  attributes?: Attributes;
  /** The first day after its first term, if that is to end earlier, with others. */
  termUntil?: CalendarDate | null;
  /** What was agreed with the customer per unit and billing period, in place of its price of the day. */
  agreedPrice?: DecimalString | null;
};

/** `cost` is per order, net. */
export type Delivery = { description: string; cost: DecimalString };

export type Change =
  | { kind: "add"; lines: readonly AddLine[]; delivery?: Delivery | null }
  /** `ending` names the people who lose theirs as there are fewer. */
  | {
      kind: "setQuantity";
      targets: readonly { key: string; quantity: number; ending?: readonly string[] | undefined }[];
    }
  /** Names only the answers that change. */
  | { kind: "setAttributes"; targets: readonly { key: string; attributes: Attributes }[] }
  | { kind: "schedule"; targets: readonly { key: string; termEnd: TermEnd }[] }
  /** `toKey` is a subscription of the offer that is there and takes the units. */
  | { kind: "upgrade"; targets: readonly { key: string; offerId: string; quantity: number; toKey?: string | null }[] }
  /** Begins a whole new term at once. A null quantity means "as it is". */
  | { kind: "newTerm"; targets: readonly { key: string; offerId: string; quantity: number | null }[] }
  /** Changes the billing from the next charge on; the present offer withdraws that. */
  | { kind: "billing"; targets: readonly { key: string; offerId: string }[] }
  /** People are named by their ids. A move takes the unit of one and gives it to the other. */
  | { kind: "assign" | "unassign"; targets: readonly { key: string; people: readonly string[] }[] }
  | { kind: "move"; targets: readonly { key: string; from: string; to: string }[] }
  /** `delivery` is refunded too if a whole order of goods is cancelled. */
  | { kind: "cancel"; keys: readonly string[]; delivery?: Delivery | null };

/** Everything about the buyer and the moment that affects prices, tax and findings. */
export type PricingContext = {
  /** Business time. The business day is its UTC day. */
  now: Instant;
  currency: Currency;
  vat: { treatment: VatTreatment; rates: readonly VatRate[] };
  /** Products in this change whose agreement is not signed. */
  unsigned: readonly { productId: string; agreementId: string }[];
  /** The people who have a unit, or are about to get or to lose it, by subscription. */
  assigned?: ReadonlyMap<string, readonly string[]>;
};

export type ChargeKind = "recurring" | "prorated" | "refund" | "once";

/** A dated charge, to be collected by the invoice run. Amounts are net cost to the reseller; refunds are negative. */
export type ChargeRow = {
  /** Null for charges on the whole order, such as delivery. */
  subscriptionKey: string | null;
  offerId: string | null;
  description: string;
  /** The days covered, excluding the last one. The same day twice for one-time purchases. */
  periodFrom: CalendarDate;
  periodUntil: CalendarDate;
  /** The first day on which an invoice may collect it; never before the day it was written. */
  dueOn: CalendarDate;
  /** Negative in refunds, like the amount. */
  quantity: number;
  unitCost: DecimalString;
  amount: Money;
  policyId: string | null;
  kind: ChargeKind;
};

/** One event of a subscription: `effectiveAt` is when it takes effect; the time of recording is added on writing. */
export type HistoryEntry = { subscriptionKey: string; effectiveAt: Instant } & HistoryFact;

/** Everything that a new subscription or a new term determines at once. */
export type TermFacts = Pick<
  Subscription,
  | "productId"
  | "offerId"
  | "sku"
  | "name"
  | "term"
  | "billing"
  | "currency"
  | "unitCost"
  | "customerPrice"
  | "quantity"
  | "anchorDay"
  | "termFrom"
  | "termUntil"
  | "policyIds"
> & { refundableUntil: Instant | null };

export type HistoryFact =
  /** `lots` are those it came with, if it began by an upgrade; `came` says from whom and for what, if by a transfer. */
  | {
      kind: "started";
      data: TermFacts & {
        parentKey: string | null;
        termEnd: TermEnd;
        attributes?: Attributes;
        lots?: readonly Lot[];
        came?: { partner: string; charged: { minor: string; currency: Currency } };
      } & Partial<Pick<Subscription, "billedFrom">>;
    }
  /** `lots` and `termEnd` are those of a term that was taken over from its vendor. */
  | { kind: "renewed"; data: TermFacts & { lots?: readonly Lot[]; termEnd?: TermEnd; reason?: "vendor" } }
  | { kind: "seatsAdded"; data: { quantity: number; refundableUntil: Instant | null } }
  | { kind: "seatsRemoved"; data: { quantity: number; upgradedTo?: string } }
  | { kind: "priceFixed"; data: { unitCost: DecimalString; customerPrice: DecimalString | null } }
  /** Holds only the answers that changed. */
  | { kind: "attributesSet"; data: { attributes: Attributes } }
  /** Holds the ids of the people who got a unit, and of those whose was taken back. */
  | { kind: "peopleSet"; data: { given: readonly string[]; taken: readonly string[] } }
  | { kind: "scheduled"; data: { termEnd: TermEnd } }
  | { kind: "suspended"; data: Record<string, never> }
  | { kind: "resumed"; data: Record<string, never> }
  | { kind: "dispatched"; data: Record<string, never> }
  | { kind: "cancelled"; data: { reason: "window" | "termEnd" | "vendor" | "transfer"; partner?: string } }
  /** All units are of another offer from now on; the term stays. With `billing`, only that is another. */
  | {
      kind: "converted";
      data: Pick<
        Subscription,
        "offerId" | "sku" | "name" | "unitCost" | "customerPrice" | "policyIds" | "termEnd" | "lots"
      > &
        Partial<Pick<Subscription, "billing" | "billedFrom">>;
    }
  /** Its term runs on other dates: it was provided later than it was ordered for, or its vendor has others. */
  | {
      kind: "datesMoved";
      data: Pick<Subscription, "anchorDay" | "termFrom" | "termUntil" | "lots"> & { reason: "late" | "vendor" };
    }
  /** Its vendor takes units back until other instants than promised, by the name of their lot. */
  | { kind: "windowsMoved"; data: { windows: Readonly<Record<string, Instant>> } }
  /** All units moved to another subscription, with which this one ends. */
  | { kind: "upgraded"; data: { toKey: string } }
  /** The vendor refused: what the entry's order had recorded until then never took effect. */
  | { kind: "undone"; data: Record<string, never> };

/** Something to tell the person before committing. Findings that `blocks` must be resolved first. */
export type Finding =
  | { code: "agreementMissing"; blocks: true; productId: string; agreementId: string }
  | { code: "alreadySubscribed"; blocks: false; offerId: string }
  | { code: "scheduleStays"; blocks: false; key: string }
  | { code: "committedUntilTermEnd"; blocks: false; key: string; termUntil: CalendarDate }
  /** Cannot be given back at all; how often it is charged, and what one and all of the charges come to. */
  | { code: "final"; blocks: false; key: string; termUntil: CalendarDate; charges: number; each: Money; all: Money }
  | { code: "accessEndsAtOnce"; blocks: false; key: string }
  /** A first term, or the next one, is shorter than usual. */
  | { code: "termShortened"; blocks: false; key: string; from: CalendarDate; until: CalendarDate }
  /** What it will cost by the day, at a price of a month per unit. */
  | { code: "extendedByTheDay"; blocks: false; key: string; from: CalendarDate; monthly: Money; unit: string }
  /** Its add-ons have terms of their own, and renew although what they need has ended. */
  | { code: "addOnsRunOn"; blocks: false; key: string; names: readonly string[] }
  | { code: "upgradeStays"; blocks: false; key: string }
  /** From when it is billed otherwise, and the price of a whole period. */
  | { code: "billedOtherwise"; blocks: false; key: string; from: CalendarDate; billing: Billing; whole: Money }
  /** Goods of which fewer are in stock than are ordered. */
  | { code: "backordered"; blocks: false; key: string; name: string; quantity: number; inStock: number }
  | { code: "accessGiven" | "accessTaken"; blocks: false; key: string; name: string; count: number }
  | { code: "policy"; blocks: false; key: string; policyId: string };

export type UpcomingLine = { subscriptionKey: string; offerId: string; quantity: number; amount: Money };

/** One future billing period of the subscriptions affected by the change. */
export type Upcoming = Totals & Period & { dueOn: CalendarDate; lines: readonly UpcomingLine[] };

/** The customer's price for one full period, and the reseller's margin on it. */
export type Margin = { subscriptionKey: string; cost: Money; customerPrice: Money; margin: Money };

/** The effects and cost of a change; committing it writes exactly this. */
export type Proposal = {
  /** Written at once. */
  chargeRows: readonly ChargeRow[];
  history: readonly HistoryEntry[];
  /** The affected subscriptions after the change. */
  subscriptions: readonly Subscription[];
  chargeNow: Totals;
  /** Until the term ends, at most 13. */
  upcoming: readonly Upcoming[];
  /** Of a wish for the end of the term: what is then charged for a full period, by its first day. */
  renewals: readonly Renewal[];
  /** Per full period, for affected subscriptions with a customer price; of a wish for the end of the term, after it. */
  margins: readonly Margin[];
  /** The sum of `margins`; null if no line has a customer price. */
  marginTotal: { cost: Money; customerPrice: Money; margin: Money } | null;
  /** What is charged from now to the ends of the terms; null if no term binds. */
  commitment: { amount: Money; until: CalendarDate } | null;
  /** Until when everything bought can be given back; null if nothing was bought or no instant decides it. */
  undoUntil: Instant | null;
  findings: readonly Finding[];
};

export type Renewal = { from: CalendarDate; billing: Billing; amount: Money };

/** The effects on one subscription of moving to its next billing period. */
export type NextPeriod = {
  /** Empty if the subscription ends here. */
  chargeRows: readonly ChargeRow[];
  history: readonly HistoryEntry[];
  subscription: Subscription;
  outcome: "billed" | "rebilled" | "renewed" | "extended" | "ended";
};
