import { accept, refuse, type Decision } from "../values/decision.ts";
import { entryOf, findingsOf, handoversOf, heldBy } from "./handovers.ts";
import type { Effect } from "./proposal.ts";
import { eachOnce } from "./quantity.ts";
import type { Catalogue, Change, PricingContext, Subscription } from "./pricing-types.ts";

type OfPeople = Extract<Change, { kind: "assign" | "unassign" | "move" }>;

/** Gives units to people, takes them back, or moves them from one to another. It costs nothing: the units stay. */
export function ratePeople(
  change: OfPeople,
  state: readonly Subscription[],
  catalogue: Catalogue,
  context: PricingContext,
): Decision<Effect> {
  return eachOnce(handoversOf(change), state, (handover, subscription) => {
    const { key, give, take } = handover;
    if (!catalogue.offers.get(subscription.offerId)?.isPerPerson) return refuse("notPerPerson", { key });
    if (give.length > 0 && subscription.status === "suspended") return refuse("subscriptionSuspended", { key });
    const held = heldBy(key, context);
    const named = [...give, ...take];
    if (named.length === 0) return refuse("orderEmpty");
    if (new Set(named).size < named.length) return refuse("lineKeyTaken", { key });
    const alike = state.filter((each) => each.productId === subscription.productId && each.sku === subscription.sku);
    // Vendors count all units of one kind together, whichever subscription they are of.
    if (give.some((person) => alike.some((each) => heldBy(each.key, context).includes(person))))
      return refuse("personHasIt", { key });
    if (take.some((person) => !held.includes(person))) return refuse("personHasNone", { key });
    const free = Math.max(subscription.quantity - held.length, 0);
    if (give.length - take.length > free) return refuse("noUnitFree", { key, limit: free });
    return accept({
      subscriptions: [subscription],
      chargeRows: [],
      history: [entryOf(handover, context)],
      findings: findingsOf(handover, subscription),
      boughtLots: [],
    });
  });
}
