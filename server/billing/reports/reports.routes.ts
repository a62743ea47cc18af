import { accountingIds, downloads, reports, type ReportId } from "@tradewind/contract/billing/reports.ts";
import { accountingDays, type AccountingOptions } from "@tradewind/domain/billing/accounting-exports.ts";
import { addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { boundsOf, seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Download, Exports } from "../../platform/exports.ts";
import { answer, type Call } from "../../platform/http.ts";
import { streamStatement } from "../account/statement.store.ts";
import { streamInvoices } from "../invoices/invoice-csv.store.ts";
import { streamForQuickBooks, streamForSage, streamForXero, streamJournal } from "./accounting.store.ts";
import { insertGuid, spendGuid, streamAllLines, streamVat } from "./reports.store.ts";

type Report = {
  name: string;
  about: string;
  make: (
    exports: Exports,
    actor: TenantActor,
    asked: { options: AccountingOptions; today: string },
  ) => Promise<Download>;
};

const all: Readonly<Record<ReportId, Report>> = {
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

const isForAccounting = (report: ReportId) => accountingIds.some((id) => id === report);

/** Refuses options of a report that has none, and a period that ends before it begins. */
function checkOptions(report: ReportId, options: AccountingOptions, today: string): AccountingOptions {
  const { from, until } = accountingDays(options, today);
  if (Object.values(options).some((value) => value !== undefined) && !isForAccounting(report))
    throw new AppError("invalidRequest", { fields: { DownloadId: "Is not made for a period" } });
  if (from > until) throw new AppError("invalidRequest", { fields: { Until: "Must not be before From" } });
  return options;
}

function fileOf(
  report: ReportId,
  { actor, today, platform }: Pick<Call<TenantActor>, "actor" | "today" | "platform">,
  options: AccountingOptions,
) {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
  const { from, until } = accountingDays(options, today);
  const days = isForAccounting(report) ? `${from}-to-${until}` : today;
  return { file: () => all[report].make(platform.exports, actor, { options, today }), name: `${report}-${days}.csv` };
}

const own = ({ resellerId, membershipId }: TenantActor, downloadId: ReportId) => ({
  resellerId,
  membershipId,
  downloadId,
});

export const reportsRoutes = [
  answer(reports.list, () => ({
    Items: Object.entries(all).map(([id, { name, about }]) => ({
      DownloadId: id as ReportId,
      Name: name,
      About: about,
    })),
  })),
  answer(downloads.guid, async ({ actor, tx, today }, { body }) => {
    if (!seesPrices(actor)) throw new AppError("pricesHidden");
    if (body.UserName !== actor.userName)
      throw new AppError("invalidRequest", { fields: { UserName: "Must be your own user name" } });
    const options = checkOptions(body.DownloadId, body.Options ?? {}, today);
    return { Guid: await insertGuid(tx, own(actor, body.DownloadId), options) };
  }),
  answer(downloads.file, async (call, { body }) => {
    const { actor, platform } = call;
    const spent = await platform.database.write(boundsOf(actor), (tx) =>
      spendGuid(tx, { ...own(actor, body.Id), guid: body.Guid }),
    );
    if (!spent) throw new AppError("notFound");
    return fileOf(body.Id, call, spent);
  }),
  answer(downloads.download, (call, { params, query }) =>
    fileOf(params.downloadId, call, checkOptions(params.downloadId, query, call.today)),
  ),
];
