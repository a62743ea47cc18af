import { lineCredits } from "@tradewind/contract/billing/line-credits.ts";
import type { InputOf } from "@tradewind/contract/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

type Asked = Omit<InputOf<typeof lineCredits.list>["query"], "After">;

/** Under the key of debtors, whose events tell of credits too. */
export const lineCreditsQuery = (asked: Asked) =>
  pagesOf(["debtors", "lineCredits", JSON.stringify(asked)], (After, signal) =>
    call(lineCredits.list, { query: { ...asked, After }, signal }),
  );

/** The latest of a reseller. */
export const lineCreditsOfQuery = (ResellerId: string) =>
  queryOptions({
    queryKey: ["debtors", "lineCredits", ResellerId],
    queryFn: ({ signal }) => call(lineCredits.list, { query: { ResellerId }, signal }),
  });

export const invoicesOfQuery = (resellerId: string) =>
  queryOptions({
    queryKey: ["debtors", "invoices", resellerId],
    queryFn: ({ signal }) => call(lineCredits.invoices, { params: { resellerId }, signal }),
  });

export const creditableQuery = (params: { resellerId: string; invoiceId: string }, Search: string) =>
  pagesOf(["debtors", "creditable", params.invoiceId, Search], (After, signal) =>
    call(lineCredits.lines, { params, query: { Search, After }, signal }),
  );
