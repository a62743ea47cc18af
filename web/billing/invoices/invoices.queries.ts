import type { SearchOf } from "@tradewind/contract/address.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import { dunning } from "@tradewind/contract/billing/dunning.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";
import type { AsOfQuery } from "../../shared/as-of/as-of-dialog.tsx";

export type InvoiceFilter = SearchOf<typeof screens.invoices>;

export const invoiceListQuery = (filter: InvoiceFilter) =>
  pagesOf(["invoices", "list", filter], (After, signal) =>
    call(invoices.list, { query: { ...filter, After }, signal }),
  );

export const invoiceTotalsQuery = queryOptions({
  queryKey: ["invoices", "totals"],
  queryFn: ({ signal }) => call(invoices.totals, { signal }),
});

/** The pages of an invoice's lines after the one that comes with it, or all those of the customers that a search finds. */
export const invoiceLinesQuery = (invoiceId: string, Search: string, after: string | null) => ({
  ...pagesOf(["invoices", "lines", invoiceId, Search], (After, signal) =>
    call(invoices.lines, { params: { invoiceId }, query: { Search, After }, signal }),
  ),
  initialPageParam: Search === "" ? (after ?? undefined) : undefined,
});

export const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ["invoices", "one", invoiceId],
    queryFn: ({ signal }) => call(invoices.byId, { params: { invoiceId }, signal }),
  });

export const invoicePaymentsQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ["invoices", "payments", invoiceId],
    queryFn: ({ signal }) => call(payments.ofInvoice, { params: { invoiceId }, signal }),
  });

export const standingQuery = queryOptions({
  queryKey: ["invoices", "standing"],
  queryFn: ({ signal }) => call(dunning.standing, { signal }),
});

export type PaymentsOfInvoice = ResultOf<typeof payments.ofInvoice>;

/** Reads how an invoice stood at the end of one day, as was known at the end of another. */
export const invoiceAsOf = (invoiceId: string): AsOfQuery<ResultOf<typeof invoices.asOf>> => ({
  key: ["invoices", "as-of", invoiceId],
  read: (query, signal) => call(invoices.asOf, { params: { invoiceId }, query, signal }),
});
