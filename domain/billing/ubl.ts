import { divideRounded, parseDecimal, scale, type DecimalString } from "../values/decimal.ts";
import { writeXml, xml, type Xml } from "../values/xml.ts";
import { exemptions, vatIdOf, type EInvoice, type EInvoiceLine, type TaxCategory } from "./e-invoice.ts";
import type { Buyer, Party } from "./parties.ts";

const cbc = (name: string, text: string, attributes?: Xml["attributes"]) => xml(`cbc:${name}`, text, attributes);
const maybe = (name: string, text: string | null | undefined) => (text ? cbc(name, text) : null);
const cac = (name: string, ...content: (Xml | null)[]) => xml(`cac:${name}`, content);

const magnitude = (value: bigint) => (value < 0n ? -value : value);

/** Writes minor units as the standard does, with two places. */
const decimal = (minor: bigint) =>
  `${minor < 0n ? "-" : ""}${magnitude(minor) / 100n}.${String(magnitude(minor) % 100n).padStart(2, "0")}`;

/** Writes a decimal without the zeros at its end. */
const plain = (text: DecimalString) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

const vatScheme = cac("TaxScheme", cbc("ID", "VAT"));

/**
 * Writes an issued document as UBL 2.1 by EN 16931, the same bytes for the same document. A credit note states what it
 * gives back as positive amounts, and what it charges as negative ones.
 */
export function writeUbl(document: EInvoice): string {
  const isInvoice = document.kind === "invoice";
  const sign = isInvoice ? 1n : -1n;
  const amount = (name: string, minor: bigint) => cbc(name, decimal(sign * minor), { currencyID: document.currency });
  const root = isInvoice ? "Invoice" : "CreditNote";
  const taxPoint = cbc("TaxPointDate", document.taxPoint);
  const note = maybe("Note", document.note);
  return writeXml(
    xml(
      root,
      [
        cbc("CustomizationID", "urn:cen.eu:en16931:2017"),
        cbc("ID", document.number),
        cbc("IssueDate", document.issuedOn),
        ...(isInvoice
          ? [cbc("DueDate", document.dueOn), cbc("InvoiceTypeCode", "380"), note, taxPoint]
          : [taxPoint, cbc("CreditNoteTypeCode", "381"), note]),
        cbc("DocumentCurrencyCode", document.currency),
        document.vatInSterling === null ? null : cbc("TaxCurrencyCode", "GBP"),
        cac("InvoicePeriod", cbc("StartDate", document.from), cbc("EndDate", document.to)),
        ...document.corrects.map(({ number, issuedOn }) =>
          cac("BillingReference", cac("InvoiceDocumentReference", cbc("ID", number), cbc("IssueDate", issuedOn))),
        ),
        cac("AccountingSupplierParty", sellerOf(document)),
        cac("AccountingCustomerParty", buyerOf(document)),
        isInvoice ? transferTo(document) : null,
        cac("PaymentTerms", cbc("Note", document.terms)),
        cac(
          "TaxTotal",
          amount("TaxAmount", document.vat),
          ...document.taxes.map(({ percent, net, vat }) =>
            cac(
              "TaxSubtotal",
              amount("TaxableAmount", net),
              amount("TaxAmount", vat),
              taxCategory("TaxCategory", document.category, percent, reasonsOf(document)),
            ),
          ),
        ),
        document.vatInSterling === null
          ? null
          : cac("TaxTotal", cbc("TaxAmount", decimal(sign * document.vatInSterling), { currencyID: "GBP" })),
        cac(
          "LegalMonetaryTotal",
          amount("LineExtensionAmount", document.net),
          amount("TaxExclusiveAmount", document.net),
          amount("TaxInclusiveAmount", document.gross),
          amount("PayableAmount", document.gross),
        ),
        ...document.lines.map((line, index) => lineOf(document, line, index, sign)),
      ],
      {
        xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
        "xmlns:cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
        "xmlns:cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
      },
    ),
  );
}

/** What is outside the scope of VAT has no rate. */
const taxCategory = (name: string, category: TaxCategory, percent: DecimalString, reasons: (Xml | null)[] = []) =>
  cac(name, cbc("ID", category), category === "O" ? null : cbc("Percent", plain(percent)), ...reasons, vatScheme);

function reasonsOf({ category, wording }: EInvoice): (Xml | null)[] {
  const exemption = exemptions[category];
  if (!exemption) return [];
  return [maybe("TaxExemptionReasonCode", exemption.code), cbc("TaxExemptionReason", wording ?? exemption.reason)];
}

