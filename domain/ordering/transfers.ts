import { billingMonths } from "../pricing/terms.ts";
import type { Catalogue } from "../pricing/pricing-types.ts";
import { addMonths, dayOfMonth, type CalendarDate } from "../values/dates.ts";
import type { Decision } from "../values/decision.ts";
import { adopt, type Adopting, type SeenUnordered } from "./adoption.ts";
import type { Taken } from "./differences.ts";

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
 * Takes over what came from another partner on a day: charged from then on, at the price of that day. Its term and its
 * billing periods end as they did there, so the first period is what is left of the one that runs.
 */
export function arrive(
  seen: SeenUnordered,
  catalogue: Catalogue,
  { came, ...at }: Omit<Adopting, "from" | "billed"> & { came: CalendarDate },
): Decision<Taken> {
  const step = billingMonths[at.offer.billing];
  const { termUntil } = seen;
  const wanted = { ...at, from: came };
  const begun = { ...seen, termFrom: came };
  if (!termUntil || step === null || at.offer.billing === "daily") return adopt(begun, catalogue, wanted);
  const anchorDay = dayOfMonth(termUntil);
  let periods = 1;
  while (addMonths(termUntil, -periods * step, anchorDay) > came) periods++;
  return adopt(begun, catalogue, {
    ...wanted,
    billed: { from: addMonths(termUntil, -periods * step, anchorDay), anchorDay },
  });
}
