import type { Policy } from "@tradewind/domain/pricing/policies.ts";

/** Without a commitment, quotas can change at any time. */
export const policies: readonly Policy[] = [
  { id: "acronis.window-always", kind: "window", opens: { until: "always" } },
  { id: "acronis.refund-daily-started-days", kind: "refund", method: "startedDays" },
  { id: "acronis.term-end-renew", kind: "termEnd", outcome: "renew", lockHours: 0 },
];
