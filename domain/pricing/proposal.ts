import { isBefore, startOf, type Instant } from "../values/dates.ts";
import { subtract, sum, times } from "../values/money.ts";
import type { Policies } from "./policies.ts";
import { nextPeriod, recurringRow } from "./periods.ts";
import type {
  Catalogue,
  ChargeRow,
  Finding,
  HistoryEntry,
  Lot,
  Margin,
  Proposal,
  PricingContext,
  Renewal,
  Subscription,
  Upcoming,
  UpcomingLine,
} from "./pricing-types.ts";
import { findPrice, monthAround, pricedFrom } from "./terms.ts";
import { totalsOf, vatPercent, type TaxedLine } from "../billing/vat.ts";

/** The effects of a change, before they are totalled for the person. */
export type Effect = {
  subscriptions: readonly Subscription[];
  chargeRows: readonly ChargeRow[];
  history: readonly HistoryEntry[];
  findings: readonly Finding[];
  /** Lots bought by the change, which decide until when it can be undone. */
  boughtLots: readonly Lot[];
};

const mostUpcoming = 13;
/** As many as the longest term has, three years paid monthly. */
const mostComing = 36;

/** Adds totals, tax, margins and future periods to the effects of a change. */
export function propose(
  effect: Effect,
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
  forecast: { pastTermEnd: boolean },
): Proposal {
  const coming = effect.subscriptions.flatMap((each) => comingRows(each, catalogue, policies, forecast));
  const renewed = forecast.pastTermEnd
    ? effect.subscriptions.flatMap((each) => afterTerm(each, catalogue, policies) ?? [])
    : [];
  const margins = (forecast.pastTermEnd ? renewed : effect.subscriptions).flatMap((each) => marginOf(each, catalogue));
  return {
    chargeRows: effect.chargeRows,
    history: effect.history,
    subscriptions: effect.subscriptions,
    chargeNow: totalsOf(
      effect.chargeRows.map((row) => taxed(row, context)),
      context.currency,
    ),
    upcoming: forecastOf(coming, context),
    renewals: renewalsOf(renewed),
    margins,
    marginTotal: margins.length === 0 ? null : totalMargin(margins, context),
    commitment: commitmentOf(effect, coming, context),
    undoUntil: earliestEnd(effect.boughtLots),
    findings: effect.findings,
  };
}

/** Adds tax to a charge at the rate of its due date. */
export const taxed = (
  row: Pick<ChargeRow, "amount" | "dueOn">,
  { vat: { treatment, rates } }: Pick<PricingContext, "vat">,
): TaxedLine => ({
  net: row.amount,
  category: treatment.category,
  percent: vatPercent(rates, treatment.category, row.dueOn),
});

/** Totals what comes by its periods. */
function forecastOf(coming: readonly ChargeRow[], context: PricingContext): Upcoming[] {
  const periods = Map.groupBy(coming, (row) => `${row.periodFrom} ${row.periodUntil}`);
  return [...periods.keys()]
    .toSorted()
    .slice(0, mostUpcoming)
    .map((key) => {
      const same = periods.get(key)!;
      const { periodFrom, periodUntil, dueOn } = same[0]!;
      return {
        from: periodFrom,
        until: periodUntil,
        dueOn,
        ...totalsOf(
          same.map((row) => taxed(row, context)),
          context.currency,
        ),
        lines: same.map((row): UpcomingLine => ({
          subscriptionKey: row.subscriptionKey!,
          offerId: row.offerId!,
          quantity: row.quantity,
          amount: row.amount,
        })),
      };
    });
}

/** Adds up what is charged until the terms end, whatever is renewed then. */
function commitmentOf(
  { subscriptions, chargeRows }: Effect,
  coming: readonly ChargeRow[],
  { currency }: PricingContext,
): Proposal["commitment"] {
  const ends = new Map(
    subscriptions.flatMap(({ key, termUntil, quantity }) => (termUntil && quantity > 0 ? [[key, termUntil]] : [])),
  );
  const until = [...ends.values()].toSorted().at(-1);
  if (until === undefined) return null;
  const bound = [...chargeRows, ...coming].filter(
    ({ subscriptionKey, periodFrom }) => periodFrom < (ends.get(subscriptionKey ?? "") ?? ""),
  );
  const amounts = bound.map(({ amount }) => amount);
  return { amount: sum(amounts, currency), until };
}

