import type { SearchOf } from "@tradewind/contract/address.ts";
import type { screens } from "@tradewind/contract/screens.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import { desk } from "@tradewind/contract/support/desk.ts";
import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { tickets } from "@tradewind/contract/support/tickets.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api.ts";
import { pagesOf } from "../../platform/queries.ts";

export type TicketFilter = SearchOf<typeof screens.tickets>;
export type DeskFilter = Omit<SearchOf<typeof screens.desk>, "Id">;
export type SentFile = ResultOf<typeof ticketFiles.upload>;

/** Milliseconds between looks at a file that is being checked. */
const scanInterval = 3_000;

export const overviewQuery = queryOptions({
  queryKey: ["support", "overview"],
  queryFn: ({ signal }) => call(tickets.overview, { signal }),
});

export const ticketListQuery = (filter: TicketFilter) =>
  pagesOf(["support", "list", filter], (After, signal) => call(tickets.list, { query: { ...filter, After }, signal }));

export const ticketCountQuery = ({ Search, Category, CustomerId }: TicketFilter) =>
  queryOptions({
    queryKey: ["support", "count", { Search, Category, CustomerId }],
    queryFn: ({ signal }) => call(tickets.count, { query: { Search, Category, CustomerId }, signal }),
    placeholderData: keepPreviousData,
  });

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ["support", "one", ticketId],
    queryFn: ({ signal }) => call(tickets.byId, { params: { ticketId }, signal }),
  });

/** Fetches a customer's name and services, for a ticket's subject. */
export const subjectQuery = (customerId: string) =>
  queryOptions({
    queryKey: ["services", "for-support", customerId],
    queryFn: ({ signal }) => call(tickets.services, { params: { customerId }, signal }),
    enabled: customerId !== "",
  });

/** Looks at files that wait for a message until it is known whether they have viruses. */
export const keptFilesQuery = (files: readonly SentFile[], ticketId: string | undefined) => ({
  queryKey: [ticketId ? "support-desk" : "support", "kept", ticketId, files.map(({ Id }) => Id)],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (ticketId ? await call(desk.kept, { params: { ticketId }, signal }) : await call(ticketFiles.kept, { signal }))
      .Items,
  enabled: files.some(({ Scan }) => Scan === "waiting"),
  placeholderData: keepPreviousData,
  refetchInterval: ({ state: { data } }: { state: { data?: readonly SentFile[] } }) =>
    data?.some(({ Scan }) => Scan === "waiting") && scanInterval,
});

export const deskListQuery = (filter: DeskFilter) =>
  pagesOf(["support-desk", "list", filter], (After, signal) =>
    call(desk.list, { query: { ...filter, After }, signal }),
  );

export const deskTicketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ["support-desk", "one", ticketId],
    queryFn: ({ signal }) => call(desk.byId, { params: { ticketId }, signal }),
  });
