import { takeNewest } from "../pricing/lots.ts";
import { charge } from "../pricing/proration.ts";
import { differenceRow } from "../pricing/quantity.ts";
import { billingMonths, findPrice, periodAt, periodCost, termMonths } from "../pricing/terms.ts";
import type { Catalogue, ChargeRow, HistoryEntry, Lot, Subscription, TermEnd } from "../pricing/pricing-types.ts";
import { formatLastDay } from "../values/date-formats.ts";
import {
  addDays,
  addMonths,
  dayOf,
  earlierOf,
  isBefore,
  laterOf,
  startOf,
  type CalendarDate,
  type Instant,
  type Period,
} from "../values/dates.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";
import { add, isZero, share, subtract, times, zero, type Money } from "../values/money.ts";
import { hold } from "./subscriptions.ts";

export const differenceKinds = [
  "quantity",
  "ended",
  "suspended",
  "resumed",
  "runsOn",
  "term",
  "termEnd",
  "extended",
  "uncharged",
  "unknown",
] as const;
/**
 * How a vendor's book parts from ours: another quantity; ended, suspended or resumed there and not with us; still running
 * there though we ended it; another last day; another wish for the end of the term; run on by the day after its term in one
 * book only; running there for longer than we could charge it; or not with us at all.
 */
export type DifferenceKind = (typeof differenceKinds)[number];

/** What happens at the end of a term, as both books can say it. */
type Wish = { outcome: TermEnd["outcome"]; offerRef: string; quantity: number; until?: CalendarDate | undefined };

/** A subscription as one of the two books has it. What a vendor does not tell is absent. */
export type Entry = {
  status: "active" | "suspended" | "ended";
  quantity: number;
  termUntil?: CalendarDate | null | undefined;
  termEnd?: Wish | undefined;
  /** Whether its term is over and it runs on by the day. */
  isExtended?: boolean | undefined;
  /** Up to before which day it is charged, where the day on which its next period should have been is over. */
  chargedUntil?: CalendarDate | undefined;
};

/** The most days by which a term ends later at a vendor, where it began later, than with us. */
export const mostDaysLater = 14;

export type Found = { kind: DifferenceKind; ours: unknown; theirs: unknown };

/**
 * Lists where the two books part about one subscription on a day. While a term is being renewed, which the two do in
 * their own time, its dates and wishes are not compared.
 */
export function differencesOf(ours: Entry, theirs: Entry, today: CalendarDate): Found[] {
  if (ours.status === "ended")
    return theirs.status === "ended" ? [] : [{ kind: "runsOn", ours: 0, theirs: theirs.quantity }];
  if (theirs.status === "ended") return [{ kind: "ended", ours: ours.quantity, theirs: 0 }];
  const found: Found[] = [];
  if (theirs.status !== ours.status)
    found.push({
      kind: theirs.status === "suspended" ? "suspended" : "resumed",
      ours: ours.status,
      theirs: theirs.status,
    });
  if (theirs.quantity !== ours.quantity) found.push({ kind: "quantity", ours: ours.quantity, theirs: theirs.quantity });
  if (ours.chargedUntil && !endsSoon(ours, theirs, today))
    found.push({ kind: "uncharged", ours: ours.chargedUntil, theirs: theirs.quantity });
  if ([ours, theirs].some(({ termUntil }) => termUntil && termUntil <= today)) return found;
  const isExtended = { ours: ours.isExtended ?? false, theirs: theirs.isExtended ?? false };
  if (isExtended.ours !== isExtended.theirs) found.push({ kind: "extended", ...isExtended });
  if (!ours.termUntil || !theirs.termUntil) return found;
  if (theirs.termUntil !== ours.termUntil) found.push({ kind: "term", ours: ours.termUntil, theirs: theirs.termUntil });
  if (ours.status === "active" && isWishThere(ours, theirs, today) === false)
    found.push({ kind: "termEnd", ours: ours.termEnd, theirs: theirs.termEnd });
  return found;
}

