/** Who owes something, and what is expected of them. */
import { addDays, type CalendarDate } from "../values/dates.ts";
import type { Dunning, DunningPolicy } from "./dunning.ts";

export const debtorFilters = ["overdue", "paused", "overLimit"] as const;
export type DebtorFilter = (typeof debtorFilters)[number];
export const debtorSorts = ["name", "owed", "overdue", "late", "-name", "-owed", "-overdue", "-late"] as const;
export type DebtorSort = (typeof debtorSorts)[number];
export const debtorNoteKinds = ["note", "promise", "limit"] as const;
export type DebtorNoteKind = (typeof debtorNoteKinds)[number];

/**
 * How money is expected: a debit or card payment that is on its way or that automatic payment begins then; what is due or
 * overdue then and is paid by hand; what was promised for that day.
 */
export const expectations = ["onItsWay", "directDebit", "card", "due", "promised"] as const;
export type Expectation = (typeof expectations)[number];

/** Since when a debtor is at its step, if nothing was on its way meanwhile. */
export const stepSince = ({ step, oldest }: Dunning, policy: DunningPolicy): CalendarDate =>
  addDays(oldest.dueOn, policy.steps.find(({ id }) => id === step)!.days);

/** What is used of a limit: what is open, unbilled and committed, if that is more than nothing. */
export const usedOf = ({ open, unbilled, committed }: Record<"open" | "unbilled" | "committed", bigint>): bigint => {
  const used = open + unbilled + committed;
  return used > 0n ? used : 0n;
};
