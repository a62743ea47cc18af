/** The support desk: the operator's queue of tickets from all resellers. */
import { ticketPriorities, ticketStates } from "@tradewind/domain/support/tickets.ts";
import * as z from "zod/mini";
import { cursor, endpoint } from "../endpoint.ts";
import { fileDownload, fileRemoval, fileUpload, keptFiles } from "./ticket-files.ts";
import { replyFields, search, ticket, ticketItem, ticketParams } from "./ticket-parts.ts";

const staff = { anyOf: [], kinds: ["admin"] } as const;
const deskItem = z.extend(ticketItem, { ResellerName: z.string() });
const deskTicket = z.extend(ticket, { ResellerName: z.string(), AssignedToMe: z.boolean() });
export type DeskItem = z.output<typeof deskItem>;
export type DeskTicket = z.output<typeof deskTicket>;
const filter = {
  Search: search,
  Priority: z.optional(z.enum(ticketPriorities)),
  /** Only tickets assigned to the caller, or to nobody. */
  Assigned: z.optional(z.enum(["me", "nobody"])),
};

export const desk = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/tickets",
    summary: "One page of the queue: the most urgent first, then what waits longest",
    access: staff,
    query: z.strictObject({
      ...filter,
      /** `todo` selects tickets that wait for the operator's staff or have not been looked at. */
      State: z._default(z.enum(["todo", "all", ...ticketStates]), "todo"),
      After: cursor,
    }),
    result: z.object({ Items: z.array(deskItem), Next: z.nullable(z.string()) }),
  }),
  count: endpoint({
    method: "GET",
    path: "/api/operator/tickets/count",
    summary: "How many tickets the queue holds, by state",
    sums: true,
    access: staff,
    query: z.strictObject(filter),
    result: z.record(z.enum(ticketStates), z.number()),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/operator/tickets/:ticketId/thread",
    summary: "One ticket with its thread and the notes of the operator's staff",
    access: staff,
    params: ticketParams,
    result: deskTicket,
  }),
  reply: endpoint({
    method: "POST",
    path: "/api/operator/tickets/:ticketId/messages",
    summary: "Answers, to everybody or to all but the customer, or notes something for the operator's staff",
    logs: "tickets.reply",
    access: staff,
    params: ticketParams,
    body: z.strictObject({
      ...replyFields,
      /** Marks the ticket as solved with this answer. */
      Solves: z._default(z.boolean(), false),
    }),
    result: deskTicket,
    errors: ["ticketClosed", "ticketFileUnknown"],
  }),
  assign: endpoint({
    method: "POST",
    path: "/api/operator/tickets/:ticketId/assignee",
    summary: "Takes a ticket on, or gives it back to the queue",
    logs: "support.assign",
    access: staff,
    params: ticketParams,
    body: z.strictObject({ ToMe: z.boolean() }),
    result: deskTicket,
    errors: ["ticketClosed"],
  }),
  move: endpoint({
    method: "POST",
    path: "/api/operator/tickets/:ticketId/state",
    summary: "Puts a ticket into another state",
    logs: "tickets.move",
    access: staff,
    params: ticketParams,
    body: z.strictObject({ State: z.enum(["Open", "Waiting for you", "Solved", "Closed"]) }),
    result: deskTicket,
    errors: ["ticketStateNotAllowed"],
  }),
  upload: endpoint({
    ...fileUpload,
    path: "/api/operator/tickets/:ticketId/files",
    summary: "Keeps a file for an answer to this ticket",
    access: staff,
    params: ticketParams,
  }),
  kept: endpoint({
    ...keptFiles,
    path: "/api/operator/tickets/:ticketId/kept-files",
    summary: "The caller's files for this ticket's company that no answer has taken, and whether viruses were found",
    access: staff,
    params: ticketParams,
  }),
  removeFile: endpoint({
    ...fileRemoval,
    path: "/api/operator/tickets/:ticketId/kept-files/:waitingFileId",
    summary: "Removes one of the caller's files for this ticket's company that no answer has taken",
    access: staff,
    params: z.extend(ticketParams, fileRemoval.params.shape),
  }),
  download: endpoint({
    ...fileDownload,
    path: "/api/operator/tickets/:ticketId/files/:fileId",
    summary: "A file of a ticket",
    access: staff,
  }),
};
