import {
  dayOf,
  dayOfMonth,
  addMonths,
  laterOf,
  startOf,
  type CalendarDate,
  type Instant,
  type Period,
} from "../values/dates.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";
import { isZero } from "../values/money.ts";
import { namedByTheDay } from "../pricing/by-the-day.ts";
import { recurringRow } from "../pricing/periods.ts";
import { differenceRow } from "../pricing/quantity.ts";
import { findPrice, followingPeriod, periodAt, startTerm } from "../pricing/terms.ts";
import { formatDate } from "../values/date-formats.ts";
import type {
  Billing,
  Catalogue,
  ChargeRow,
  HistoryEntry,
  Lot,
  Offer,
  Subscription,
  Term,
  TermEnd,
} from "../pricing/pricing-types.ts";
import { refundRows, standingIn, type Taken } from "./differences.ts";

/** The running term as its vendor was first seen to have it, or what runs on by the day after one. */
export type SeenTerm = {
  isExtended?: boolean | undefined;
  termFrom?: CalendarDate | undefined;
  termUntil?: CalendarDate | null | undefined;
  term?: Term | undefined;
  billing?: Billing | undefined;
  termEnd?: { outcome: TermEnd["outcome"] } | undefined;
  cancellableUntil?: Instant | null | undefined;
};

/**
 * Takes over what its vendor is to do at the end of a term; otherwise the vendor would be asked for a renewal that nobody
 * wants. What is to run on by the day does so on the offer of its SKU that is charged so.
 */
export function wishAtVendor(
  { termEnd }: SeenTerm,
  { productId, sku }: Pick<Offer, "productId" | "sku">,
  { offers }: Catalogue,
  quantity: number | null,
): TermEnd {
  if (termEnd?.outcome === "cancel") return { outcome: "cancel" };
  const daily =
    termEnd?.outcome === "extend" &&
    offers.values().find((each) => each.productId === productId && each.sku === sku && each.billing === "daily");
  return daily ? { outcome: "extend", offerId: daily.id } : { outcome: "renew", offerId: null, quantity };
}

/**
 * Lets a subscription run on by the day, or begin a term, since the day on which its vendor did: what was charged for that
 * day and later is given back, and charged as it would have been.
 */
export function takeTerm(
  subscription: Subscription,
  seen: SeenTerm,
  catalogue: Catalogue,
  { since, now }: { since: Instant; now: Instant },
): Decision<Taken> {
  const { key, sku, productId, currency, quantity, lots } = subscription;
  const today = dayOf(now);
  // What was before the running term is settled.
  const from = laterOf(subscription.termFrom, seen.termFrom ?? dayOf(since));
  const offer = [...catalogue.offers.values()].find(
    (each) =>
      each.productId === productId &&
      each.sku === sku &&
      (seen.isExtended ? each.billing === "daily" : each.term === seen.term && each.billing === seen.billing),
  );
  const priceOn = (day: CalendarDate) => offer && findPrice(catalogue, offer.id, currency, day);
  if (subscription.status === "cancelled") return refuse("subscriptionEnded", { key });
  if (subscription.period === null || from > today || !offer) return refuse("differenceNotTaken", { key });
  const first = priceOn(from);
  const price = seen.isExtended ? priceOn(today) : first;
  if (!first || !price) return refuse("priceMissing", { key, offerId: offer.id });

  const anchorDay = anchorOf(subscription.anchorDay, [from, (!seen.isExtended && seen.termUntil) || from]);
  const { termUntil, period } = startTerm(offer, from, anchorDay, seen.isExtended ? null : seen.termUntil);
  const facts = {
    productId,
    offerId: offer.id,
    sku,
    name: offer.name,
    term: offer.term,
    billing: offer.billing,
    currency,
    unitCost: price.cost,
    customerPrice: price.customer,
    quantity,
    anchorDay,
    termFrom: from,
    termUntil,
    policyIds: offer.policyIds,
  };
  const termEnd = wishAtVendor(seen, offer, catalogue, null);
  // Ours to give back only where the vendor says so.
  const refundableUntil = seen.isExtended ? null : (seen.cancellableUntil ?? startOf(from));
  const lot: Lot = { quantity, openedAt: startOf(from), refundableUntil };
  const begun: Subscription = {
    ...subscription,
    ...facts,
    period,
    billedFrom: null,
    nextOfferId: null,
    lots: [lot],
    termEnd,
  };
  const charged: ChargeRow[] = [];
  let present = { ...begun, unitCost: first.cost };
  for (let next = period; next !== null && next.from <= today; next = following(present)) {
    present = { ...present, period: next };
    if (offer.billing === "daily") present.unitCost = (priceOn(next.from) ?? first).cost;
    charged.push(...rowsOf(present, lots, today));
  }
  const entry: HistoryEntry = {
    subscriptionKey: key,
    effectiveAt: now,
    kind: "renewed",
    data: { ...facts, refundableUntil, lots: [lot], termEnd, reason: "vendor" },
  };
  return accept({
    subscription: { ...begun, period: present.period },
    chargeRows: [
      ...givenBack(subscription, catalogue, { since: from, today }, offer.billing === "daily"),
      ...charged,
    ].filter((row) => !isZero(row.amount)),
    history: [entry],
  });
}

/** The day of the month on which periods begin: ours if the ends of a term lie on it, else that on which the term began. */
const anchorOf = (ours: number, [from, until]: [CalendarDate, CalendarDate]): number =>
  [from, until].every((day) => addMonths(day, 0, ours) === day) ? ours : dayOfMonth(from);

/** The next period of the running term; null after its last one, which is turned with all others. */
const following = (subscription: Subscription): Period | null =>
  subscription.period!.until === subscription.termUntil ? null : followingPeriod(subscription, subscription.period!);

type Units = { units: number; from: CalendarDate };

/** The units of a period by the charges that they stand on: those that were there, and those added within it. */
function unitsOf(lots: readonly Lot[], { from, until }: Period): Units[] {
  const days = lots.map((lot) => ({ units: lot.quantity, from: dayOf(lot.openedAt) }));
  const there = days.filter((each) => each.from <= from).reduce((sum, { units }) => sum + units, 0);
  const added = days.filter((each) => each.from > from && each.from < until);
  return there > 0 ? [{ units: there, from }, ...added] : added;
}

/** Charges a period for the units that were there, and those added within it from their day on. */
function rowsOf(subscription: Subscription, lots: readonly Lot[], today: CalendarDate): ChargeRow[] {
  const period = subscription.period!;
  let before = 0;
  return unitsOf(lots, period).map(({ units, from }) => {
    const row =
      from === period.from
        ? recurringRow({ ...subscription, quantity: units }, today, null)
        : differenceRow(subscription, before, before + units, from, today, null);
    before += units;
    return row;
  });
}

/** Gives back what was charged for a day and later, a row for each charge, the newest of a period first. */
function givenBack(
  subscription: Subscription,
  catalogue: Catalogue,
  { since, today }: { since: CalendarDate; today: CalendarDate },
  byTheDay: boolean,
): ChargeRow[] {
  const { period: last, billing, name } = subscription;
  const was = billing === "daily" ? namedByTheDay(name) : name;
  const description = `${was}, ${byTheDay ? "runs on by the day" : "has a term"} from ${formatDate(since)}`;
  const rows: ChargeRow[] = [];
  for (let day = since; day < last!.until;) {
    const period = periodAt(subscription, day) ?? last!;
    rows.push(
      ...refundRows(standingIn(subscription, period, catalogue), 0, since, today).map((row) => ({
        ...row,
        description,
      })),
    );
    day = period.until;
  }
  return rows;
}
