import type { Policy } from "@tradewind/domain/pricing/policies.ts";

/** For services never provided: they can be cancelled at any time, and their charges were already refunded. */
export const ownPolicies: readonly Policy[] = [
  { id: "unprovided.window-always", kind: "window", opens: { until: "always" } },
  { id: "unprovided.refund-none", kind: "refund", method: "none" },
];
