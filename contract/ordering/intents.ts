/** What is scheduled: wishes for the end of terms and for billing that are still to come, and where they stand at their vendors. */
import { openIntentStates, wishKinds } from "@tradewind/domain/ordering/intents.ts";
import { billings } from "@tradewind/domain/pricing/pricing-types.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";

/** Days ahead to filter by. */
export const withinDays = ["7", "30", "90"] as const;

const scheduled = z.object({
  Id: id,
  CustomerId: id,
  CustomerName: z.string(),
  InstanceId: id,
  ProductName: z.string(),
  Name: z.string(),
  VendorName: z.string(),
  Kind: z.enum(wishKinds),
  /** Says what will happen. */
  Text: z.string(),
  /** What a full period costs from then on, net; null if it ends, is billed otherwise, or prices are hidden. */
  Then: z.optional(z.nullable(z.object({ Billing: z.enum(billings), Net: money }))),
  /** The day from which it counts; what ends was there until the day before. */
  On: day,
  /** Null where nobody said anything and the rule of the term holds. */
  SetBy: z.nullable(z.string()),
  SetAt: instant,
  State: z.enum(openIntentStates),
  /** Says where it stands at its vendor. */
  StateText: z.string(),
  /** The last moment at which its vendor takes it, or another one in its place. */
  Until: instant,
});
export type ScheduledItem = z.output<typeof scheduled>;

const filter = {
  /** Part of a customer's name. */
  Search: z._default(z.string().check(z.maxLength(100)), ""),
  State: z.optional(z.enum(openIntentStates)),
  Kind: z.optional(z.enum(wishKinds)),
  Within: z.optional(z.enum(withinDays)),
};
const access = { anyOf: ["manageService"], kinds: ["reseller", "engineer"] } as const;

export const intents = {
  list: endpoint({
    method: "GET",
    path: "/api/scheduled",
    summary: "One page of what is scheduled for customers' subscriptions, the next first",
    access,
    query: z.strictObject({ ...filter, After: cursor }),
    result: z.object({ Items: z.array(scheduled), Next: z.nullable(z.string()) }),
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/scheduled/export",
    summary: "What is scheduled and a filter finds, as a file for a spreadsheet",
    logs: "exports.scheduled",
    access,
    query: z.strictObject(filter),
    file: "text/csv",
    result: z.unknown(),
  }),
};

export const everyIntent = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/scheduled",
    summary: "One page of what is scheduled for the subscriptions of all resellers, the next first",
    access: { anyOf: [], kinds: ["admin"] },
    /** Searches resellers by name. */
    query: z.strictObject({ ...filter, After: cursor }),
    result: z.object({
      Items: z.array(z.extend(scheduled, { ResellerName: z.string() })),
      Next: z.nullable(z.string()),
    }),
  }),
};
