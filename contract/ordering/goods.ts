/** Ordered goods, as they are shown. */
import * as z from "zod/mini";

/** How far a line of goods has come. */
export const goods = z.object({
  Reserved: z.number(),
  Dispatched: z.number(),
  /** Not to be sent any more. */
  Cancelled: z.number(),
  /** Still to come in before they can be sent. */
  Missing: z.number(),
});
export type Goods = z.output<typeof goods>;
