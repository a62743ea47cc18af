import { customers } from "@tradewind/contract/customers/customers.ts";
import type { QueryClient } from "@tanstack/react-query";
import { customerQuery } from "../customers/customers/customers.queries.ts";
import { call } from "../platform/api.ts";

/** Loads an end-user admin's customer; if that fails, the page that follows shows the error. */
export const loadCustomer = (queries: QueryClient, customerId: string): Promise<void> =>
  queries.prefetchQuery({ ...customerQuery(customerId), queryFn: () => call(customers.ofEndUserAdmin), retry: false });
