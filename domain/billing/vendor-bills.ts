/** Where a vendor's invoice differs from what we owe, and how that is settled. */
import { formatDate, formatLastDay, formatMonth } from "../values/date-formats.ts";
import { format, type Currency } from "../values/money.ts";

/**
 * Billed and not owed, owed and not billed, another quantity or price, other days, or the vendor's rounding, which
 * explains itself. Of what was used also: of something that had ended within the month or began after it, which is not
 * charged, or of something whose licences are not charged for all of the month yet, which a later report charges.
 */
export const billDifferenceKinds = [
  "notOurs",
  "notTheirs",
  "quantity",
  "price",
  "days",
  "rounding",
  "ended",
  "began",
  "waiting",
] as const;
export type BillDifferenceKind = (typeof billDifferenceKinds)[number];

/** A period, seats added to one or given back within it, what a meter counted in a month, or something else. */
export const billedFor = ["period", "added", "returned", "usage", "other"] as const;
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
  /** Whether the vendor only reports what was used, without its prices. */
  isReport: boolean;
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
  isReport,
}: BillDifference) {
  const days =
    charge === "usage"
      ? formatMonth(from)
      : until > from
        ? `${formatDate(from)} to ${formatLastDay(until)}`
        : formatDate(from);
  const what = { period: "", added: " added", returned: " given back", usage: " used", other: " of something else" }[
    charge
  ];
  const says = isReport ? "reports" : "bills";
  const counted = (side: Side) =>
    `${Math.abs(Number(side?.quantity)).toLocaleString("en-GB", { maximumFractionDigits: 8 })}${what}`;
  const unit = (side: Side) => format({ minor: BigInt(Math.round(Number(side?.unit) * 100)), currency });
  switch (kind) {
    case "notOurs":
      return `${vendor} ${says} ${counted(theirs)} for ${days}, and we owe nothing for it${isKnown ? "" : ": no subscription of ours stands for it"}`;
    case "notTheirs":
      return `We owe for ${counted(ours)} for ${days}, and ${vendor} does not ${isReport ? "report" : "bill"} it`;
    case "quantity":
      return `${vendor} ${says} ${counted(theirs)} for ${days}, and we owe for ${counted(ours)}`;
    case "price":
      return `${vendor} asks ${unit(theirs)} a unit for ${days}, and our price is ${unit(ours)}`;
    case "days":
      return `${vendor} bills other days than we do, up to ${formatLastDay(until)}`;
    case "rounding":
      return charge === "usage"
        ? `${vendor} rounds down what was used in ${days}`
        : `${vendor} rounds the price of a unit before it multiplies, for ${days}`;
    case "ended":
      return `${vendor} ${says} ${counted(theirs)} for ${days}, within which it had ended, so we charge none of it`;
    case "began":
      return `${vendor} ${says} ${counted(theirs)} for ${days}, after which it began, so we charge none of it`;
    case "waiting":
      return `${vendor} ${says} ${counted(theirs)} for ${days}; its licences are not charged for all of that month yet, and a later report charges it`;
  }
}
