/** Tickets of a reseller and its customers. */
import { ticketCategories, ticketPriorities, ticketStates } from "@tradewind/domain/support/tickets.ts";
import * as z from "zod/mini";
import { cursor, endpoint, id } from "../endpoint.ts";
import { tenants } from "../portal/notifications.ts";
import { files, readers, replyFields, search, text, ticket, ticketItem, ticketParams } from "./ticket-parts.ts";

export const ticketSorts = ["-updated", "updated", "-created", "created"] as const;
const overviewers = { anyOf: ["support"], kinds: tenants.kinds } as const;
const openers = { anyOf: ["submitAndRespondToAllTickets"], kinds: tenants.kinds } as const;
const byState = z.record(z.enum(ticketStates), z.number());
const filter = { Search: search, Category: z.optional(z.enum(ticketCategories)), CustomerId: z.optional(id) };

export const tickets = {
  overview: endpoint({
    method: "GET",
    path: "/api/support/overview",
    summary: "What waits for the caller, the latest answers, and how many tickets are in each state",
    sums: true,
    access: overviewers,
    result: z.object({
      Counts: byState,
      /** Tickets that wait for the caller's side: the total, and the first five. */
      WaitingCount: z.number(),
      Waiting: z.array(ticketItem),
      Latest: z.array(
        z.object({
          TicketId: id,
          Number: z.string(),
          Subject: z.string(),
          Who: z.string(),
          Text: z.string(),
          At: z.string(),
        }),
      ),
    }),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/support/tickets",
    summary: "One page of tickets, by key",
    access: overviewers,
    query: z.strictObject({
      ...filter,
      State: z.optional(z.enum(ticketStates)),
      Sort: z._default(z.enum(ticketSorts), "-updated"),
      After: cursor,
    }),
    result: z.object({ Items: z.array(ticketItem), Next: z.nullable(z.string()) }),
    errors: ["notFound"],
  }),
  count: endpoint({
    method: "GET",
    path: "/api/support/tickets/count",
    summary: "How many tickets a search finds, by state",
    sums: true,
    access: overviewers,
    query: z.strictObject(filter),
    result: byState,
    errors: ["notFound"],
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/support/tickets/csv",
    summary: "All tickets the caller sees, as CSV",
    logs: "exports.tickets",
    access: overviewers,
    as: "none",
    file: "text/csv",
    result: z.unknown(),
  }),
  customers: endpoint({
    method: "GET",
    path: "/api/support/customers",
    summary: "Names of customers a ticket can be about",
    access: readers,
    query: z.strictObject({ Search: search }),
    result: z.object({ Items: z.array(z.object({ Id: id, Name: z.string() })) }),
  }),
  services: endpoint({
    method: "GET",
    path: "/api/support/customers/:customerId/services",
    summary: "Services of a customer that a ticket can be about",
    access: readers,
    params: z.strictObject({ customerId: id }),
    result: z.object({
      CustomerName: z.string(),
      Items: z.array(z.object({ Id: id, Name: z.string(), UserName: z.nullable(z.string()), Failed: z.boolean() })),
    }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/support/tickets/:ticketId",
    summary: "One ticket with its thread",
    access: readers,
    params: ticketParams,
    result: ticket,
  }),
  create: endpoint({
    method: "POST",
    path: "/api/support/tickets",
    summary: "Opens a ticket",
    logs: "support.open",
    access: openers,
    body: z.strictObject({
      Subject: z.string().check(z.trim(), z.minLength(1), z.maxLength(150)),
      Category: z.enum(ticketCategories),
      Priority: z._default(z.enum(ticketPriorities), "Normal"),
      Description: text,
      CustomerId: z.optional(z.nullable(id)),
      ServiceId: z.optional(z.nullable(id)),
      /** Shows the ticket to the customer's own people; tickets they open are always shown to them. */
      Shared: z._default(z.boolean(), false),
      Files: files,
    }),
    result: ticket,
    errors: ["notFound", "ticketFileUnknown"],
  }),
  reply: endpoint({
    method: "POST",
    path: "/api/support/tickets/:ticketId/messages",
    summary: "Writes to everybody concerned, to all but the customer, or a note for one's own team",
    logs: "tickets.reply",
    access: readers,
    params: ticketParams,
    body: z.strictObject(replyFields),
    result: ticket,
    errors: ["ticketClosed", "ticketFileUnknown"],
  }),
  move: endpoint({
    method: "POST",
    path: "/api/support/tickets/:ticketId/state",
    summary: "Marks a ticket as solved, closes it, or opens a solved one again",
    logs: "tickets.move",
    access: readers,
    params: ticketParams,
    body: z.strictObject({ State: z.enum(["Solved", "Closed", "Open"]) }),
    result: ticket,
    errors: ["ticketStateNotAllowed"],
  }),
  rate: endpoint({
    method: "POST",
    path: "/api/support/tickets/:ticketId/rating",
    summary: "Says whether the answer helped, once the ticket is solved; those who asked do",
    logs: "tickets.rate",
    access: readers,
    params: ticketParams,
    body: z.strictObject({ Helpful: z.boolean() }),
    result: ticket,
    errors: ["ticketNotSolved"],
    jump: false,
  }),
};
