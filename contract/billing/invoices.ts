/** Invoices and credit notes from the marketplace to the reseller. */
import * as z from "zod/mini";
import { asOfDays, cursor, day, endpoint, id, instant, money } from "../endpoint.ts";

const resellersOnly = { anyOf: ["billing"], kinds: ["reseller", "engineer"] } as const;
/** Either view opens the billing page (ACL-14). */
const overview = { anyOf: ["billing", "pSA"], kinds: ["reseller", "engineer"] } as const;
export const invoiceStatuses = ["open", "overdue", "paid"] as const;

export const invoiceItem = z.object({
  Id: id,
  Number: z.string(),
  Kind: z.enum(["invoice", "creditMemo"]),
  IssuedOn: day,
  PeriodFrom: day,
  /** The first day after the period. */
  PeriodUntil: day,
  DueOn: day,
  Status: z.enum(invoiceStatuses),
  /** Amounts, here and below, are null if prices are hidden from the caller. */
  Net: z.nullable(money),
  Vat: z.nullable(money),
  Gross: z.nullable(money),
  Balance: z.nullable(money),
});
export type InvoiceItem = z.output<typeof invoiceItem>;

const party = z.object({
  Name: z.string(),
  AddressLines: z.array(z.string()),
  Country: z.string(),
  VatNumber: z.nullable(z.string()),
});

const invoiceParams = z.strictObject({ invoiceId: id });

const invoiceLine = z.object({
  Id: id,
  CustomerId: id,
  CustomerName: z.string(),
  ProductId: z.string(),
  ProductName: z.string(),
  Description: z.string(),
  Quantity: z.number(),
  /** What the offer counts, such as `Licence`; null where the charge is of no offer. */
  Unit: z.nullable(z.string()),
  UnitCost: z.nullable(z.string()),
  PeriodFrom: day,
  PeriodUntil: day,
  Net: z.nullable(money),
  VatPercent: z.string(),
  /** The line that this one corrects, with its document, which may be the same; null for what is charged. */
  Corrects: z.nullable(
    z.object({
      LineId: id,
      PeriodFrom: day,
      PeriodUntil: day,
      InvoiceId: id,
      Kind: z.enum(["invoice", "creditMemo"]),
      Number: z.string(),
      IssuedOn: day,
    }),
  ),
});
/** A customer's lines stand on one page, unless they fill one alone. */
const linePage = { Lines: z.array(invoiceLine), Next: z.nullable(z.string()) };

/** How a document stood at a moment: the lines it had by then, and what of it was credited and owed. */
const invoiceStanding = z.object({
  /** `none` before anything was charged for it, `draft` until it was issued. */
  State: z.enum(["none", "draft", "issued"]),
  /** Null until it was issued, as are its VAT, its total and what is owed. */
  Status: z.nullable(z.enum(invoiceStatuses)),
  Lines: z.number(),
  Net: z.nullable(money),
  Vat: z.nullable(money),
  Gross: z.nullable(money),
  /** Net of what other documents gave back of its lines, or are to give back. */
  Credited: z.nullable(money),
  Balance: z.nullable(money),
});
export type InvoiceStanding = z.output<typeof invoiceStanding>;

/** A line written for it, a line given back, and what was posted to what is owed on it. */
export const invoiceChanges = ["charged", "corrected", "issued", "paid", "creditUsed", "offset"] as const;

