import type { AskedOf, SearchOf } from "@tradewind/contract/address.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";
import { remembered } from "../../platform/storage.ts";

export type CustomerFilter = SearchOf<typeof screens.customers>;
/** The marks to filter customers by; a customer must match all of them. */
export type CustomerMarks = AskedOf<typeof screens.customers>;

/**
 * Fetches pages by key, appended to one list. It has a separate first key, so that an event does not fetch every page
 * of a long list again. A reseller's people have a call of their own for it (ACL-35).
 */
export const customerListQuery = (filter: CustomerFilter) =>
  pagesOf(["customer-list", filter], (After, signal) =>
    call(remembered("isEndUserAdmin") === "true" ? customers.list : customers.ofReseller, {
      query: { ...filter, After },
      signal,
    }),
  );

export const customerCountQuery = ({ Sort: _, ...asked }: CustomerFilter) =>
  queryOptions({
    queryKey: ["customers", "count", asked],
    queryFn: ({ signal }) => call(customers.count, { query: asked, signal }),
    placeholderData: keepPreviousData,
  });
export type CustomerCounts = ResultOf<typeof customers.count>;

export const customerQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["customers", "one", customerId],
    queryFn: ({ signal }) => call(customers.byId, { params: { customerId }, signal }),
  });

/** Fetches the record again for each edit. */
export const editedCustomerQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["customers", "edited", customerId],
    queryFn: ({ signal }) => call(customers.marketplaceById, { params: { customerId }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const activityQuery = (customerId: string, UserId: string | undefined) =>
  pagesOf(["customers", "activity", customerId, UserId], (After, signal) =>
    call(customers.activity, { params: { customerId }, query: { UserId, After }, signal }),
  );
