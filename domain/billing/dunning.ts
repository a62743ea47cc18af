/** At which step of reminding somebody is: worked out from what is open on a day, never from what was sent before. */
import { type CalendarDate, daysBetween, earlierOf } from "../values/dates.ts";
import { dunningPolicies } from "./dunning-policies.data.ts";

export type DunningPolicy = {
  id: string;
  leastMinor: bigint;
  steps: readonly { id: DunningStep; days: number }[];
};
export const dunningSteps = ["reminder", "overdue", "lastWarning", "orderingPaused", "escalated"] as const;
export type DunningStep = (typeof dunningSteps)[number];

/** An invoice with what is open of it; `onItsWaySince` if a payment of all of it was begun then and is not decided. */
export type OpenItem = {
  id: string;
  dueOn: CalendarDate;
  open: bigint;
  onItsWaySince: CalendarDate | null;
};
export type Dunning = { step: DunningStep; oldest: OpenItem; owed: bigint };

/**
 * Returns the step of a day, of the oldest invoice that is left after credit has been counted against the oldest first;
 * undefined if nobody is to be reminded. While a payment is on its way its invoice goes no further, and gets off only when
 * the payment is confirmed.
 */
export function dunningOf(
  items: readonly OpenItem[],
  credit: bigint,
  day: CalendarDate,
  policy: DunningPolicy = dunningPolicies.standard,
): Dunning | undefined {
  let left = credit > 0n ? credit : 0n;
  const owing: OpenItem[] = [];
  for (const item of items.toSorted((a, b) =>
    a.dueOn === b.dueOn ? (a.id < b.id ? -1 : 1) : a.dueOn < b.dueOn ? -1 : 1,
  )) {
    if (item.dueOn >= day) continue;
    const used = left < item.open ? left : item.open;
    left -= used;
    if (item.open - used > 0n) owing.push({ ...item, open: item.open - used });
  }
  const owed = owing.reduce((sum, { open }) => sum + open, 0n);
  if (owed < policy.leastMinor) return undefined;
  let found: Dunning | undefined;
  for (const item of owing) {
    const late = daysBetween(item.dueOn, item.onItsWaySince === null ? day : earlierOf(day, item.onItsWaySince));
    const step = policy.steps.findLast(({ days }) => late >= days)?.id;
    if (step && (!found || dunningSteps.indexOf(step) > dunningSteps.indexOf(found.step)))
      found = { step, oldest: item, owed };
  }
  return found;
}

/** Whether orders that raise what is owed are refused. Services go on, and what lowers it is never refused. */
export function isOrderingPaused(
  step: DunningStep | undefined,
  policy: DunningPolicy = dunningPolicies.standard,
): boolean {
  if (step === undefined || !policy.steps.some(({ id }) => id === "orderingPaused")) return false;
  return dunningSteps.indexOf(step) >= dunningSteps.indexOf("orderingPaused");
}
