/** What Microsoft bills for the subscriptions that stand with it: lines as they come about, and an invoice each month. */
import type { Collection } from "../kit/store.ts";
import sheet from "./price-sheet.json" with { type: "json" };
import {
  type BilledLine,
  type Billing,
  type Currency,
  type MicrosoftState,
  type Subscription,
  takeBad,
} from "./state.ts";
import { addMonths } from "./terms.ts";

const day = 24 * 60 * 60 * 1000;
const cycleMonths: Record<string, number> = { monthly: 1, annual: 12, triennial: 36 };
/** Invoices are issued on the eighth. */
const daysToIssue = 7;

const midnight = (instant: number) => instant - (instant % day);
export const isoDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const monthOf = (instant: number) => addMonths(instant, 0, 1);

/** Has every change of a subscription billed when it is put. */
export const billedAs = (state: MicrosoftState, subscriptions: Collection<Subscription>): Collection<Subscription> => ({
  ...subscriptions,
  put(id, subscription) {
    bill(state, subscription);
    return subscriptions.put(id, subscription);
  },
});

function bill(state: MicrosoftState, subscription: Subscription) {
  const before = state.billings.get(subscription.id);
  const now = state.clock.now();
  if (!before) return begin(state, subscription, "new");
  turn(state, before, subscription, now);
  if (subscription.startedAt > before.startedAt) {
    const from = midnight(subscription.startedAt);
    // What was billed of a term that gives way to another is given back.
    if (from < before.until)
      add(state, subscription, {
        ...before,
        at: now,
        chargeType: "convert",
        from,
        quantity: -before.quantity,
        whole: wholeOf(before),
      });
    return begin(state, subscription, "renew");
  }
  const had = isProvided(before) ? before.quantity : 0;
  const has = isProvided(subscription) ? subscription.quantity : 0;
  const isOver = subscription.status === "expired";
  if (has !== had && !isOver) {
    // A day that was begun stays paid.
    const from = has > had ? midnight(now) : midnight(now) + day;
    const chargeType = has > had ? "addQuantity" : has > 0 ? "removeQuantity" : "cancelImmediate";
    if (from < before.until)
      add(state, subscription, { ...before, at: now, chargeType, from, quantity: has - had, whole: wholeOf(before) });
  }
  const { quantity, status } = subscription;
  if (quantity !== before.quantity || status !== before.status)
    state.billings.put(subscription.id, { ...before, quantity, status });
}

/**
 * Bills licences that move to another product from the day on: given back where they come from and charged where they go,
 * in the running period of each. What `to` was not billed for yet runs in the same period. To be called before either is put.
 */
export function billMove(state: MicrosoftState, from: Subscription, to: Subscription, quantity: number) {
  const now = state.clock.now();
  const before = state.billings.get(from.id)!;
  turn(state, before, from, now);
  const standing = from.id === to.id ? undefined : state.billings.get(to.id);
  if (standing) turn(state, standing, to, now);
  const left = { ...before, quantity: before.quantity - quantity };
  const price = () =>
    priceOf(to.offerId, `${before.termDuration}:${before.billingCycle}`, currencyOf(state, from), midnight(now));
  const target = standing ?? { ...before, id: to.id, offerId: to.offerId, unitMinor: price(), quantity: 0 };
  state.billings.put(from.id, { ...left, status: left.quantity === 0 ? "deleted" : left.status });
  state.billings.put(to.id, { ...target, quantity: target.quantity + quantity });
  for (const [subscription, billing, moved] of [[from, before, -quantity] as const, [to, target, quantity] as const])
    add(state, subscription, {
      ...billing,
      at: now,
      chargeType: "convert",
      from: midnight(now),
      quantity: moved,
      whole: wholeOf(billing),
    });
}

/**
 * Bills what another partner gave to us: the rest of its running period after the day, which is still the other's. To be
 * called before it is put.
 */
