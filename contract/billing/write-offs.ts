/** What the operator's staff take off invoices without money. */
import { writeOffKinds, writeOffStates } from "@tradewind/domain/billing/write-offs.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";
import { requiredText } from "../fields.ts";
import { sentAmount } from "./payments.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ writeOffId: id });

const writeOff = z.object({
  Id: id,
  ResellerId: id,
  Reseller: z.string(),
  InvoiceId: id,
  Number: z.string(),
  DueOn: day,
  Kind: z.enum(writeOffKinds),
  State: z.enum(writeOffStates),
  Amount: money,
  /** What of it is VAT. */
  Vat: money,
  Reason: z.string(),
  EnteredBy: z.string(),
  EnteredAt: instant,
  /** Who posted, approved or refused it, and when; null while it waits. */
  DecidedBy: z.nullable(z.string()),
  DecidedAt: z.nullable(instant),
  TakenBackBy: z.nullable(z.string()),
  TakenBackAt: z.nullable(instant),
  /** Whether the caller may approve it. */
  MayApprove: z.boolean(),
});
export type WriteOff = z.output<typeof writeOff>;

const filter = { State: z.optional(z.enum(writeOffStates)), ResellerId: z.optional(id) };

export const writeOffs = {
  list: endpoint({
    method: "GET",
    path: "/api/operator/write-offs",
    summary: "One page of what was taken off invoices without money, newest first",
    access,
    query: z.strictObject({ ...filter, After: cursor }),
    result: z.object({ Items: z.array(writeOff), Next: z.nullable(z.string()) }),
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/operator/write-offs/csv",
    summary: "What was taken off invoices, as CSV, with what of it is VAT",
    logs: "exports.writeOffs",
    access,
    query: z.strictObject(filter),
    file: "text/csv",
    result: z.unknown(),
  }),
  enter: endpoint({
    method: "POST",
    path: "/api/operator/debtors/:resellerId/write-offs",
    summary:
      "Takes an amount off an invoice without money; it is posted at once, or, above what one person writes off alone, once somebody else has approved it",
    logs: "writeOffs.enter",
    access,
    params: z.strictObject({ resellerId: id }),
    body: z.strictObject({
      InvoiceId: id,
      Kind: z.enum(writeOffKinds),
      Amount: sentAmount,
      Reason: requiredText({ label: "Reason", kind: "text", longest: 500 }),
    }),
    result: writeOff,
    errors: ["writeOffTooMuch"],
  }),
  approve: endpoint({
    method: "POST",
    path: "/api/operator/write-offs/:writeOffId/approve",
    summary: "Approves what somebody else entered, and posts it",
    logs: "writeOffs.approve",
    access,
    params,
    result: writeOff,
    errors: ["approvalOver", "approvalOwn", "writeOffTooMuch"],
  }),
  refuse: endpoint({
    method: "POST",
    path: "/api/operator/write-offs/:writeOffId/refuse",
    summary: "Refuses what waits for approval, or gives it up",
    logs: "writeOffs.refuse",
    access,
    params,
    result: writeOff,
    errors: ["approvalOver"],
  }),
  takeBack: endpoint({
    method: "POST",
    path: "/api/operator/write-offs/:writeOffId/take-back",
    summary: "Takes back what was written off: the invoice is open by that amount again",
    logs: "writeOffs.takeBack",
    access,
    params,
    result: writeOff,
    errors: ["approvalOver"],
  }),
};
