import type { Policy } from "@tradewind/domain/pricing/policies.ts";

/**
 * For services never provided: they can be cancelled at any time, and their charges were already refunded. And for intents
 * that a vendor loses.
 */
export const ownPolicies: readonly Policy[] = [
  { id: "unprovided.window-always", kind: "window", opens: { until: "always" } },
  { id: "unprovided.refund-none", kind: "refund", method: "none" },
  { id: "intents.again-3-told-48h", kind: "intent", again: 3, toldHours: 48 },
];
