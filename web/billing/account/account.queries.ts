import { account } from "@tradewind/contract/billing/account.ts";
import type { InputOf, ResultOf } from "@tradewind/contract/endpoint.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type Breakdown = ResultOf<typeof account.breakdown>;
export type BreakdownBy = NonNullable<InputOf<typeof account.breakdown>["query"]["By"]>;
type HistoryAsked = Omit<InputOf<typeof account.history>["query"], "After">;

export const accountTotalsQuery = (On: string | undefined) =>
  queryOptions({
    queryKey: ["invoices", "totals", "account", On],
    queryFn: ({ signal }) => call(account.totals, { query: On ? { On } : {}, signal }),
    placeholderData: keepPreviousData,
  });

export const historyQuery = (asked: HistoryAsked) =>
  pagesOf(["invoices", "list", "history", asked], (After, signal) =>
    call(account.history, { query: { ...asked, After }, signal }),
  );

export const nextBillQuery = pagesOf(["invoices", "list", "next"], (After, signal) =>
  call(account.nextBill, { query: { After }, signal }),
);

export const breakdownQuery = (By: BreakdownBy, Month: string | undefined) =>
  queryOptions({
    queryKey: ["invoices", "totals", "breakdown", By, Month],
    queryFn: ({ signal }) => call(account.breakdown, { query: { By, ...(Month && { Month }) }, signal }),
    placeholderData: keepPreviousData,
  });
