import { parseDecimal, type DecimalString } from "../values/decimal.ts";
import type { CalendarDate } from "../values/dates.ts";
import { percentOf, sum, type Currency, type Money } from "../values/money.ts";

/** Categories of EN 16931: S standard rate, AE reverse charge, O outside the scope of the seller's VAT. */
export type VatCategory = "S" | "AE" | "O";

export type VatParty = { country: string; vatNumber: string | null };

/** How sales to one buyer are taxed. The rate itself is dated and comes from the table. */
export type VatTreatment = {
  category: VatCategory;
  sellerVatNumber: string | null;
  buyerVatNumber: string | null;
  /** Wording that the invoice must contain; null if none is required. */
  wording: string | null;
};

/** A dated row of the rate table: `percent` ("20") applies from `from` up to, but not including, `until`. */
export type VatRate = { category: VatCategory; percent: DecimalString; from: CalendarDate; until: CalendarDate | null };

export const ukVatRates: readonly VatRate[] = [
  { category: "S", percent: "20", from: "2011-01-04", until: null },
  { category: "AE", percent: "0", from: "2011-01-04", until: null },
  { category: "O", percent: "0", from: "2011-01-04", until: null },
];

export const euCountries: ReadonlySet<string> = new Set(
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(" "),
);

/**
 * Returns the treatment for a seller in the United Kingdom: buyers there pay UK VAT; an EU business with a VAT number
 * accounts for it itself (Article 196 of Directive 2006/112/EC); an EU buyer without one is treated as a consumer and
 * pays UK VAT.
 */
export function vatTreatment(seller: VatParty, buyer: VatParty): VatTreatment {
  const numbers = { sellerVatNumber: seller.vatNumber, buyerVatNumber: buyer.vatNumber };
  if (buyer.country === seller.country) return { category: "S", ...numbers, wording: null };
  if (!euCountries.has(buyer.country)) return { category: "O", ...numbers, wording: "Outside the scope of UK VAT." };
  if (buyer.vatNumber === null) return { category: "S", ...numbers, wording: null };
  return {
    category: "AE",
    ...numbers,
    wording: "Reverse charge: VAT to be accounted for by the recipient, Article 196 of Council Directive 2006/112/EC.",
  };
}

/** Returns the rate on a day. Throws if the table has none, which is a fault in the data. */
export function vatPercent(rates: readonly VatRate[], category: VatCategory, date: CalendarDate): DecimalString {
  const rate = rates.find(
    (row) => row.category === category && row.from <= date && (row.until === null || date < row.until),
  );
  if (!rate) throw new Error(`No VAT rate for category ${category} on ${date}`);
  return rate.percent;
}

export type TaxedLine = { net: Money; category: VatCategory; percent: DecimalString };
export type VatTotal = { category: VatCategory; percent: DecimalString; net: Money; vat: Money };

const rateKey = ({ category, percent }: { category: VatCategory; percent: DecimalString }) =>
  `${category} ${parseDecimal(percent)}`;

/** Totals VAT per rate, rounding once over the sum of its lines; rates are in order of first appearance. */
export function vatTotals(lines: readonly TaxedLine[], currency: Currency): VatTotal[] {
  return [...Map.groupBy(lines, rateKey).values()].map((same) => {
    const { category, percent } = same[0]!;
    const net = sum(
      same.map((line) => line.net),
      currency,
    );
    return { category, percent, net, vat: percentOf(net, percent) };
  });
}

/** Net, VAT by rate, and gross of a set of lines. */
export type Totals = { net: Money; vat: VatTotal[]; gross: Money };

export function totalsOf(lines: readonly TaxedLine[], currency: Currency): Totals {
  const vat = vatTotals(lines, currency);
  const net = sum(
    lines.map((line) => line.net),
    currency,
  );
  const tax = sum(
    vat.map((total) => total.vat),
    currency,
  );
  return { net, vat, gross: { minor: net.minor + tax.minor, currency } };
}
