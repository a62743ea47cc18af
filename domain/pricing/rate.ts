import { accept, type Decision } from "../values/decision.ts";
import type { Policies } from "./policies.ts";
import { propose, type Effect } from "./proposal.ts";
import { rateAdd } from "./add.ts";
import { rateSetAttributes } from "./attributes.ts";
import { rateBilling } from "./billing-cycle.ts";
import { rateNewTerm } from "./new-term.ts";
import { ratePeople } from "./people.ts";
import { rateCancel, rateSetQuantity } from "./quantity.ts";
import { rateSchedule } from "./schedule.ts";
import { rateUpgrade } from "./upgrade.ts";
import type { Catalogue, Change, Proposal, PricingContext, Subscription } from "./pricing-types.ts";

/**
 * Computes the effects and cost of a change. Proposals and orders both use it: the same arguments give the same result,
 * so committing writes exactly what was shown. `state` holds all of the customer's subscriptions that the change may
 * affect or depend on.
 */
export function rate(
  change: Change,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
): Decision<Proposal> {
  const effect = effectOf(change, state, catalogue, policies, context);
  if (!effect.ok) return effect;
  const forecast = { pastTermEnd: change.kind === "schedule" };
  return accept(propose(effect.value, catalogue, policies, context, forecast));
}

function effectOf(
  change: Change,
  state: readonly Subscription[],
  catalogue: Catalogue,
  policies: Policies,
  context: PricingContext,
): Decision<Effect> {
  switch (change.kind) {
    case "add":
      return rateAdd(change, state, catalogue, policies, context);
    case "setQuantity":
      return rateSetQuantity(change, state, catalogue, policies, context);
    case "setAttributes":
      return rateSetAttributes(change, state, context);
    case "schedule":
      return rateSchedule(change, state, catalogue, policies, context);
    case "upgrade":
      return rateUpgrade(change, state, catalogue, policies, context);
    case "newTerm":
      return rateNewTerm(change, state, catalogue, policies, context);
    case "billing":
      return rateBilling(change, state, catalogue, policies, context);
    case "assign":
    case "unassign":
    case "move":
      return ratePeople(change, state, catalogue, context);
    case "cancel":
      return rateCancel(change, state, policies, context);
  }
}