/** Gives the address by its parts, or by its lines where only those were kept. */
function addressOf({ street, street2, city, county, postCode, addressLines, country }: Party): Xml {
  const [first, second, ...more] = street ? [street, street2] : addressLines;
  return cac(
    "PostalAddress",
    maybe("StreetName", first),
    maybe("AdditionalStreetName", second),
    maybe("CityName", street ? city : null),
    maybe("PostalZone", street ? postCode : null),
    maybe("CountrySubentity", street ? county : null),
    more.length === 0 ? null : cac("AddressLine", cbc("Line", more.join(", "))),
    cac("Country", cbc("IdentificationCode", country)),
  );
}

/** Neither party may state a VAT number on what is outside the scope of VAT (BR-O-02). */
const vatOf = (party: Party, category: TaxCategory) => {
  const id = category === "O" ? null : vatIdOf(party);
  return id === null ? null : cac("PartyTaxScheme", cbc("CompanyID", id), vatScheme);
};

function sellerOf({ seller, category }: EInvoice): Xml {
  const registered = `Registered in England and Wales. Registered office: ${seller.registeredOffice}`;
  return cac(
    "Party",
    cac("PartyName", cbc("Name", seller.name)),
    addressOf(seller),
    vatOf(seller, category),
    cac(
      "PartyLegalEntity",
      cbc("RegistrationName", seller.name),
      cbc("CompanyID", seller.companyNumber),
      cbc("CompanyLegalForm", category === "O" ? `${registered}. VAT number ${seller.vatNumber}` : registered),
    ),
  );
}

const buyerOf = ({ buyer, category }: EInvoice): Xml =>
  cac(
    "Party",
    cac("PartyName", cbc("Name", buyer.name)),
    addressOf(buyer),
    vatOf(buyer, category),
    registrationOf(buyer),
  );

const registrationOf = ({ name, companyNumber }: Buyer) =>
  cac("PartyLegalEntity", cbc("RegistrationName", name), maybe("CompanyID", companyNumber));

const transferTo = ({ number, seller }: EInvoice): Xml =>
  cac(
    "PaymentMeans",
    cbc("PaymentMeansCode", "30", { name: "Credit transfer" }),
    cbc("PaymentID", number),
    cac(
      "PayeeFinancialAccount",
      cbc("ID", seller.iban),
      cbc("Name", seller.accountName),
      cac("FinancialInstitutionBranch", cbc("ID", seller.bic)),
    ),
  );

function lineOf({ kind, currency, category }: EInvoice, line: EInvoiceLine, index: number, sign: bigint): Xml {
  const name = kind === "invoice" ? "Invoice" : "CreditNote";
  const { quantity, price, base, note } = countsOf(line, sign * line.net);
  const notes = [...line.notes, ...note].join(". ");
  return cac(
    `${name}Line`,
    cbc("ID", String(index + 1)),
    maybe("Note", notes),
    cbc(kind === "invoice" ? "InvoicedQuantity" : "CreditedQuantity", quantity, { unitCode: "C62" }),
    cbc("LineExtensionAmount", decimal(sign * line.net), { currencyID: currency }),
    cac("InvoicePeriod", cbc("StartDate", line.from), cbc("EndDate", line.to)),
    cac("Item", cbc("Name", line.description), taxCategory("ClassifiedTaxCategory", category, line.percent)),
    cac(
      "Price",
      cbc("PriceAmount", price, { currencyID: currency }),
      base === null ? null : cbc("BaseQuantity", base, { unitCode: "C62" }),
    ),
  );
}

/**
 * States a line so that its quantity times its price is its amount: a price is never negative (BR-27), and what is a part
 * of a period has its amount as the price of all its units, with the price of the whole period as a note.
 */
function countsOf({ quantity, unitCost }: EInvoiceLine, net: bigint) {
  const units = quantity.replace("-", "");
  const counted = parseDecimal(units);
  const sign = net < 0n ? "-" : "";
  const whole = unitCost === null ? null : divideRounded(counted * parseDecimal(unitCost) * 100n, scale * scale);
  if (unitCost !== null && whole === magnitude(net))
    return { quantity: `${sign}${plain(units)}`, price: unitCost, base: null, note: [] };
  const note = unitCost === null ? [] : [`Unit price of a whole period: ${plain(unitCost)}`];
  if (counted === 0n || net === 0n)
    return {
      quantity: `${sign}${counted === 0n ? "1" : plain(units)}`,
      price: decimal(magnitude(net)),
      base: null,
      note,
    };
  return { quantity: `${sign}${plain(units)}`, price: decimal(magnitude(net)), base: plain(units), note };
}
