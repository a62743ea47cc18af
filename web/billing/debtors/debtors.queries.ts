import { debtors } from "@tradewind/contract/billing/debtors.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import type { SearchOf } from "@tradewind/contract/address.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type DebtorsAsked = SearchOf<typeof screens.debtors>;

export const debtorsQuery = (asked: DebtorsAsked) =>
  pagesOf(["debtors", "list", JSON.stringify(asked)], (After, signal) =>
    call(debtors.list, { query: { ...asked, After }, signal }),
  );

export const debtorTotalsQuery = queryOptions({
  queryKey: ["debtors", "totals"],
  queryFn: ({ signal }) => call(debtors.totals, { signal }),
});

export const debtorQuery = (resellerId: string) =>
  queryOptions({
    queryKey: ["debtors", "one", resellerId],
    queryFn: ({ signal }) => call(debtors.byId, { params: { resellerId }, signal }),
  });

export const cashExpectedQuery = queryOptions({
  queryKey: ["debtors", "expected"],
  queryFn: ({ signal }) => call(debtors.expected, { signal }),
});
