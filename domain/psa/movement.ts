/** Product movement: how many of a product a customer had before and after a period, and what that changes in the PSA. */

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
  /** Whether the PSA bills one for another price than the customer pays; no line of ours changes that. */
  isPriceOther: boolean;
  isBeingWritten: boolean;
};

/** Why a movement cannot be written into the PSA, in plain words; null if it can. */
export function obstacleOf(facts: MovementFacts): string | null {
  const { customerMatch, productMatch, lines, newQuantity, quantityNow, inPsa, isPriceOther, isBeingWritten } = facts;
  if (customerMatch === "ignored") return "The customer is ignored in the matching.";
  if (customerMatch === "notMatched") return "The customer is not matched in the PSA.";
  if (productMatch === "ignored") return "The service is ignored in the matching.";
  if (productMatch === "notMatched") return "The service is not matched in the PSA.";
  if (lines === 0) return "No active agreement of the company has a line for it. Add one in the PSA.";
  if (lines > 1) return `Agreements of the company have ${lines} lines for it. Leave one in the PSA.`;
  if (isBeingWritten) return "It is being written into the PSA.";
  if (quantityNow !== newQuantity) return "It changed again later. Write the movement of that month.";
  if (inPsa === newQuantity)
    return `The PSA has this quantity already${isPriceOther ? ", at another price. Change the price there" : ""}.`;
  return null;
}

/** Amounts of a PSA have up to four decimals. */
const parts = 10_000;
const inParts = (amount: string): number => Math.round(Number(amount) * parts);

/** What an agreement's next invoice comes to by its lines, and with other quantities in some: text with two decimals. */
export function nextInvoice(
  total: string,
  changes: readonly { unitPrice: string; from: string; to: number }[],
): { before: string; after: string } {
  const before = inParts(total);
  const more = changes.reduce(
    (sum, { unitPrice, from, to }) => sum + Math.round((inParts(unitPrice) * (to * parts - inParts(from))) / parts),
    0,
  );
  return { before: (before / parts).toFixed(2), after: ((before + more) / parts).toFixed(2) };
}
