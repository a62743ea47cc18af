/** The days on which a term can end together with others. */
import * as z from "zod/mini";
import { day, endpoint, id, money } from "../endpoint.ts";
import { wholeNumber } from "../fields.ts";
import { offerId } from "./order-lines.ts";

const termOf = { Until: day, Cost: z.nullable(money) };

const wireEnds = z.object({
  /** The whole term, and what it costs from its first day to its last; null if prices are hidden. */
  Whole: z.object(termOf),
  /** Shorter ones, the shortest first: to the end of a calendar month, or to that of the subscriptions named. */
  Ends: z.array(z.object({ ...termOf, IsMonthEnd: z.boolean(), With: z.array(z.string()) })),
  /** Subscriptions with which it cannot end, and why. */
  Others: z.array(z.object({ Name: z.string(), Why: z.string() })),
});
export type WireEnds = z.output<typeof wireEnds>;

export const termEnds = {
  list: endpoint({
    method: "GET",
    path: "/api/term-ends",
    summary:
      "The days on which a term that begins today, or with a subscription's renewal, can end together with others",
    access: { anyOf: ["addProducts"] },
    query: z.strictObject({
      CustomerId: id,
      OfferId: offerId,
      Quantity: wholeNumber(1, 100_000),
      /** The subscription that renews; absent for a purchase. */
      SubscriptionId: z.optional(id),
    }),
    result: wireEnds,
    errors: ["endNotPossible", "priceMissing"],
  }),
};
