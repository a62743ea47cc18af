import { compareDecimals, type DecimalString } from "../values/decimal.ts";
import type { Billing } from "../pricing/pricing-types.ts";

type Priced = {
  unit: string;
  billing: Billing;
  price?: { cost: DecimalString; recommended: DecimalString | null } | undefined;
};

/** Returns the offer with the lowest amount: of those billed monthly, which people compare, or else of any. */
const leastBy = <Each extends { billing: Billing }>(offers: readonly Each[], amount: (each: Each) => DecimalString) => {
  const monthly = offers.filter(({ billing }) => billing === "monthly");
  return (monthly.length > 0 ? monthly : offers).toSorted((a, b) => compareDecimals(amount(a), amount(b)))[0];
};

/** Returns the offer with the lowest cost. */
export const leastOf = <P extends Priced>(offers: readonly P[]) =>
  leastBy(
    offers.flatMap((offer) => (offer.price ? [{ ...offer, price: offer.price }] : [])),
    ({ price }) => price.cost,
  );

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

type Sold = Pick<Priced, "unit" | "billing"> & { price?: { customer: DecimalString | null } | undefined };

/** Returns the lowest price that is set for a customer, as its people are shown it. */
export function leastPaid(offers: readonly Sold[]) {
  const sold = offers.flatMap(({ unit, billing, price }) =>
    price?.customer ? [{ unit, billing, amount: price.customer }] : [],
  );
  const least = leastBy(sold, ({ amount }) => amount);
  return least && { Price: least.amount, Unit: least.unit, Billing: least.billing };
}
