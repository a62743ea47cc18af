/** When an invoice is collected by itself, and what is taken next. No clock: the day comes in. */
import { addDays, type CalendarDate, laterOf } from "../values/dates.ts";
import type { Currency } from "../values/money.ts";
import { type Scheme, schemeOf } from "./direct-debits.ts";
import { dunningPolicies } from "./dunning-policies.data.ts";
import { leastPayment } from "./payments.ts";
import { addWorkingDays, workingDayFrom } from "./working-days.ts";

/** With what is collected: a card on the day itself, a debit so many working days ahead as its notice takes. */
export type AutoMethod = { id: string; kind: "card" } | { id: string; kind: "directDebit"; isActive: boolean };
/** A payment that was begun by itself on a day and did not go through. */
export type Attempt = { on: CalendarDate; methodId: string; isFinal: boolean };
export type Collectable = { dueOn: CalendarDate; open: bigint; attempts: readonly Attempt[] };

const debitLead = 3;
/** A mandate that is not active yet is to be confirmed by the bank first. */
const newDebitLead = 4;

const leadOf = (method: AutoMethod): number =>
  method.kind === "card" ? 0 : method.isActive ? debitLead : newDebitLead;

/** Returns the day from which an invoice due then can be asked for, so that it is taken when it is due and no sooner. */
function askOn(method: AutoMethod, scheme: Scheme, dueOn: CalendarDate): CalendarDate {
  return method.kind === "card" ? dueOn : addWorkingDays(scheme, workingDayFrom(scheme, dueOn), -leadOf(method));
}

/** Returns the day on which what is asked for on a day is taken at the earliest. */
export const takenOn = (method: AutoMethod, currency: Currency, asked: CalendarDate, dueOn: CalendarDate) => {
  if (method.kind === "card") return asked;
  const scheme = schemeOf[currency];
  const soonest = addWorkingDays(scheme, workingDayFrom(scheme, asked), leadOf(method));
  return laterOf(soonest, workingDayFrom(scheme, dueOn));
};

/**
 * Returns the day from which an invoice is collected: when it is due, then on the policy's days after what may go through
 * another time. Undefined if it is left to people: the bank said no for good, or every try failed. Another method begins
 * anew.
 */
export function collectOn(
  { dueOn, attempts }: Pick<Collectable, "dueOn" | "attempts">,
  method: AutoMethod,
  currency: Currency,
): CalendarDate | undefined {
  const scheme = schemeOf[currency];
  const last = attempts.at(-1);
  const own = attempts.filter(({ methodId }) => methodId === method.id);
  const first = askOn(method, scheme, dueOn);
  // At most one a day, whatever the method.
  const soonest = last ? laterOf(first, addDays(last.on, 1)) : first;
  if (own.length === 0) return soonest;
  if (own.at(-1)!.isFinal) return undefined;
  const wait = dunningPolicies.standard.retryDays[own.length - 1];
  if (wait === undefined) return undefined;
  return laterOf(soonest, addWorkingDays(scheme, laterOf(dueOn, own[0]!.on), wait));
}

export type Taking = { on: CalendarDate; minor: bigint; invoices: number };

/**
 * Returns what is taken of each and when, if nothing else is paid: credit goes to the oldest invoices first. What is
 * collected on a day before `from` is collected then, since each day's run is over when its day has begun.
 */
export function takingsOf<Item extends Collectable>(
  items: readonly Item[],
  method: AutoMethod,
  currency: Currency,
  { credit, from }: { credit: bigint; from: CalendarDate },
): { item: Item; on: CalendarDate; minor: bigint }[] {
  let left = credit > 0n ? credit : 0n;
  return items
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
    .flatMap((item) => {
      const day = collectOn(item, method, currency);
      if (day === undefined) return [];
      const spent = left < item.open ? left : item.open;
      left -= spent;
      const minor = item.open - spent;
      if (minor < leastPayment) return [];
      return [{ item, on: takenOn(method, currency, laterOf(day, from), item.dueOn), minor }];
    });
}

/** Returns what is taken next and when. */
export function nextTaking(...asked: Parameters<typeof takingsOf>): Taking | undefined {
  let next: Taking | undefined;
  for (const { on, minor } of takingsOf(...asked)) {
    if (!next || on < next.on) next = { on, minor, invoices: 1 };
    else if (on === next.on) next = { on, minor: next.minor + minor, invoices: next.invoices + 1 };
  }
  return next;
}
