/** The reseller's account with the marketplace: what is owed since when, what happened on it, and what months were made of. */
import * as z from "zod/mini";
import { cursor, day, endpoint, id, money } from "../endpoint.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";

const access = { anyOf: ["billing"], kinds: ["reseller", "engineer"] } as const;
const realDay = day.check(z.refine(isCalendarDate, "Must be a date"));
/** Counted from the day on which a document is due. */
export const debtAges = ["notDue", "to30", "to60", "to90", "over90"] as const;
export const accountEvents = ["invoice", "creditMemo", "payment", "credit", "other"] as const;
export const breakdowns = ["product", "customer", "kind"] as const;

/** Both days are part of it; without them it is the year that ends today. */
const period = { From: z.optional(realDay), Until: z.optional(realDay) };

/** Amounts are null if prices are hidden from the caller. */
const accountEvent = z.object({
  /** The posting's. */
  Id: id,
  On: day,
  Kind: z.enum(accountEvents),
  /** The document that it is about, if it is about one. */
  InvoiceId: z.nullable(id),
  Number: z.nullable(z.string()),
  /** What is owed more; negative for what is owed less. */
  Amount: z.nullable(money),
  /** What was owed afterwards. */
  Balance: z.nullable(money),
});
export type AccountEvent = z.output<typeof accountEvent>;

export const account = {
  totals: endpoint({
    method: "GET",
    path: "/api/account-totals",
    summary: "What is owed at the end of a day, by how long it is overdue, less what is in credit",
    sums: true,
    access,
    query: z.strictObject({ On: z.optional(realDay) }),
    result: z.object({
      On: day,
      /** All that is owed, less all credit. */
      Balance: z.nullable(money),
      Overdue: z.nullable(money),
      /** What is owed to the reseller: on credit memos, and paid beyond what was owed. */
      Credit: z.nullable(money),
      Ages: z.array(z.object({ Age: z.enum(debtAges), Documents: z.number(), Owed: z.nullable(money) })),
    }),
  }),
  history: endpoint({
    method: "GET",
    path: "/api/billing-history",
    summary: "One page of what changed what is owed, newest first, with what was owed after each",
    access,
    query: z.strictObject({ ...period, After: cursor }),
    result: z.object({
      From: day,
      Until: day,
      /** What was owed before the period, and at its end. */
      Opening: z.nullable(money),
      Closing: z.nullable(money),
      Items: z.array(accountEvent),
      Next: z.nullable(z.string()),
    }),
  }),
  statement: endpoint({
    method: "GET",
    path: "/api/billing-history.csv",
    summary: "A statement of account as CSV: what was owed before, each change, and what was owed after it",
    logs: "exports.statement",
    access,
    as: "none",
    query: z.strictObject(period),
    file: "text/csv",
    result: z.unknown(),
    errors: ["pricesHidden"],
  }),
  breakdown: endpoint({
    method: "GET",
    path: "/api/monthly-breakdown",
    summary: "What was invoiced for each of the last twelve months, and what one of them was made of, before VAT",
    sums: true,
    access,
    query: z.strictObject({
      By: z._default(z.enum(breakdowns), "product"),
      /** The first day of a month; without it the latest that was invoiced. */
      Month: z.optional(realDay),
    }),
    result: z.object({
      Months: z.array(z.object({ Month: day, Net: z.nullable(money) })),
      Month: z.nullable(day),
      /** The largest first, at most 20; what others come to is the rest. */
      Items: z.array(z.object({ Id: z.string(), Name: z.string(), Net: z.nullable(money) })),
      Rest: z.object({ Count: z.number(), Net: z.nullable(money) }),
    }),
  }),
};
