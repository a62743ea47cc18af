import type { Policy } from "@tradewind/domain/pricing/policies.ts";

/** Of what was never provided: it can be called off at any time, and its charges were given back already. */
export const ownPolicies: readonly Policy[] = [
  { id: "unprovided.window-always", kind: "window", opens: { until: "always" } },
  { id: "unprovided.refund-none", kind: "refund", method: "none" },
];
