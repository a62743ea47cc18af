import { add, isZero, negate, type Currency, type Money } from "../values/money.ts";
import type { VatTotal } from "./vat.ts";

/** The accounts kept per reseller. */
export type Account =
  | { kind: "receivable" }
  | { kind: "revenue"; productId: string }
  | { kind: "vat"; category: string; percent: string }
  | { kind: "cash"; method: string }
  | { kind: "credit" }
  | { kind: "payable"; vendor: string };

/** The account as one word, as the ledger stores it: `revenue:microsoft-365`, `vat:S:20`. */
export function accountCode(account: Account): string {
  switch (account.kind) {
    case "revenue":
      return `revenue:${account.productId}`;
    case "vat":
      return `vat:${account.category}:${account.percent}`;
    case "cash":
      return `cash:${account.method}`;
    case "payable":
      return `payable:${account.vendor}`;
    case "receivable":
    case "credit":
      return account.kind;
  }
}

/** One side of a posting: debits are positive, credits negative. */
export type Entry = { account: Account; amount: Money };

/** What the entries leave over per currency; empty for a posting that balances. */
export function imbalance(entries: readonly Entry[]): Money[] {
  const totals = new Map<Currency, Money>();
  for (const { amount } of entries) {
    const before = totals.get(amount.currency);
    totals.set(amount.currency, before ? add(before, amount) : amount);
  }
  return [...totals.values()].filter((total) => !isZero(total));
}

/** Drops entries of nothing. Throws where the rest does not balance in each currency: that is a fault, not a refusal. */
export function balanced(entries: readonly Entry[]): Entry[] {
  const left = imbalance(entries);
  if (left.length > 0)
    throw new Error(`The posting is out by ${left.map(({ minor, currency }) => `${minor} ${currency}`).join(", ")}`);
  return entries.filter(({ amount }) => !isZero(amount));
}

/** An invoice: the reseller owes its gross; revenue by product and VAT by rate stand against it. */
export function invoicePosting(invoice: {
  gross: Money;
  revenue: readonly { productId: string; net: Money }[];
  vat: readonly VatTotal[];
}): Entry[] {
  return balanced([
    { account: { kind: "receivable" }, amount: invoice.gross },
    ...invoice.revenue.map(({ productId, net }): Entry => ({
      account: { kind: "revenue", productId },
      amount: negate(net),
    })),
    ...invoice.vat.map(({ category, percent, vat }): Entry => ({
      account: { kind: "vat", category, percent },
      amount: negate(vat),
    })),
  ]);
}

/** A credit memo takes back what its invoice posted: the same accounts, the other way round. */
export const reversed = (entries: readonly Entry[]): Entry[] =>
  balanced(entries.map(({ account, amount }) => ({ account, amount: negate(amount) })));

/** Money received for what is owed; what is too much stays as credit. */
export function paymentPosting(method: string, paid: Money, owed: Money): Entry[] {
  const settled: Money = paid.minor < owed.minor ? paid : owed;
  return balanced([
    { account: { kind: "cash", method }, amount: paid },
    { account: { kind: "receivable" }, amount: negate(settled) },
    { account: { kind: "credit" }, amount: negate(add(paid, negate(settled))) },
  ]);
}
