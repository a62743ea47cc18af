import type { Policy } from "@tradewind/domain/pricing/policies.ts";

/**
 * Policies of new commerce, of software subscriptions, which can only be returned as a whole, and of licences that run on
 * after their term.
 */
export const policies: readonly Policy[] = [
  { id: "microsoft.nce.window-7d", kind: "window", opens: { until: "elapsed", hours: 168, partial: true } },
  { id: "microsoft.nce.refund-daily-started-days", kind: "refund", method: "startedDays" },
  { id: "microsoft.nce.term-end-renew", kind: "termEnd", outcome: "renew", lockHours: 24 },
  { id: "microsoft.nce.ends-with-others", kind: "alignment", minimumDays: 2, monthlyNotOn: [28, 29, 30] },
  { id: "microsoft.software.window-7d-whole", kind: "window", opens: { until: "elapsed", hours: 168, partial: false } },
  { id: "microsoft.extended.window-always", kind: "window", opens: { until: "always" } },
  { id: "microsoft.extended.no-term-end", kind: "termEnd", outcome: "renew", lockHours: 0 },
];
