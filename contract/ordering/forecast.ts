/** What the coming bills will hold, as far as it is known today. */
import * as z from "zod/mini";
import { turnKinds } from "@tradewind/domain/pricing/forecast.ts";
import { day, endpoint, money } from "../endpoint.ts";

/**
 * `charged` is on no invoice yet, `ordered` will be charged once it is provided, `usage` is an estimate by the last month
 * that was reported and `spend` one by the days that are known; the others are what the ends of billing periods bring.
 */
export const comingKinds = ["charged", "ordered", ...turnKinds, "usage", "spend"] as const;
export type ComingKind = (typeof comingKinds)[number];

const comingBill = z.object({
  /** The first day of the month that is invoiced. */
  Month: day,
  IssuedOn: day,
  Net: money,
  Vat: money,
  Gross: money,
  /** How much of the net amount is an estimate. */
  Estimated: money,
  /** By product and kind. */
  Rows: z.array(
    z.object({
      ProductId: z.string(),
      ProductName: z.string(),
      Kind: z.enum(comingKinds),
      /** Charges, subscriptions that end, meters, or subscriptions whose days are known. */
      Count: z.number(),
      Net: money,
    }),
  ),
});
export type ComingBill = z.output<typeof comingBill>;

export const forecast = {
  bills: endpoint({
    method: "GET",
    path: "/api/coming-bills",
    summary:
      "What the next three bills will come to, by product and by why it is charged, if nothing is ordered or changed",
    sums: true,
    access: { anyOf: ["billing"], kinds: ["reseller", "engineer"] },
    result: z.object({
      Bills: z.array(comingBill),
      /** Subscriptions that are not in it from some day on, because they have no price then. */
      Unpriced: z.number(),
      /** The last day that is known of all that is estimated by its days; null without any. */
      SpendKnownUntil: z.nullable(day),
    }),
    errors: ["pricesHidden"],
  }),
};