/** Tells whether a term that is over with us is still to end at the vendor, whose day counts. */
const endsSoon = (ours: Entry, theirs: Entry, today: CalendarDate): boolean =>
  ours.chargedUntil === ours.termUntil &&
  Boolean(theirs.termUntil) &&
  theirs.termUntil! > today &&
  theirs.termUntil! <= addDays(ours.termUntil!, mostDaysLater);

/**
 * Tells whether the vendor has our wish for the end of the running term. Undefined where it does not say, where something
 * else parts the two books, which says it already, and while a term is being renewed.
 */
export function isWishThere(ours: Entry, theirs: Entry, today: CalendarDate): boolean | undefined {
  if (ours.status !== theirs.status || ours.quantity !== theirs.quantity) return undefined;
  if (!ours.termUntil || ours.termUntil <= today || ours.termUntil !== theirs.termUntil) return undefined;
  const [a, b] = [ours.termEnd, theirs.termEnd];
  if (!a || !b) return undefined;
  if (a.outcome !== b.outcome) return false;
  return a.outcome !== "renew" || (a.offerRef === b.offerRef && a.quantity === b.quantity && a.until === b.until);
}

type Priced = Pick<Subscription, "unitCost" | "currency" | "quantity" | "billing">;

/** What a month of some units costs. */
export const costOfUnits = ({ unitCost, currency, billing }: Omit<Priced, "quantity">, units: number): Money =>
  share(times(unitCost, units, currency), 1, billingMonths[billing] ?? 1);

/** What one month of a difference costs: of the units that the vendor bills and we do not, or the other way round. */
export function costOfMonth(
  subscription: Omit<Priced, "quantity">,
  found: Pick<Found, "kind" | "ours" | "theirs">,
): Money {
  const [ours, theirs] = unitsOfBoth(found);
  return costOfUnits(subscription, theirs - ours);
}

type Running = Omit<Priced, "quantity"> & Pick<Subscription, "anchorDay" | "termFrom" | "termUntil">;

/** What it costs from a day to before another to have some units instead of others: in each billing period as if they had changed in it. */
export function costOfDays(subscription: Running, [before, after]: readonly [number, number], days: Period): Money {
  let cost = zero(subscription.currency);
  for (let day = laterOf(days.from, subscription.termFrom); day < days.until;) {
    const period = periodAt(subscription, day);
    if (period === null || day >= period.until) break;
    const next = earlierOf(period.until, days.until);
    const costOf = (units: number) => charge(periodCost({ ...subscription, period }, units), period, day, next);
    cost = add(cost, subtract(costOf(after), costOf(before)));
    day = next;
  }
  return cost;
}

/** How many units we have, and how many the vendor bills. */
export const unitsOfBoth = ({ kind, ours, theirs }: Pick<Found, "kind" | "ours" | "theirs">): [number, number] => {
  if (kind === "quantity") return [Number(ours), Number(theirs)];
  if (kind === "ended") return [Number(ours), 0];
  return [0, kind === "runsOn" || kind === "uncharged" ? Number(theirs) : 0];
};

/** What follows when our book takes over what the vendor's has. */
export type Taken = { subscription: Subscription; chargeRows: ChargeRow[]; history: HistoryEntry[] };

/**
 * Brings our book to the vendor's for one difference, seen since an instant: the units that it bills since, or no longer
 * bills, are charged from that day and given back from the day after it, for the rest of each billing period of the running
 * term. Another last day counts from now on.
 */
