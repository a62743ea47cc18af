import { accept, refuse, type Decision } from "../values/decision.ts";
import type { Effect } from "./proposal.ts";
import type { Change, Finding, HistoryEntry, PricingContext, Subscription } from "./pricing-types.ts";

/** Who gets a unit of a subscription, and whose is taken back. */
export type Handover = { key: string; give: readonly string[]; take: readonly string[] };

/** Returns what a change does to people, by subscription. */
export function handoversOf(change: Change): Handover[] {
  switch (change.kind) {
    case "assign":
      return change.targets.map(({ key, people }) => ({ key, give: people, take: [] }));
    case "unassign":
      return change.targets.map(({ key, people }) => ({ key, give: [], take: people }));
    case "move":
      return change.targets.map(({ key, from, to }) => ({ key, give: [to], take: [from] }));
    case "setQuantity":
      return change.targets.flatMap(({ key, ending = [] }) =>
        ending.length > 0 ? [{ key, give: [], take: ending }] : [],
      );
    default:
      return [];
  }
}

/** Takes units back from those who are to lose them as there are fewer. Refused while more people have one than stay. */
export function takeBack(
  effect: Effect,
  subscription: Subscription,
  { quantity, ending = [] }: { quantity: number; ending?: readonly string[] | undefined },
  context: PricingContext,
): Decision<Effect> {
  const { key } = subscription;
  const held = heldBy(key, context);
  if (new Set(ending).size < ending.length || ending.some((person) => !held.includes(person)))
    return refuse("personHasNone", { key });
  // Where more have one than there are, nobody has to lose it unless there are to be fewer.
  if (quantity < subscription.quantity && held.length - ending.length > quantity)
    return refuse("unitsInUse", { key, limit: held.length });
  if (ending.length === 0) return accept(effect);
  const handover = { key, give: [], take: ending };
  return accept({
    ...effect,
    history: [...effect.history, entryOf(handover, context)],
    findings: [...effect.findings, ...findingsOf(handover, subscription)],
  });
}

/** Returns who has a unit, or is about to get or to lose it. */
export const heldBy = (key: string, { assigned }: PricingContext): readonly string[] => assigned?.get(key) ?? [];

/** Records who got a unit and whose was taken back. */
export const entryOf = ({ key, give, take }: Handover, { now }: PricingContext): HistoryEntry => ({
  subscriptionKey: key,
  effectiveAt: now,
  kind: "peopleSet",
  data: { given: give, taken: take },
});

export const findingsOf = ({ key, give, take }: Handover, { name }: Subscription): Finding[] => [
  ...(give.length > 0 ? [{ code: "accessGiven", blocks: false, key, name, count: give.length } as const] : []),
  ...(take.length > 0 ? [{ code: "accessTaken", blocks: false, key, name, count: take.length } as const] : []),
];
