import { startOf } from "../values/dates.ts";
import { money, sum, type Money } from "../values/money.ts";
import { nextPeriod } from "./periods.ts";
import type { Policies } from "./policies.ts";
import type { Catalogue, Change, PricingContext, Proposal, Subscription } from "./pricing-types.ts";
import { rate } from "./rate.ts";

/** What a change commits the customer to that it was not committed to before. */
export type Spend = {
  /** Whether it commits money at all. */
  commits: boolean;
  /** Net, at the customer's own prices, never negative; null if one is missing. */
  amount: Money | null;
};

/** The same, with the proposal as the customer pays it. */
export type Sale = Spend & { proposal: Proposal | null };

/**
 * Works out what a change commits to: what is charged at once and until the terms end, less what was to be charged until
 * then without it; of a wish for the end of a term, until the end of the next one. The customer's side is rated by the
 * same rules at its own prices. How goods are delivered has no such price, and is left out.
 */
export function saleOf(
  change: Change,
  rated: Proposal,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
): Sale {
  const touched = new Set(rated.subscriptions.map(({ key }) => key));
  const before = state.filter(({ key }) => touched.has(key));
  const renewals = change.kind === "schedule" ? 1 : 0;
  const boundIn = (subscriptions: readonly Subscription[], prices: Catalogue) =>
    boundAmounts(subscriptions, prices, policies, renewals);
  const added = (after: Proposal, stood: readonly Subscription[], prices: Catalogue): Money | null => {
    const [now, then] = [boundIn(after.subscriptions, prices), boundIn(stood, prices)];
    if (!now || !then) return null;
    const total = (amounts: readonly Money[]) => sum(amounts, context.currency).minor;
    const more = total(after.chargeRows.map(({ amount }) => amount)) + total(now) - total(then);
    return money(more > 0n ? more : 0n, context.currency);
  };

  const cost = added(rated, before, catalogue);
  const sold = soldAt(catalogue);
  const paid = state.map((each) => ({ ...each, unitCost: each.customerPrice ?? "0" }));
  const sale = before.every(({ customerPrice }) => customerPrice !== null)
    ? rate(withoutDelivery(change), paid, sold, policies, context)
    : undefined;
  const proposal = sale?.ok ? sale.value : null;
  const stood = paid.filter(({ key }) => touched.has(key));
  const amount = proposal && added(proposal, stood, sold);
  return { commits: cost?.minor !== 0n || (amount?.minor ?? 0n) > 0n, amount, proposal };
}

/** The prices that the customer pays, in the place of costs. */
const soldAt = ({ offers, prices }: Catalogue): Catalogue => ({
  offers,
  prices: prices.flatMap((price) => (price.customer === null ? [] : { ...price, cost: price.customer })),
});

const withoutDelivery = (change: Change): Change =>
  change.kind === "add" || change.kind === "cancel" ? { ...change, delivery: null } : change;

/** More periods than two of the longest terms have, paid monthly. */
const mostPeriods = 80;

/** Lists what is still to be charged within terms and so many renewals; undefined if a price is missing. */
function boundAmounts(
  subscriptions: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  renewals: number,
): Money[] | undefined {
  const amounts: Money[] = [];
  for (const subscription of subscriptions) {
    let [present, left, periods] = [subscription, renewals, 0];
    while (present.period !== null && present.termUntil !== null && present.quantity > 0 && periods++ < mostPeriods) {
      if (present.period.until >= present.termUntil && left-- === 0) break;
      const turned = nextPeriod(present, catalogue, policies, { now: startOf(present.period.until) });
      if (!turned.ok) return undefined;
      if (turned.value.outcome === "ended" || turned.value.outcome === "extended") break;
      amounts.push(...turned.value.chargeRows.map(({ amount }) => amount));
      present = turned.value.subscription;
    }
  }
  return amounts;
}
