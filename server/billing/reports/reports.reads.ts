import type { ReportId } from "@tradewind/contract/billing/reports.ts";
import type { AccountingOptions } from "@tradewind/domain/billing/accounting-exports.ts";
import { addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import type { Bounded, TenantActor } from "../../platform/actor.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { streamStatement } from "../account/statement.store.ts";
import { streamInvoices } from "../invoices/invoice-csv.store.ts";
import { streamForQuickBooks, streamForSage, streamForXero, streamJournal } from "./accounting.store.ts";
import { streamCharges, streamMargins, streamRenewals, streamUsage } from "./charge-reports.store.ts";
import { streamAllLines, streamVat } from "./reports.store.ts";

/** Whose report it is, and what of it they see. */
type ReportReader = Bounded & Pick<TenantActor, "currency">;

type Report = {
  name: string;
  about: string;
  make: (
    exports: Exports,
    reader: ReportReader,
    asked: { options: AccountingOptions; today: string },
  ) => Promise<Download>;
};

/** Every report, by its id. */
export const allReports: Readonly<Record<ReportId, Report>> = {
  documents: {
    name: "Invoices and credit memos",
    about: "Each document with its period, its due date and its sums.",
    make: streamInvoices,
  },
  lines: {
    name: "Every line of every invoice",
    about: "What was charged for which customer, product and period, with its quantity and cost.",
    make: streamAllLines,
  },
  vat: {
    name: "VAT by invoice and rate",
    about: "What a VAT return is made of: net and VAT of each document by rate, on its tax point.",
    make: streamVat,
  },
  statement: {
    name: "Statement of the last twelve months",
    about: "Invoices, credit memos and payments in order, with what was owed after each.",
    make: (exports, actor, { today }) =>
      streamStatement(exports, actor, { from: addMonths(monthOf(today).from, -12), until: today }),
  },
  charges: {
    name: "Every charge",
    about: "What you were charged for which customer, invoiced or not yet: cost, sales at your prices, and margin.",
    make: streamCharges,
  },
  usage: {
    name: "Usage by month",
    about: "What vendors measured of each subscription by month and meter, what its licences include, and its cost.",
    make: streamUsage,
  },
  margins: {
    name: "Margin by customer",
    about: "Cost, sales and margin of each customer in each of the last twelve months.",
    make: streamMargins,
  },
  renewals: {
    name: "Renewals ahead",
    about: "Each term that ends in the next twelve months, what happens then, and what it costs and sells for.",
    make: streamRenewals,
  },
  xero: {
    name: "Bills for Xero",
    about: "By product and rate of VAT, in the columns of its template for bills; import up to 500 at a time.",
    make: streamForXero,
  },
  sage: {
    name: "Purchases for Sage 50",
    about:
      "By product and rate of VAT, as audit trail transactions: PI for what is charged, PC for what is given back.",
    make: streamForSage,
  },
  quickbooks: {
    name: "Bills for QuickBooks",
    about: "By product and rate of VAT, in its columns for bills; import up to 100 at a time.",
    make: streamForQuickBooks("invoice"),
  },
  quickbooksCredits: {
    name: "Supplier credits for QuickBooks",
    about: "Credit memos in the same columns, which QuickBooks imports apart from bills.",
    make: streamForQuickBooks("creditMemo"),
  },
  journal: {
    name: "Journal of all postings",
    about: "Invoices, payments and credit in double entry, as they stand in your books: debits equal credits.",
    make: streamJournal,
  },
};
