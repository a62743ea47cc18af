/** An order of goods: what it holds, how it is delivered and where to. */
import * as z from "zod/mini";
import { decimal } from "./subscriptions.ts";

/** A way in which goods are delivered, with what it costs for the whole order; null if prices are hidden. */
export const deliveryOption = z.object({ Id: z.string(), Description: z.string(), Cost: z.nullable(decimal) });
export type WireDelivery = z.output<typeof deliveryOption>;

const text = z.nullable(z.string());

export const hardwareOrder = z.object({
  /** The goods by group, such as phones and headsets, each at the price that was promised. */
  OrderProducts: z.array(
    z.object({
      Group: z.string(),
      Products: z.array(z.object({ Name: z.string(), Price: z.nullable(decimal), Quantity: z.number() })),
    }),
  ),
  /** Null if the goods are collected. */
  DeliveryOption: z.nullable(deliveryOption),
  /** Null if the goods are collected. */
  Address: z.nullable(
    z.object({
      /** Commercial 0, residential 1. */
      Type: z.literal([0, 1]),
      Address1: text,
      Address2: text,
      Address3: text,
      TownCity: text,
      County: text,
      PostCode: text,
      Telephone: text,
    }),
  ),
});
export type HardwareOrder = z.output<typeof hardwareOrder>;
