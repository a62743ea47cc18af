/** What the operator's staff credit by hand of the lines of an issued invoice, by a credit memo. */
import { creditReasons, lineCreditStates } from "@tradewind/domain/billing/line-credits.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";
import { requiredText } from "../fields.ts";
import { sentAmount } from "./payments.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ lineCreditId: id });
const ofInvoice = z.strictObject({ resellerId: id, invoiceId: id });

const lineCredit = z.object({
  Id: id,
  ResellerId: id,
  Reseller: z.string(),
  InvoiceId: id,
  /** The invoice's number, and the credit memo's once it is issued. */
  Number: z.string(),
  MemoNumber: z.nullable(z.string()),
  State: z.enum(lineCreditStates),
  Reason: z.enum(creditReasons),
  Words: z.string(),
  Net: money,
  Vat: money,
  Gross: money,
  Lines: z.number(),
  EnteredBy: z.string(),
  EnteredAt: instant,
  /** Who issued, approved or refused it, and when; null while it waits. */
  DecidedBy: z.nullable(z.string()),
  DecidedAt: z.nullable(instant),
  /** Whether the caller may approve it. */
  MayApprove: z.boolean(),
});
export type LineCredit = z.output<typeof lineCredit>;

const creditableLine = z.object({
  Id: id,
  CustomerName: z.string(),
  ProductName: z.string(),
  Description: z.string(),
  PeriodFrom: day,
  /** The first day after the period. */
  PeriodUntil: day,
  Net: money,
  VatCategory: z.enum(["S", "AE", "O"]),
  VatPercent: z.string(),
  /** Its net less what was credited of it before, by corrections or by hand; nothing where the line gives back itself. */
  Left: money,
});
export type CreditableLine = z.output<typeof creditableLine>;

export const lineCredits = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/line-credits",
    summary: "One page of what staff credited of lines of invoices, newest first",
    access,
    query: z.strictObject({
      State: z.optional(z.enum(lineCreditStates)),
      ResellerId: z.optional(id),
      After: cursor,
    }),
    result: z.object({ Items: z.array(lineCredit), Next: z.nullable(z.string()) }),
  }),
  invoices: endpoint({
    method: "GET",
    path: "/api/operator/debtors/:resellerId/invoices",
    summary: "A reseller's invoices, the newest first, at most 200, paid ones too",
    access,
    params: z.strictObject({ resellerId: id }),
    result: z.object({
      Items: z.array(z.object({ Id: id, Number: z.string(), IssuedOn: day, Gross: money, Open: money })),
    }),
  }),
  lines: endpoint({
    method: "GET",
    path: "/api/operator/debtors/:resellerId/invoices/:invoiceId/lines",
    summary: "One page of an invoice's lines, each with what of it can still be credited",
    access,
    params: ofInvoice,
    query: z.strictObject({ Search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""), After: cursor }),
    result: z.object({
      Number: z.string(),
      IssuedOn: day,
      Items: z.array(creditableLine),
      Next: z.nullable(z.string()),
    }),
  }),
  enter: endpoint({
    method: "POST",
    path: "/api/operator/debtors/:resellerId/invoices/:invoiceId/line-credits",
    summary:
      "Credits lines of an invoice by a credit memo; it is issued at once, or, above what one person credits alone, once somebody else has approved it",
    logs: "lineCredits.enter",
    access,
    params: ofInvoice,
    body: z.strictObject({
      Lines: z.array(z.strictObject({ LineId: id, Net: sentAmount })).check(z.minLength(1), z.maxLength(200)),
      Reason: z.enum(creditReasons),
      Words: requiredText({ label: "Why", kind: "text", longest: 500 }),
    }),
    result: lineCredit,
    errors: ["lineCreditTooMuch"],
  }),
  approve: endpoint({
    method: "POST",
    path: "/api/operator/line-credits/:lineCreditId/approve",
    summary: "Approves what somebody else entered, and issues its credit memo",
    logs: "lineCredits.approve",
    access,
    params,
    result: lineCredit,
    errors: ["approvalOver", "approvalOwn", "lineCreditTooMuch"],
  }),
  refuse: endpoint({
    method: "POST",
    path: "/api/operator/line-credits/:lineCreditId/refuse",
    summary: "Refuses what waits for approval, or gives it up",
    logs: "lineCredits.refuse",
    access,
    params,
    result: lineCredit,
    errors: ["approvalOver"],
  }),
};
