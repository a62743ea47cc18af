import { orderRules } from "@tradewind/contract/ordering/order-rules.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const orderRulesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["customers", "order-rules", customerId],
    queryFn: ({ signal }) => call(orderRules.ofCustomer, { params: { customerId }, signal }),
  });
