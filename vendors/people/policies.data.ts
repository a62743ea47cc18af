import type { Policy } from "@tradewind/domain/pricing/policies.ts";

/** Policies for goods, for perpetual licences, and for monthly services without a commitment. */
export const policies: readonly Policy[] = [
  { id: "perpetual.window-30d", kind: "window", opens: { until: "elapsed", hours: 720, partial: false } },
  { id: "perpetual.refund-full", kind: "refund", method: "full" },
  { id: "hardware.window-until-dispatched", kind: "window", opens: { until: "dispatched" } },
  { id: "hardware.refund-full", kind: "refund", method: "full" },
  {
    id: "goods.backorder-reserve-30d-return-14d-faulty-30d",
    kind: "goods",
    short: "backorder",
    reserveDays: 30,
    returnDays: { unwanted: 14, faulty: 30 },
  },
  {
    id: "goods.refuse-reserve-30d-return-14d-faulty-30d",
    kind: "goods",
    short: "refuse",
    reserveDays: 30,
    returnDays: { unwanted: 14, faulty: 30 },
  },
  {
    id: "goods.backorder-reserve-30d-return-14d-restock-15-faulty-30d",
    kind: "goods",
    short: "backorder",
    reserveDays: 30,
    returnDays: { unwanted: 14, faulty: 30 },
    restockingPercent: 15,
  },
  {
    id: "goods.refuse-reserve-30d-return-14d-restock-15-faulty-30d",
    kind: "goods",
    short: "refuse",
    reserveDays: 30,
    returnDays: { unwanted: 14, faulty: 30 },
    restockingPercent: 15,
  },
  { id: "once.term-end-none", kind: "termEnd", outcome: "cancel", lockHours: 0 },
  { id: "monthly.window-always", kind: "window", opens: { until: "always" } },
  { id: "monthly.refund-daily-started-days", kind: "refund", method: "startedDays" },
  { id: "monthly.term-end-renew", kind: "termEnd", outcome: "renew", lockHours: 0 },
];
