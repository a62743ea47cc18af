/** The operator's work queue: orders that people fulfil. */
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant } from "../endpoint.ts";
import { journeyField } from "./journey-fields.ts";
import { answers } from "./order-lines.ts";
import { goods } from "./goods.ts";
import { attribute } from "./subscriptions.ts";

/** What happens to work. A `note` is for the operator's people, what is `told` is for the reseller. */
export const workEvents = [
  "assigned",
  "due",
  "note",
  "told",
  "step",
  "working",
  "done",
  "failed",
  "dispatched",
  "reopened",
] as const;

const workItem = z.object({
  Id: id,
  ResellerName: z.string(),
  CustomerName: z.string(),
  Title: z.string(),
  /** By which people name its order. */
  OrderNumber: z.string(),
  Status: z.enum(["queued", "working", "done", "failed"]),
  Note: z.nullable(z.string()),
  /** Whose it is. */
  Assignee: z.nullable(z.string()),
  AssigneeId: z.nullable(id),
  ProductName: z.string(),
  /** By when the operator promised it. */
  Due: day,
  /** How many steps are still to be ticked before it can be completed. */
  StepsLeft: z.number(),
  EstimatedCompletion: z.nullable(day),
  Created: instant,
  Lines: z.array(
    z.object({
      /** The subscription. */
      Key: id,
      Name: z.string(),
      Quantity: z.number(),
      Attributes: z.array(attribute),
      /** Who is to get a unit, and who is to lose theirs. */
      People: z.array(z.object({ Name: z.string(), Email: z.string(), Gets: z.boolean() })),
      /** How many are in stock for it and how many have left; null for what is no goods. */
      Goods: z.nullable(goods),
      /** What is to be made, and which of what stands is to end, before the work is complete. */
      Resources: z.array(
        z.object({
          Kind: z.string(),
          Label: z.string(),
          Make: z.number(),
          /** Whether fewer may be made. */
          Optional: z.boolean(),
          End: z.number(),
          Fields: z.array(journeyField),
          /** What comes from stock, and belongs to the service once the work is complete. */
          Reserved: z.array(z.string()),
          Standing: z.array(z.object({ Id: id, Text: z.string() })),
        }),
      ),
    }),
  ),
  Details: z.record(z.string(), z.unknown()),
  /** How goods are to be delivered; null if they are collected. */
  Delivery: z.nullable(z.string()),
});
/** Work with what is to be ticked and what happened to it, which only the operator's people see. */
export const workPage = z.extend(workItem, {
  Steps: z.array(
    z.object({
      Position: z.number(),
      Text: z.string(),
      TickedBy: z.nullable(z.string()),
      TickedAt: z.nullable(instant),
    }),
  ),
  /** Oldest first. */
  History: z.array(
    z.object({
      Id: id,
      At: instant,
      Who: z.string(),
      Kind: z.enum(workEvents),
      What: z.string(),
      More: z.nullable(z.string()),
    }),
  ),
});
export const workParams = z.strictObject({ workItemId: id });
const note = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500))));

/** What work brought into being. */
const made = {
  /** What was made and is only identified, as many as there are. */
  Lists: z._default(
    z
      .array(
        z.strictObject({
          Key: id,
          Kind: z.string().check(z.maxLength(40)),
          Codes: z.array(z.string().check(z.trim(), z.maxLength(500))).check(z.maxLength(100_000)),
        }),
      )
      .check(z.maxLength(100)),
    [],
  ),
  /** What else was made, each with its line, its kind and what identifies it. */
  Made: z._default(
    z
      .array(z.strictObject({ Key: id, Kind: z.string().check(z.maxLength(40)), Answers: answers(20) }))
      .check(z.maxLength(1000)),
    [],
  ),
};

export const work = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/work",
    summary:
      "One page of the work of the operator's people: what is open, first what is due first, or what was finished last",
    access: { anyOf: [], kinds: ["admin"] },
    query: z.strictObject({
      Status: z._default(z.enum(["open", "finished"]), "open"),
      /** Of what is open: by the day it is due, or what has waited longest. */
      Sort: z._default(z.enum(["due", "age"]), "due"),
      /** Only the caller's, only nobody's, or only what `PersonId` has. */
      Whose: z.optional(z.enum(["me", "nobody"])),
      PersonId: z.optional(id),
      Due: z.optional(z.enum(["overdue"])),
      ProductId: z.optional(z.string().check(z.maxLength(60))),
      ResellerId: z.optional(id),
      /** A part of the customer's name, or the number of the order. */
      Search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
      After: cursor,
    }),
    result: z.object({ Items: z.array(workItem), Next: z.nullable(z.string()) }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/operator/work/:workItemId/page",
    summary: "One piece of work with its steps, and what happened to it",
    access: { anyOf: [], kinds: ["admin"] },
    params: workParams,
    result: workPage,
  }),
  start: endpoint({
    method: "POST",
    path: "/api/operator/work/:workItemId/start",
    summary: "Takes work on, with a day by which it should be done",
    logs: "work.working",
    access: { anyOf: [], kinds: ["admin"] },
    params: workParams,
    body: z.strictObject({ EstimatedCompletion: z.optional(z.nullable(day)), Note: note }),
    result: workItem,
    errors: ["workFinished", "workTaken"],
  }),
  complete: endpoint({
    method: "POST",
    path: "/api/operator/work/:workItemId/complete",
    summary: "Says that work is done; what was made belongs to its service, and goods count as dispatched",
    logs: "work.done",
    access: { anyOf: [], kinds: ["admin"] },
    params: workParams,
    largestBody: { bytes: 6_000_000, because: "What identifies as many things as one order can bring into being." },
    body: z.strictObject({
      Note: note,
      ...made,
      /** Which of what stood has ended. */
      Ended: z._default(z.array(id).check(z.maxLength(100_000)), []),
    }),
    result: workItem,
    errors: ["workFinished", "workNotTicked", "notReserved"],
  }),
  dispatch: endpoint({
    method: "POST",
    path: "/api/operator/work/:workItemId/dispatch",
    summary: "Sends a part of an order's goods, which is charged; the rest stays promised",
    logs: "work.dispatched",
    access: { anyOf: [], kinds: ["admin"] },
    params: workParams,
    largestBody: { bytes: 6_000_000, because: "The serial numbers of as many units as one order can hold." },
    body: z.strictObject({
      Carrier: z.string().check(z.trim(), z.minLength(1, "A carrier is required"), z.maxLength(60)),
      Tracking: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(80)))),
      Lines: z
        .array(z.strictObject({ Key: id, Quantity: z.number().check(z.int(), z.minimum(1), z.maximum(100_000)) }))
        .check(z.minLength(1), z.maxLength(50)),
      ...made,
    }),
    result: workItem,
    errors: ["workFinished", "workNotTicked", "notReserved"],
  }),
  reject: endpoint({
    method: "POST",
    path: "/api/operator/work/:workItemId/reject",
    summary: "Says that work cannot be done, and why",
    logs: "work.failed",
    access: { anyOf: [], kinds: ["admin"] },
    params: workParams,
    body: z.strictObject({
      Note: z.string().check(z.trim(), z.minLength(1, "A reason is required"), z.maxLength(500)),
    }),
    result: workItem,
    errors: ["workFinished"],
  }),
};
