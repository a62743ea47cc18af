/** Rules for goods: what a proposal says when there are too few in stock. */
import type { Finding, Subscription } from "../pricing/pricing-types.ts";
import { goodsPolicy, type Policies } from "../pricing/policies.ts";
import { accept, refuse, type Decision } from "../values/decision.ts";

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
