/** What a customer pays for use of Azure, and how a month of it is charged. */
import type { CalendarDate } from "../values/dates.ts";
import { divideRounded, parseDecimal, scale, type DecimalString } from "../values/decimal.ts";
import { byPrecedence, decidingRule, priceBy, type PriceRule } from "./price-rules.ts";

/**
 * Prices what was used by the rule of its day that is a percentage. A fixed price is that of the plan itself, and use without
 * a rule is sold for what it costs.
 */
export function priceOfUse(
  rules: readonly PriceRule[],
): (used: { day: CalendarDate; cost: DecimalString }) => DecimalString {
  const inOrder = rules.filter(({ kind }) => kind !== "fixed").toSorted(byPrecedence);
  const decided = new Map<CalendarDate, PriceRule | undefined>();
  return ({ day, cost }) => {
    if (!decided.has(day)) decided.set(day, decidingRule(inOrder, day));
    const rule = decided.get(day);
    return (rule && priceBy(rule, cost, 8)) ?? cost;
  };
}

/** What of a month was used: its cost to us and its price to the customer, both exact, in 10^-8. */
type Exact = { cost: bigint; price: bigint };
/** What of a month is charged so far, and what that was in pence or cents. */
export type ChargedSoFar = Exact & { minor: bigint; saleMinor: bigint };

const minorOf = (amount: bigint): bigint => divideRounded(amount * 100n, scale);

/**
 * Charges what came to a month, part by part: each is what the month comes to with it, rounded, less what was charged before.
 * So a month is rounded once, however many parts and files it came in.
 */
export function chargeParts<Part extends { cost: DecimalString; price: DecimalString }>(
  before: ChargedSoFar,
  parts: readonly Part[],
): (Part & { minor: bigint; saleMinor: bigint })[] {
  const so = { ...before };
  return parts.map((part) => {
    so.cost += parseDecimal(part.cost);
    so.price += parseDecimal(part.price);
    const [minor, saleMinor] = [minorOf(so.cost) - so.minor, minorOf(so.price) - so.saleMinor];
    so.minor += minor;
    so.saleMinor += saleMinor;
    return { ...part, minor, saleMinor };
  });
}
