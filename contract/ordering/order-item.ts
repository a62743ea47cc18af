/** An order as it stands. */
import * as z from "zod/mini";
import { day, id, instant, money } from "../endpoint.ts";
import { goods } from "./goods.ts";
import { attribute } from "./subscriptions.ts";

/** What an order does to one subscription. */
export const orderLine = z.object({
  SubscriptionId: id,
  Name: z.string(),
  Quantity: z.number(),
  /** How many it adds to what was there, or takes from it; 0 for what is new, ends or keeps its number. */
  Added: z.number(),
  IsEnd: z.boolean(),
  Attributes: z.array(attribute),
  /** Who gets a unit of it, and who loses theirs. */
  Given: z.array(z.string()),
  Taken: z.array(z.string()),
  /** How much of it has left; null for what is no goods. */
  Goods: z.nullable(goods),
  /** What has become of it at the vendor, and why it was refused. */
  State: z.enum(["working", "done", "refused"]),
  Reason: z.nullable(z.string()),
});

export const orderItem = z.object({
  Id: id,
  CustomerId: id,
  InstanceId: id,
  ProductId: z.string(),
  Journey: z.enum(["Add", "Modify", "Delete", "Upgrade", "Suspend", "Resume"]),
  Status: z.enum(["Working", "Completed", "Failed"]),
  Message: z.nullable(z.string()),
  PlacedAt: instant,
  PlacedBy: z.string(),
  CompletedAt: z.nullable(instant),
  EstimatedCompletion: z.nullable(day),
  /** While the vendor does not answer: since when, and when it is looked at again (null for now), in real time. */
  Unanswered: z.nullable(z.object({ Since: instant, NextLook: z.nullable(instant) })),
  /**
   * The numbers that the vendor's support asks for, under its own names: of what it refused or did not answer, and of the
   * last thing that it was asked to do.
   */
  Support: z.nullable(
    z.object({ Vendor: z.string(), References: z.array(z.object({ Label: z.string(), Value: z.string() })) }),
  ),
  Lines: z.array(orderLine),
  /** Whether its vendor can be asked again for what it refused. */
  Retryable: z.boolean(),
  /** For an order that only changes details: their new values, by name. */
  Details: z.optional(z.record(z.string(), z.unknown())),
  ChargedNow: z.nullable(money),
});
