import { compareDecimals, type DecimalString } from "../values/decimal.ts";
import type { Billing } from "../pricing/pricing-types.ts";

type Priced = {
  unit: string;
  billing: Billing;
  price?: { cost: DecimalString; recommended: DecimalString | null } | undefined;
};

/** Returns the lowest price of some offers: of those billed monthly, which people compare, or else of any. */
export function cheapest(offers: readonly Priced[]) {
  const priced = offers.flatMap(({ unit, billing, price }) => (price ? [{ unit, billing, price }] : []));
  const monthly = priced.filter(({ billing }) => billing === "monthly");
  const [least] = (monthly.length > 0 ? monthly : priced).toSorted((a, b) =>
    compareDecimals(a.price.cost, b.price.cost),
  );
  return (
    least && {
      Cost: least.price.cost,
      Recommended: least.price.recommended,
      Unit: least.unit,
      Billing: least.billing,
    }
  );
}
