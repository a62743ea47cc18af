import { dashboard } from "@tradewind/contract/insight/dashboard.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** Fetches the figures, and again when anything they count changes. */
export const dashboardQuery = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => call(dashboard.figures, { signal }),
  meta: {
    topics: ["customers", "services", "orders", "invoices", "agreements", "subscriptions", "support", "requests"],
  },
});

export const beginningQuery = queryOptions({
  queryKey: ["dashboard", "beginning"],
  queryFn: ({ signal }) => call(dashboard.beginning, { signal }),
  meta: { topics: ["customers", "services", "agreements"] },
});

export const inProgressQuery = queryOptions({
  queryKey: ["dashboard", "in-progress"],
  queryFn: ({ signal }) => call(dashboard.inProgress, { signal }),
  meta: { topics: ["orders", "services"] },
});
