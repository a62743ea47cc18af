import type { Policy } from "@tradewind/domain/pricing/policies.ts";

/** Nothing is committed, and Bitdefender bills the most that was used in a calendar month: a month used is owed. */
export const policies: readonly Policy[] = [
  { id: "bitdefender.window-always", kind: "window", opens: { until: "always" } },
  { id: "bitdefender.refund-none-month-used-is-owed", kind: "refund", method: "none" },
  { id: "bitdefender.term-end-renew", kind: "termEnd", outcome: "renew", lockHours: 0 },
  // The counters of a month's last hours come on the first day of the next.
  {
    id: "bitdefender.usage-report-from-day-3-for-30-days",
    kind: "usage",
    charged: "aboveLicences",
    fromDay: 3,
    days: 30,
  },
];
