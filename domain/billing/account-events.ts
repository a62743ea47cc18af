/** What happened on a reseller's account; money that was given back, or taken back by a bank, is told apart from money that came. */
type AccountEventKind = "invoice" | "creditMemo" | "payment" | "refund" | "chargeback" | "credit" | "other";

/** Names what happened, by what it changed of what is owed and of what is in credit, which is negative. */
export function accountEventWords(kind: AccountEventKind, owed: bigint, credit: bigint): string {
  if (kind === "credit")
    return owed < 0n ? "Credit used" : owed === 0n && credit < 0n ? "Credit given" : "Credit taken back";
  return words[kind];
}

const words = {
  invoice: "Invoice",
  creditMemo: "Credit memo",
  payment: "Payment",
  refund: "Refund",
  chargeback: "Chargeback",
  other: "Adjustment",
} as const;
