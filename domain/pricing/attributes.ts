import { accept, refuse, type Decision } from "../values/decision.ts";
import type { Effect } from "./proposal.ts";
import { eachOnce } from "./quantity.ts";
import type { Change, PricingContext, Subscription } from "./pricing-types.ts";

type SetAttributes = Extract<Change, { kind: "setAttributes" }>;

/** Changes answers to what an offer asks of each line, which costs nothing. They are judged where they come in. */
export function rateSetAttributes(
  change: SetAttributes,
  state: readonly Subscription[],
  { now }: PricingContext,
): Decision<Effect> {
  return eachOnce(change.targets, state, (target, subscription) => {
    const { key } = subscription;
    const changed = Object.entries(target.attributes).filter(
      ([name, value]) => value !== (subscription.attributes[name] ?? null),
    );
    if (changed.length === 0) return refuse("attributesUnchanged", { key });
    const attributes = Object.fromEntries(changed);
    return accept({
      subscriptions: [{ ...subscription, attributes: { ...subscription.attributes, ...attributes } }],
      chargeRows: [],
      history: [{ subscriptionKey: key, effectiveAt: now, kind: "attributesSet", data: { attributes } }],
      findings: [],
      boughtLots: [],
    });
  });
}
