import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { supportDesk } from "@tradewind/contract/support/desk.ts";
import { support, type ticketSorts } from "@tradewind/contract/support/support.ts";
import type { TicketCategory, TicketPriority, TicketState } from "@tradewind/domain/support/tickets.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";

export type TicketFilter = {
  Search: string;
  State?: TicketState;
  Category?: TicketCategory;
  CustomerId?: string;
  Sort?: (typeof ticketSorts)[number];
};
export type DeskFilter = {
  Search: string;
  State: "todo" | "all" | TicketState;
  Priority?: TicketPriority;
  Assigned?: "me" | "nobody";
};
export type SentFile = ResultOf<typeof support.upload>;

/** The queue fills from every reseller; whoever looks at it should not have to reload. */
const deskInterval = 15_000;

export const overviewQuery = queryOptions({
  queryKey: ["support", "overview"],
  queryFn: ({ signal }) => call(support.overview, { signal }),
});

export const ticketListQuery = (filter: TicketFilter) =>
  infiniteQueryOptions({
    queryKey: ["support", "list", filter],
    queryFn: ({ pageParam, signal }) => call(support.list, { query: { ...filter, After: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const ticketCountQuery = ({ Search, Category, CustomerId }: TicketFilter) =>
  queryOptions({
    queryKey: ["support", "count", { Search, Category, CustomerId }],
    queryFn: ({ signal }) => call(support.count, { query: { Search, Category, CustomerId }, signal }),
    placeholderData: keepPreviousData,
  });

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ["support", "one", ticketId],
    queryFn: ({ signal }) => call(support.byId, { params: { ticketId }, signal }),
  });

/** A customer's name and services, for what a ticket is about. */
export const subjectQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["services", "for-support", customerId],
    queryFn: ({ signal }) => call(support.services, { params: { customerId }, signal }),
    enabled: customerId !== "",
  });

export const deskListQuery = (filter: DeskFilter) =>
  infiniteQueryOptions({
    queryKey: ["support-desk", "list", filter],
    queryFn: ({ pageParam, signal }) => call(supportDesk.list, { query: { ...filter, After: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.Next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: deskInterval,
  });

export const deskTicketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ["support-desk", "one", ticketId],
    queryFn: ({ signal }) => call(supportDesk.byId, { params: { ticketId }, signal }),
    refetchInterval: deskInterval,
  });
