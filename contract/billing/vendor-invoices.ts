/** What vendors bill the operator, and where it differs from what our charges owe. */
import {
  billDecisions,
  billDifferenceKinds,
  billDifferenceStates,
  billedFor,
} from "@tradewind/domain/billing/vendor-bills.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ vendorInvoiceId: id });

const vendorInvoice = z.object({
  Id: id,
  VendorName: z.string(),
  /** The vendor's number. */
  Number: z.string(),
  IssuedOn: day,
  PeriodFrom: day,
  /** The first day after the period. */
  PeriodUntil: day,
  /** Null until all its lines are read. */
  ReadAt: z.nullable(instant),
  /** A report has the vendor's own figures of what was used, and our prices. */
  Source: z.enum(["invoice", "report"]),
  /** Why it could not be read, when that was tried last. */
  Trouble: z.nullable(z.string()),
  Lines: z.number(),
  Theirs: money,
  Ours: money,
  /** Theirs less ours. */
  Apart: money,
  /** Differences that wait for a decision. */
  Open: z.number(),
});
export type VendorInvoiceItem = z.output<typeof vendorInvoice>;

const billDifference = z.object({
  Id: id,
  Kind: z.enum(billDifferenceKinds),
  For: z.enum(billedFor),
  Name: z.string(),
  CustomerName: z.string(),
  /** Null for what no subscription of ours stands for. */
  ResellerName: z.nullable(z.string()),
  /** The vendor's number of the subscription. */
  VendorRef: z.string(),
  /** Says where the two part. */
  Text: z.string(),
  Theirs: z.nullable(money),
  Ours: z.nullable(money),
  Apart: money,
  State: z.enum(billDifferenceStates),
  DecidedBy: z.nullable(z.string()),
  DecidedAt: z.nullable(instant),
  Note: z.nullable(z.string()),
  Decisions: z.array(z.enum(billDecisions)),
});
export type BillDifferenceItem = z.output<typeof billDifference>;

export const vendorInvoices = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/vendor-invoices",
    summary: "One page of what vendors bill the operator, newest first",
    access,
    query: z.strictObject({ After: cursor }),
    result: z.object({ Items: z.array(vendorInvoice), Next: z.nullable(z.string()) }),
  }),
  margins: endpoint({
    method: "GET",
    path: "/api/operator/vendor-margins",
    summary: "What resellers were invoiced and what it costs, by month of issue and vendor, for half a year",
    sums: true,
    access,
    result: z.object({
      Rows: z.array(z.object({ Month: day, VendorName: z.string(), Revenue: money, Cost: money, Margin: money })),
    }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/operator/vendor-invoices/:vendorInvoiceId/sums",
    summary: "One invoice of a vendor, with what differs by its cause",
    access,
    params,
    result: z.object({
      Invoice: vendorInvoice,
      Causes: z.array(
        z.object({ Kind: z.enum(billDifferenceKinds), Count: z.number(), Open: z.number(), Apart: money }),
      ),
    }),
  }),
  differences: endpoint({
    method: "GET",
    path: "/api/operator/vendor-invoices/:vendorInvoiceId/differences",
    summary: "One page of where an invoice of a vendor differs from what we owe, the largest first",
    access,
    params,
    query: z.strictObject({
      State: z.optional(z.enum(billDifferenceStates)),
      Kind: z.optional(z.enum(billDifferenceKinds)),
      After: cursor,
    }),
    result: z.object({ Items: z.array(billDifference), Next: z.nullable(z.string()) }),
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/operator/vendor-invoices/:vendorInvoiceId/differences.csv",
    summary: "All that differs on an invoice of a vendor as CSV, one line each",
    logs: "exports.vendorInvoice",
    access,
    params,
    file: "text/csv",
    result: z.unknown(),
  }),
  settle: endpoint({
    method: "POST",
    path: "/api/operator/vendor-bill-differences/:billDifferenceId/settle",
    summary: "Accepts a difference with a reason, disputes it with the vendor, or marks it as corrected",
    logs: ["vendorInvoices.accept", "vendorInvoices.dispute", "vendorInvoices.correct"],
    access,
    params: z.strictObject({ billDifferenceId: id }),
    body: z.strictObject({
      Decision: z.enum(billDecisions),
      Reason: z.string().check(z.trim(), z.minLength(1, "A reason is required"), z.maxLength(500)),
    }),
    result: billDifference,
    errors: ["differenceSettled"],
  }),
};
