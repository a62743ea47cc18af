/** Rules for goods: what a proposal says when there are too few in stock. */
import type { Finding, HistoryEntry, Subscription } from "../pricing/pricing-types.ts";
import { goodsPolicy, type Policies } from "../pricing/policies.ts";
import type { Instant } from "../values/dates.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";

/** Telephones and what goes with them, for hosted voice. */
export const hardwareProduct = "hosted-voice-hardware";

/**
 * Compares what is bought with what is free, by SKU; what is not listed there is not counted and always to be had. Fewer
 * than wanted are backordered or refused, as the offer's policy says.
 */
export function judgeStock(
  bought: readonly Subscription[],
  free: ReadonlyMap<string, number>,
  policies: Policies,
): Decision<Finding[]> {
  const left = new Map(free);
  const findings: Finding[] = [];
  for (const { key, sku, name, quantity, policyIds } of bought) {
    const inStock = left.get(sku);
    if (policyIds.goods === undefined || inStock === undefined) continue;
    left.set(sku, Math.max(0, inStock - quantity));
    if (quantity <= inStock) continue;
    if (goodsPolicy(policies, policyIds.goods).short === "refuse") return refuse("outOfStock", { key, limit: inStock });
    findings.push({ code: "backordered", blocks: false, key, name, quantity, inStock });
  }
  return accept(findings);
}

/** Takes units off what was bought, which were not sent or came back. */
export const lessUnits = ({ key, quantity: bought }: Subscription, quantity: number, now: Instant): HistoryEntry =>
  quantity >= bought
    ? { subscriptionKey: key, effectiveAt: now, kind: "cancelled", data: { reason: "window" } }
    : { subscriptionKey: key, effectiveAt: now, kind: "seatsRemoved", data: { quantity } };

/** Says how much of an order's goods has left; undefined if nothing has yet. */
export function dispatchWords(lines: readonly { ordered: number; dispatched: number }[]): string | undefined {
  const sum = (of: "ordered" | "dispatched") => lines.reduce((total, line) => total + line[of], 0);
  return sum("dispatched") > 0 ? `${sum("dispatched")} of ${sum("ordered")} dispatched` : undefined;
}
