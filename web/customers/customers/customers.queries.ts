import {
  customers,
  type customerSorts,
  type customerStatuses,
  type organisationTypes,
  type servicesHeld,
} from "@tradewind/contract/customers/customers.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

/** What a customer may have or be; all that is asked for must fit. */
export type CustomerMarks = {
  Status?: (typeof customerStatuses)[number] | undefined;
  Services?: (typeof servicesHeld)[number] | undefined;
  Type?: (typeof organisationTypes)[number] | undefined;
  ProductId?: string | undefined;
};
export type CustomerFilter = CustomerMarks & { Search: string; Sort: (typeof customerSorts)[number] };

/** Pages by key, appended to one list. Its own first key, so that an event does not fetch every page of a long list again. */
export const customerListQuery = (filter: CustomerFilter) =>
  infiniteQueryOptions({
    queryKey: ["customer-list", filter],
    queryFn: ({ pageParam, signal }) => call(customers.list, { query: { ...filter, After: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
    placeholderData: keepPreviousData,
  });

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

/** Read anew each time it is edited. */
export const editedCustomerQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["customers", "edited", customerId],
    queryFn: ({ signal }) => call(customers.marketplaceById, { params: { customerId }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const activityQuery = (customerId: string) =>
  infiniteQueryOptions({
    queryKey: ["customers", "activity", customerId],
    queryFn: ({ pageParam, signal }) =>
      call(customers.activity, { params: { customerId }, query: { After: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
  });
