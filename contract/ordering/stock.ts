/** The operator's stock of goods, and every move of it. */
import { stockMoveKinds } from "@tradewind/domain/ordering/stock.ts";
import * as z from "zod/mini";
import { cursor, endpoint, instant } from "../endpoint.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ sku: z.string().check(z.maxLength(60)) });
const reason = z.string().check(z.trim(), z.minLength(1, "A reason is required"), z.maxLength(200));

const stockItem = z.object({
  Sku: z.string(),
  Name: z.string(),
  Group: z.string(),
  /** Until something of it is received it comes from its supplier, and nothing of it is counted. */
  IsCounted: z.boolean(),
  Free: z.number(),
  /** Kept for orders. */
  Reserved: z.number(),
  /** What orders wait for beyond what is there. */
  Missing: z.number(),
  /** What happens to orders of more than there is. */
  Short: z.enum(["backorder", "refuse"]),
});
export type StockItem = z.output<typeof stockItem>;

const stockMove = z.object({
  Id: z.string(),
  Kind: z.enum(stockMoveKinds),
  Quantity: z.number(),
  /** By how much it changed what is free, and what is kept for orders. */
  Free: z.number(),
  Reserved: z.number(),
  /** For whom, if it was for an order. */
  ResellerName: z.nullable(z.string()),
  CustomerName: z.nullable(z.string()),
  Reason: z.nullable(z.string()),
  By: z.nullable(z.string()),
  At: instant,
});
export type StockMove = z.output<typeof stockMove>;

/** So that sums of them stay numbers. */
const units = z.number().check(z.int(), z.maximum(100_000));

export const stock = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/stock",
    summary: "One page of goods with what is in stock of each, by name",
    access,
    query: z.strictObject({ Search: z.optional(z.string().check(z.trim(), z.maxLength(100))), After: cursor }),
    result: z.object({ Items: z.array(stockItem), Next: z.nullable(z.string()) }),
  }),
  moves: endpoint({
    method: "GET",
    path: "/api/operator/stock/:sku/moves",
    summary: "One page of what moved of one product, newest first",
    access,
    params,
    query: z.strictObject({ After: cursor }),
    result: z.object({ Items: z.array(stockMove), Next: z.nullable(z.string()) }),
  }),
  receive: endpoint({
    method: "POST",
    path: "/api/operator/stock/:sku/receive",
    summary: "Takes goods into stock; those that wait for them get theirs in turn",
    logs: "stock.receive",
    access,
    params,
    body: z.strictObject({
      Quantity: units.check(z.minimum(1)),
      /** Such as the number of the delivery note. */
      Reason: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200)))),
    }),
    result: stockItem,
  }),
  adjust: endpoint({
    method: "POST",
    path: "/api/operator/stock/:sku/adjust",
    summary: "Corrects what is free after counting it, or writes some of it off",
    logs: "stock.adjust",
    access,
    params,
    body: z.strictObject({
      Kind: z.enum(["adjusted", "writtenOff"]),
      /** More or fewer; of what is written off, how many. */
      Quantity: units.check(z.minimum(-100_000)),
      Reason: reason,
    }),
    result: stockItem,
    errors: ["stockTooLow"],
  }),
};
