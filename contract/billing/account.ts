/** The reseller's account with the marketplace: what is owed since when, what happened on it, and what months were made of. */
import * as z from "zod/mini";
import { cursor, day, endpoint, id, money } from "../endpoint.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import { currencies } from "@tradewind/domain/values/money.ts";

const access = { anyOf: ["billing"], kinds: ["reseller", "engineer"] } as const;
const realDay = day.check(z.refine(isCalendarDate, "Must be a date"));
/** Counted from the day on which a document is due. */
export const debtAges = ["notDue", "to30", "to60", "to90", "over90"] as const;
/**
 * `refund` is money that was given back, `chargeback` what the payer's bank took back; `credit` is given, used or taken back
 * without money.
 */
export const accountEvents = ["invoice", "creditMemo", "payment", "refund", "chargeback", "credit", "other"] as const;
/** What happened in a period, or what is open at the end of a day. */
export const statementKinds = ["activity", "outstanding"] as const;
/** The most rows that a statement is drawn with. */
export const mostDrawn = 2000;
export const breakdowns = ["product", "customer", "kind"] as const;

/** Both days are part of it; without them it is the year that ends today. */
const period = { From: z.optional(realDay), Until: z.optional(realDay) };
/** The reseller's own unless another is named, in which it has an account too. */
const currency = { Currency: z.optional(z.enum(currencies)) };

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
  /** What is in credit less; negative for what is in credit more. */
  Credit: z.nullable(money),
  /** What was owed afterwards, less what was in credit. */
  Balance: z.nullable(money),
});
export type AccountEvent = z.output<typeof accountEvent>;

const accountTotals = z.object({
  Currency: z.enum(currencies),
  /** All that is owed, less all credit: of each currency on its own. */
  Balance: z.nullable(money),
  Overdue: z.nullable(money),
  /** What is owed to the reseller, negative: on credit memos, paid beyond what was owed, and in credit. */
  Credit: z.nullable(money),
  /** Payments that were begun and do not count yet, which is known of today alone. */
  OnItsWay: z.nullable(money),
  Ages: z.array(z.object({ Age: z.enum(debtAges), Documents: z.number(), Owed: z.nullable(money) })),
});
export type CurrencyTotals = z.output<typeof accountTotals>;

const chargeLine = z.object({
  Id: id,
  CustomerName: z.string(),
  ProductName: z.string(),
  Description: z.string(),
  DueOn: day,
  PeriodFrom: day,
  /** The first day after the period. */
  PeriodUntil: day,
  Quantity: z.number(),
  Net: z.nullable(money),
});
export type NextBillLine = z.output<typeof chargeLine>;

export const account = {
  totals: endpoint({
    method: "GET",
    path: "/api/account-totals",
    summary: "What is owed at the end of a day, by how long it is overdue, less what is in credit",
    sums: true,
    access,
    query: z.strictObject({ On: z.optional(realDay) }),
    /** The reseller's own currency first; others only if anything is there. */
    result: z.object({ On: day, Accounts: z.array(accountTotals) }),
  }),
  nextBill: endpoint({
    method: "GET",
    path: "/api/next-bill",
    summary: "What is charged so far for the next bill, before VAT, with one page of its lines, the latest first",
    sums: true,
    access,
    query: z.strictObject({ After: cursor }),
    result: z.object({
      /** The first day of the month that it is for, and the day on which it is issued. */
      Month: day,
      IssuedOn: day,
      Net: z.nullable(money),
      Items: z.array(chargeLine),
      Next: z.nullable(z.string()),
    }),
  }),
  history: endpoint({
    method: "GET",
    path: "/api/billing-history",
    summary: "One page of what changed what is owed, newest first, with what was owed after each",
    access,
    query: z.strictObject({ ...period, ...currency, Kind: z.optional(z.enum(accountEvents)), After: cursor }),
    result: z.object({
      From: day,
      Until: day,
      /** What was owed less credit before the period, and at its end, whatever kind is listed. */
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
    query: z.strictObject({ ...period, ...currency }),
    file: "text/csv",
    result: z.unknown(),
    errors: ["pricesHidden"],
  }),
  openItems: endpoint({
    method: "GET",
    path: "/api/open-items.csv",
    summary:
      "A statement of what is open at the end of a day as CSV: each document with its age, credit in a column of its own",
    logs: "exports.statement",
    access,
    as: "none",
    query: z.strictObject({ On: z.optional(realDay) }),
    file: "text/csv",
    result: z.unknown(),
    errors: ["pricesHidden"],
  }),
  document: endpoint({
    method: "GET",
    path: "/api/statement-of-account.pdf",
    summary: "A statement of account as PDF: what happened in a period, or what is open at the end of its last day",
    logs: "exports.statement",
    access,
    query: z.strictObject({ ...period, ...currency, Kind: z._default(z.enum(statementKinds), "activity") }),
    file: "application/pdf",
    result: z.unknown(),
    errors: ["invalidRequest", "pricesHidden"],
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
