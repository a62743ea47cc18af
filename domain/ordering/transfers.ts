import { billingMonths, periodAt } from "../pricing/terms.ts";
import type { Catalogue, HistoryEntry, Subscription } from "../pricing/pricing-types.ts";
import { addDays, addMonths, dayOf, dayOfMonth, type CalendarDate, type Instant } from "../values/dates.ts";
import { sum } from "../values/money.ts";
import { accept, type Decision } from "../values/decision.ts";
import { adopt, type Adopting, type SeenUnordered } from "./adoption.ts";
import { takeTheirs, type Taken } from "./differences.ts";

type Transferred = { offerRef: string; quantity: number; termUntil: CalendarDate | null };
type There = SeenUnordered & { vendorRef: string };

/**
 * Finds what came of a transfer among what stands in the tenant and is not known yet: the same offer, quantity and last
 * day, each for one line. The vendor gives it new numbers and does not say which. Undefined what does not show yet.
 */
export function recognise(lines: readonly Transferred[], there: readonly There[]): (string | undefined)[] {
  const left = [...there];
  return lines.map((line) => {
    const at = left.findIndex(
      (each) =>
        each.status !== "ended" &&
        each.offerRef === line.offerRef &&
        each.quantity === line.quantity &&
        (each.termUntil ?? null) === line.termUntil,
    );
    return at < 0 ? undefined : left.splice(at, 1)[0]!.vendorRef;
  });
}

/**
 * The first day that the partner pays to whom something goes on a day: that day is still the other's, unless the term ends
 * with it.
 */
export function paidFrom(moved: CalendarDate, termUntil: CalendarDate | null | undefined): CalendarDate {
  const next = addDays(moved, 1);
  return termUntil && next >= termUntil ? moved : next;
}

type Arriving = Omit<Adopting, "from" | "billed"> & { came: CalendarDate; partner: string };

/**
 * Takes over what came from another partner on a day: charged from the next, at the price of the day on which it came. Its
 * term and its billing periods end as they did there, so the first period is what is left of the one that runs. Its
 * history says from whom it came and what was charged for it at once.
 */
export function arrive(seen: SeenUnordered, catalogue: Catalogue, { partner, ...at }: Arriving): Decision<Taken> {
  const taken = adoptArrived(seen, catalogue, at);
  if (!taken.ok) return taken;
  const { currency } = at;
  const { minor } = sum(
    taken.value.chargeRows.map(({ amount }) => amount),
    currency,
  );
  const came = { partner, charged: { minor: String(minor), currency } };
  const history = taken.value.history.map((entry) =>
    entry.kind === "started" ? { ...entry, data: { ...entry.data, came } } : entry,
  );
  return accept({ ...taken.value, history });
}

function adoptArrived(
  seen: SeenUnordered,
  catalogue: Catalogue,
  { came, ...at }: Omit<Arriving, "partner">,
): Decision<Taken> {
  const step = billingMonths[at.offer.billing];
  const { termUntil } = seen;
  const from = paidFrom(came, termUntil);
  const wanted = { ...at, from };
  const begun = { ...seen, termFrom: came };
  if (!termUntil || step === null || at.offer.billing === "daily") return adopt(begun, catalogue, wanted);
  const anchorDay = dayOfMonth(termUntil);
  let periods = 1;
  while (addMonths(termUntil, -periods * step, anchorDay) > from) periods++;
  return adopt(begun, catalogue, {
    ...wanted,
    billed: { from: addMonths(termUntil, -periods * step, anchorDay), anchorDay },
  });
}

/**
 * Ends what another partner provides from an instant on. The day on which it leaves is still ours to pay; what was charged
 * for later days of the running term is given back. If another term has begun since, it ends with that term's beginning.
 */
export function leave(
  subscription: Subscription,
  catalogue: Catalogue,
  { at, now, partner }: { at: Instant; now: Instant; partner: string },
): Decision<Taken> {
  const ended = takeTheirs(subscription, { kind: "ended", theirs: 0 }, catalogue, { since: at, now });
  if (!ended.ok) return ended;
  const isOfTerm = dayOf(at) >= subscription.termFrom;
  const history = ended.value.history.map((entry): HistoryEntry => {
    const left = isOfTerm ? { ...entry, effectiveAt: at } : entry;
    return left.kind === "cancelled" ? { ...left, data: { reason: "transfer", partner } } : left;
  });
  const period = isOfTerm ? subscription.period && periodAt(subscription, dayOf(at)) : ended.value.subscription.period;
  return accept({ ...ended.value, subscription: { ...ended.value.subscription, period }, history });
}
