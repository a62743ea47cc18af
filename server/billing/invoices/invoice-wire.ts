import type { Party } from "@tradewind/domain/billing/parties.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import type { invoices, InvoiceItem, InvoiceStanding } from "@tradewind/contract/billing/invoices.ts";
import type { ResultOf } from "@tradewind/contract/endpoint.ts";
import type { InvoiceChange, InvoiceSums } from "./invoice-as-of.store.ts";
import type { InvoiceRow, LineRow } from "./invoices.store.ts";

export const toParty = (party: Party) => ({
  Name: party.name,
  AddressLines: party.addressLines,
  Country: party.country,
  VatNumber: party.vatNumber,
});

/** Shortens `20.00` to `20`: the database pads rates. */
export const percentText = (percent: string): string => String(Number(percent));

/** Removes a unit cost's padding zeros but no significant digit. */
export const costText = (cost: string): string => {
  const [whole, fraction = ""] = cost.split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
};

/** What a line counts: what was measured exactly, without the zeros at its end, and otherwise a whole number. */
export const quantityText = ({ quantity, measured }: { quantity: number | bigint; measured: string | null }): string =>
  measured === null ? String(quantity) : measured.replace(/\.?0+$/, "");

const priced = (row: InvoiceRow, seesPrices: boolean) => (minor: bigint) =>
  seesPrices ? { Minor: String(minor), Currency: row.currency } : null;

export function toInvoiceItem(row: InvoiceRow, seesPrices: boolean): InvoiceItem {
  const amount = priced(row, seesPrices);
  return {
    Id: row.id,
    Number: row.number,
    Kind: row.kind,
    IssuedOn: row.issued_on,
    PeriodFrom: row.period_from,
    PeriodUntil: row.period_until,
    DueOn: row.due_on,
    Status: row.status,
    Net: amount(row.net_minor),
    Vat: amount(row.vat_minor),
    Gross: amount(row.gross_minor),
    Balance: amount(row.balance_minor),
  };
}

export const toLine = (line: LineRow, currency: Currency, seesPrices: boolean) => ({
  Id: line.charge_id,
  CustomerId: line.customer_id,
  CustomerName: line.customer_name,
  ProductId: line.product_id,
  ProductName: line.product_name,
  Description: line.description,
  Quantity: Number(quantityText(line)),
  Unit: line.unit,
  UnitCost: seesPrices ? costText(line.unit_cost) : null,
  PeriodFrom: line.period_from,
  PeriodUntil: line.period_until,
  Net: seesPrices ? { Minor: String(line.net_minor), Currency: currency } : null,
  VatPercent: percentText(line.vat_percent),
  Corrects: line.corrected && {
    LineId: line.corrected.lineId,
    PeriodFrom: line.corrected.periodFrom,
    PeriodUntil: line.corrected.periodUntil,
    InvoiceId: line.corrected.invoiceId,
    Kind: line.corrected.kind,
    Number: line.corrected.number,
    IssuedOn: line.corrected.issuedOn,
  },
});

/** Converts how a document stood at a moment, by which it was issued or not. */
export function toStanding(
  row: InvoiceRow,
  { lines, net, credited, balance_minor, status }: InvoiceSums,
  isIssued: boolean,
  seesPrices: boolean,
): InvoiceStanding {
  const amount = priced(row, seesPrices);
  const ofIssued = (minor: bigint) => (isIssued ? amount(minor) : null);
  return {
    State: isIssued ? "issued" : lines === 0 ? "none" : "draft",
    Status: isIssued ? status : null,
    Lines: lines,
    Net: amount(net),
    Vat: ofIssued(row.vat_minor),
    Gross: ofIssued(row.gross_minor),
    Credited: amount(credited),
    Balance: ofIssued(balance_minor),
  };
}

type Change = ResultOf<typeof invoices.asOf>["Changes"][number];

export const toChange = (change: InvoiceChange, currency: Currency, seesPrices: boolean): Change => ({
  Id: change.id,
  Kind: change.kind,
  EffectiveOn: change.effective_on,
  RecordedAt: change.recorded_at.toISOString(),
  Description: change.description,
  CustomerName: change.customer_name,
  Number: change.number,
  Amount: seesPrices ? { Minor: String(change.amount_minor), Currency: currency } : null,
});
