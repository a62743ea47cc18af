import { dayOf, laterOf, startOf, type CalendarDate } from "../values/dates.ts";
import type { Policies } from "./policies.ts";
import { nextPeriod } from "./periods.ts";
import type { Catalogue, NextPeriod, Subscription } from "./pricing-types.ts";

/** What the end of a billing period brings: the next one of the term, a renewal as it was or as it was scheduled, or none. */
export const turnKinds = ["recurring", "renewed", "changed", "ended"] as const;
type TurnKind = (typeof turnKinds)[number];

/** One end of a billing period and what it charges. */
type ComingTurn = { kind: TurnKind; dueOn: CalendarDate; minor: bigint };

/**
 * Lists what a subscription is charged up to, not including, a day, by turning its periods as the worker will. A period
 * that should have been turned already is turned today. `isWhole` is false if one cannot be turned, as where a price is
 * missing.
 */
export function comingTurns(
  subscription: Subscription,
  catalogue: Catalogue,
  policies: Policies,
  { today, until }: { today: CalendarDate; until: CalendarDate },
): { turns: ComingTurn[]; isWhole: boolean } {
  const turns: ComingTurn[] = [];
  let present = subscription;
  while (present.period !== null && present.status !== "cancelled" && present.period.until < until) {
    const now = startOf(laterOf(present.period.until, today));
    const turned = nextPeriod(present, catalogue, policies, { now });
    if (!turned.ok) return { turns, isWhole: false };
    const { chargeRows, subscription: next } = turned.value;
    const [charge] = chargeRows;
    turns.push({
      kind: kindOf(present, turned.value),
      dueOn: charge?.dueOn ?? dayOf(now),
      minor: charge?.amount.minor ?? 0n,
    });
    present = next;
  }
  return { turns, isWhole: true };
}

function kindOf({ quantity, offerId }: Subscription, { outcome, subscription: next }: NextPeriod): TurnKind {
  if (outcome === "ended") return "ended";
  if (outcome === "billed") return "recurring";
  return outcome === "renewed" && next.quantity === quantity && next.offerId === offerId ? "renewed" : "changed";
}
