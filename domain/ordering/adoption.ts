import {
  addDays,
  addMonths,
  dayOf,
  dayOfMonth,
  isBefore,
  laterOf,
  startOf,
  type CalendarDate,
  type Instant,
} from "../values/dates.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";
import { isZero, type Currency } from "../values/money.ts";
import { recurringRow } from "../pricing/periods.ts";
import type {
  Catalogue,
  ChargeRow,
  HistoryEntry,
  Lot,
  Offer,
  Subscription,
  TermEnd,
} from "../pricing/pricing-types.ts";
import { differenceRow } from "../pricing/quantity.ts";
import { findPrice, periodAt, startTerm } from "../pricing/terms.ts";
import type { Taken } from "./differences.ts";
import { wishAtVendor, type SeenTerm } from "./taken-terms.ts";

/** What stands at a vendor and was never ordered here. */
export type SeenUnordered = SeenTerm & {
  status: "active" | "suspended" | "ended";
  quantity: number;
  /** The vendor's number of what was sold, which several terms and billings may share. */
  offerRef?: string | undefined;
  /** The vendor's number of what it belongs to. */
  parentRef?: string | undefined;
  termEnd?: { outcome: TermEnd["outcome"]; quantity: number } | undefined;
  refundable?: readonly { quantity: number; until: Instant }[] | undefined;
};

/** Finds what a vendor sells there among the offers that have its number: that of the same term and billing. */
export const offerOf = (seen: SeenTerm, offers: readonly Offer[]): Offer | undefined =>
  offers.find((each) =>
    seen.isExtended ? each.billing === "daily" : each.term === seen.term && each.billing === seen.billing,
  );

export type Adopting = {
  /** What the subscription is called until it has an id. */
  key: string;
  currency: Currency;
  offer: Offer;
  /** What the customer has already. */
  state: readonly (Pick<Subscription, "key" | "sku" | "status"> & { vendorRef: string | null })[];
  /** The day from which it is charged, at the latest tomorrow. */
  from: CalendarDate;
  /** The first day of its billing periods and the day of the month on which they begin, if not those of its term. */
  billed?: { from: CalendarDate; anchorDay: number };
  now: Instant;
};

/**
 * Brings what a vendor has and nobody ordered here into our book, with the vendor's term, windows and wish for its end,
 * at the price of the term's first day. It is charged from a day within the running term on, as if it had been there since.
 */
export function adopt(
  seen: SeenUnordered,
  catalogue: Catalogue,
  { key, currency, offer, state, from, billed, now }: Adopting,
): Decision<Taken> {
  const today = dayOf(now);
  const { termFrom, quantity } = seen;
  if (seen.status === "ended" || !termFrom || offer.billing === "once") return refuse("differenceNotTaken", { key });
  if (from < termFrom || from > addDays(today, 1)) return refuse("differenceNotTaken", { key });
  const parents = state.filter((each) => each.status !== "cancelled" && offer.needsOneOf.includes(each.sku));
  const parent = parents.find((each) => each.vendorRef !== null && each.vendorRef === seen.parentRef) ?? parents[0];
  if (offer.needsOneOf.length > 0 && !parent) return refuse("addOnNeedsProduct", { key, offerId: offer.id });
  const priceOn = (day: CalendarDate) => findPrice(catalogue, offer.id, currency, day);
  const price = priceOn(offer.billing === "daily" ? from : termFrom);
  if (!price) return refuse("priceMissing", { key, offerId: offer.id });

  const anchorDay = billed?.anchorDay ?? anchorOf(termFrom, seen.termUntil);
  const billedFrom = billed && billed.from !== termFrom ? billed.from : null;
  const { termUntil } = startTerm(offer, termFrom, anchorDay, seen.isExtended ? null : seen.termUntil);
  if (termUntil !== null && (termUntil <= today || termUntil <= from)) return refuse("differenceNotTaken", { key });
  const lots = lotsOf(seen, startOf(termFrom));
  const renewed = seen.termEnd && seen.termEnd.quantity !== quantity ? seen.termEnd.quantity : null;
  const termEnd = wishAtVendor(seen, offer, catalogue, renewed);
  const facts = {
    productId: offer.productId,
    offerId: offer.id,
    sku: offer.sku,
    name: offer.name,
    term: offer.term,
    billing: offer.billing,
    currency,
    unitCost: price.cost,
    customerPrice: price.customer,
    quantity,
    anchorDay,
    termFrom,
    termUntil,
    policyIds: offer.policyIds,
    parentKey: parent?.key ?? null,
    termEnd,
    lots,
  };
  let present: Subscription = {
    key,
    ...facts,
    attributes: {},
    status: seen.status,
    billedFrom,
    nextOfferId: null,
    period: null,
    dispatchedAt: null,
  };
  const chargeRows: ChargeRow[] = [];
  for (let day = from; day <= laterOf(today, from); day = present.period!.until) {
    present = { ...present, period: periodAt(present, day)! };
    if (offer.billing === "daily") present.unitCost = (priceOn(day) ?? price).cost;
    chargeRows.push(
      day === present.period!.from
        ? recurringRow(present, today, null)
        : // What is left of the period it came in, as its vendor bills it: a first period, and nothing added to one.
          { ...differenceRow(present, 0, quantity, day, today, null), kind: "recurring", description: offer.name },
    );
  }
  const effectiveAt = startOf(termFrom);
  const started: HistoryEntry = {
    subscriptionKey: key,
    effectiveAt,
    kind: "started",
    data: {
      ...facts,
      unitCost: present.unitCost,
      refundableUntil: lots[0]!.refundableUntil,
      ...(billedFrom === null ? {} : { billedFrom }),
    },
  };
  const suspended: HistoryEntry = { subscriptionKey: key, effectiveAt, kind: "suspended", data: {} };
  return accept({
    subscription: present,
    chargeRows: chargeRows.filter((row) => !isZero(row.amount)),
    history: seen.status === "suspended" ? [started, suspended] : [started],
  });
}

/** The day of the month on which its periods begin. A term that began on a short month's last day ends on the true one. */
function anchorOf(from: CalendarDate, until: CalendarDate | null | undefined): number {
  const isLastOfMonth = dayOfMonth(addDays(from, 1)) === 1;
  const end = until ? dayOfMonth(until) : 0;
  return isLastOfMonth && end > dayOfMonth(from) && addMonths(from, 0, end) === from ? end : dayOfMonth(from);
}

/** What can be given back until when is what the vendor says, otherwise nothing. */
function lotsOf({ quantity, refundable = [], cancellableUntil }: SeenUnordered, openedAt: Instant): Lot[] {
  const told = refundable.filter((each) => each.quantity > 0).toSorted((a, b) => (isBefore(a.until, b.until) ? -1 : 1));
  const sum = told.reduce((total, each) => total + each.quantity, 0);
  if (sum === 0 || sum > quantity) return [{ quantity, openedAt, refundableUntil: cancellableUntil ?? openedAt }];
  const rest = quantity - sum;
  return [
    ...(rest > 0 ? [{ quantity: rest, openedAt, refundableUntil: openedAt }] : []),
    ...told.map((each) => ({ quantity: each.quantity, openedAt, refundableUntil: each.until })),
  ];
}
