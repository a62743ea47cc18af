/** What a service used, as its vendor tells it. */
import * as z from "zod/mini";
import { day, endpoint, id, instant, money } from "../endpoint.ts";
import { decimal } from "./subscriptions.ts";

export const meteredUsage = {
  ofService: endpoint({
    method: "GET",
    path: "/api/services/:instanceId/usage",
    summary: "What a service used in the last twelve months, by meter and month",
    access: { anyOf: ["customers", "manageService"] },
    params: z.strictObject({ instanceId: id }),
    result: z.object({
      /** The latest first; months without any are left out. */
      Months: z.array(
        z.object({
          /** Its first day. */
          Month: day,
          Meters: z.array(
            z.object({
              SubscriptionId: id,
              SubscriptionName: z.string(),
              Meter: z.string(),
              Name: z.string(),
              Unit: z.string(),
              Total: decimal,
              /** What it costs above its licences; null if it is shown only. Prices are null if they are hidden from the caller. */
              Price: z.nullable(
                z.object({
                  Licences: decimal,
                  /** Above them. */
                  Quantity: decimal,
                  UnitCost: z.nullable(decimal),
                  Amount: z.nullable(money),
                  /** When the vendor reported the month, by which it is charged; null while all of this is an estimate. */
                  ReportedAt: z.nullable(instant),
                  /** How many reports have told another figure since the first. */
                  Corrections: z.number(),
                  /** On which it stands; none to the reseller's customers. */
                  Documents: z.array(z.object({ Id: id, Kind: z.enum(["invoice", "creditMemo"]), Number: z.string() })),
                }),
              ),
              /** In the order of the days. */
              Days: z.array(z.object({ Day: day, Quantity: decimal })),
            }),
          ),
        }),
      ),
    }),
  }),
};
