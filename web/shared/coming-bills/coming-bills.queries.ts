import { forecast } from "@tradewind/contract/ordering/forecast.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type ComingBills = ResultOf<typeof forecast.bills>;

/** What the next bills come to, which every order and change moves. */
export const comingBillsQuery = queryOptions({
  queryKey: ["invoices", "coming"],
  queryFn: ({ signal }) => call(forecast.bills, { signal }),
  meta: { topics: ["services", "azureSpend"] },
});
