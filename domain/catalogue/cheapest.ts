import { compareDecimals, type DecimalString } from "../values/decimal.ts";
import type { Billing } from "../pricing/pricing-types.ts";

type Priced = {
  unit: string;
  billing: Billing;
  price?: { cost: DecimalString; recommended: DecimalString | null } | undefined;
};

/** Returns the offer with the lowest price: of those billed monthly, which people compare, or else of any. */
export function leastOf<P extends Priced>(offers: readonly P[]) {
  const priced = offers.flatMap((offer) => (offer.price ? [{ ...offer, price: offer.price }] : []));
  const monthly = priced.filter(({ billing }) => billing === "monthly");
  return (monthly.length > 0 ? monthly : priced).toSorted((a, b) => compareDecimals(a.price.cost, b.price.cost))[0];
}

/** Returns that lowest price, as it is shown. */
export function cheapest(offers: readonly Priced[]) {
  const least = leastOf(offers);
  return (
    least && {
      Cost: least.price.cost,
      Recommended: least.price.recommended,
      Unit: least.unit,
      Billing: least.billing,
    }
  );
}
