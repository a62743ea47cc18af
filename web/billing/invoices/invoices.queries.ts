import { invoices, type invoiceStatuses } from "@tradewind/contract/billing/invoices.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type InvoiceFilter = { Search: string; Status?: (typeof invoiceStatuses)[number] };

export const invoiceListQuery = (filter: InvoiceFilter) =>
  infiniteQueryOptions({
    queryKey: ["invoices", "list", filter],
    queryFn: ({ pageParam, signal }) => call(invoices.list, { query: { ...filter, After: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const invoiceTotalsQuery = queryOptions({
  queryKey: ["invoices", "totals"],
  queryFn: ({ signal }) => call(invoices.totals, { signal }),
});

export const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ["invoices", "one", invoiceId],
    queryFn: ({ signal }) => call(invoices.byId, { params: { invoiceId }, signal }),
  });
