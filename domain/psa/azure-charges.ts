/** What of a month of Azure is charged in a reseller's PSA: by which parts, for how much, and whether it may be. */
import { spendKinds, type SpendKind } from "../ordering/azure-spend.ts";
import { formatMonth } from "../values/date-formats.ts";
import { addDays, monthOf, type CalendarDate } from "../values/dates.ts";
import { parseDecimal, divideRounded, scale, type DecimalString } from "../values/decimal.ts";
import type { Currency } from "../values/money.ts";

/** The numbers by which the specification knows the kinds of report. */
export const reportKinds = { total: 0, group: 1, resource: 2, meter: 3 } as const satisfies Record<SpendKind, number>;
export type ReportKind = (typeof reportKinds)[SpendKind];
export const spendKindOf = (kind: ReportKind): SpendKind => spendKinds[kind];

/** Parts of a subscription that are charged by themselves; what is left of it is one charge. */
export const mostParts = 99;

const pennies = (amount: bigint): bigint => divideRounded(amount * 100n, scale);

/**
 * Rounds a month once: all of it is what its exact parts come to, and what the rounded parts leave of that, or take too
 * much, is the rest. `unnamed` is what the parts beyond the named ones come to.
 */
export function roundOnce(
  named: readonly DecimalString[],
  unnamed: DecimalString,
): { named: bigint[]; rest: bigint; total: bigint } {
  const exact = named.map(parseDecimal);
  const sumOf = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n);
  const total = pennies(sumOf(exact) + parseDecimal(unnamed));
  const rounded = exact.map(pennies);
  return { named: rounded, rest: total - sumOf(rounded), total };
}

/** Why nothing of a month of a subscription can be charged. */
export const obstacles = [
  "customerIgnored",
  "customerNotMatched",
  "agreementMissing",
  "serviceNotMatched",
  "monthNotOver",
] as const;
export type Obstacle = (typeof obstacles)[number];

type Place = {
  ignored: boolean;
  company_ref: string | null;
  agreement_ref: string | null;
  product_ref: string | null;
  /** The last day told in full, and whether there will be more of them. */
  whole_until: CalendarDate | null;
  isEnded: boolean;
};

export const obstacleOf = (place: Place, month: CalendarDate, today: CalendarDate): Obstacle | null =>
  place.ignored
    ? "customerIgnored"
    : place.company_ref === null
      ? "customerNotMatched"
      : place.agreement_ref === null
        ? "agreementMissing"
        : place.product_ref === null
          ? "serviceNotMatched"
          : isOver(place, month, today)
            ? null
            : "monthNotOver";

const isOver = ({ whole_until: wholeUntil, isEnded }: Place, month: CalendarDate, today: CalendarDate): boolean => {
  const { until } = monthOf(month);
  return until <= today && wholeUntil !== null && (isEnded || wholeUntil >= addDays(until, -1));
};

export const chargeStates = ["Ready", "Sending", "Sent", "Changed", "Removed", "Refused", "Blocked"] as const;
export type ChargeState = (typeof chargeStates)[number];

/** How a charge stands: what was sent of it is not sent again, only what it has changed by since, or what was removed there. */
export function stateOf(charge: {
  due: bigint;
  sent: bigint;
  isSending: boolean;
  wasRefused: boolean;
  isRemoved: boolean;
  obstacle: Obstacle | null;
}): ChargeState {
  if (charge.isSending) return "Sending";
  if (charge.due === charge.sent) return "Sent";
  if (charge.obstacle !== null) return "Blocked";
  if (charge.wasRefused) return "Refused";
  if (charge.isRemoved) return "Removed";
  return charge.sent === 0n ? "Ready" : "Changed";
}

export const isSendable = (state: ChargeState): boolean =>
  state === "Ready" || state === "Changed" || state === "Removed" || state === "Refused";

/** The longest name that both PSAs take. */
const longestName = 100;

/** Names a charge in the PSA, which knows neither its month nor its currency. */
export function chargeName(charge: {
  subscription: string;
  part: string | null;
  month: CalendarDate;
  currency: Currency;
  isCorrection: boolean;
}): string {
  const end = `, ${formatMonth(charge.month)} (${charge.currency})${charge.isCorrection ? ", correction" : ""}`;
  const what = `Azure ${charge.subscription}${charge.part === null ? "" : `, ${charge.part}`}`;
  const room = longestName - end.length;
  return (what.length <= room ? what : `${what.slice(0, room - 1)}…`) + end;
}

export const reportWords: Readonly<Record<ReportKind, string>> = {
  0: "In total",
  1: "By group",
  2: "By resource",
  3: "By meter",
};

/** What to do about a charge that the PSA no longer has. */
export const removedWords = "It is no longer in the PSA. Send it again unless it is on an invoice already.";

/** An obstacle in a few words. */
export const obstacleWords: Readonly<Record<Obstacle, string>> = {
  customerIgnored: "Customer ignored in matching",
  customerNotMatched: "Customer not matched in the PSA",
  agreementMissing: "No running agreement in the PSA",
  serviceNotMatched: "Azure not matched in the PSA",
  monthNotOver: "Month not over, or not told in full",
};
