/** Where a vendor's invoice differs from what we owe, and how that is settled. */
import { formatLastDay, formatDate } from "../values/date-formats.ts";
import { format, type Currency } from "../values/money.ts";

/**
 * Billed and not owed, owed and not billed, another quantity or price, other days, or the vendor's rounding, which
 * explains itself.
 */
export const billDifferenceKinds = ["notOurs", "notTheirs", "quantity", "price", "days", "rounding"] as const;
export type BillDifferenceKind = (typeof billDifferenceKinds)[number];

/** A period, seats added to one or given back within it, or something else. */
export const billedFor = ["period", "added", "returned", "other"] as const;
export type BilledFor = (typeof billedFor)[number];

export const billDifferenceStates = ["open", "explained", "accepted", "disputed", "corrected"] as const;
export type BillDifferenceState = (typeof billDifferenceStates)[number];

export const billDecisions = ["accept", "dispute", "correct"] as const;
export type BillDecision = (typeof billDecisions)[number];

/** What can still be decided: a dispute ends when the vendor corrects it, or it is accepted after all. */
export function decisionsIn(state: BillDifferenceState): readonly BillDecision[] {
  if (state === "open") return billDecisions;
  return state === "disputed" ? ["accept", "correct"] : [];
}

export const stateAfter = {
  accept: "accepted",
  dispute: "disputed",
  correct: "corrected",
} as const satisfies Record<BillDecision, BillDifferenceState>;

type Side = { quantity: string; unit: string; minor: bigint } | null;
type BillDifference = {
  kind: BillDifferenceKind;
  charge: BilledFor;
  vendor: string;
  currency: Currency;
  from: string;
  until: string;
  ours: Side;
  theirs: Side;
  /** Whether a subscription of ours stands for it. */
  isKnown: boolean;
};

/** Says in a sentence where the two part. */
export function billDifferenceWords({
  kind,
  charge,
  vendor,
  currency,
  from,
  until,
  ours,
  theirs,
  isKnown,
}: BillDifference) {
  const days = until > from ? `${formatDate(from)} to ${formatLastDay(until)}` : formatDate(from);
  const what = { period: "", added: " added", returned: " given back", other: " of something else" }[charge];
  const counted = (side: Side) => `${Math.abs(Number(side?.quantity)).toLocaleString("en-GB")}${what}`;
  const unit = (side: Side) => format({ minor: BigInt(Math.round(Number(side?.unit) * 100)), currency });
  switch (kind) {
    case "notOurs":
      return `${vendor} bills ${counted(theirs)} for ${days}, and we owe nothing for it${isKnown ? "" : ": no subscription of ours stands for it"}`;
    case "notTheirs":
      return `We owe for ${counted(ours)} for ${days}, and ${vendor} does not bill it`;
    case "quantity":
      return `${vendor} bills ${counted(theirs)} for ${days}, and we owe for ${counted(ours)}`;
    case "price":
      return `${vendor} asks ${unit(theirs)} a unit for ${days}, and our price is ${unit(ours)}`;
    case "days":
      return `${vendor} bills other days than we do, up to ${formatLastDay(until)}`;
    case "rounding":
      return `${vendor} rounds the price of a unit before it multiplies, for ${days}`;
  }
}
