/** Rules for goods that come back: until when, which of them, and what is given back. */
import type { GoodsPolicy } from "../pricing/policies.ts";
import { addDays, type CalendarDate, type Instant } from "../values/dates.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";

export const returnReasons = ["faulty", "unwanted"] as const;
export type ReturnReason = (typeof returnReasons)[number];
export const returnStates = ["expected", "received", "refused", "withdrawn"] as const;

/** Units that left together, with those of them that come back or are to come back, and what all of them cost. */
export type SentPart = {
  id: string;
  quantity: number;
  returned: number;
  at: Instant;
  amountMinor: bigint;
  /** Those of them that are credited, or will be, and what that gives back. */
  credited: { quantity: number; amountMinor: bigint };
};
export type ReturnTerms<P extends SentPart> = {
  parts: { of: P; quantity: number; amountMinor: bigint }[];
  feeMinor: bigint;
};

/** Returns the last day on which units that left then can come back. */
export const returnableUntil = (policy: GoodsPolicy, reason: ReturnReason, at: Instant): CalendarDate =>
  addDays(at.slice(0, 10), policy.returnDays[reason]);

/** The number under which a return travels. */
export const returnNumber = (id: string): string => `R-${id.slice(-8).toUpperCase()}`;

/** Says what comes back and what is given back for it: the parts that left first go first, since their days end first. */
export function judgeReturn<P extends SentPart>(
  sent: readonly P[],
  policy: GoodsPolicy,
  { quantity, reason, isReplaced }: { quantity: number; reason: ReturnReason; isReplaced: boolean },
  today: CalendarDate,
): Decision<ReturnTerms<P>> {
  const left = (parts: readonly SentPart[]) => parts.reduce((sum, part) => sum + part.quantity - part.returned, 0);
  if (quantity > left(sent)) return refuse("nothingToReturn", { limit: left(sent) });
  const open = sent.filter((part) => returnableUntil(policy, reason, part.at) >= today);
  if (quantity > left(open)) return refuse("returnTooLate", { limit: left(open) });
  let rest = quantity;
  const parts = open.flatMap((of) => {
    const units = Math.min(rest, of.quantity - of.returned);
    rest -= units;
    const upTo = (count: number) => roundedShare(of.amountMinor, BigInt(count), BigInt(of.quantity));
    const given = of.credited.amountMinor;
    const whole = upTo(of.credited.quantity + units);
    const amountMinor = isReplaced || whole < given ? 0n : whole - given;
    return units > 0 ? [{ of, quantity: units, amountMinor }] : [];
  });
  const back = parts.reduce((sum, part) => sum + part.amountMinor, 0n);
  const percent = reason === "unwanted" ? (policy.restockingPercent ?? 0) : 0;
  return accept({ parts, feeMinor: roundedShare(back, BigInt(percent), 100n) });
}

/** Shares an amount, rounding halves up, so that the shares of all units add up to it. */
const roundedShare = (minor: bigint, part: bigint, whole: bigint): bigint => (2n * minor * part + whole) / (2n * whole);
