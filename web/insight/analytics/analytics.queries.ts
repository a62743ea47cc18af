import { analytics, type Report } from "@tradewind/contract/insight/analytics.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

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

export const analyticsCustomersQuery = (months: Months, Report: Report) =>
  infiniteQueryOptions({
    queryKey: ["analytics", "customers", months, Report],
    queryFn: ({ pageParam, signal }) =>
      call(analytics.customers, { query: { ...months, Report, After: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { topics },
  });
