import type { Billing, Term } from "@tradewind/domain/pricing/pricing-types.ts";
import { billingWords, termWords } from "../proposal/unit-price.ts";

/** Writes `1 year, billed each month`, `Billed each month` without a commitment, or `Once`. */
export function planWords({ Term: term, Billing: billing }: { Term: Term; Billing: Billing }): string {
  if (billing === "once") return "Once";
  const billed = billing === "daily" ? "by the day" : `each ${billingWords[billing]}`;
  return term === "none" ? `Billed ${billed}` : `${termWords[term]}, billed ${billed}`;
}
