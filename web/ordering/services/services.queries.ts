import { serviceLists, type serviceSorts, type serviceStates } from "@tradewind/contract/ordering/service-lists.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export const customerServicesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["services", "of-customer", customerId],
    queryFn: async ({ signal }) => (await call(services.ofCustomer, { params: { customerId }, signal })).Items,
  });

export const serviceQuery = (instanceId: string) =>
  queryOptions({
    queryKey: ["services", "one", instanceId],
    queryFn: ({ signal }) => call(services.byId, { params: { instanceId }, signal }),
  });

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", "one", orderId],
    queryFn: ({ signal }) => call(orders.byId, { params: { orderId }, signal }),
  });

export type ServiceFilter = {
  Search: string;
  Sort: (typeof serviceSorts)[number];
  State?: (typeof serviceStates)[number];
  ProductId?: string;
};

/** Pages by key, appended to one list. Its own first key, so that an event does not fetch every page of a long list again. */
export const serviceListQuery = (filter: ServiceFilter) =>
  infiniteQueryOptions({
    queryKey: ["service-list", filter],
    queryFn: ({ pageParam, signal }) => call(serviceLists.list, { query: { ...filter, After: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const serviceCountQuery = ({ Search, ProductId }: ServiceFilter) =>
  queryOptions({
    queryKey: ["services", "count", Search, ProductId],
    queryFn: ({ signal }) =>
      call(serviceLists.count, { query: { Search, ...(ProductId ? { ProductId } : {}) }, signal }),
    placeholderData: keepPreviousData,
  });

export const userServicesQuery = (customerId: string, userId: string) =>
  queryOptions({
    queryKey: ["services", "of-user", customerId, userId],
    queryFn: async ({ signal }) => (await call(serviceLists.ofUser, { params: { customerId, userId }, signal })).Items,
  });
