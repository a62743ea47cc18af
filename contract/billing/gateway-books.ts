/** What payment gateways have of the marketplace's, where it differs from our books, and what they paid out. */
import {
  gatewayDifferenceCauses,
  gatewayDifferenceStates,
  payoutStatuses,
} from "@tradewind/domain/billing/gateway-books.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ gatewayDifferenceId: id });
const proof = { none: "It says what is known of a difference; no money moves." } as const;
const decision = z.strictObject({
  Version: z.int().check(z.gte(0), z.lte(1_000_000)),
  Reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
});

const standing = z.object({
  /** Such as `stripe`, and as people know it. */
  Gateway: z.string(),
  Name: z.string(),
  /** What our books say that is there: paid, less what went back, fees and pay-outs. */
  Ours: money,
  /** What the gateway says, and when; null where it says nothing of that. */
  Theirs: z.nullable(money),
  ReadAt: z.nullable(instant),
  /** What is explained by the differences that are open or set aside: theirs less ours. */
  Explained: money,
  Differences: z.number(),
  /** What it kept as fees so far. */
  Fees: money,
  /** Up to when its book was read; null if never. */
  ReadUntil: z.nullable(instant),
});
export type GatewayStanding = z.output<typeof standing>;

const difference = z.object({
  Id: id,
  Gateway: z.string(),
  Name: z.string(),
  Cause: z.enum(gatewayDifferenceCauses),
  /** The gateway's number of what it is about. */
  Ref: z.string(),
  Theirs: money,
  Ours: money,
  ResellerName: z.nullable(z.string()),
  /** The invoice of the payment it is about. */
  Number: z.nullable(z.string()),
  /** What the gateway says of it. */
  Words: z.nullable(z.string()),
  Since: instant,
  State: z.enum(gatewayDifferenceStates),
  Reason: z.nullable(z.string()),
  DecidedBy: z.nullable(z.string()),
  ClosedAt: z.nullable(instant),
  Version: z.number(),
});
export type GatewayDifferenceItem = z.output<typeof difference>;

const payout = z.object({
  Gateway: z.string(),
  Name: z.string(),
  Ref: z.string(),
  Amount: money,
  Status: z.enum(payoutStatuses),
  MadeAt: instant,
  ArrivesOn: z.nullable(day),
  /** How many payments and returns it is made of; null where the gateway does not say. */
  Items: z.nullable(z.number()),
  Fees: z.nullable(money),
});
export type GatewayPayoutItem = z.output<typeof payout>;

export const gatewayBooks = {
  standings: endpoint({
    method: "GET",
    path: "/api/operator/gateway-books",
    summary: "What each payment gateway has of ours by its book and by ours, by currency",
    sums: true,
    access,
    result: z.object({ Items: z.array(standing) }),
  }),
  differences: endpoint({
    method: "GET",
    path: "/api/operator/gateway-differences",
    summary:
      "One page of differences with payment gateways in a state: those to resolve the oldest first, others newest first",
    access,
    query: z.strictObject({ State: z._default(z.enum(gatewayDifferenceStates), "open"), After: cursor }),
    result: z.object({ Items: z.array(difference), Next: z.nullable(z.string()) }),
  }),
  payouts: endpoint({
    method: "GET",
    path: "/api/operator/gateway-payouts",
    summary: "One page of what payment gateways paid out to our bank, newest first",
    access,
    query: z.strictObject({ After: cursor }),
    result: z.object({ Items: z.array(payout), Next: z.nullable(z.string()) }),
  }),
  look: endpoint({
    method: "POST",
    path: "/api/operator/gateway-books/look",
    summary: "Has the book of every payment gateway read and compared now instead of tomorrow",
    logs: "gatewayBooks.look",
    access,
    proof,
    result: z.object({}),
  }),
  setAside: endpoint({
    method: "POST",
    path: "/api/operator/gateway-differences/:gatewayDifferenceId/set-aside",
    summary: "Sets a difference with a payment gateway aside that a person has resolved",
    logs: "gatewayBooks.setAside",
    access,
    proof,
    params,
    body: decision,
    result: difference,
    errors: ["gatewayDifferenceDecided", "notFound"],
  }),
  reopen: endpoint({
    method: "POST",
    path: "/api/operator/gateway-differences/:gatewayDifferenceId/reopen",
    summary: "Takes up a difference with a payment gateway again that was set aside",
    logs: "gatewayBooks.reopen",
    access,
    proof,
    params,
    body: decision,
    result: difference,
    errors: ["gatewayDifferenceDecided", "notFound"],
  }),
};
