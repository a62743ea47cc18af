import { bankDetailsOf } from "@tradewind/domain/billing/parties.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { addMonths, endOf } from "@tradewind/domain/values/dates.ts";
import { seesPrices, type TenantActor } from "../../platform/actor.ts";
import { AppError, orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { inThread } from "../../platform/threads.ts";
import { listInvoiceChanges, sumAsOf } from "./invoice-as-of.store.ts";
import { streamInvoices, streamLines } from "./invoice-csv.store.ts";
import { partsOf, pdfOf } from "./invoice-parts.reads.ts";
import { drawUbl } from "./invoice-ubl.ts";
import { percentText, toChange, toInvoiceItem, toLine, toParty, toStanding } from "./invoice-wire.ts";
import {
  findInvoice,
  listInvoices,
  linesInPage,
  listTaxes,
  pageOfLines,
  pageSize,
  readTotals,
  type LineRow,
} from "./invoices.store.ts";

/** Changes that a list of what changed since holds. */
const mostChanges = 100;

/** Refuses whole documents, which contain amounts, to people who may not see prices. */
function requirePrices(actor: TenantActor) {
  if (!seesPrices(actor)) throw new AppError("pricesHidden");
}

/** Ends a page with the last customer of whom it has all lines, unless it has no other. */
function toLinePage(rows: LineRow[], currency: Currency, priced: boolean) {
  const cut = rows[linesInPage];
  const whole = cut ? rows.findIndex((row) => row.customer_id === cut.customer_id) : rows.length;
  const { page, next } = pageOf(rows, whole || linesInPage, (last) => ({ position: String(last.position) }));
  return { Lines: page.map((line) => toLine(line, currency, priced)), Next: next };
}

export const invoicesRoutes = [
  answer(invoices.list, async ({ actor, db, today }, { query }) => {
    const after = readCursor(query.After, ["day", "id"]);
    const rows = await listInvoices(db, actor.resellerId, { search: query.Search, status: query.Status, today, after });
    const { page, next } = pageOf(rows, pageSize, (last) => ({ day: last.issued_on, id: last.id }));
    return { Items: page.map((row) => toInvoiceItem(row, seesPrices(actor))), Next: next };
  }),
  answer(invoices.totals, async ({ actor, db, today }) => {
    const totals = await readTotals(db, actor.resellerId, today);
    const amount = (minor: bigint) => (seesPrices(actor) ? { Minor: String(minor), Currency: actor.currency } : null);
    return {
      Count: totals.count,
      Owed: amount(totals.owed),
      Overdue: amount(totals.overdue),
      OverdueCount: totals.overdue_count,
      NextNet: amount(totals.next_net),
      NextOn: addMonths(totals.invoiced_until, 1),
    };
  }),
  answer(invoices.byId, async ({ actor, db, today }, { params }) => {
    const row = orNotFound(await findInvoice(db, actor.resellerId, today, params.invoiceId));
    const [taxes, lines] = await Promise.all([
      listTaxes(db, actor.resellerId, row.id),
      pageOfLines(db, actor, row.id, { search: "", after: undefined }),
    ]);
    const priced = seesPrices(actor);
    const amount = (minor: bigint) => (priced ? { Minor: String(minor), Currency: row.currency } : null);
    const seller = row.seller;
    return {
      Invoice: toInvoiceItem(row, priced),
      TaxPoint: row.tax_point,
      Seller: {
        ...toParty(seller),
        CompanyNumber: seller.companyNumber,
        RegisteredOffice: seller.registeredOffice,
        BankDetails: bankDetailsOf(seller, row.currency),
      },
      Buyer: toParty(row.buyer),
      Wording: row.wording,
      Taxes: taxes.map((tax) => ({
        Category: tax.category,
        Percent: percentText(tax.percent),
        Net: amount(tax.net_minor),
        Vat: amount(tax.vat_minor),
      })),
      VatInSterling:
        priced && row.vat_sterling_minor !== null
          ? { Vat: { Minor: String(row.vat_sterling_minor), Currency: "GBP" as const }, Rate: row.units_per_pound! }
          : null,
      ...toLinePage(lines, row.currency, priced),
    };
  }),
  answer(invoices.asOf, async ({ actor, db, today, now }, { params, query }) => {
    const row = orNotFound(await findInvoice(db, actor.resellerId, today, params.invoiceId));
    const then = { on: query.On, known: endOf(query.KnownOn) };
    const [sums, changes] = await Promise.all([
      sumAsOf(db, actor.resellerId, row.id, [then, { on: today, known: now.toISOString() }]),
      listInvoiceChanges(db, actor.resellerId, row.id, then, mostChanges),
    ]);
    const priced = seesPrices(actor);
    const isIssued = row.issued_on <= then.on && row.recorded_at.toISOString() <= then.known;
    return {
      Then: toStanding(row, sums[0], isIssued, priced),
      Now: toStanding(row, sums[1], true, priced),
      Changes: changes.map((change) => toChange(change, row.currency, priced)),
    };
  }),
  answer(invoices.lines, async ({ actor, db, today }, { params, query }) => {
    const row = orNotFound(await findInvoice(db, actor.resellerId, today, params.invoiceId));
    const after = readCursor(query.After, ["position"])?.position;
    const lines = await pageOfLines(db, actor, row.id, { search: query.Search.trim(), after });
    return toLinePage(lines, row.currency, seesPrices(actor));
  }),
  answer(invoices.pdf, async ({ actor, db, today }, { params }) => {
    const row = orNotFound(await findInvoice(db, actor.resellerId, today, params.invoiceId));
    requirePrices(actor);
    const parts = await partsOf(db, actor.resellerId, row.id);
    return { file: () => pdfOf(row, parts), name: `${row.number}.pdf` };
  }),
  answer(invoices.eInvoice, async ({ actor, db, today }, { params }) => {
    const row = orNotFound(await findInvoice(db, actor.resellerId, today, params.invoiceId));
    requirePrices(actor);
    const { lines, taxes, summed } = await partsOf(db, actor.resellerId, row.id);
    const write = () => inThread(actor.resellerId, drawUbl, row, lines, taxes, summed);
    return { file: write, name: `${row.number}.xml` };
  }),
  answer(invoices.linesCsv, async ({ actor, db, today, platform }, { params }) => {
    const row = orNotFound(await findInvoice(db, actor.resellerId, today, params.invoiceId));
    requirePrices(actor);
    return { file: () => streamLines(platform.exports, actor, row), name: `${row.number}.csv` };
  }),
  answer(invoices.csv, async ({ actor, platform }) => {
    requirePrices(actor);
    return { file: () => streamInvoices(platform.exports, actor), name: "invoices.csv" };
  }),
];
