import { monthClose } from "@tradewind/contract/billing/month-close.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const monthsQuery = queryOptions({
  queryKey: ["months", "list"],
  queryFn: ({ signal }) => call(monthClose.list, { signal }),
});

export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: ["months", "one", month],
    queryFn: ({ signal }) => call(monthClose.byMonth, { params: { month }, signal }),
  });