export function takeTheirs(
  subscription: Subscription,
  { kind, theirs }: Pick<Found, "kind" | "theirs">,
  catalogue: Catalogue,
  { since, now }: { since: Instant; now: Instant },
): Decision<Taken> {
  const { key } = subscription;
  if (subscription.status === "cancelled") return refuse("subscriptionEnded", { key });
  switch (kind) {
    case "suspended":
    case "resumed": {
      const what = kind === "suspended" ? "suspend" : "resume";
      const entry = hold(subscription, what, now);
      if (!entry.ok) return entry;
      const status = kind === "suspended" ? "suspended" : "active";
      return accept({ subscription: { ...subscription, status }, chargeRows: [], history: [entry.value] });
    }
    case "quantity":
      return accept(withQuantity(subscription, Number(theirs), catalogue, { since, now }));
    case "term":
      return withTerm(subscription, String(theirs), now);
    case "ended": {
      const ended = withQuantity(subscription, 0, catalogue, { since, now });
      const entry: HistoryEntry = {
        subscriptionKey: key,
        effectiveAt: beginning(subscription, since),
        kind: "cancelled",
        data: { reason: "vendor" },
      };
      const period = subscription.period && periodAt(subscription, dayOf(entry.effectiveAt));
      return accept({
        ...ended,
        subscription: { ...ended.subscription, period, status: "cancelled" },
        history: [entry],
      });
    }
    default:
      return refuse("differenceNotTaken");
  }
}

/** Not before the running term, which may have begun in the middle of its first day: what was before it is settled. */
function beginning({ termFrom, lots }: Subscription, since: Instant): Instant {
  const first = lots[0]?.openedAt;
  const begun = first && dayOf(first) === termFrom ? first : startOf(termFrom);
  return isBefore(since, begun) ? begun : since;
}

function withQuantity(
  subscription: Subscription,
  quantity: number,
  catalogue: Catalogue,
  { since, now }: { since: Instant; now: Instant },
): Taken {
  const { key, lots } = subscription;
  const effectiveAt = beginning(subscription, since);
  const units = quantity - subscription.quantity;
  // As in an order, a day that has begun stays paid.
  const first = units > 0 ? dayOf(effectiveAt) : laterOf(dayOf(effectiveAt), addDays(dayOf(since), 1));
  const chargeRows = rowsFor(subscription, units, catalogue, { since: first, today: dayOf(now) });
  if (units > 0) {
    // Ours to give back only where the vendor says so.
    const lot: Lot = { quantity: units, openedAt: effectiveAt, refundableUntil: effectiveAt };
    const data = { quantity: units, refundableUntil: effectiveAt };
    const entry: HistoryEntry = { subscriptionKey: key, effectiveAt, kind: "seatsAdded", data };
    return { subscription: { ...subscription, quantity, lots: [...lots, lot] }, chargeRows, history: [entry] };
  }
  const entry: HistoryEntry = { subscriptionKey: key, effectiveAt, kind: "seatsRemoved", data: { quantity: -units } };
  const left = takeNewest(lots, -units).left;
  return { subscription: { ...subscription, quantity, lots: left }, chargeRows, history: [entry] };
}

/**
 * Ends the running term on the vendor's day. Its last period is cut there: what of it was charged already is given back, what
 * is still to come will be charged by its days. A day a whole term away is that of another term, which is not taken over.
 */
function withTerm(subscription: Subscription, termUntil: CalendarDate, now: Instant): Decision<Taken> {
  const { key, term, period: charged, anchorDay, termFrom, lots } = subscription;
  const [today, months] = [dayOf(now), termMonths[term]];
  if (charged === null || months === null || subscription.termUntil === null)
    return refuse("differenceNotTaken", { key });
  if (termUntil <= today || termUntil >= addMonths(subscription.termUntil, months))
    return refuse("differenceNotTaken", { key });
  const moved = { ...subscription, termUntil };
  const period = periodAt(moved, today)!;
  // One that had been cut already would grow.
  if (period.from !== charged.from || period.until > charged.until) return refuse("differenceNotTaken", { key });
  const description = `${subscription.name}, its term ends ${formatLastDay(termUntil)}`;
  const chargeRows = refundRows({ ...subscription, period: charged }, 0, period.until, today).map((row) => ({
    ...row,
    description,
  }));
  const data = { anchorDay, termFrom, termUntil, lots, reason: "vendor" } as const;
  const entry = { subscriptionKey: key, effectiveAt: now };
  const history: HistoryEntry[] = [{ ...entry, kind: "datesMoved", data }];
  const termEnd = withoutPast(subscription.termEnd, termUntil);
  if (termEnd !== subscription.termEnd) history.push({ ...entry, kind: "scheduled", data: { termEnd } });
  return accept({
    subscription: { ...moved, period, termEnd },
    chargeRows: chargeRows.filter((row) => !isZero(row.amount)),
    history,
  });
}

