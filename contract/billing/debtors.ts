/** Who owes the marketplace something, what staff keep of them, and what is expected to come in. */
import { debtorFilters, debtorNoteKinds, debtorSorts, expectations } from "@tradewind/domain/billing/debtors.ts";
import { dunningSteps } from "@tradewind/domain/billing/dunning.ts";
import { paymentKinds, paymentStates } from "@tradewind/domain/billing/payments.ts";
import { isCalendarDate } from "@tradewind/domain/values/dates.ts";
import { messages } from "@tradewind/domain/values/field-messages.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";
import { debtAges } from "./account.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ resellerId: id });
const proof = { none: "It says what is known of a debtor; no money moves." } as const;
const words = (label: string) =>
  z.string().check(z.trim(), z.minLength(1, messages.required(label)), z.maxLength(2000));
const minor = z.string().check(z.regex(/^\d{1,13}$/, "Must be an amount"));
const filter = {
  Search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  Currency: z.optional(z.enum(currencies)),
  Which: z.optional(z.enum(debtorFilters)),
};

const ages = z.array(z.object({ Age: z.enum(debtAges), Owed: money }));
const sums = {
  /** What is open on invoices, and how much of it is overdue. */
  Owed: money,
  Overdue: money,
  Ages: ages,
  /** What the marketplace owes: on credit memos, and as credit. */
  CreditMemos: money,
  Credit: money,
  /** Payments that are begun and not decided. */
  OnItsWay: money,
};
const step = z.object({
  Step: z.enum(dunningSteps),
  Since: day,
  OrderingPaused: z.boolean(),
});
const limit = z.object({
  /** Null without a limit. */
  Amount: z.nullable(money),
  Used: money,
  Open: money,
  Unbilled: money,
  Committed: money,
});
const debtor = z.object({
  ResellerId: id,
  Name: z.string(),
  ...sums,
  /** How many invoices are open, and by how many days the oldest is overdue: negative if none is. */
  Documents: z.number(),
  DaysLate: z.nullable(z.number()),
  /** Null in a currency that is not the reseller's. */
  Limit: z.nullable(limit),
  LastPayment: z.nullable(z.object({ On: day, Amount: money })),
  Dunning: z.nullable(step),
  /** The day on which it promised to pay, while something is overdue or the day is ahead. */
  PromisedOn: z.nullable(day),
});
export type DebtorItem = z.output<typeof debtor>;

const note = z.object({
  Id: id,
  Kind: z.enum(debtorNoteKinds),
  Text: z.string(),
  PromisedOn: z.nullable(day),
  By: z.string(),
  At: instant,
});
export type DebtorNote = z.output<typeof note>;

const openItem = z.object({
  InvoiceId: id,
  Number: z.string(),
  IssuedOn: day,
  DueOn: day,
  DaysLate: z.number(),
  Gross: money,
  Open: money,
  OnItsWay: money,
});

export const debtorAccount = z.object({
  ResellerId: id,
  Name: z.string(),
  /** One for each currency in which something is open or in credit. */
  Accounts: z.array(debtor),
  /** At most 200, the longest overdue first. */
  OpenItems: z.array(openItem),
  /** The latest 50 of each. */
  Payments: z.array(
    z.object({
      Id: id,
      At: instant,
      Amount: money,
      Kind: z.enum(paymentKinds),
      State: z.enum(paymentStates),
      Number: z.nullable(z.string()),
      PaidWith: z.nullable(z.string()),
    }),
  ),
  Notices: z.array(z.object({ Id: id, On: day, Step: z.enum(dunningSteps), Number: z.string(), Owed: money })),
  CreditMemos: z.array(z.object({ Id: id, Number: z.string(), IssuedOn: day, Gross: money, Open: money })),
  Notes: z.array(note),
});
export type DebtorAccount = z.output<typeof debtorAccount>;

const expected = z.object({
  /** Null for what is overdue and for which nobody gave a day. */
  Day: z.nullable(day),
  How: z.enum(expectations),
  Amount: money,
  Payments: z.number(),
});
export type ExpectedCash = z.output<typeof expected>;

export const debtors = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/debtors",
    summary: "One page of resellers who owe something or have credit, by currency, with what is overdue since when",
    access,
    query: z.strictObject({ ...filter, Sort: z._default(z.enum(debtorSorts), "-overdue"), After: cursor }),
    result: z.object({ Items: z.array(debtor), Next: z.nullable(z.string()) }),
  }),
  totals: endpoint({
    method: "GET",
    path: "/api/operator/debtors/totals",
    summary: "What is owed in all by currency and age, what is in credit, and what came in for nobody yet",
    sums: true,
    access,
    result: z.object({
      Items: z.array(
        z.object({
          ...sums,
          Resellers: z.number(),
          /** Bank transfers that are allocated to nobody. */
          Unallocated: money,
        }),
      ),
    }),
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/operator/debtors/csv",
    summary: "The debtors that a filter finds, as CSV",
    logs: "exports.debtors",
    access,
    query: z.strictObject(filter),
    file: "text/csv",
    result: z.unknown(),
  }),
  expected: endpoint({
    method: "GET",
    path: "/api/operator/cash-expected",
    summary: "What is expected to come in on each of the coming 30 days, and by what",
    sums: true,
    access,
    result: z.object({ From: day, Until: day, Items: z.array(expected) }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/operator/debtors/:resellerId/account",
    summary: "The account of a reseller: what is open, payments, notices, credit memos and what staff wrote",
    access,
    params,
    result: debtorAccount,
    errors: ["notFound"],
  }),
  note: endpoint({
    method: "POST",
    path: "/api/operator/debtors/:resellerId/notes",
    summary: "Keeps a note about a debtor, which the reseller does not see",
    logs: "debtors.note",
    access,
    proof,
    params,
    body: z.strictObject({ Text: words("Note") }),
    result: note,
    errors: ["notFound"],
  }),
  promise: endpoint({
    method: "POST",
    path: "/api/operator/debtors/:resellerId/promise",
    summary: "Keeps the day on which a debtor promised to pay, or that it promises no longer",
    logs: "debtors.promise",
    access,
    proof,
    params,
    body: z.strictObject({
      PromisedOn: z.nullable(day.check(z.refine(isCalendarDate, "Must be a date"))),
      Text: words("Who said what"),
    }),
    result: note,
    errors: ["notFound"],
  }),
  limit: endpoint({
    method: "POST",
    path: "/api/operator/debtors/:resellerId/limit",
    summary: "Sets how much a reseller may owe with what is unbilled and committed, or that there is no limit",
    logs: "debtors.limit",
    access,
    proof,
    params,
    body: z.strictObject({ Minor: z.nullable(minor), Text: words("Reason") }),
    result: note,
    errors: ["notFound"],
  }),
};
