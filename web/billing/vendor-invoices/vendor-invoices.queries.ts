import { vendorInvoices } from "@tradewind/contract/billing/vendor-invoices.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { BillDifferenceKind, BillDifferenceState } from "@tradewind/domain/billing/vendor-bills.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type Margins = ResultOf<typeof vendorInvoices.margins>["Rows"];
export type VendorInvoiceDetail = ResultOf<typeof vendorInvoices.byId>;

export const vendorInvoicesQuery = pagesOf(["vendorInvoices", "list"], (After, signal) =>
  call(vendorInvoices.list, { query: { After }, signal }),
);

export const marginsQuery = queryOptions({
  queryKey: ["vendorInvoices", "margins"],
  queryFn: ({ signal }) => call(vendorInvoices.margins, { signal }),
});

export const vendorInvoiceQuery = (vendorInvoiceId: string) =>
  queryOptions({
    queryKey: ["vendorInvoices", "one", vendorInvoiceId],
    queryFn: ({ signal }) => call(vendorInvoices.byId, { params: { vendorInvoiceId }, signal }),
  });

export type BillFilter = { State?: BillDifferenceState | undefined; Kind?: BillDifferenceKind | undefined };

export const billDifferencesQuery = (vendorInvoiceId: string, filter: BillFilter) =>
  pagesOf(["vendorInvoices", "differences", vendorInvoiceId, filter], (After, signal) =>
    call(vendorInvoices.differences, { params: { vendorInvoiceId }, query: { ...filter, After }, signal }),
  );
