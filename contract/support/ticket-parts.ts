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
import { fileScan } from "../sent-files.ts";
import { tenants } from "../portal/notifications.ts";

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
  Files: z.array(
    z.object({
      Id: id,
      Name: z.string(),
      Size: z.number(),
      /** What the virus scanner said: `none` was asked nothing, `waiting` and `infected` cannot be downloaded. */
      Scan: fileScan,
    }),
  ),
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

/** People who may answer all tickets may also read them. */
export const readers = { anyOf: ["support", "submitAndRespondToAllTickets"], kinds: tenants.kinds } as const;
export const ticketParams = z.strictObject({ ticketId: id });
export const text = z.string().check(z.trim(), z.minLength(1, "Write a message first"), z.maxLength(5000));
export const search = z._default(z.string().check(z.trim(), z.maxLength(100)), "");
/** Ids of files uploaded before. */
export const files = z._default(
  z.array(id).check(z.maxLength(mostFiles, `At most ${mostFiles} files can go with one message`)),
  [],
);
export const replyFields = { Text: text, Audience: z._default(audience, "everyone"), Files: files };
