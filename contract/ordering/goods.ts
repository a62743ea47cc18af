/** Ordered goods, as they are shown. */
import * as z from "zod/mini";
import { returnReasons, returnStates } from "@tradewind/domain/ordering/returns.ts";
import { id, instant } from "../endpoint.ts";

/** How far a line of goods has come. */
export const goods = z.object({
  Reserved: z.number(),
  Dispatched: z.number(),
  /** Not to be sent any more. */
  Cancelled: z.number(),
  /** Still to come in before they can be sent. */
  Missing: z.number(),
  /** Still to be sent. */
  Rest: z.number(),
  Dispatches: z.array(
    z.object({
      Id: id,
      Quantity: z.number(),
      Carrier: z.nullable(z.string()),
      Tracking: z.nullable(z.string()),
      At: instant,
    }),
  ),
  /** How many can be asked to come back, whatever their days. */
  Returnable: z.number(),
  Returns: z.array(
    z.object({
      Id: id,
      Number: z.string(),
      Quantity: z.number(),
      Reason: z.enum(returnReasons),
      Wants: z.enum(["credit", "replacement"]),
      State: z.enum(returnStates),
      /** In what state they came, or why they were refused. */
      Answer: z.nullable(z.string()),
      Carrier: z.nullable(z.string()),
      Tracking: z.nullable(z.string()),
      At: instant,
    }),
  ),
});
export type Goods = z.output<typeof goods>;
