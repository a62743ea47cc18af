import { account } from "@tradewind/contract/billing/account.ts";
import type { InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type AccountTotals = ResultOf<typeof account.totals>;
export type Breakdown = ResultOf<typeof account.breakdown>;
export type BreakdownBy = NonNullable<InputOf<typeof account.breakdown>["query"]["By"]>;
export type Period = InputOf<typeof account.statement>["query"];

export const accountTotalsQuery = (On: string | undefined) =>
  queryOptions({
    queryKey: ["invoices", "totals", "account", On],
    queryFn: ({ signal }) => call(account.totals, { query: On ? { On } : {}, signal }),
    placeholderData: keepPreviousData,
  });

export const historyQuery = (period: Period) =>
  pagesOf(["invoices", "list", "history", period], (After, signal) =>
    call(account.history, { query: { ...period, After }, signal }),
  );

export const breakdownQuery = (By: BreakdownBy, Month: string | undefined) =>
  queryOptions({
    queryKey: ["invoices", "totals", "breakdown", By, Month],
    queryFn: ({ signal }) => call(account.breakdown, { query: { By, ...(Month && { Month }) }, signal }),
    placeholderData: keepPreviousData,
  });
