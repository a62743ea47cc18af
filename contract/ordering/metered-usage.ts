/** What a service used, as its vendor tells it. */
import * as z from "zod/mini";
import { day, endpoint, id } from "../endpoint.ts";
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
              /** In the order of the days. */
              Days: z.array(z.object({ Day: day, Quantity: decimal })),
            }),
          ),
        }),
      ),
    }),
  }),
};