/** A renewal that was to end before it would begin is that of a whole term. */
function withoutPast(wish: TermEnd, begins: CalendarDate): TermEnd {
  if (wish.outcome !== "renew" || !wish.until || wish.until > begins) return wish;
  const { until: _, ...whole } = wish;
  return whole;
}

/** Units that one charge of a period stands for, from a day on. */
type Charged = { units: number; from: CalendarDate };

/**
 * The units of a period by the charges that they stand on, the newest first: those added within it, also on its first day
 * to what it began with, and all others. What was added after it is none of them.
 */
function chargedUnits({ lots }: Subscription, period: Period): Charged[] {
  const isAdded = ({ openedAt }: Lot, at: number) => at > 0 && dayOf(openedAt) >= period.from;
  const added = lots
    .filter(isAdded)
    .map((lot) => ({ units: lot.quantity, from: dayOf(lot.openedAt) }))
    .filter(({ from }) => from < period.until);
  const others = lots.filter((lot, at) => !isAdded(lot, at)).reduce((sum, lot) => sum + lot.quantity, 0);
  return [...added.toReversed(), ...(others > 0 ? [{ units: others, from: period.from }] : [])];
}

/** A subscription in one of its periods, at the price that it was charged for: without a commitment, that of its first day. */
export function standingIn(
  subscription: Subscription,
  period: Period,
  catalogue: Catalogue,
): Subscription & { period: Period } {
  const { offerId, currency, termUntil, unitCost, period: present } = subscription;
  const isEarlier = termUntil === null && period.from !== present?.from;
  const price = isEarlier ? findPrice(catalogue, offerId, currency, period.from) : undefined;
  return { ...subscription, period, unitCost: price?.cost ?? unitCost };
}

/** Charges or gives back units from a day on, in each billing period that was charged until now. */
function rowsFor(
  subscription: Subscription,
  units: number,
  catalogue: Catalogue,
  { since, today }: { since: CalendarDate; today: CalendarDate },
): ChargeRow[] {
  const { quantity, period: last } = subscription;
  const rows: ChargeRow[] = [];
  for (let day = since; last !== null && day < last.until;) {
    const period = periodAt(subscription, day) ?? last;
    const running = standingIn(subscription, period, catalogue);
    const first = laterOf(period.from, since);
    if (units > 0) rows.push(differenceRow(running, quantity, quantity + units, first, today, null));
    else rows.push(...refundRows(running, quantity + units, first, today));
    day = period.until;
  }
  return rows.filter((row) => !isZero(row.amount));
}

/**
 * Gives back from a day on all but some units of a period: those of each charge by a row of its own, the newest first, and
 * from no day before that on which they were charged.
 */
export function refundRows(
  subscription: Subscription & { period: Period },
  left: number,
  since: CalendarDate,
  today: CalendarDate,
) {
  const charged = chargedUnits(subscription, subscription.period);
  let had = charged.reduce((sum, { units }) => sum + units, 0);
  return charged.flatMap(({ units, from }) => {
    const [before, after] = [had, Math.max(had - units, left)];
    had -= units;
    return after < before ? [differenceRow(subscription, before, after, laterOf(from, since), today, null)] : [];
  });
}
