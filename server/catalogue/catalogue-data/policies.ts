import { defaultPolicies, type Policy } from "@tradewind/domain/pricing/policies.ts";

/** The rules of Microsoft, Acronis and goods, those of services sold by the month without a commitment, and those of what was never provided. */
export const policies: readonly Policy[] = [
  ...defaultPolicies,
  { id: "monthly.window-always", kind: "window", opens: { until: "always" } },
  { id: "monthly.refund-daily-started-days", kind: "refund", method: "startedDays" },
  { id: "monthly.term-end-renew", kind: "termEnd", outcome: "renew", lockHours: 0 },
  { id: "unprovided.window-always", kind: "window", opens: { until: "always" } },
  { id: "unprovided.refund-none", kind: "refund", method: "none" },
];
