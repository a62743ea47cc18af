/** Requests: orders that somebody may not place without asking, and what the reseller decides about them. */
import { requestStates } from "@tradewind/domain/ordering/requests.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";
import { manyLines } from "./order-lines.ts";
import { orders, wireProposal } from "./orders.ts";
import { ruleCodes } from "./rule-codes.ts";

const access = { anyOf: ["addProducts"] } as const;
const decides = { anyOf: ["addProducts"], kinds: ["reseller", "engineer"] } as const;
const params = z.strictObject({ requestId: id });
export const longestNote = 1000;
const text = z.string().check(z.trim(), z.maxLength(longestNote, messages.maximumLength(longestNote)));

const requestItem = z.object({
  Id: id,
  /** What it would do, such as `Add 3 × Business Premium`. */
  What: z.string(),
  CustomerId: id,
  CustomerName: z.string(),
  ProductName: z.string(),
  AskedBy: z.string(),
  AskedAt: instant,
  /** The last day on which it can be approved. */
  ExpiresOn: day,
  State: z.enum(requestStates),
  /** What it commits the customer to, at its own prices; null if one is missing or prices are hidden. */
  Amount: z.nullable(money),
});
export type RequestItem = z.output<typeof requestItem>;

export const requestActs = ["approve", "refuse", "withdraw"] as const;
const request = z.extend(requestItem, {
  Note: z.string(),
  DecidedBy: z.nullable(z.string()),
  DecidedAt: z.nullable(instant),
  /** Why it was refused. */
  Reason: z.nullable(z.string()),
  OrderId: z.nullable(id),
  InstanceId: z.nullable(id),
  /** The proposal as it was asked for, and as it is now while it is open; null too if `Refusal` says why not. */
  Asked: wireProposal,
  Present: z.nullable(wireProposal),
  Refusal: z.nullable(z.string()),
  May: z.array(z.enum(requestActs)),
  /** Whether the caller sent it and somebody else has to approve it. */
  NeedsAnother: z.boolean(),
});
export type OrderRequest = z.output<typeof request>;

export const requests = {
  list: endpoint({
    method: "GET",
    path: "/api/requests",
    summary: "Requests to order, newest first, and how many wait for a decision",
    access,
    query: z.strictObject({
      Shown: z._default(z.enum(["open", "decided"]), "open"),
      After: cursor,
    }),
    result: z.object({ Items: z.array(requestItem), Waiting: z.int(), Next: z.nullable(z.string()) }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/requests/:requestId",
    summary: "One request, with what it would do and cost now",
    access,
    params,
    result: request,
  }),
  ask: endpoint({
    method: "POST",
    path: "/api/requests",
    summary: "Asks the reseller for an order, by the hash of its proposal",
    largestBody: manyLines,
    logs: "requests.ask",
    access,
    body: z.extend(orders.place.body, { Note: z._default(text, "") }),
    result: z.object({ Id: id }),
    errors: [...ruleCodes, "proposalChanged", "requestNotNeeded"],
  }),
  approve: endpoint({
    method: "POST",
    path: "/api/requests/:requestId/approve",
    summary: "Places the order that was asked for, by the hash of its present proposal",
    logs: ["requests.approve", ...orders.place.logs],
    access: decides,
    params,
    body: z.pick(orders.place.body, { ProposalHash: true }),
    result: z.object({ OrderId: id, InstanceId: id }),
    errors: [...ruleCodes, "proposalChanged", "requestNotOpen", "requestIsOwn"],
  }),
  refuse: endpoint({
    method: "POST",
    path: "/api/requests/:requestId/refuse",
    summary: "Refuses a request, with the reason that whoever sent it is told",
    logs: "requests.refuse",
    access: decides,
    params,
    body: z.strictObject({ Reason: text.check(z.minLength(1, messages.required("Reason"))) }),
    result: z.object({}),
    errors: ["requestNotOpen"],
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/requests/:requestId/withdraw",
    summary: "Takes back a request of one's own",
    logs: "requests.withdraw",
    access,
    params,
    result: z.object({}),
    errors: ["requestNotOpen"],
  }),
};
