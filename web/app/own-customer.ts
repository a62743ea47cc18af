import type { QueryClient } from "@tanstack/react-query";
import { customerQuery } from "../customers/customers/customers.queries.ts";

/** The customer of an end-user admin; the page that follows shows what went wrong where it cannot be had. */
export const loadCustomer = (queries: QueryClient, customerId: string): Promise<void> =>
  queries.prefetchQuery({ ...customerQuery(customerId), retry: false });