export const invoices = {
  list: endpoint({
    method: "GET",
    path: "/api/invoices",
    summary: "One page of invoices and credit notes, newest first",
    access: overview,
    query: z.strictObject({
      Search: z._default(z.string().check(z.maxLength(40)), ""),
      Status: z.optional(z.enum(invoiceStatuses)),
      After: cursor,
    }),
    result: z.object({ Items: z.array(invoiceItem), Next: z.nullable(z.string()) }),
  }),
  totals: endpoint({
    method: "GET",
    path: "/api/invoices/totals",
    summary: "What is owed, what is overdue, and what the next invoice holds so far",
    sums: true,
    access: overview,
    result: z.object({
      Count: z.number(),
      Owed: z.nullable(money),
      Overdue: z.nullable(money),
      OverdueCount: z.number(),
      /** Net total of the charges written so far for the next invoice. */
      NextNet: z.nullable(money),
      NextOn: day,
    }),
  }),
  byId: endpoint({
    method: "GET",
    path: "/api/invoices/:invoiceId",
    summary: "One invoice with its sums and the first page of its lines, by customer",
    access: resellersOnly,
    params: invoiceParams,
    result: z.object({
      Invoice: invoiceItem,
      TaxPoint: day,
      Seller: z.extend(party, {
        CompanyNumber: z.string(),
        RegisteredOffice: z.string(),
        BankDetails: z.array(z.string()),
      }),
      Buyer: party,
      /** Wording required by law, such as for the reverse charge. */
      Wording: z.nullable(z.string()),
      Taxes: z.array(
        z.object({ Category: z.string(), Percent: z.string(), Net: z.nullable(money), Vat: z.nullable(money) }),
      ),
      VatInSterling: z.nullable(z.object({ Vat: money, Rate: z.string() })),
      ...linePage,
    }),
  }),
  asOf: endpoint({
    method: "GET",
    path: "/api/invoices/:invoiceId/as-of",
    summary: "How an invoice stood at the end of one day, as was known at the end of another, and what changed since",
    sums: true,
    access: resellersOnly,
    params: invoiceParams,
    query: asOfDays,
    result: z.object({
      Then: invoiceStanding,
      Now: invoiceStanding,
      /** The latest first, at most 100. */
      Changes: z.array(
        z.object({
          Id: id,
          Kind: z.enum(invoiceChanges),
          EffectiveOn: day,
          RecordedAt: instant,
          /** What was charged or given back, and for whom; null for what was posted. */
          Description: z.nullable(z.string()),
          CustomerName: z.nullable(z.string()),
          /** The number of the document that gives back. */
          Number: z.nullable(z.string()),
          Amount: z.nullable(money),
        }),
      ),
    }),
  }),
  lines: endpoint({
    method: "GET",
    path: "/api/invoices/:invoiceId/lines",
    summary: "One page of an invoice's lines, by customer; a search finds customers by their present name",
    access: resellersOnly,
    params: invoiceParams,
    query: z.strictObject({ Search: z._default(z.string().check(z.maxLength(100)), ""), After: cursor }),
    result: z.object(linePage),
  }),
  pdf: endpoint({
    method: "GET",
    path: "/api/invoices/:invoiceId/pdf",
    summary: "The invoice as a document",
    logs: "exports.invoice",
    access: resellersOnly,
    params: invoiceParams,
    file: "application/pdf",
    result: z.unknown(),
    errors: ["pricesHidden", "signNotDrawn"],
  }),
  eInvoice: endpoint({
    method: "GET",
    path: "/api/invoices/:invoiceId/e-invoice",
    summary: "The invoice or credit note as data for accounting systems: UBL 2.1 by EN 16931",
    logs: "exports.invoice",
    access: resellersOnly,
    params: invoiceParams,
    file: "application/xml",
    result: z.unknown(),
    errors: ["pricesHidden"],
  }),
  linesCsv: endpoint({
    method: "GET",
    path: "/api/invoices/:invoiceId/lines.csv",
    summary: "The invoice's lines as CSV",
    logs: "exports.invoice",
    access: resellersOnly,
    params: invoiceParams,
    file: "text/csv",
    result: z.unknown(),
    errors: ["pricesHidden"],
  }),
  csv: endpoint({
    method: "GET",
    path: "/api/invoices.csv",
    summary: "All invoices as CSV, one line each",
    logs: "exports.invoices",
    access: resellersOnly,
    as: "none",
    file: "text/csv",
    result: z.unknown(),
    errors: ["pricesHidden"],
  }),
};
