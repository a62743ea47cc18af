import { share, times, zero, type Money } from "../values/money.ts";
import type { Subscription } from "./pricing-types.ts";
import { billingMonths, termMonths } from "./terms.ts";

/** What a subscription costs in a month, as a part of longer periods; null for what is paid once. */
export function monthlyCost({
  unitCost,
  quantity,
  billing,
  currency,
  status,
}: Pick<Subscription, "unitCost" | "quantity" | "billing" | "currency" | "status">): Money | null {
  const months = billingMonths[billing];
  if (months === null) return null;
  return status === "cancelled" ? zero(currency) : share(times(unitCost, quantity, currency), 1, months);
}

/** What a subscription sells for in a month; null also where no price to its customer is known. */
export const monthlySales = (
  subscription: Parameters<typeof monthlyCost>[0] & Pick<Subscription, "customerPrice">,
): Money | null =>
  subscription.customerPrice === null ? null : monthlyCost({ ...subscription, unitCost: subscription.customerPrice });

/** What a whole term costs, in all its billing periods; null without a commitment. */
export function costOfTerm({
  unitCost,
  quantity,
  billing,
  term,
  currency,
}: Pick<Subscription, "unitCost" | "quantity" | "billing" | "term" | "currency">): Money | null {
  const [whole, period] = [termMonths[term], billingMonths[billing]];
  return whole === null || period === null ? null : share(times(unitCost, quantity, currency), whole, period);
}
