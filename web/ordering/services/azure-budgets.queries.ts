import { azureBudgets } from "@tradewind/contract/ordering/azure-budgets.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const azureBudgetsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["azureSpend", "budgets", customerId],
    queryFn: ({ signal }) => call(azureBudgets.ofCustomer, { params: { customerId }, signal }),
    retry: false,
  });
