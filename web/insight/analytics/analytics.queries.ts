import { analytics, type Report } from "@tradewind/contract/insight/analytics.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type Overview = ResultOf<typeof analytics.overview>;
export type Figures = Overview["Now"];
export type Compared = Pick<Overview, "Now" | "Before">;
export type CustomerLine = ResultOf<typeof analytics.customers>["Items"][number];
export type Months = { From: string; To: string };

const topics = ["subscriptions", "orders", "invoices"];

export const overviewQuery = (months: Months) =>
  queryOptions({
    queryKey: ["analytics", "overview", months],
    queryFn: ({ signal }) => call(analytics.overview, { query: months, signal }),
    placeholderData: keepPreviousData,
    meta: { topics },
  });

export const analyticsCustomersQuery = (months: Months, Report: Report) => ({
  ...pagesOf(["analytics", "customers", months, Report], (After, signal) =>
    call(analytics.customers, { query: { ...months, Report, After }, signal }),
  ),
  meta: { topics },
});
