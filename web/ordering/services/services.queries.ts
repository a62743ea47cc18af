import type { ResultOf, SentOf } from "@tradewind/contract/endpoint.ts";
import type { SearchOf } from "@tradewind/contract/address.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import { assignments } from "@tradewind/contract/ordering/assignments.ts";
import { customerOverview } from "@tradewind/contract/ordering/customer-overview.ts";
import { meteredUsage } from "@tradewind/contract/ordering/metered-usage.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { returns } from "@tradewind/contract/ordering/returns.ts";
import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { voice } from "@tradewind/contract/ordering/voice.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";
import type { AsOfQuery } from "../../shared/as-of/as-of-dialog.tsx";

export type ReturnWish = SentOf<typeof returns.propose>["body"];

export const returnableQuery = (orderId: string, lineId: string) =>
  queryOptions({
    queryKey: ["orders", "returnable", orderId, lineId],
    queryFn: ({ signal }) => call(returns.ofLine, { params: { orderId }, query: { Key: lineId }, signal }),
  });

export const returnTermsQuery = (orderId: string, wish: ReturnWish) =>
  queryOptions({
    queryKey: ["orders", "returnTerms", orderId, wish],
    queryFn: ({ signal }) => call(returns.propose, { params: { orderId }, body: wish, signal }),
    retry: false,
  });

export const customerServicesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["services", "of-customer", customerId],
    queryFn: async ({ signal }) => (await call(services.ofCustomer, { params: { customerId }, signal })).Items,
  });

/** Fetches what a customer has, and what it is worth. */
export const customerOverviewQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["services", "overview", customerId],
    queryFn: ({ signal }) => call(customerOverview.overview, { params: { customerId }, signal }),
  });

/** Fetches the services of a customer that have ended, the latest first. */
export const endedServicesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["services", "ended", customerId],
    queryFn: async ({ signal }) =>
      (await call(serviceLists.all, { params: { customerId }, signal })).Items.filter(
        ({ Status }) => Status === "Deleted" || Status === "Upgraded",
      ),
  });

export const serviceQuery = (instanceId: string) =>
  queryOptions({
    queryKey: ["services", "one", instanceId],
    queryFn: ({ signal }) => call(services.byId, { params: { instanceId }, signal }),
  });

/** Fetches what a service used, by month and meter. */
export const serviceUsageQuery = (instanceId: string) =>
  queryOptions({
    queryKey: ["services", "usage", instanceId],
    queryFn: ({ signal }) => call(meteredUsage.ofService, { params: { instanceId }, signal }),
  });

/** Fetches who has units of a service's subscriptions. */
export const servicePeopleQuery = (instanceId: string) =>
  queryOptions({
    queryKey: ["services", "people", instanceId],
    queryFn: ({ signal }) => call(assignments.ofService, { params: { instanceId }, signal }),
  });

/** Reads how a service stood at the end of one day, as was known at the end of another. */
export const serviceAsOf = (instanceId: string): AsOfQuery<ResultOf<typeof services.asOf>> => ({
  key: ["services", "as-of", instanceId],
  read: (query, signal) => call(services.asOf, { params: { instanceId }, query, signal }),
});

/** Reads a customer and its services likewise. */
export const customerAsOf = (customerId: string): AsOfQuery<ResultOf<typeof services.asOfCustomer>> => ({
  key: ["services", "as-of-customer", customerId],
  read: (query, signal) => call(services.asOfCustomer, { params: { customerId }, query, signal }),
});

export type ServiceFilter = SearchOf<typeof screens.services>;

/**
 * Fetches pages by key, appended to one list. It has a separate first key, so that an event does not fetch every page
 * of a long list again.
 */
export const serviceListQuery = (filter: ServiceFilter) =>
  pagesOf(["service-list", filter], (After, signal) =>
    call(serviceLists.list, { query: { ...filter, After }, signal }),
  );

/** Counts the services in every state, regardless of the state shown. */
export const serviceCountQuery = ({ Sort: _, State: __, ...asked }: ServiceFilter) =>
  queryOptions({
    queryKey: ["services", "count", asked],
    queryFn: ({ signal }) => call(serviceLists.count, { query: asked, signal }),
    placeholderData: keepPreviousData,
  });

export const userServicesQuery = (customerId: string, userId: string) =>
  queryOptions({
    queryKey: ["services", "of-user", customerId, userId],
    queryFn: async ({ signal }) => (await call(serviceLists.ofUser, { params: { customerId, userId }, signal })).Items,
  });

/** Fetches an order with what happened to it; whatever is told of orders fetches it again. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", "one", orderId],
    queryFn: ({ signal }) => call(orders.byId, { params: { orderId }, signal }),
  });

/** Fetches the summary of an order of hosted voice. */
export const voiceOrderQuery = (customerId: string, orderId: string) =>
  queryOptions({
    queryKey: ["orders", "voice", customerId, orderId],
    queryFn: ({ signal }) => call(voice.order, { params: { customerId, orderId }, signal }),
  });
