import { vendorInvoices } from "@tradewind/contract/billing/vendor-invoices.ts";
import { decisionsIn } from "@tradewind/domain/billing/vendor-bills.ts";
import { addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { orNotFound } from "../../platform/app-error.ts";
import { pageOf, readCursor } from "../../platform/cursor.ts";
import { answer } from "../../platform/http.ts";
import { settleBillDifference, wordsOf } from "./vendor-invoices.actions.ts";
import {
  findVendorInvoice,
  listBillDifferences,
  listVendorInvoices,
  pageSize,
  streamBillDifferences,
  sumCauses,
  sumMargins,
  type BillDifferenceRow,
  type VendorInvoiceRow,
} from "./vendor-invoices.store.ts";

const monthsBack = 5;

const toMoney = (minor: bigint, currency: string) => ({ Minor: String(minor), Currency: currency as Currency });

const toInvoice = (row: VendorInvoiceRow) => ({
  Id: row.id,
  VendorName: row.vendor_name,
  Number: row.ref,
  IssuedOn: row.issued_on,
  PeriodFrom: row.period_from,
  PeriodUntil: row.period_until,
  ReadAt: row.read_at?.toISOString() ?? null,
  Source: row.source,
  Trouble: row.trouble,
  Lines: row.lines,
  Theirs: toMoney(row.theirs_minor, row.currency),
  Ours: toMoney(row.ours_minor, row.currency),
  Apart: toMoney(row.theirs_minor - row.ours_minor, row.currency),
  Open: row.open,
});

const toDifference = (row: BillDifferenceRow) => ({
  Id: row.id,
  Kind: row.kind,
  For: row.charge,
  Name: row.name,
  CustomerName: row.customer_name,
  ResellerName: row.reseller_name,
  VendorRef: row.vendor_ref,
  Text: wordsOf(row),
  Theirs: row.theirs_minor === null ? null : toMoney(row.theirs_minor, row.currency),
  Ours: row.ours_minor === null ? null : toMoney(row.ours_minor, row.currency),
  Apart: toMoney(row.apart, row.currency),
  State: row.state,
  DecidedBy: row.decided_by,
  DecidedAt: row.decided_at?.toISOString() ?? null,
  Note: row.note,
  Decisions: [...decisionsIn(row.state)],
});

const magnitude = (minor: bigint) => String(minor < 0n ? -minor : minor);

export const vendorInvoicesRoutes = [
  answer(vendorInvoices.list, async ({ db }, { query }) => {
    const rows = await listVendorInvoices(db, readCursor(query.After, ["until", "id"]));
    const { page, next } = pageOf(rows, pageSize, (last) => ({ until: last.period_until, id: last.id }));
    return { Items: page.map(toInvoice), Next: next };
  }),
  answer(vendorInvoices.margins, async ({ db, today }) => {
    const rows = await sumMargins(db, addMonths(monthOf(today).from, -monthsBack));
    return {
      Rows: rows.map(({ month, vendor, currency, revenue, cost }) => ({
        Month: month,
        VendorName: vendor,
        Revenue: toMoney(revenue, currency),
        Cost: toMoney(cost, currency),
        Margin: toMoney(revenue - cost, currency),
      })),
    };
  }),
  answer(vendorInvoices.byId, async ({ db }, { params }) => {
    const row = orNotFound(await findVendorInvoice(db, params.vendorInvoiceId));
    const causes = await sumCauses(db, row.id);
    return {
      Invoice: toInvoice(row),
      Causes: causes.map(({ kind, count, open, apart }) => ({
        Kind: kind,
        Count: count,
        Open: open,
        Apart: toMoney(apart, row.currency),
      })),
    };
  }),
  answer(vendorInvoices.differences, async ({ db }, { params, query }) => {
    const { id } = orNotFound(await findVendorInvoice(db, params.vendorInvoiceId));
    const rows = await listBillDifferences(db, id, query, readCursor(query.After, ["apart", "id"]));
    const { page, next } = pageOf(rows, pageSize, (last) => ({ apart: magnitude(last.apart), id: last.id }));
    return { Items: page.map(toDifference), Next: next };
  }),
  answer(vendorInvoices.csv, async ({ db, platform }, { params }) => {
    const row = orNotFound(await findVendorInvoice(db, params.vendorInvoiceId));
    return { file: () => streamBillDifferences(platform.exports, row.id), name: `${row.ref}.csv` };
  }),
  answer(vendorInvoices.settle, async (doing, { params, body }) =>
    toDifference(await settleBillDifference(doing, params.billDifferenceId, body.Decision, body.Reason)),
  ),
];
