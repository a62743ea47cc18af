/** How a payment may move, and what of it we have: one rule for what an answer, a webhook and the reconciliation tell. */

export const paymentKinds = ["card", "directDebit", "bankTransfer"] as const;
/** As people call them. */
export const paidByWords: Readonly<Record<(typeof paymentKinds)[number], string>> = {
  card: "Card",
  directDebit: "Direct debit",
  bankTransfer: "Bank transfer",
};
export const paymentStates = [
  "submitted",
  "needsAction",
  "processing",
  "unknown",
  "presumedPaid",
  "confirmed",
  "failed",
  "cancelled",
  "refunded",
  "chargedBack",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** Still to be decided: no other payment of the invoice begins meanwhile. */
export const onTheWay: readonly PaymentState[] = ["submitted", "needsAction", "processing", "unknown", "presumedPaid"];

/** The least that is taken by card, in minor units. */
export const leastPayment = 30n;

const outcomes = ["presumedPaid", "confirmed", "failed", "cancelled"] as const;
/** Money that came can be taken back from every good state, and comes again where that was undone. */
const moves: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  submitted: ["needsAction", "processing", "unknown", "chargedBack", "refunded", ...outcomes],
  needsAction: ["submitted", "processing", "unknown", "chargedBack", "refunded", ...outcomes],
  processing: ["needsAction", "unknown", "chargedBack", "refunded", ...outcomes],
  unknown: ["submitted", "needsAction", "processing", "chargedBack", "refunded", ...outcomes],
  presumedPaid: ["confirmed", "failed", "refunded", "chargedBack"],
  confirmed: ["failed", "refunded", "chargedBack"],
  failed: ["confirmed", "refunded", "chargedBack"],
  cancelled: ["confirmed", "refunded", "chargedBack"],
  refunded: ["confirmed", "chargedBack"],
  chargedBack: ["confirmed", "refunded"],
};

type Standing = { state: PaymentState; amountMinor: bigint; heldMinor: bigint; isReversed: boolean };
/** `isCurrent`: it was read at the gateway after the last that we know. */
type Told = { state: PaymentState; returnedMinor: bigint; isCurrent: boolean };

/**
 * Returns how a payment stands after what was told of it, and what of it we have then; undefined where that is nothing
 * new or lies behind. What was given back in part lessens what we have; what went back comes again only by what is
 * current, such as a dispute that was won.
 */
export function moveOf(before: Standing, told: Told): { state: PaymentState; heldMinor: bigint } | undefined {
  const left = before.amountMinor > told.returnedMinor ? before.amountMinor - told.returnedMinor : 0n;
  const state = told.state === "confirmed" && left === 0n ? "refunded" : told.state;
  const heldMinor = state === "confirmed" ? left : 0n;
  const comesAgain = heldMinor > before.heldMinor && (before.isReversed || before.heldMinor > 0n);
  if (comesAgain && !told.isCurrent) return undefined;
  if (state === before.state)
    return state === "confirmed" && heldMinor !== before.heldMinor ? { state, heldMinor } : undefined;
  if (!moves[before.state].includes(state)) return undefined;
  return { state, heldMinor };
}

/**
 * Splits what came, or went back if negative, between what is owed on the invoice and the reseller's credit. What was
 * paid too much goes back first.
 */
export function splitPayment(change: bigint, open: bigint, credited: bigint): { invoice: bigint; credit: bigint } {
  if (change >= 0n) {
    const owed = open > 0n ? open : 0n;
    const invoice = change < owed ? change : owed;
    return { invoice, credit: change - invoice };
  }
  const credit = -change < credited ? change : -credited;
  return { invoice: change - credit, credit };
}
