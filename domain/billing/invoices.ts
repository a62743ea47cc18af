import { addDays, type CalendarDate } from "../values/dates.ts";
import type { DecimalString } from "../values/decimal.ts";
import { isZero, type Currency, type Money } from "../values/money.ts";
import { totalsOf, type Totals, type VatCategory } from "./vat.ts";

/** The next document of a legal entity: `TW` and 123 make `TW-000123`. Numbers longer than six digits stay whole. */
export function documentNumber(prefix: string, sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError(`Not a document number: ${sequence}`);
  return `${prefix}-${String(sequence).padStart(6, "0")}`;
}

export const paymentTerms = { "Due Upon Receipt": 0, "Net 14": 14, "Net 30": 30 } as const;
export type PaymentTerm = keyof typeof paymentTerms;

export const invoiceDueOn = (issuedOn: CalendarDate, term: PaymentTerm): CalendarDate =>
  addDays(issuedOn, paymentTerms[term]);

export type InvoiceParty = {
  name: string;
  addressLines: readonly string[];
  country: string;
  vatNumber: string | null;
};

export type InvoiceLine = {
  description: string;
  quantity: number;
  unitPrice: DecimalString;
  net: Money;
  category: VatCategory;
  percent: DecimalString;
};

/** All that a VAT invoice of a company in the United Kingdom must show. */
export type Invoice = {
  number: string;
  issuedOn: CalendarDate;
  taxPoint: CalendarDate;
  dueOn: CalendarDate;
  currency: Currency;
  seller: InvoiceParty & { companyNumber: string; registeredOffice: string };
  buyer: InvoiceParty;
  lines: readonly InvoiceLine[];
  totals: Totals;
  /** The VAT in sterling with the rate used: required where an invoice in another currency carries UK VAT. */
  vatInSterling: { vat: Money; rate: DecimalString } | null;
  /** Such as the words of the reverse charge. */
  wording: string | null;
};

export const invoiceTotals = (lines: readonly InvoiceLine[], currency: Currency): Totals => totalsOf(lines, currency);

export const invoiceRequirements = [
  "number",
  "issueDate",
  "taxPoint",
  "sellerNameAndAddress",
  "sellerVatNumber",
  "sellerCompanyNumber",
  "sellerRegisteredOffice",
  "buyerNameAndAddress",
  "buyerVatNumber",
  "lines",
  "totals",
  "vatInSterling",
  "reverseChargeWording",
] as const;
export type InvoiceRequirement = (typeof invoiceRequirements)[number];

/** What an invoice still lacks of what it must show; nothing is missing from one that may be issued. */
export function missingFromInvoice(invoice: Invoice): InvoiceRequirement[] {
  const { seller, buyer, lines, totals, currency } = invoice;
  const named = ({ name, addressLines }: InvoiceParty) => name.trim() !== "" && addressLines.length > 0;
  const reverseCharge = lines.some((line) => line.category === "AE");
  const carriesVat = totals.vat.some(({ vat }) => !isZero(vat));
  const expected = invoiceTotals(lines, currency);
  const met: Record<InvoiceRequirement, boolean> = {
    number: invoice.number !== "",
    issueDate: invoice.issuedOn !== "",
    taxPoint: invoice.taxPoint !== "",
    sellerNameAndAddress: named(seller),
    sellerVatNumber: Boolean(seller.vatNumber),
    sellerCompanyNumber: seller.companyNumber !== "",
    sellerRegisteredOffice: seller.registeredOffice !== "",
    buyerNameAndAddress: named(buyer),
    buyerVatNumber: !reverseCharge || Boolean(buyer.vatNumber),
    lines: lines.length > 0 && lines.every((line) => line.description.trim() !== ""),
    totals: expected.net.minor === totals.net.minor && expected.gross.minor === totals.gross.minor,
    vatInSterling: currency === "GBP" || !carriesVat || invoice.vatInSterling?.vat.currency === "GBP",
    reverseChargeWording: !reverseCharge || Boolean(invoice.wording?.toLowerCase().includes("reverse charge")),
  };
  return invoiceRequirements.filter((requirement) => !met[requirement]);
}
