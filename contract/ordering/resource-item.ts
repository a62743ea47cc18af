/** Something that a subscription brought into being. */
import * as z from "zod/mini";
import { id, instant } from "../endpoint.ts";
import { attribute } from "./subscriptions.ts";

export const resource = z.object({
  Id: id,
  SubscriptionId: id,
  Label: z.string(),
  /** What identifies it. Null for a secret, which `reveal` answers together with its attributes. */
  Text: z.nullable(z.string()),
  IsSecret: z.boolean(),
  Attributes: z.array(attribute),
  Since: instant,
  Until: z.nullable(instant),
});
