/** What staff credit by hand of the lines of an issued invoice. */
import type { Currency } from "../values/money.ts";
import { totalsOf, type VatCategory } from "./vat.ts";

export const creditReasons = ["billedInError", "wrongPrice", "notProvided", "serviceLevel", "agreed"] as const;
export type CreditReason = (typeof creditReasons)[number];
/** As the reseller reads them, too. */
export const creditReasonWords: Record<CreditReason, string> = {
  billedInError: "Billed in error",
  wrongPrice: "Billed at a wrong price",
  notProvided: "Not provided",
  serviceLevel: "Service below what was promised",
  agreed: "Agreed with the reseller",
};

export const lineCreditStates = ["waiting", "issued", "refused"] as const;
export type LineCreditState = (typeof lineCreditStates)[number];

export type CreditedLine = { minor: bigint; category: VatCategory; percent: string };

/** What a credit comes to: VAT as its lines bore it, rounded once for each rate as on every document. */
export function totalsOfCredit(lines: readonly CreditedLine[], currency: Currency) {
  const { net, gross } = totalsOf(
    lines.map(({ minor, category, percent }) => ({ net: { minor, currency }, category, percent })),
    currency,
  );
  return { net: net.minor, vat: gross.minor - net.minor, gross: gross.minor };
}
