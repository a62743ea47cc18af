/** A small catalogue, a buyer and helpers for the pricing tests. */
import { addDays, dayOf, startOf, type CalendarDate, type Instant } from "../values/dates.ts";
import type { Money } from "../values/money.ts";
import { policiesById, type Policy } from "./policies.ts";
import { rate } from "./rate.ts";
import { nextPeriod } from "./periods.ts";
import type {
  Catalogue,
  Change,
  ChargeRow,
  Offer,
  Price,
  Proposal,
  PricingContext,
  Subscription,
} from "./pricing-types.ts";
import { ukVatRates, vatTreatment } from "../billing/vat.ts";

/** Typical vendor policies: a committed term, no commitment, goods, and perpetual licences. */
const rules: readonly Policy[] = [
  { id: "microsoft.nce.window-7d", kind: "window", opens: { until: "elapsed", hours: 168, partial: true } },
  { id: "microsoft.nce.refund-daily-started-days", kind: "refund", method: "startedDays" },
  { id: "microsoft.nce.term-end-renew", kind: "termEnd", outcome: "renew", lockHours: 24 },
  { id: "microsoft.software.window-7d-whole", kind: "window", opens: { until: "elapsed", hours: 168, partial: false } },
  {
    id: "software.window-7d-whole-fixed",
    kind: "window",
    opens: { until: "elapsed", hours: 168, partial: false },
    fixed: true,
  },
  { id: "plan.window-never", kind: "window", opens: { until: "never" } },
  { id: "plan.refund-none", kind: "refund", method: "none" },
  { id: "perpetual.window-30d", kind: "window", opens: { until: "elapsed", hours: 720, partial: false } },
  { id: "acronis.window-always", kind: "window", opens: { until: "always" } },
  { id: "acronis.refund-daily-started-days", kind: "refund", method: "startedDays" },
  { id: "acronis.term-end-renew", kind: "termEnd", outcome: "renew", lockHours: 0 },
  { id: "hardware.window-until-dispatched", kind: "window", opens: { until: "dispatched" } },
  { id: "hardware.refund-full", kind: "refund", method: "full" },
  { id: "microsoft.extended.window-always", kind: "window", opens: { until: "always" } },
  { id: "microsoft.extended.no-term-end", kind: "termEnd", outcome: "renew", lockHours: 0 },
  { id: "microsoft.nce.ends-with-others", kind: "alignment", minimumDays: 2, monthlyNotOn: [28, 29, 30] },
  { id: "once.term-end-none", kind: "termEnd", outcome: "cancel", lockHours: 0 },
];

export const policies = policiesById(rules);

const microsoft = {
  window: "microsoft.nce.window-7d",
  refund: "microsoft.nce.refund-daily-started-days",
  termEnd: "microsoft.nce.term-end-renew",
};
const hardware = {
  window: "hardware.window-until-dispatched",
  refund: "hardware.refund-full",
  termEnd: "once.term-end-none",
};
const acronis = {
  window: "acronis.window-always",
  refund: "acronis.refund-daily-started-days",
  termEnd: "acronis.term-end-renew",
};

const extended = {
  window: "microsoft.extended.window-always",
  refund: "microsoft.nce.refund-daily-started-days",
  termEnd: "microsoft.extended.no-term-end",
};

export const offer = (changes: Partial<Offer> & Pick<Offer, "id" | "term" | "billing">): Offer => ({
  productId: "microsoft-365",
  sku: changes.id.split(":")[0]!,
  name: changes.id,
  unit: "Licence",
  minimum: 1,
  maximum: 300,
  isAddOn: false,
  needsOneOf: [],
  upgradesTo: [],
  forSale: true,
  policyIds: microsoft,
  ...changes,
});

