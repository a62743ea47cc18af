/** Months of the marketplace's own books: how they stand, what they come to, and their closing. */
import { accountGroups, monthStates, monthTasks } from "@tradewind/domain/billing/month-close.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { day, endpoint, instant, money } from "../endpoint.ts";
import { requiredText } from "../fields.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const proof = { none: "It locks what is written already; no money moves." } as const;
/** Such as `2026-10`. */
const month = z.string().check(z.regex(/^(20|21)\d{2}-(0[1-9]|1[0-2])$/, "Must be a month, such as 2026-10"));
const params = z.strictObject({ month });
const note = z.string().check(z.trim(), z.maxLength(1000));

const monthItem = z.object({
  Month: month,
  State: z.enum(monthStates),
  /** Who closed or opened it last, and when; null where nobody did. */
  By: z.nullable(z.string()),
  At: z.nullable(instant),
});
export type MonthItem = z.output<typeof monthItem>;

const balance = z.object({
  Group: z.enum(accountGroups),
  /** Such as `cash:stripe`; the revenue of all products is one. */
  Account: z.string(),
  Currency: z.enum(currencies),
  /** Debits are positive, credits negative. */
  Opening: money,
  Debits: money,
  Credits: money,
  Closing: money,
});
export type AccountBalance = z.output<typeof balance>;

const monthPage = z.extend(monthItem, {
  From: day,
  /** The last day. */
  Until: day,
  /** What is still to be done for it, and how often; nothing that is done. */
  Tasks: z.array(z.object({ Task: z.enum(monthTasks), Count: z.number() })),
  Balances: z.array(balance),
  /** What was done with it, the newest first. */
  History: z.array(
    z.object({ Did: z.enum(["closed", "reopened"]), By: z.string(), At: instant, Note: z.nullable(z.string()) }),
  ),
  MayClose: z.boolean(),
  MayReopen: z.boolean(),
});
export type MonthPage = z.output<typeof monthPage>;

export const monthClose = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/months",
    summary: "The latest 24 months since the first document, newest first, and which of them are closed",
    access,
    result: z.object({ Items: z.array(monthItem) }),
  }),
  byMonth: endpoint({
    method: "GET",
    path: "/api/operator/months/:month/page",
    summary: "A month: what is still to be done, what each account came to, and who closed it",
    sums: true,
    access,
    params,
    result: monthPage,
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/operator/months/:month/trial-balance/csv",
    summary: "The trial balance of a month as CSV, account by account",
    logs: "exports.trialBalance",
    access,
    params,
    file: "text/csv",
    result: z.unknown(),
  }),
  close: endpoint({
    method: "POST",
    path: "/api/operator/months/:month/close",
    summary: "Closes a month: nothing is posted into it any more",
    logs: "monthClose.close",
    access,
    proof,
    params,
    /** A note says why, where something is still to be done. */
    body: z.strictObject({ Note: note }),
    result: monthPage,
    errors: ["monthNotOver", "monthNotNext", "monthClosed", "monthHeldUp"],
  }),
  reopen: endpoint({
    method: "POST",
    path: "/api/operator/months/:month/reopen",
    summary: "Opens the month that was closed last again, by somebody else than who closed it",
    logs: "monthClose.reopen",
    access,
    proof,
    params,
    body: z.strictObject({ Note: requiredText({ label: "Reason", kind: "text", longest: 1000 }) }),
    result: monthPage,
    errors: ["monthNotLast", "monthOwn"],
  }),
};
