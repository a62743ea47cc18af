import { customerCharges } from "@tradewind/contract/billing/customer-charges.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export const chargesQuery = (customerId: string) =>
  pagesOf(["invoices", "list", "charges", customerId], (After, signal) =>
    call(customerCharges.ofCustomer, { params: { customerId }, query: { After }, signal }),
  );

export const chargedMonthsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["invoices", "totals", "charges", customerId],
    queryFn: async ({ signal }) => (await call(customerCharges.months, { params: { customerId }, signal })).Items,
  });
