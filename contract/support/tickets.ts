/** A ticket on the wire, for the reseller's side and the operator's. */
import {
  mostFiles,
  sides,
  ticketCategories,
  ticketPriorities,
  ticketStates,
} from "@tradewind/domain/support/tickets.ts";
import * as z from "zod/mini";
import { id, instant } from "../endpoint.ts";

export const ticketItem = z.object({
  Id: id,
  /** For example `T-000123`. */
  Number: z.string(),
  Subject: z.string(),
  Category: z.enum(ticketCategories),
  Priority: z.enum(ticketPriorities),
  State: z.enum(ticketStates),
  /** The side whose answer is awaited; null once the ticket is solved. */
  WaitsFor: z.nullable(z.enum(sides)),
  CustomerId: z.nullable(id),
  CustomerName: z.nullable(z.string()),
  ServiceName: z.nullable(z.string()),
  OpenedBy: z.string(),
  Assignee: z.nullable(z.string()),
  Created: instant,
  Updated: instant,
});
export type TicketItem = z.output<typeof ticketItem>;

const audience = z.enum(["everyone", "partner", "team"]);

export const threadEntry = z.object({
  Id: id,
  /** A note is only visible to the writer's own side. */
  Kind: z.enum(["message", "note", "state"]),
  /** `partner` excludes the customer's people; `team` is the writer's own side. */
  Audience: audience,
  At: instant,
  Who: z.string(),
  /** Null if the state changed automatically. */
  Side: z.nullable(z.enum(sides)),
  Mine: z.boolean(),
  /** The message; empty for a change of state. */
  Text: z.string(),
  State: z.nullable(z.enum(ticketStates)),
  Files: z.array(z.object({ Id: id, Name: z.string(), Size: z.number() })),
});
export type ThreadEntry = z.output<typeof threadEntry>;

export const ticket = z.extend(ticketItem, {
  ServiceId: z.nullable(id),
  /** Whether the customer's own people see the ticket. */
  Shared: z.boolean(),
  /** Whether the caller opened it. */
  Own: z.boolean(),
  Helpful: z.nullable(z.boolean()),
  /** When a solved ticket closes automatically. */
  Closes: z.nullable(instant),
  Thread: z.array(threadEntry),
  May: z.object({
    Reply: z.boolean(),
    Note: z.boolean(),
    /** States the caller may move it to. */
    Move: z.array(z.enum(ticketStates)),
    Rate: z.boolean(),
  }),
});
export type Ticket = z.output<typeof ticket>;

export const ticketParams = z.strictObject({ ticketId: id });
export const text = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Write a message first"),
    z.maxLength(5000, "Must be a maximum of 5000 character(s)"),
  );
export const search = z._default(z.string().check(z.trim(), z.maxLength(100)), "");
/** Ids of files uploaded before. */
export const files = z._default(
  z.array(id).check(z.maxLength(mostFiles, `At most ${mostFiles} files can go with one message`)),
  [],
);
export const replyFields = { Text: text, Audience: z._default(audience, "everyone"), Files: files };

/** A file as base64; anything over the size limit is refused before it is read. */
const fileBody = z.strictObject({
  Name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(120, "Must be a maximum of 120 character(s)"),
      z.regex(/^[^/\\\p{Cc}]+$/u, "The name of a file has no slashes"),
    ),
  Content: z
    .string()
    .check(
      z.minLength(4, "This file is empty."),
      z.maxLength(6_700_000, "This file is larger than 5 MB. Send a smaller one."),
      z.regex(/^[A-Za-z0-9+/]+={0,2}$/, "This file could not be read. Choose it again."),
    ),
});
const sentFile = z.object({ Id: id, Name: z.string(), Size: z.number() });
/** Options shared by both sides' endpoints for uploading and downloading files. */
export const fileUpload = {
  method: "POST",
  body: fileBody,
  /** In bytes: the largest file as base64, plus the JSON around it. */
  largestBody: 6_800_000,
  result: sentFile,
  errors: ["ticketFileInvalid"],
} as const;
export const fileDownload = {
  method: "GET",
  params: z.strictObject({ ticketId: id, fileId: id }),
  file: "application/octet-stream",
  result: z.unknown(),
} as const;
