/** What a month's use costs. */
import { divideRounded, formatDecimal, parseDecimal, scale, type DecimalString } from "../values/decimal.ts";
import type { Currency, Money } from "../values/money.ts";

/** The month of a meter: what its vendor's report tells, how much its licences had paid for, and what a unit costs. */
export type UsedMonth = { used: DecimalString; included: DecimalString; unitCost: DecimalString; currency: Currency };

/** A quantity and what it costs: negative where a correction takes some back. */
export type RatedUsage = { quantity: DecimalString; amount: Money };

/** Rates what was used above the licences, rounding once. */
export function rateUsage({ used, included, unitCost, currency }: UsedMonth): RatedUsage {
  const above = parseDecimal(used) - parseDecimal(included);
  const quantity = above > 0n ? above : 0n;
  return {
    quantity: formatDecimal(quantity, 8),
    amount: { minor: divideRounded(quantity * parseDecimal(unitCost) * 100n, scale * scale), currency },
  };
}

/**
 * Rates what a later report changes: the difference to what the month was charged so far, so that charge and corrections
 * together cost what the last report alone would have.
 */
export function correctUsage(month: UsedMonth, charged: RatedUsage): RatedUsage {
  const whole = rateUsage(month);
  return {
    quantity: formatDecimal(parseDecimal(whole.quantity) - parseDecimal(charged.quantity), 8),
    amount: { minor: whole.amount.minor - charged.amount.minor, currency: month.currency },
  };
}
