import type { InvoiceItem } from "@tradewind/contract/billing/invoices.ts";
import { formatDate, formatMonth } from "@tradewind/domain/values/date-formats.ts";
import { MoneyText } from "../../ui/money-text.tsx";
import type { Column } from "../../ui/table-model.ts";
import { InvoiceStatus, kindWords } from "./invoice-words.tsx";

const money = (value: InvoiceItem["Gross"]) => (value ? <MoneyText value={value} credit /> : "–");

const number: Column<InvoiceItem> = {
  id: "number",
  header: "Number",
  width: "minmax(130px, 1.2fr)",
  cell: (row) => <span className="figures">{row.Number}</span>,
};
const status: Column<InvoiceItem> = {
  id: "status",
  header: "Status",
  width: "minmax(110px, 1fr)",
  card: "line",
  cell: (row) => <InvoiceStatus invoice={row} />,
};
const period: Column<InvoiceItem> = {
  id: "period",
  header: "For",
  width: "minmax(150px, 1.4fr)",
  quiet: true,
  cell: (row) =>
    row.Kind === "invoice" ? formatMonth(row.PeriodFrom) : `${kindWords[row.Kind]}, ${formatMonth(row.PeriodFrom)}`,
};
const day = { width: "120px", align: "end", quiet: true } as const;
const issued: Column<InvoiceItem> = {
  ...day,
  id: "issued",
  header: "Issued",
  from: "large",
  cell: (row) => formatDate(row.IssuedOn),
};
const due: Column<InvoiceItem> = {
  ...day,
  id: "due",
  header: "Due",
  cell: (row) => (row.Kind === "invoice" ? formatDate(row.DueOn) : "–"),
};
const amount = { width: "minmax(120px, 1fr)", align: "end" } as const;
const net: Column<InvoiceItem> = { ...amount, id: "net", header: "Net", from: "wide", cell: (row) => money(row.Net) };
const vat: Column<InvoiceItem> = { ...amount, id: "vat", header: "VAT", from: "wide", cell: (row) => money(row.Vat) };
const gross: Column<InvoiceItem> = {
  ...amount,
  id: "gross",
  header: "Total",
  card: "corner",
  cell: (row) => money(row.Gross),
};
const open: Column<InvoiceItem> = {
  ...amount,
  id: "open",
  header: "To pay",
  from: "large",
  cell: (row) => (row.Status === "paid" ? <span className="text-muted">–</span> : money(row.Balance)),
};

/** Returns the columns of a list of invoices; amounts only for people who see prices. */
export const invoiceColumns = (prices: boolean, phone: boolean): readonly Column<InvoiceItem>[] =>
  prices
    ? phone
      ? [number, status, { ...period, card: "line" }, gross]
      : [number, status, period, issued, due, net, vat, gross, open]
    : [number, status, { ...period, card: "line" }, issued, due];
