import { addDays, addHours, dayOf, earlierOf, isBefore, type CalendarDate, type Instant } from "../values/dates.ts";

/**
 * Windows, refunds and end-of-term rules as values with ids. They are stored in a table and passed in: every line names
 * the id of the policy that decided it, and a changed rule gets a new id.
 */
export type Policy =
  | WindowPolicy
  | RefundPolicy
  | TermEndPolicy
  | IntentPolicy
  | GoodsPolicy
  | AlignmentPolicy
  | UsagePolicy
  | PortPolicy;

/** How long seats or a whole subscription can be given back. Of what is `fixed`, more is a subscription of its own. */
export type WindowPolicy = { id: string; kind: "window"; opens: Window; fixed?: true };
export type Window =
  /** Open for this many hours from when a lot was bought or renewed; `partial` allows giving back single seats. */
  | { until: "elapsed"; hours: number; partial: boolean }
  /** Always open, since nothing is committed. */
  | { until: "always" }
  /** Open until goods leave the warehouse. */
  | { until: "dispatched" }
  /** Never open: what was ordered is final until its term ends. */
  | { until: "never" };

/** Whether nothing but the whole of it can be given back, if anything. */
export const isWhole = ({ opens }: WindowPolicy): boolean =>
  opens.until === "never" || (opens.until === "elapsed" && !opens.partial);

/**
 * What is refunded inside the window: everything, everything but the days that have begun (UTC, today included), or
 * nothing.
 */
export type RefundPolicy = { id: string; kind: "refund"; method: "full" | "startedDays" | "none" };

/** What happens at the end of a term if nobody chose, and for how many hours before it changes are locked. */
export type TermEndPolicy = { id: string; kind: "termEnd"; outcome: "renew" | "cancel"; lockHours: number };

/**
 * How often an intent is placed again by itself after its vendor has lost it, and for how many hours before the last moment
 * people are told that it is not there.
 */
export type IntentPolicy = { id: string; kind: "intent"; again: number; toldHours: number };

/**
 * What happens when more goods are ordered than are in stock, for how many days those that are stay reserved, and for how
 * many days after their dispatch they are taken back: because nobody wants them, or because they do not work. What taking
 * back unwanted ones costs is a part of their price.
 */
export type GoodsPolicy = {
  id: string;
  kind: "goods";
  short: "backorder" | "refuse";
  reserveDays: number;
  returnDays: { unwanted: number; faulty: number };
  restockingPercent?: number;
};

/**
 * How a term can be shortened to end with a calendar month or another subscription: it lasts that many days at least, and
 * one of a month ends on none of those days, unless it is the month's last.
 */
export type AlignmentPolicy = { id: string; kind: "alignment"; minimumDays: number; monthlyNotOn: readonly number[] };

/**
 * What of a meter is charged, in arrears: a month is charged from its vendor's report alone, read each day from this day of
 * the next month on and for so many days, in which the vendor may still correct it. Months that began before `since` are
 * not charged.
 */
export type UsagePolicy = {
  id: string;
  kind: "usage";
  charged: "aboveLicences";
  fromDay: number;
  days: number;
  since?: CalendarDate;
};

/**
 * How many working days ahead numbers are asked for that come from another provider, by what comes, and until how many
 * working days before their day that can still be called off.
 */
export type PortPolicy = {
  id: string;
  kind: "port";
  leadDays: {
    single: number;
    manySingle: number;
    multi: number;
    range: number;
    large: number;
    partOfRange: number;
    nonGeographic: number;
  };
  cancelDays: number;
};

/** The policies of one offer, by id. Only goods have the last. */
export type PolicyIds = { window: string; refund: string; termEnd: string; goods?: string };

export type Policies = ReadonlyMap<string, Policy>;

export const policiesById = (policies: readonly Policy[]): Policies =>
  new Map(policies.map((policy) => [policy.id, policy]));

/** Finds a policy. Throws if the table lacks one that an offer names: a fault in the data, not a refusal. */
function find<K extends Policy["kind"]>(policies: Policies, id: string, kind: K): Extract<Policy, { kind: K }> {
  const policy = policies.get(id);
  if (policy?.kind !== kind) throw new Error(`No ${kind} policy called ${id}`);
  return policy as Extract<Policy, { kind: K }>;
}

export const windowPolicy = (policies: Policies, ids: PolicyIds): WindowPolicy => find(policies, ids.window, "window");
export const refundPolicy = (policies: Policies, ids: PolicyIds): RefundPolicy => find(policies, ids.refund, "refund");
export const termEndPolicy = (policies: Policies, ids: PolicyIds): TermEndPolicy =>
  find(policies, ids.termEnd, "termEnd");

export const goodsPolicy = (policies: Policies, id: string): GoodsPolicy => find(policies, id, "goods");

export const alignmentPolicy = (policies: Policies, id: string): AlignmentPolicy => find(policies, id, "alignment");

/** The rule for numbers that come from another provider. */
export const portPolicy = (policies: Policies): PortPolicy =>
  find(policies, "voice.port-4d-14d-7d-10d-17d-22d-7d-cancel-2d", "port");

/** The rule for intents, which is the same for every vendor. */
export const intentPolicy = (policies: Policies): IntentPolicy => find(policies, "intents.again-3-told-48h", "intent");

/** Returns until when a lot opened at `openedAt` can be given back; null if no instant decides it. */
export const refundableUntil = ({ opens }: WindowPolicy, openedAt: Instant): Instant | null =>
  opens.until === "elapsed" ? addHours(openedAt, opens.hours) : null;

/**
 * Returns until when we say that a lot can be given back: as it was promised, also where its vendor closes with the end of
 * that day, so that one moment is said from the order on. Once that is over, and where the vendor has other ideas, its own.
 */
export function saidUntil(
  window: WindowPolicy,
  lot: { openedAt: Instant; refundableUntil: Instant | null },
  now: Instant,
): Instant | null {
  const promised = refundableUntil(window, lot.openedAt);
  const until = lot.refundableUntil;
  if (!promised || !until || dayOf(promised) !== dayOf(until)) return until;
  return isBefore(now, promised) && isBefore(promised, until) ? promised : until;
}

/** Whether a lot can be given back now. The window excludes its last instant. */
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

/** Returns the first refunded day; days that have begun count as used. */
export function refundedFrom(
  { method }: RefundPolicy,
  period: { from: CalendarDate; until: CalendarDate },
  today: CalendarDate,
): CalendarDate {
  return method === "full" ? period.from : earlierOf(addDays(today, 1), period.until);
}
