import type { CalendarDate } from "../values/dates.ts";
import type { DecimalString } from "../values/decimal.ts";
import type { Currency } from "../values/money.ts";
import type { Price } from "./pricing-types.ts";

export type ListPrice = {
  offerId: string;
  currency: Currency;
  from: CalendarDate;
  cost: DecimalString;
  recommended: DecimalString | null;
};
/** A reseller's own price to its customers from a day on; null removes it. */
export type OwnPrice = { offerId: string; from: CalendarDate; price: DecimalString | null };

/**
 * Merges list prices and a reseller's own prices into price rows, with a new row from each day on which either changes.
 * The newest row that has begun applies; a list price applies until a later list names the offer again.
 */
export function priceTimeline(list: readonly ListPrice[], own: readonly OwnPrice[]): Price[] {
  const ownOf = Map.groupBy(own, (price) => price.offerId);
  const listOf = Map.groupBy(list, (price) => `${price.offerId} ${price.currency}`);
  return [...listOf.values()].flatMap((rows) => {
    const costs = rows.toSorted((a, b) => (a.from < b.from ? -1 : 1));
    const customers = ownOf.get(costs[0]!.offerId) ?? [];
    const days = new Set([...costs.map((row) => row.from), ...customers.map((row) => row.from)]);
    return [...days].toSorted().flatMap((from, index, all): Price[] => {
      const cost = costs.findLast((row) => row.from <= from);
      if (!cost) return [];
      const customer = customers.filter((row) => row.from <= from).reduce<OwnPrice | undefined>(later, undefined);
      return [{ ...cost, from, until: all[index + 1] ?? null, customer: customer?.price ?? null }];
    });
  });
}

const later = (a: OwnPrice | undefined, b: OwnPrice): OwnPrice => (a && a.from > b.from ? a : b);
