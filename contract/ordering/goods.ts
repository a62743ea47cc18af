/** Ordered goods, as they are shown. */
import * as z from "zod/mini";
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
});
export type Goods = z.output<typeof goods>;