export const offers: Offer[] = [
  offer({ id: "premium:P1Y:monthly", name: "Business Premium", term: "P1Y", billing: "monthly" }),
  offer({ id: "premium:P1Y:annual", name: "Business Premium", term: "P1Y", billing: "annual" }),
  offer({ id: "premium:P1M:monthly", name: "Business Premium", term: "P1M", billing: "monthly" }),
  offer({
    id: "premium:none:daily",
    name: "Business Premium",
    term: "none",
    billing: "daily",
    forSale: false,
    policyIds: extended,
  }),
  offer({
    id: "basic:P1Y:monthly",
    name: "Business Basic",
    term: "P1Y",
    billing: "monthly",
    upgradesTo: ["premium", "retired"],
  }),
  offer({
    id: "defender:P1Y:monthly",
    name: "Defender",
    term: "P1Y",
    billing: "monthly",
    isAddOn: true,
    needsOneOf: ["premium", "basic"],
  }),
  offer({
    id: "software:P1Y:annual",
    name: "Server subscription",
    term: "P1Y",
    billing: "annual",
    policyIds: { ...microsoft, window: "microsoft.software.window-7d-whole" },
  }),
  offer({
    id: "phone:once",
    productId: "hosted-voice-hardware",
    name: "Desk phone",
    term: "none",
    billing: "once",
    policyIds: hardware,
  }),
  offer({
    id: "headset:once",
    productId: "hosted-voice-hardware",
    name: "Headset",
    term: "none",
    billing: "once",
    policyIds: hardware,
  }),
  offer({
    id: "workstation:none:monthly",
    productId: "acronis-backup",
    name: "Workstation",
    term: "none",
    billing: "monthly",
    maximum: null,
    policyIds: acronis,
  }),
  offer({ id: "mailbox:P1Y:monthly", productId: "vade", name: "Mailbox", term: "P1Y", billing: "monthly" }),
  offer({ id: "retired:P1Y:monthly", name: "Retired", term: "P1Y", billing: "monthly", forSale: false }),
];

export const price = (changes: Partial<Price> & Pick<Price, "offerId" | "cost">): Price => ({
  currency: "GBP",
  from: "2020-01-01",
  until: null,
  recommended: null,
  customer: null,
  ...changes,
});

export const prices: Price[] = [
  price({ offerId: "premium:P1Y:monthly", cost: "18.10", customer: "22.60" }),
  price({ offerId: "premium:P1Y:monthly", cost: "21.20", currency: "EUR" }),
  price({ offerId: "premium:P1Y:annual", cost: "206.88" }),
  price({ offerId: "premium:P1M:monthly", cost: "21.72" }),
  price({ offerId: "premium:none:daily", cost: "22.37" }),
  price({ offerId: "basic:P1Y:monthly", cost: "4.90" }),
  price({ offerId: "defender:P1Y:monthly", cost: "1.60" }),
  price({ offerId: "software:P1Y:annual", cost: "612.00" }),
  price({ offerId: "phone:once", cost: "10.00" }),
  price({ offerId: "headset:once", cost: "5.50" }),
  price({ offerId: "workstation:none:monthly", cost: "1.235" }),
  price({ offerId: "mailbox:P1Y:monthly", cost: "1.10" }),
  price({ offerId: "retired:P1Y:monthly", cost: "9.00" }),
];

export const catalogueOf = (changes: { offers?: Offer[]; prices?: Price[] } = {}): Catalogue => ({
  offers: new Map((changes.offers ?? offers).map((each) => [each.id, each])),
  prices: changes.prices ?? prices,
});
export const catalogue = catalogueOf();

export const at = (now: Instant, changes: Partial<PricingContext> = {}): PricingContext => ({
  now,
  currency: "GBP",
  vat: {
    treatment: vatTreatment({ country: "GB", vatNumber: "GB123456789" }, { country: "GB", vatNumber: null }),
    rates: ukVatRates,
  },
  unsigned: [],
  ...changes,
});

/** Returns the proposal of a change that must be allowed. */
export function proposed(
  change: Change,
  state: readonly Subscription[],
  context: PricingContext,
  from: Catalogue = catalogue,
): Proposal {
  const decision = rate(change, state, from, policies, context);
  if (!decision.ok) throw new Error(`Refused: ${decision.refusal} ${JSON.stringify(decision.details)}`);
  return decision.value;
}

/** Returns one subscription, bought at a given instant. */
export function bought(offerId: string, quantity: number, context: PricingContext, from: Catalogue = catalogue) {
  const proposal = proposed({ kind: "add", lines: [{ key: "one", offerId, quantity }] }, [], context, from);
  return { subscription: proposal.subscriptions[0]!, rows: [...proposal.chargeRows] };
}

/**
 * Advances each billing period on its last night, as the worker does, up to and including a day; returns the rows
 * written.
 */
export function turnedUntil(
  subscription: Subscription,
  day: CalendarDate,
  from: Catalogue = catalogue,
): { subscription: Subscription; rows: ChargeRow[] } {
  const rows: ChargeRow[] = [];
  let present = subscription;
  while (present.period !== null && present.period.until <= day) {
    const turned = nextPeriod(present, from, policies, { now: startOf(present.period.until) });
    if (!turned.ok) break;
    rows.push(...turned.value.chargeRows);
    present = turned.value.subscription;
  }
  return { subscription: present, rows };
}

export const total = (rows: readonly { amount: Money }[]): bigint =>
  rows.reduce((all, row) => all + row.amount.minor, 0n);
export const daysLater = (context: PricingContext, days: number): PricingContext => ({
  ...context,
  now: context.now.replace(dayOf(context.now), addDays(dayOf(context.now), days)),
});
