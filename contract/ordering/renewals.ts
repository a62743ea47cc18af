/** What comes to the end of its term: each subscription by that day, what it will cost then, and what was chosen. */
import { billings, terms } from "@tradewind/domain/pricing/pricing-types.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";

/** Days ahead to filter by. */
export const renewalDays = ["30", "60", "90"] as const;
export const outcomes = ["renew", "extend", "cancel"] as const;
/** Whether somebody chose what happens, or the rule of the term decides. */
export const choices = ["made", "missing"] as const;
/** Terms of more than a month only, or all of them. */
export const renewalTerms = ["long", "any"] as const;
export const renewalMonths = 12;

const renewal = z.object({
  Id: id,
  CustomerId: id,
  CustomerName: z.string(),
  InstanceId: id,
  ProductName: z.string(),
  Name: z.string(),
  Unit: z.string(),
  Quantity: z.number(),
  /** The first day after the term. */
  On: day,
  Outcome: z.enum(outcomes),
  /** Says what happens on that day, such as `Renews with 5 licences`. */
  Text: z.string(),
  /** Who chose it; null where the rule of the term decides. */
  SetBy: z.nullable(z.string()),
  /** The last moment at which its vendor takes another choice. */
  Until: instant,
  Billing: z.enum(billings),
  /** The term that begins on the day and how it is billed; null if it ends. */
  Next: z.nullable(z.object({ Term: z.enum(terms), Billing: z.enum(billings), Quantity: z.number() })),
  /** What a whole billing period costs now. Amounts are null for who sees no prices. */
  Now: z.nullable(money),
  /** What one costs after the day, by the price list of that day; null if it ends, or if that list has no price. */
  Then: z.nullable(money),
  /** What the coming term costs in all. */
  Committed: z.nullable(money),
});
export type Renewal = z.output<typeof renewal>;

const filter = {
  /** Part of a customer's name. */
  Search: z._default(z.string().check(z.maxLength(100)), ""),
  Within: z.optional(z.enum(renewalDays)),
  /** The first day of a month. */
  Month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-01$/))),
  Outcome: z.optional(z.enum(outcomes)),
  Choice: z.optional(z.enum(choices)),
  Terms: z._default(z.enum(renewalTerms), "long"),
};
const { Month: _month, Within: _within, ...ofMonths } = filter;
const access = { anyOf: ["manageService"], kinds: ["reseller", "engineer"] } as const;

export const renewals = {
  list: endpoint({
    method: "GET",
    path: "/api/renewals",
    summary: "One page of the subscriptions whose term ends, by that day, with what happens and what it costs",
    access,
    query: z.strictObject({ ...filter, After: cursor }),
    result: z.object({ Items: z.array(renewal), Next: z.nullable(z.string()) }),
  }),
  months: endpoint({
    method: "GET",
    path: "/api/renewals/months",
    summary: "How many terms end in each of the coming twelve months, and what their next terms cost in all",
    sums: true,
    access,
    query: z.strictObject(ofMonths),
    result: z.object({
      Months: z.array(z.object({ Month: day, Count: z.number(), Missing: z.number(), Committed: z.nullable(money) })),
    }),
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/renewals/export",
    summary: "The subscriptions whose term ends and that a filter finds, as a file for a spreadsheet",
    logs: "exports.renewals",
    access,
    query: z.strictObject(filter),
    file: "text/csv",
    result: z.unknown(),
  }),
};
