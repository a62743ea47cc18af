import { customers } from "@tradewind/contract/customers/customers.ts";
import { restrictions } from "@tradewind/contract/access/restrictions.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type { ChosenCustomer, Restrictions } from "@tradewind/contract/access/restrictions.ts";

export const restrictionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["restrictions", userId],
    queryFn: ({ signal }) => call(restrictions.of, { params: { userId }, signal }),
  });

export const suggestCustomers = async (Search: string, signal: AbortSignal) =>
  (await call(customers.suggestions, { query: { Search }, signal })).Items;
