import type { CalendarDate } from "../values/dates.ts";
import { divideRounded, formatDecimal, parseDecimal, placesOf, scale, type DecimalString } from "../values/decimal.ts";

/** Whose price a rule sets, the closest to the customer first. */
export const priceLevels = ["customer", "group", "everyone"] as const;
export type PriceLevel = (typeof priceLevels)[number];

export const priceKinds = ["fixed", "markUp", "margin", "none"] as const;

/**
 * How a reseller's price to its customers comes about: an amount per unit and billing period, a percentage on top of
 * the cost, the percentage of the price that is left to the reseller, or nothing, which leaves it to the next rule.
 */
export type PriceSetting =
  | { kind: "fixed" | "markUp" | "margin"; value: DecimalString }
  | { kind: "none"; value: null };

/** A reseller's own rule from a day on: for one offer, whose product is named too, for a product, or for everything. */
export type PriceRule = {
  level: PriceLevel;
  offerId: string | null;
  productId: string | null;
  from: CalendarDate;
} & PriceSetting;

const targetOf = (rule: PriceRule): number => (rule.offerId !== null ? 0 : rule.productId !== null ? 1 : 2);

/** Orders rules by precedence: the closest to the customer, then the most specific, then the newest. */
export function byPrecedence(a: PriceRule, b: PriceRule): number {
  const level = priceLevels.indexOf(a.level) - priceLevels.indexOf(b.level);
  if (level !== 0) return level;
  return targetOf(a) - targetOf(b) || (a.from > b.from ? -1 : a.from < b.from ? 1 : 0);
}

/**
 * Finds the rule that decides a price on a day, among rules of one offer in the order of their precedence. Only the
 * newest of the same level and target counts.
 */
export function decidingRule(rules: readonly PriceRule[], day: CalendarDate): PriceRule | undefined {
  let passed: PriceRule | undefined;
  for (const rule of rules) {
    if (rule.from > day) continue;
    if (passed && passed.level === rule.level && targetOf(passed) === targetOf(rule)) continue;
    if (rule.kind !== "none") return rule;
    passed = rule;
  }
  return undefined;
}

/** Checks whether a rule is for an offer: for it alone, for its product or for everything. */
export const isAbout = (rule: PriceRule, offer: { offerId: string; productId: string }): boolean =>
  rule.offerId === offer.offerId ||
  (rule.offerId === null && (rule.productId === null || rule.productId === offer.productId));

/** The rules of one level that count on a day, by what they are for. */
export type StandingRules = ReadonlyMap<string, PriceRule>;

type Target = Pick<PriceRule, "offerId" | "productId">;
const keyOf = ({ offerId, productId }: Target): string =>
  offerId !== null ? `offer ${offerId}` : productId !== null ? `product ${productId}` : "";

/** Finds the rules that count on a day, among those of one level and one owner: the newest for each target. */
export function standingOn(rules: readonly PriceRule[], day: CalendarDate): Map<string, PriceRule> {
  const standing = new Map<string, PriceRule>();
  for (const rule of rules) {
    const other = standing.get(keyOf(rule));
    if (rule.from <= day && (!other || other.from < rule.from)) standing.set(keyOf(rule), rule);
  }
  return standing;
}

/** Adds a rule that begins on the day for which the others were found. */
export const withRule = (standing: StandingRules, added: PriceRule): StandingRules =>
  new Map(standing).set(keyOf(added), added);

/**
 * Works out what a customer pays for an offer, by the rules that count for the customer, the closest level first; null if
 * none does. It decides as `decidingRule`, without looking through them.
 */
export function priceUnder(
  levels: readonly StandingRules[],
  { offerId, productId, cost }: { offerId: string; productId: string; cost: DecimalString },
): DecimalString | null {
  const targets = [
    { offerId, productId },
    { offerId: null, productId },
    { offerId: null, productId: null },
  ].map(keyOf);
  for (const standing of levels)
    for (const target of targets) {
      const rule = standing.get(target);
      if (rule && rule.kind !== "none") return priceBy(rule, cost);
    }
  return null;
}

const hundred = 100n * scale;

/** Works out a rule's price, in as many places as the cost has and in pennies at least. */
export function priceBy(
  rule: PriceSetting,
  cost: DecimalString,
  places = Math.max(2, placesOf(cost)),
): DecimalString | null {
  if (rule.kind === "none") return null;
  if (rule.kind === "fixed") return rule.value;
  const percent = parseDecimal(rule.value);
  const [above, below] = rule.kind === "markUp" ? [hundred + percent, hundred] : [hundred, hundred - percent];
  const step = 10n ** BigInt(8 - places);
  return formatDecimal(divideRounded(parseDecimal(cost) * above, below * step) * step, places);
}
