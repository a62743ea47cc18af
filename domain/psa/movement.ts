/** Product movement: how many of a product a customer had before and after a period, and what that changes in the PSA. */
import { divideRounded, formatDecimal, parseDecimal, scale, type DecimalString } from "../values/decimal.ts";

export type MovementFacts = {
  customerMatch: "matched" | "notMatched" | "ignored";
  productMatch: "matched" | "notMatched" | "ignored";
  /** Lines of the product in active agreements of the customer's company. */
  lines: number;
  newQuantity: number;
  /** What the customer has by now, which later periods may have changed. */
  quantityNow: number;
  /** What the PSA bills, if there is one line. */
  inPsa: number | null;
  /** Whether one is to cost something else there because its price moved, and whether that moved again later. */
  movesPrice: boolean;
  isPriceLater: boolean;
  /** Whether the PSA bills one for another price than the customer pays, although that did not move. */
  isPriceOther: boolean;
  isBeingWritten: boolean;
};

/** Why a movement cannot be written into the PSA, in plain words; null if it can. */
export function obstacleOf(facts: MovementFacts): string | null {
  const { customerMatch, productMatch, lines, newQuantity, quantityNow, inPsa, isBeingWritten } = facts;
  const { movesPrice, isPriceLater, isPriceOther } = facts;
  if (customerMatch === "ignored") return "The customer is ignored in the matching.";
  if (customerMatch === "notMatched") return "The customer is not matched in the PSA.";
  if (productMatch === "ignored") return "The service is ignored in the matching.";
  if (productMatch === "notMatched") return "The service is not matched in the PSA.";
  if (lines === 0) return "No active agreement of the company has a line for it. Add one in the PSA.";
  if (lines > 1) return `Agreements of the company have ${lines} lines for it. Leave one in the PSA.`;
  if (isBeingWritten) return "It is being written into the PSA.";
  if (quantityNow !== newQuantity || (movesPrice && isPriceLater))
    return "It changed again later. Write the movement of that month.";
  if (inPsa === newQuantity && !movesPrice)
    return `The PSA has this quantity already${isPriceOther ? ", at another price. See the reconciliation" : ""}.`;
  return null;
}

/** Amounts of a PSA have up to four decimals. */
const parts = 10_000;
const inParts = (amount: string): number => Math.round(Number(amount) * parts);

/** A PSA has prices in whole pennies: half of one is rounding. */
export const isSamePrice = (one: DecimalString, other: DecimalString): boolean =>
  Math.abs(Number(one) - Number(other)) < 0.005_05;

/** A price in whole pennies, as it is written into a PSA. */
export const inPennies = (price: DecimalString): DecimalString =>
  formatDecimal(divideRounded(parseDecimal(price), scale / 100n) * (scale / 100n), 2);

/**
 * What one is to cost in the PSA, since that moved; null if it did not, or nobody knows it. Who bills something else there than what it
 * cost before, or nothing, means to.
 */
export function movedPrice(previous: DecimalString | null, price: DecimalString | null, inPsa: DecimalString) {
  if (previous === null || price === null || price === previous) return null;
  if (Number(inPsa) === 0 || !isSamePrice(previous, inPsa) || isSamePrice(price, inPsa)) return null;
  const target = inPennies(price);
  return isSamePrice(target, inPsa) ? null : target;
}

type Change = { unitPrice: string; from: string; to: number; toPrice: string | null };

/** What an agreement's next invoice comes to by its lines, and with other quantities and prices in some: text with two decimals. */
export function nextInvoice(total: string, changes: readonly Change[]): { before: string; after: string } {
  const before = inParts(total);
  const more = changes.reduce(
    (sum, { unitPrice, from, to, toPrice }) =>
      sum + inParts(toPrice ?? unitPrice) * to - Math.round((inParts(unitPrice) * inParts(from)) / parts),
    0,
  );
  return { before: (before / parts).toFixed(2), after: ((before + more) / parts).toFixed(2) };
}