export function billTransfer(state: MicrosoftState, subscription: Subscription) {
  const { id, offerId, termDuration, billingCycle, startedAt, nextTermAt, anchorDay, quantity, status } = subscription;
  const now = state.clock.now();
  const months = cycleMonths[billingCycle] ?? 1;
  const paid = midnight(now) + day < nextTermAt ? midnight(now) + day : midnight(now);
  let periods = 1;
  while (addMonths(nextTermAt, -periods * months, anchorDay) > paid) periods++;
  const from = addMonths(nextTermAt, -periods * months, anchorDay);
  const until = addMonths(nextTermAt, (1 - periods) * months, anchorDay);
  const unitMinor = priceOf(offerId, `${termDuration}:${billingCycle}`, currencyOf(state, subscription), midnight(now));
  const facts = { id, offerId, termDuration, billingCycle, startedAt, nextTermAt, anchorDay, quantity, status };
  const begun = state.billings.put(id, { ...facts, from, until, unitMinor });
  add(state, subscription, { ...begun, at: now, chargeType: "new", from: paid, whole: wholeOf(begun) });
}

const isProvided = ({ status }: Pick<Subscription, "status">) => status === "active" || status === "suspended";

function begin(state: MicrosoftState, subscription: Subscription, chargeType: "new" | "renew") {
  const { id, offerId, termDuration, startedAt, nextTermAt, anchorDay, quantity, status, isExtended } = subscription;
  // Extended service is billed by the day, at the price of a month.
  const billingCycle = isExtended ? "daily" : subscription.billingCycle;
  const from = midnight(startedAt);
  const until = Math.min(cycleEnd({ billingCycle, anchorDay }, from), isExtended ? Infinity : nextTermAt);
  const key = isExtended ? "none:daily" : `${termDuration}:${billingCycle}`;
  const unitMinor = priceOf(offerId, key, currencyOf(state, subscription), from);
  const billing = { id, offerId, termDuration, billingCycle, startedAt, nextTermAt, anchorDay, quantity, status };
  const begun = state.billings.put(id, { ...billing, from, until, unitMinor });
  add(state, subscription, {
    ...begun,
    at: Math.max(startedAt, from),
    chargeType: isExtended ? "extendTerm" : chargeType,
    whole: wholeOf(begun),
  });
}

type Cycle = Pick<Billing, "billingCycle" | "anchorDay">;
const cycleEnd = ({ billingCycle, anchorDay }: Cycle, from: number) =>
  billingCycle === "daily" ? from + day : addMonths(from, cycleMonths[billingCycle] ?? 1, anchorDay);

/** What the unit price is for: a whole cycle, which the last one of a term may not be, or the whole month of a day. */
const wholeOf = (billing: Billing) =>
  billing.billingCycle === "daily"
    ? { from: midnight(billing.startedAt), until: billing.nextTermAt }
    : { from: billing.from, until: cycleEnd(billing, billing.from) };

/** Whether the billing of the running term has changed since its last charge. */
const isRebilled = (billing: Billing, { billingCycle, startedAt, isExtended }: Subscription) =>
  !isExtended && startedAt === billing.startedAt && billingCycle !== billing.billingCycle;

/** Bills the periods of the running term that have begun by then. */
function turn(state: MicrosoftState, billing: Billing, subscription: Subscription, by: number) {
  const billed = billing.until;
  while (isProvided(billing) && billing.until <= by && billing.until < billing.nextTermAt) {
    billing.from = billing.until;
    if (isRebilled(billing, subscription)) {
      billing.billingCycle = subscription.billingCycle;
      const plan = `${billing.termDuration}:${billing.billingCycle}`;
      billing.unitMinor = priceOf(billing.offerId, plan, currencyOf(state, subscription), midnight(billing.startedAt));
    }
    billing.until = Math.min(cycleEnd(billing, billing.from), billing.nextTermAt);
    const chargeType = billing.billingCycle === "daily" ? "extendTerm" : "cycleCharge";
    add(state, subscription, { ...billing, at: billing.from, chargeType, whole: wholeOf(billing) });
  }
  if (billing.until > billed) state.billings.put(billing.id, billing);
}

/** Returns when the next period in the running term will be billed. */
export function nextChargeAt(state: MicrosoftState, subscription: Subscription): number | undefined {
  const billing = state.billings.get(subscription.id);
  if (!billing || subscription.isExtended) return undefined;
  turn(state, billing, subscription, state.clock.now());
  return billing.until;
}

type Charged = Omit<BilledLine, "id" | "subscriptionId" | "currency" | "effectiveMinor"> & {
  whole: { from: number; until: number };
};

