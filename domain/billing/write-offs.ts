/** What is taken off invoices without money. */

/** What will not be paid; what a payment fell short of by a bank's charges or by rounding; what is forgiven. */
export const writeOffKinds = ["badDebt", "shortPayment", "goodwill"] as const;
export type WriteOffKind = (typeof writeOffKinds)[number];
export const writeOffWords: Record<WriteOffKind, string> = {
  badDebt: "Bad debt",
  shortPayment: "Short payment",
  goodwill: "Goodwill",
};

export const writeOffStates = ["waiting", "posted", "refused", "takenBack"] as const;
export type WriteOffState = (typeof writeOffStates)[number];

/** Returns what of an amount with VAT is VAT, in minor units: it can be claimed back once a debt is bad. */
export function vatWithin(minor: bigint, { gross, vat }: { gross: bigint; vat: bigint }): bigint {
  if (gross === 0n) return 0n;
  const twice = (2n * minor * vat) / gross;
  return (twice + (twice >= 0n ? 1n : -1n)) / 2n;
}
