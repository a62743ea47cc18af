import type { Policy } from "@tradewind/domain/pricing/policies.ts";

/** Without a commitment, quotas can change at any time. */
export const policies: readonly Policy[] = [
  { id: "acronis.window-always", kind: "window", opens: { until: "always" } },
  { id: "acronis.refund-daily-started-days", kind: "refund", method: "startedDays" },
  { id: "acronis.term-end-renew", kind: "termEnd", outcome: "renew", lockHours: 0 },
  // Acronis makes a month's report final on the first days of the next.
  { id: "acronis.usage-report-from-day-2-for-60-days", kind: "usage", charged: "aboveLicences", fromDay: 2, days: 60 },
  // Until then Files Cloud was sold by its licences alone.
  {
    id: "acronis.files.usage-report-from-day-2-for-60-days-since-2026-12",
    kind: "usage",
    charged: "aboveLicences",
    fromDay: 2,
    days: 60,
    since: "2026-12-01",
  },
];
