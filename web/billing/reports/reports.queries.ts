import { reports } from "@tradewind/contract/billing/reports.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const reportsQuery = queryOptions({
  queryKey: ["billing-reports"],
  queryFn: ({ signal }) => call(reports.list, { signal }),
  staleTime: Infinity,
});

/** What was made for the person; told of anew whenever one of them is further. */
export const runsQuery = queryOptions({
  queryKey: ["reports", "made"],
  queryFn: async ({ signal }) => (await call(reports.runs, { signal })).Items,
});
