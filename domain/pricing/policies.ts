import { addDays, addHours, earlierOf, isBefore, type CalendarDate, type Instant } from "../values/dates.ts";

/**
 * Windows, refunds and end-of-term rules as values with ids. They are kept in a table and handed in: every line that a
 * policy decided names its id, and a changed rule is a new id.
 */
export type Policy = WindowPolicy | RefundPolicy | TermEndPolicy;

/** Until when seats or a whole subscription may be given back. */
export type WindowPolicy = { id: string; kind: "window"; opens: Window };
export type Window =
  /** So many hours from the instant a lot was bought or renewed; `partial` says whether single seats may go. */
  | { until: "elapsed"; hours: number; partial: boolean }
  /** At any time: nothing is committed. */
  | { until: "always" }
  /** Goods may be called off until they leave the warehouse. */
  | { until: "dispatched" };

/** What is paid back inside the window: everything, everything but the days that have begun (UTC, today included), or nothing. */
export type RefundPolicy = { id: string; kind: "refund"; method: "full" | "startedDays" | "none" };

/** What happens at the end of a term when nobody chose, and how long before it nothing may be changed any more. */
export type TermEndPolicy = { id: string; kind: "termEnd"; outcome: "renew" | "cancel"; lockHours: number };

/** The policies of one offer, by id. */
export type PolicyIds = { window: string; refund: string; termEnd: string };

export type Policies = ReadonlyMap<string, Policy>;

export const policiesById = (policies: readonly Policy[]): Policies =>
  new Map(policies.map((policy) => [policy.id, policy]));

/** Throws where the table lacks a policy that an offer names: that is a fault in the data, not a refusal. */
function find<K extends Policy["kind"]>(policies: Policies, id: string, kind: K): Extract<Policy, { kind: K }> {
  const policy = policies.get(id);
  if (policy?.kind !== kind) throw new Error(`No ${kind} policy called ${id}`);
  return policy as Extract<Policy, { kind: K }>;
}

export const windowPolicy = (policies: Policies, ids: PolicyIds): WindowPolicy => find(policies, ids.window, "window");
export const refundPolicy = (policies: Policies, ids: PolicyIds): RefundPolicy => find(policies, ids.refund, "refund");
export const termEndPolicy = (policies: Policies, ids: PolicyIds): TermEndPolicy =>
  find(policies, ids.termEnd, "termEnd");

/** The instant at which a lot opened at `openedAt` can no longer be given back; null where no instant decides it. */
export const refundableUntil = ({ opens }: WindowPolicy, openedAt: Instant): Instant | null =>
  opens.until === "elapsed" ? addHours(openedAt, opens.hours) : null;

/** Whether a lot may be given back now. The window is open up to, but not at, its last instant. */
export function isOpen(
  { opens }: WindowPolicy,
  lot: { refundableUntil: Instant | null },
  dispatchedAt: Instant | null,
  now: Instant,
): boolean {
  if (opens.until === "always") return true;
  if (opens.until === "dispatched") return dispatchedAt === null;
  return lot.refundableUntil !== null && isBefore(now, lot.refundableUntil);
}

/** The first day that is paid back: days that have begun are used. */
export function refundedFrom(
  { method }: RefundPolicy,
  period: { from: CalendarDate; until: CalendarDate },
  today: CalendarDate,
): CalendarDate {
  return method === "full" ? period.from : earlierOf(addDays(today, 1), period.until);
}