function add(state: MicrosoftState, subscription: Subscription, { whole, ...line }: Charged) {
  const { at, chargeType, offerId, termDuration, billingCycle, from, until, quantity, unitMinor } = line;
  const id = state.newId();
  state.billed.put(id, {
    id,
    subscriptionId: subscription.id,
    at,
    chargeType,
    offerId,
    termDuration,
    billingCycle,
    from,
    until,
    quantity,
    unitMinor,
    effectiveMinor: (unitMinor * (until - from)) / (whole.until - whole.from),
    currency: currencyOf(state, subscription),
  });
  billMonthOf(state, at);
}

/** Has the month of an instant billed, in which something is charged. */
export function billMonthOf(state: MicrosoftState, at: number) {
  const month = monthOf(at);
  state.timers.set(addMonths(month, 1, 1) + daysToIssue * day, "invoice", String(month));
}

function currencyOf(state: MicrosoftState, { customerId }: Subscription): Currency {
  const address = state.customers.get(customerId)?.billingProfile.defaultAddress as { country?: string } | undefined;
  return (address?.country ?? "GB") === "GB" ? "GBP" : "EUR";
}

function priceOf(offerId: string, plan: string, currency: Currency, on: number): number {
  const [product, sku] = offerId.split(":");
  const key = `${product}:${sku}:${plan}`;
  const lists: [string, Record<string, number[]>][] = Object.entries(sheet);
  const list = lists.filter(([from, prices]) => from <= isoDay(on) && prices[key]).at(-1);
  return list?.[1][key]?.[currency === "GBP" ? 0 : 1] ?? 0;
}

/** Issues the invoices of a month, one for each currency, with what went wrong in them by hand. */
export function issueInvoices(state: MicrosoftState, month: number) {
  const until = addMonths(month, 1, 1);
  for (const billing of state.billings.values()) {
    const subscription = state.subscriptions.get(billing.id);
    if (subscription) turn(state, billing, subscription, state.clock.now());
  }
  const lines = state.billed.values().filter((line) => line.at >= month && line.at < until && !line.invoiceId);
  const used = state.used.values().filter((each) => each.at < until && !each.invoiceId);
  for (const currency of new Set([...lines, ...used].map((each) => each.currency))) {
    const id = `G${String(700_000_000 + state.store.newNumber())}`;
    state.invoices.put(id, { id, currency, from: month, until, issuedAt: state.clock.now() });
    const own = lines.filter((line) => line.currency === currency);
    for (const line of own) state.billed.put(line.id, { ...line, invoiceId: id });
    for (const each of used) if (each.currency === currency) state.used.put(each.id, { ...each, invoiceId: id });
    misbill(state, id, until, own);
    state.emit("invoice-ready", `/invoices/${id}`);
  }
  if (state.billings.values().some(isProvided))
    state.timers.set(addMonths(until, 1, 1) + daysToIssue * day, "invoice", String(until));
}

/** Puts wrong lines on an invoice, as a test armed them: of one subscription, or of the first. What is missing comes with the next. */
function misbill(state: MicrosoftState, invoiceId: string, until: number, lines: readonly BilledLine[]) {
  for (const what of ["extra", "missing", "quantity", "price"]) {
    const subscriptionId = takeBad(state, `misbill:${what}`);
    const line = lines.find((each) => !subscriptionId || each.subscriptionId === subscriptionId);
    if (subscriptionId === undefined || !line) continue;
    const wrong = { ...line, invoiceId };
    if (what === "missing") state.billed.put(line.id, { ...line, at: until });
    else if (what === "quantity") state.billed.put(line.id, { ...wrong, quantity: line.quantity + 1 });
    else if (what === "price")
      state.billed.put(line.id, { ...wrong, unitMinor: line.unitMinor * 2, effectiveMinor: line.effectiveMinor * 2 });
    else {
      const id = state.newId();
      state.billed.put(id, { ...wrong, id, subscriptionId: state.newId() });
    }
  }
}

/** Microsoft rounds the price of a unit down before it multiplies. */
export const subtotalOf = ({ effectiveMinor, quantity }: BilledLine): number =>
  Math.floor(effectiveMinor + 1e-9) * quantity;
