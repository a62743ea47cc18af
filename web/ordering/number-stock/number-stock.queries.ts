import { numberStock } from "@tradewind/contract/ordering/number-stock.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const numberStockQuery = queryOptions({
  queryKey: ["number-stock"],
  queryFn: async ({ signal }) => (await call(numberStock.list, { signal })).Items,
});
