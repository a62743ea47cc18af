import type { EInvoice, EInvoiceLine } from "@tradewind/domain/billing/e-invoice.ts";
import { bankDetailsOf } from "@tradewind/domain/billing/parties.ts";
import { writeUbl } from "@tradewind/domain/billing/ubl.ts";
import { formatDate } from "@tradewind/domain/values/date-formats.ts";
import { addDays, laterOf } from "@tradewind/domain/values/dates.ts";
import { costText, quantityText } from "./invoice-wire.ts";
import type { DrawnLine, InvoiceRow, Summed, Tax } from "./invoices.store.ts";

/**
 * Writes an issued document as an e-invoice, from what was kept of it alone, so that it has the same bytes for ever: a
 * change of what is written belongs to the next `template`. It has the lines of the PDF, where those of many are summed.
 */
export async function drawUbl(
  row: InvoiceRow,
  lines: readonly DrawnLine[],
  taxes: readonly Tax[],
  summed: Summed | undefined,
): Promise<Buffer> {
  return Buffer.from(writeUbl(toEInvoice(row, lines, taxes, summed)));
}

function toEInvoice(
  row: InvoiceRow,
  lines: readonly DrawnLine[],
  taxes: readonly Tax[],
  summed: Summed | undefined,
): EInvoice {
  return {
    kind: row.kind,
    number: row.number,
    issuedOn: row.issued_on,
    taxPoint: row.tax_point,
    dueOn: row.due_on,
    from: row.period_from,
    to: addDays(row.period_until, -1),
    currency: row.currency,
    note: noteOf(row, summed),
    terms: termsOf(row),
    category: row.vat_category,
    wording: row.wording,
    corrects: correctedBy(row, lines, summed),
    seller: row.seller,
    buyer: row.buyer,
    lines: lines.map((line) => toEInvoiceLine(row, line)),
    taxes: taxes.map(({ percent, net_minor: net, vat_minor: vat }) => ({ percent, net, vat })),
    net: row.net_minor,
    vat: row.vat_minor,
    gross: row.gross_minor,
    vatInSterling: row.currency === "GBP" ? null : row.vat_sterling_minor,
  };
}

/** Says by which rate VAT was told in sterling, for which the standard has no field, and that lines were summed. */
function noteOf({ currency, units_per_pound: rate, rate_source: source }: InvoiceRow, summed: Summed | undefined) {
  const notes = [
    ...(currency !== "GBP" && rate !== null
      ? [`VAT in sterling at ${Number(rate)} euros for one pound${source ? `, published by ${source}` : ""}.`]
      : []),
    ...(summed
      ? [`The ${summed.count} lines of this document are summed by product. Its CSV lists each of them.`]
      : []),
  ];
  return notes.length === 0 ? null : notes.join(" ");
}

const termsOf = ({ kind, due_on, seller, currency, number }: InvoiceRow) =>
  kind === "invoice"
    ? `Please pay by ${formatDate(due_on)}. ${bankDetailsOf(seller, currency).join(", ")}. Quote ${number}.`
    : "Credited to your account. Nothing is to be paid.";

/** Lists the other documents whose charges this one corrects, each once. */
function correctedBy(row: InvoiceRow, lines: readonly DrawnLine[], summed: Summed | undefined) {
  if (summed) return summed.corrected.map(({ number, issued_on }) => ({ number, issuedOn: issued_on }));
  const others = lines.flatMap(({ corrected }) => (corrected && corrected.invoiceId !== row.id ? [corrected] : []));
  return [...new Map(others.map(({ number, issuedOn }) => [number, { number, issuedOn }])).values()].toSorted((a, b) =>
    a.number < b.number ? -1 : 1,
  );
}

const toEInvoiceLine = (row: InvoiceRow, line: DrawnLine): EInvoiceLine => ({
  description: line.description,
  notes: [...(line.customer_name === "" ? [] : [`For ${line.customer_name}`]), ...correctionOf(row, line)],
  quantity: quantityText(line),
  unitCost: line.unit_cost === null ? null : costText(line.unit_cost),
  net: line.net_minor,
  percent: line.vat_percent,
  from: line.period_from,
  to: laterOf(line.period_from, addDays(line.period_until, -1)),
});

function correctionOf(row: InvoiceRow, { corrected }: DrawnLine): string[] {
  if (!corrected) return [];
  const { invoiceId, number, issuedOn, periodFrom, periodUntil } = corrected;
  const last = laterOf(periodFrom, addDays(periodUntil, -1));
  const where = invoiceId === row.id ? "this document" : `${number} of ${formatDate(issuedOn)}`;
  return [`Corrects the charge for ${formatDate(periodFrom)} to ${formatDate(last)} on ${where}`];
}
