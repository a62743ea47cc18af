import type { CalendarDate } from "../values/dates.ts";
import type { DecimalString } from "../values/decimal.ts";
import type { Currency } from "../values/money.ts";
import { byPrecedence, decidingRule, isAbout, priceBy, type PriceRule } from "./price-rules.ts";
import type { Price } from "./pricing-types.ts";

export type ListPrice = {
  offerId: string;
  productId: string;
  currency: Currency;
  from: CalendarDate;
  cost: DecimalString;
  recommended: DecimalString | null;
};

/**
 * Merges list prices and the reseller's own rules that apply to one customer (or to everyone) into price rows, with a
 * new row from each day on which either changes. The newest row that has begun applies; a list price applies until a
 * later list names the offer again. Of two list prices from one day the last one counts.
 */
export function priceTimeline(list: readonly ListPrice[], own: readonly PriceRule[]): Price[] {
  const ordered = own.toSorted(byPrecedence);
  const listOf = Map.groupBy(list, (price) => `${price.offerId} ${price.currency}`);
  return [...listOf.values()].flatMap((rows) => {
    const costs = rows.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
    const { offerId, productId } = costs[0]!;
    const rules = ordered.filter((rule) => isAbout(rule, { offerId, productId }));
    const days = new Set([...costs.map((row) => row.from), ...rules.map((rule) => rule.from)]);
    return [...days].toSorted().flatMap((from, index, all): Price[] => {
      const cost = costs.findLast((row) => row.from <= from);
      if (!cost) return [];
      const rule = decidingRule(rules, from);
      return [
        {
          offerId,
          currency: cost.currency,
          from,
          until: all[index + 1] ?? null,
          cost: cost.cost,
          recommended: cost.recommended,
          customer: rule ? priceBy(rule, cost.cost) : null,
        },
      ];
    });
  });
}
