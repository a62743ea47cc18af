/** Goods that come back: what a reseller asks for, and what the operator does with it. */
import { returnReasons, returnStates } from "@tradewind/domain/ordering/returns.ts";
import * as z from "zod/mini";
import { day, endpoint, id, instant, money } from "../endpoint.ts";
import { orderItem } from "./order-item.ts";

const words = z.string().check(z.trim(), z.maxLength(500));
const params = z.strictObject({ orderId: id });
const returnParams = z.strictObject({ returnId: id });
const operators = { anyOf: [], kinds: ["admin"] } as const;

const asked = {
  /** The subscription of the line. */
  Key: id,
  Quantity: z.number().check(z.int(), z.minimum(1), z.maximum(100_000)),
  Reason: z.enum(returnReasons),
  /** Only faulty units are replaced. */
  Wants: z.enum(["credit", "replacement"]),
  /** The units that come back, of those that are known by their serial numbers. */
  Serials: z._default(z.array(id).check(z.maxLength(1000)), []),
};

const terms = z.object({
  Parts: z.array(
    z.object({
      Quantity: z.number(),
      SentAt: instant,
      /** What is given back for them, here and below null if prices are hidden from the caller. */
      Amount: z.nullable(money),
      /** The number of the invoice that the credit corrects, once there is one; null to the reseller's customers. */
      Invoice: z.nullable(z.string()),
    }),
  ),
  /** What restocking costs. */
  Fee: z.nullable(money),
  FeePercent: z.number(),
  Total: z.nullable(money),
  Hash: z.string(),
});
export type WireReturnTerms = z.output<typeof terms>;

const returnItem = z.object({
  Id: id,
  Number: z.string(),
  ResellerName: z.string(),
  CustomerName: z.string(),
  Name: z.string(),
  Quantity: z.number(),
  Reason: z.enum(returnReasons),
  Wants: z.enum(["credit", "replacement"]),
  State: z.enum(returnStates),
  Note: z.nullable(z.string()),
  Serials: z.array(z.string()),
  Restocked: z.number(),
  WrittenOff: z.number(),
  Answer: z.nullable(z.string()),
  AskedBy: z.string(),
  AskedAt: instant,
  SettledAt: z.nullable(instant),
});

export const returns = {
  ofLine: endpoint({
    method: "GET",
    path: "/api/orders/:orderId/returns",
    summary: "What of a line of goods can come back, and until when",
    access: { anyOf: ["addProducts"] },
    params,
    query: z.strictObject({ Key: asked.Key }),
    result: z.object({
      Parts: z.array(z.object({ Quantity: z.number(), SentAt: instant, Until: z.record(z.enum(returnReasons), day) })),
      Serials: z.array(z.object({ Id: id, Text: z.string() })),
    }),
    errors: ["nothingToReturn"],
  }),
  propose: endpoint({
    method: "POST",
    path: "/api/orders/:orderId/returns/propose",
    summary: "Says what is given back for goods that are to come back, and what is not",
    reads: true,
    access: { anyOf: ["addProducts"] },
    params,
    body: z.strictObject(asked),
    result: terms,
    errors: ["nothingToReturn", "returnTooLate"],
  }),
  ask: endpoint({
    method: "POST",
    path: "/api/orders/:orderId/returns",
    summary: "Asks to send goods back, as they were proposed; they are credited or replaced once they are here",
    logs: "returns.ask",
    access: { anyOf: ["addProducts"] },
    params,
    body: z.strictObject({ ...asked, Note: z.optional(z.nullable(words)), Hash: z.string().check(z.maxLength(64)) }),
    result: orderItem,
    errors: ["nothingToReturn", "returnTooLate", "returnTermsChanged"],
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/api/returns/:returnId/withdraw",
    summary: "Withdraws a return whose goods have not arrived",
    logs: "returns.withdraw",
    access: { anyOf: ["addProducts"] },
    params: returnParams,
    body: z.strictObject({}),
    result: orderItem,
    errors: ["returnSettled"],
  }),
  list: endpoint({
    method: "GET",
    path: "/api/operator/returns",
    summary: "Goods that are to come back, oldest first, or that recently did",
    access: operators,
    query: z.strictObject({ Status: z._default(z.enum(["open", "finished"]), "open") }),
    result: z.object({ Items: z.array(returnItem) }),
  }),
  receive: endpoint({
    method: "POST",
    path: "/api/operator/returns/:returnId/receive",
    summary: "Takes goods in that came back, which credits them or sends as many anew",
    logs: "returns.receive",
    access: operators,
    params: returnParams,
    body: z.strictObject({
      Restocked: z.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
      WrittenOff: z.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
      Condition: z.optional(z.nullable(words)),
      /** How the replacement is sent. */
      Carrier: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(60)))),
      Tracking: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(80)))),
    }),
    result: returnItem,
    errors: ["returnSettled", "notReserved"],
  }),
  refuse: endpoint({
    method: "POST",
    path: "/api/operator/returns/:returnId/refuse",
    summary: "Refuses a return, and says why",
    logs: "returns.refuse",
    access: operators,
    params: returnParams,
    body: z.strictObject({ Why: words.check(z.minLength(1, "A reason is required")) }),
    result: returnItem,
    errors: ["returnSettled"],
  }),
};