/** Advances period after period as the worker will, so that the promise matches what will be billed. */
function comingRows(
  subscription: Subscription,
  catalogue: Catalogue,
  policies: Policies,
  { pastTermEnd }: { pastTermEnd: boolean },
): ChargeRow[] {
  const rows: ChargeRow[] = [];
  let present = subscription;
  while (rows.length < mostComing && present.period !== null) {
    if (present.period.until === present.termUntil && !pastTermEnd) break;
    const turned = nextPeriod(present, catalogue, policies, { now: startOf(present.period.until) });
    if (!turned.ok || turned.value.outcome === "ended") break;
    if (turned.value.outcome === "extended") return [...rows, monthOf(turned.value.subscription)];
    rows.push(...turned.value.chargeRows);
    if (turned.value.outcome === "renewed") break;
    present = turned.value.subscription;
  }
  return rows;
}

/** Advances a subscription past the end of its term; undefined if it ends then. */
function afterTerm(subscription: Subscription, catalogue: Catalogue, policies: Policies): Subscription | undefined {
  let present = subscription;
  for (let periods = 0; periods <= mostComing && present.period !== null; periods++) {
    const turned = nextPeriod(present, catalogue, policies, { now: startOf(present.period.until) });
    if (!turned.ok || turned.value.outcome === "ended") return undefined;
    present = turned.value.subscription;
    if (turned.value.outcome === "renewed" || turned.value.outcome === "extended") return present;
  }
  return undefined;
}

/** Adds up full periods that begin on the same day and are billed alike. */
const renewalsOf = (renewed: readonly Subscription[]): Renewal[] =>
  [...Map.groupBy(renewed, ({ period, billing }) => `${period!.from} ${billing}`).values()].map((same) => {
    const { period, billing, currency } = same[0]!;
    const amounts = same.map((each) => times(each.unitCost, each.quantity, currency));
    return { from: period!.from, billing, amount: sum(amounts, currency) };
  });

/** What is charged by the day, as it comes to in a month. */
function monthOf(subscription: Subscription): ChargeRow {
  const { anchorDay, period } = subscription;
  const month = { ...subscription, period: monthAround(period!.from, anchorDay) };
  return recurringRow(month, month.period.from, null);
}

/** Of the periods to come: those of another billing, if that is wanted from the next charge on. */
function marginOf(subscription: Subscription, catalogue: Catalogue): Margin[] {
  const { key, nextOfferId, quantity, currency } = subscription;
  const next = nextOfferId && findPrice(catalogue, nextOfferId, currency, pricedFrom(subscription));
  const { cost: unitCost, customer } = next || { cost: subscription.unitCost, customer: subscription.customerPrice };
  if (customer === null || quantity === 0) return [];
  const cost = times(unitCost, quantity, currency);
  const price = times(customer, quantity, currency);
  return [{ subscriptionKey: key, cost, customerPrice: price, margin: subtract(price, cost) }];
}

const totalMargin = (margins: readonly Margin[], { currency }: PricingContext) => {
  const total = (amount: "cost" | "customerPrice" | "margin") =>
    sum(
      margins.map((each) => each[amount]),
      currency,
    );
  return { cost: total("cost"), customerPrice: total("customerPrice"), margin: total("margin") };
};

/** Returns the earliest end; null if nothing was bought or no instant decides one lot's end. */
function earliestEnd(lots: readonly Lot[]): Instant | null {
  let earliest: Instant | null = null;
  for (const { refundableUntil } of lots) {
    if (refundableUntil === null) return null;
    if (earliest === null || isBefore(refundableUntil, earliest)) earliest = refundableUntil;
  }
  return earliest;
}
