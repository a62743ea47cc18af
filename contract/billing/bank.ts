/** Statements of the marketplace's bank accounts, and for whom the transfers on them are. */
import { bankLineStates, certainties } from "@tradewind/domain/billing/bank-matches.ts";
import { currencies } from "@tradewind/domain/values/money.ts";
import * as z from "zod/mini";
import { cursor, day, endpoint, id, instant, money } from "../endpoint.ts";

const access = { anyOf: [], kinds: ["admin"] } as const;
const params = z.strictObject({ bankLineId: id });
const proof = { none: "It says for whom money is that came in; none goes out." } as const;
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));
const version = z.int().check(z.gte(0), z.lte(1_000_000));

const bankStatement = z.object({
  Id: id,
  AccountName: z.string(),
  /** The last four signs of the account. */
  AccountEnd: z.string(),
  Number: z.nullable(z.number()),
  ClosedOn: day,
  Opening: money,
  Closing: money,
  Lines: z.number(),
  /** Lines that an earlier file had, too. */
  KnownLines: z.number(),
  /** Why one before it may be missing. */
  Warning: z.nullable(z.string()),
  FileName: z.string(),
  ImportedBy: z.string(),
  ImportedAt: instant,
});
export type BankStatementItem = z.output<typeof bankStatement>;

const shareFields = {
  ResellerId: id,
  ResellerName: z.string(),
  /** Null for what goes to the reseller's credit. */
  InvoiceId: z.nullable(id),
  Number: z.nullable(z.string()),
  Amount: money,
};
const proposal = z.object({
  Certainty: z.enum(certainties),
  Reason: z.string(),
  Shares: z.array(z.object(shareFields)),
});
const bankLine = z.object({
  Id: id,
  BookedOn: day,
  Amount: money,
  IsReversal: z.boolean(),
  Payer: z.nullable(z.string()),
  PayerAccount: z.nullable(z.string()),
  Words: z.string(),
  BankRef: z.nullable(z.string()),
  State: z.enum(bankLineStates),
  Version: z.number(),
  /** For whom an open one seems to be; null where nothing speaks for anybody. */
  Proposal: z.nullable(proposal),
  /** For whom it is; posted within moments. */
  Allocations: z.array(z.object({ ...shareFields, IsPosted: z.boolean() })),
  /** Why it was set aside, or opened again. */
  Reason: z.nullable(z.string()),
  DecidedBy: z.nullable(z.string()),
  DecidedAt: z.nullable(instant),
});
export type BankLineItem = z.output<typeof bankLine>;
export type BankProposal = z.output<typeof proposal>;

export const bank = {
  statements: endpoint({
    method: "GET",
    path: "/api/operator/bank-statements",
    summary: "One page of imported bank statements, newest first",
    access,
    query: z.strictObject({ After: cursor }),
    result: z.object({ Items: z.array(bankStatement), Next: z.nullable(z.string()) }),
  }),
  import: endpoint({
    method: "POST",
    path: "/api/operator/bank-statements",
    summary: "Imports a file of bank statements (camt.053, MT940 or CSV), all of it or nothing",
    logs: "bank.import",
    access,
    proof,
    body: z.strictObject({
      FileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\p{Cc}\p{Cf}]+$/u)),
      Text: z.string().check(z.maxLength(5_000_000)),
    }),
    largestBody: { bytes: 12_000_000, because: "A statement of a busy day." },
    result: z.object({ Statements: z.array(bankStatement) }),
    errors: ["bankFileNotRead", "bankFileKnown"],
  }),
  totals: endpoint({
    method: "GET",
    path: "/api/operator/bank-lines/totals",
    summary: "What is not allocated yet, by currency, and since when",
    sums: true,
    access,
    result: z.object({ Open: z.array(z.object({ Amount: money, Count: z.number(), Since: day })) }),
  }),
  lines: endpoint({
    method: "GET",
    path: "/api/operator/bank-lines",
    summary:
      "One page of bank transfers in a state: those to allocate the oldest first, with proposals, others newest first",
    access,
    query: z.strictObject({ State: z._default(z.enum(bankLineStates), "open"), After: cursor }),
    result: z.object({ Items: z.array(bankLine), Next: z.nullable(z.string()) }),
  }),
  openInvoices: endpoint({
    method: "GET",
    path: "/api/operator/open-invoices",
    summary: "Invoices with something open, by number or by the reseller's name, the oldest first, at most 50",
    access,
    query: z.strictObject({
      Currency: z.enum(currencies),
      Search: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)),
    }),
    result: z.object({
      Items: z.array(
        z.object({
          InvoiceId: id,
          Number: z.string(),
          ResellerId: id,
          ResellerName: z.string(),
          DueOn: day,
          Open: money,
        }),
      ),
      /** Resellers of that name, whose credit may be chosen. */
      Resellers: z.array(z.object({ ResellerId: id, ResellerName: z.string() })),
    }),
  }),
  allocate: endpoint({
    method: "POST",
    path: "/api/operator/bank-lines/:bankLineId/allocate",
    summary: "Says for whom a transfer is: for invoices, or for resellers' credit; its parts add up to it",
    logs: "bank.allocate",
    access,
    proof,
    params,
    body: z.strictObject({
      Version: version,
      Shares: z
        .array(
          z.strictObject({
            ResellerId: id,
            InvoiceId: z.nullable(id),
            Minor: z.string().check(z.regex(/^[1-9]\d{0,16}$/)),
          }),
        )
        .check(z.minLength(1), z.maxLength(100)),
    }),
    result: bankLine,
    errors: ["bankLineDecided", "notFound"],
  }),
  allocateCertain: endpoint({
    method: "POST",
    path: "/api/operator/bank-lines/allocate-certain",
    summary: "Allocates those transfers of a list whose proposals are certain still",
    logs: "bank.allocateCertain",
    access,
    proof,
    body: z.strictObject({ Ids: z.array(id).check(z.minLength(1), z.maxLength(50)) }),
    result: z.object({ Allocated: z.number(), Left: z.number() }),
  }),
  setAside: endpoint({
    method: "POST",
    path: "/api/operator/bank-lines/:bankLineId/set-aside",
    summary: "Sets a transfer aside that is no payment of a reseller",
    logs: "bank.setAside",
    access,
    proof,
    params,
    body: z.strictObject({ Version: version, Reason: reason }),
    result: bankLine,
    errors: ["bankLineDecided", "notFound"],
  }),
  reopen: endpoint({
    method: "POST",
    path: "/api/operator/bank-lines/:bankLineId/reopen",
    summary: "Undoes what was decided of a transfer: what it paid is owed again",
    logs: "bank.reopen",
    access,
    proof,
    params,
    body: z.strictObject({ Version: version, Reason: reason }),
    result: bankLine,
    errors: ["bankLineDecided", "notFound"],
  }),
};
