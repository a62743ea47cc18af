import type { CalendarDate } from "../values/dates.ts";
import type { DecimalString } from "../values/decimal.ts";
import type { Currency } from "../values/money.ts";
import type { Buyer, Seller } from "./parties.ts";

/** Categories of EN 16931 that the writer knows: besides ours also zero rate and exempt. */
export type TaxCategory = "S" | "Z" | "E" | "AE" | "O";

/** What a document corrects. */
export type Reference = { number: string; issuedOn: CalendarDate };

export type EInvoiceLine = {
  description: string;
  /** What a reader needs besides: for which customer, and what it corrects. */
  notes: readonly string[];
  quantity: DecimalString;
  /** The price of a whole period, of which a line may be a part; null if it has none. */
  unitCost: DecimalString | null;
  net: bigint;
  percent: DecimalString;
  from: CalendarDate;
  /** The last day. */
  to: CalendarDate;
};

/** An issued document as it is written into data. Amounts are in minor units, and negative where they give back. */
export type EInvoice = {
  kind: "invoice" | "creditMemo";
  number: string;
  issuedOn: CalendarDate;
  taxPoint: CalendarDate;
  dueOn: CalendarDate;
  from: CalendarDate;
  to: CalendarDate;
  currency: Currency;
  note: string | null;
  terms: string;
  category: TaxCategory;
  /** The wording that the law asks for, which tells why no VAT is charged. */
  wording: string | null;
  corrects: readonly Reference[];
  seller: Seller;
  buyer: Buyer;
  lines: readonly EInvoiceLine[];
  taxes: readonly { percent: DecimalString; net: bigint; vat: bigint }[];
  net: bigint;
  vat: bigint;
  gross: bigint;
  /** VAT in sterling, where the document is in another currency and has VAT. */
  vatInSterling: bigint | null;
};

/** Why no VAT is charged, by category: the code of the list VATEX, and what to say where there is no wording. */
export const exemptions: Readonly<Record<TaxCategory, { code: string | null; reason: string } | null>> = {
  S: null,
  Z: null,
  E: { code: null, reason: "Exempt from VAT" },
  AE: { code: "VATEX-EU-AE", reason: "Reverse charge" },
  O: { code: "VATEX-EU-O", reason: "Not subject to VAT" },
};

/** Writes a VAT number with the prefix of its country, as the standard asks: Greece has EL. */
export function vatIdOf({ country, vatNumber }: { country: string; vatNumber: string | null }): string | null {
  const plain = vatNumber?.toUpperCase().replace(/[^A-Z0-9]/g, "");
  if (!plain) return null;
  return /^[A-Z]{2}/.test(plain) ? plain : `${country === "GR" ? "EL" : country}${plain}`;
}
