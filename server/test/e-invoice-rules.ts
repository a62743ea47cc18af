import { categoryRules } from "./e-invoice-categories.ts";
import {
  all,
  has,
  linesOf,
  numberAt,
  readXml,
  rounded,
  subtotals,
  sum,
  textAt,
  type Element,
  type Rule,
} from "./e-invoice-tree.ts";

const isInvoice = (document: Element) => document.name === "Invoice";
const quantityOf = (line: Element) => (all(line, "InvoicedQuantity")[0] ? "InvoicedQuantity" : "CreditedQuantity");
/** The breakdown of VAT, which stands in the total of the document's own currency. */
const taxTotal = (document: Element) =>
  all(document, "TaxTotal").find((total) => has(total, "TaxSubtotal")) ?? all(document, "TaxTotal")[0];
const seller = "AccountingSupplierParty/Party";
const buyer = "AccountingCustomerParty/Party";
const totals = "LegalMonetaryTotal";
const chargesOf = (document: Element, kind: string) =>
  all(document, "AllowanceCharge").filter((each) => textAt(each, "ChargeIndicator") === kind);

const needs = (id: string, ...paths: string[]): Rule => [id, (document) => paths.some((path) => has(document, path))];
const eachNeeds = (id: string, of: (document: Element) => Element[], path: string): Rule => [
  id,
  (document) => of(document).every((each) => has(each, path)),
];
const at = (document: Element, name: string) => numberAt(document, `${totals}/${name}`);
const inOrder = (period: Element) => (textAt(period, "StartDate") ?? "") <= (textAt(period, "EndDate") ?? "9");

const presence: readonly Rule[] = [
  needs("BR-01", "CustomizationID"),
  needs("BR-02", "ID"),
  needs("BR-03", "IssueDate"),
  needs("BR-04", "InvoiceTypeCode", "CreditNoteTypeCode"),
  needs("BR-05", "DocumentCurrencyCode"),
  needs("BR-06", `${seller}/PartyLegalEntity/RegistrationName`),
  needs("BR-07", `${buyer}/PartyLegalEntity/RegistrationName`),
  needs("BR-08", `${seller}/PostalAddress`),
  needs("BR-09", `${seller}/PostalAddress/Country/IdentificationCode`),
  needs("BR-10", `${buyer}/PostalAddress`),
  needs("BR-11", `${buyer}/PostalAddress/Country/IdentificationCode`),
  needs("BR-12", `${totals}/LineExtensionAmount`),
  needs("BR-13", `${totals}/TaxExclusiveAmount`),
  needs("BR-14", `${totals}/TaxInclusiveAmount`),
  needs("BR-15", `${totals}/PayableAmount`),
  ["BR-16", (document) => linesOf(document).length > 0],
  eachNeeds("BR-21", linesOf, "ID"),
  ["BR-22", (document) => linesOf(document).every((line) => has(line, quantityOf(line)))],
  ["BR-23", (document) => linesOf(document).every((line) => all(line, quantityOf(line))[0]?.attributes["unitCode"])],
  eachNeeds("BR-24", linesOf, "LineExtensionAmount"),
  eachNeeds("BR-25", linesOf, "Item/Name"),
  eachNeeds("BR-26", linesOf, "Price/PriceAmount"),
  ["BR-27", (document) => linesOf(document).every((line) => (numberAt(line, "Price/PriceAmount") ?? 0n) >= 0n)],
  ["BR-29", (document) => all(document, "InvoicePeriod").every(inOrder)],
  [
    "BR-30",
    (document) =>
      linesOf(document)
        .flatMap((line) => all(line, "InvoicePeriod"))
        .every(inOrder),
  ],
  eachNeeds("BR-31", (document) => chargesOf(document, "false"), "Amount"),
  eachNeeds("BR-32", (document) => chargesOf(document, "false"), "TaxCategory/ID"),
  eachNeeds("BR-36", (document) => chargesOf(document, "true"), "Amount"),
  eachNeeds("BR-37", (document) => chargesOf(document, "true"), "TaxCategory/ID"),
  eachNeeds("BR-45", subtotals, "TaxableAmount"),
  eachNeeds("BR-46", subtotals, "TaxAmount"),
  eachNeeds("BR-47", subtotals, "TaxCategory/ID"),
  [
    "BR-48",
    (document) =>
      subtotals(document).every((each) => textAt(each, "TaxCategory/ID") === "O" || has(each, "TaxCategory/Percent")),
  ],
  eachNeeds("BR-49", (document) => all(document, "PaymentMeans"), "PaymentMeansCode"),
  ["BR-50", (document) => all(document, "PaymentMeans/PayeeFinancialAccount").every((account) => has(account, "ID"))],
  [
    "BR-53",
    (document) =>
      !has(document, "TaxCurrencyCode") ||
      all(document, "TaxTotal/TaxAmount").some(
        (amount) => amount.attributes["currencyID"] === textAt(document, "TaxCurrencyCode"),
      ),
  ],
  eachNeeds("BR-55", (document) => all(document, "BillingReference/InvoiceDocumentReference"), "ID"),
  [
    "BR-61",
    (document) =>
      all(document, "PaymentMeans").every(
        (means) =>
          !["30", "58"].includes(textAt(means, "PaymentMeansCode") ?? "") || has(means, "PayeeFinancialAccount/ID"),
      ),
  ],
];

const conditions: readonly Rule[] = [
  ["BR-CO-03", (document) => !(has(document, "TaxPointDate") && has(document, "InvoicePeriod/DescriptionCode"))],
  eachNeeds("BR-CO-04", linesOf, "Item/ClassifiedTaxCategory/ID"),
  [
    "BR-CO-09",
    (document) =>
      [seller, buyer]
        .flatMap((party) => all(document, `${party}/PartyTaxScheme`))
        .every(
          (scheme) => textAt(scheme, "TaxScheme/ID") !== "VAT" || /^[A-Z]{2}/.test(textAt(scheme, "CompanyID") ?? ""),
        ),
  ],
  [
    "BR-CO-10",
    (document) =>
      at(document, "LineExtensionAmount") ===
      sum(linesOf(document).map((line) => numberAt(line, "LineExtensionAmount"))),
  ],
  [
    "BR-CO-11",
    (document) =>
      (at(document, "AllowanceTotalAmount") ?? 0n) ===
      sum(chargesOf(document, "false").map((each) => numberAt(each, "Amount"))),
  ],
  [
    "BR-CO-12",
    (document) =>
      (at(document, "ChargeTotalAmount") ?? 0n) ===
      sum(chargesOf(document, "true").map((each) => numberAt(each, "Amount"))),
  ],
  [
    "BR-CO-13",
    (document) =>
      at(document, "TaxExclusiveAmount") ===
      (at(document, "LineExtensionAmount") ?? 0n) -
        (at(document, "AllowanceTotalAmount") ?? 0n) +
        (at(document, "ChargeTotalAmount") ?? 0n),
  ],
  [
    "BR-CO-14",
    (document) => {
      const total = taxTotal(document);
      return (
        total !== undefined &&
        numberAt(total, "TaxAmount") === sum(all(total, "TaxSubtotal").map((each) => numberAt(each, "TaxAmount")))
      );
    },
  ],
  [
    "BR-CO-15",
    (document) =>
      at(document, "TaxInclusiveAmount") ===
      (at(document, "TaxExclusiveAmount") ?? 0n) + (numberAt(taxTotal(document)!, "TaxAmount") ?? 0n),
  ],
  [
    "BR-CO-16",
    (document) =>
      at(document, "PayableAmount") ===
      (at(document, "TaxInclusiveAmount") ?? 0n) -
        (at(document, "PrepaidAmount") ?? 0n) +
        (at(document, "PayableRoundingAmount") ?? 0n),
  ],
  ["BR-CO-18", (document) => subtotals(document).length > 0],
  [
    "BR-CO-19",
    (document) => all(document, "InvoicePeriod").every((period) => has(period, "StartDate") || has(period, "EndDate")),
  ],
  [
    "BR-CO-20",
    (document) =>
      linesOf(document)
        .flatMap((line) => all(line, "InvoicePeriod"))
        .every((period) => has(period, "StartDate") || has(period, "EndDate")),
  ],
  [
    "BR-CO-25",
    (document) =>
      !isInvoice(document) ||
      (at(document, "PayableAmount") ?? 0n) <= 0n ||
      has(document, "DueDate") ||
      has(document, "PaymentTerms/Note"),
  ],
  [
    "BR-CO-26",
    (document) =>
      ["PartyIdentification/ID", "PartyLegalEntity/CompanyID", "PartyTaxScheme/CompanyID"].some((path) =>
        has(document, `${seller}/${path}`),
      ),
  ],
];

const amountsOf = (element: Element): Element[] => [
  ...(element.attributes["currencyID"] === undefined ? [] : [element]),
  ...element.children.flatMap(amountsOf),
];
const currencies = new Set(Intl.supportedValuesOf("currency"));
const hasTwoPlaces = (path: string) => (document: Element) =>
  all(document, path).every((each) => /^-?\d+(\.\d{1,2})?$/.test(each.text.trim()));

const codes: readonly Rule[] = [
  [
    "BR-CL-01",
    (document) =>
      isInvoice(document)
        ? ["380", "384", "386"].includes(textAt(document, "InvoiceTypeCode") ?? "380")
        : (textAt(document, "CreditNoteTypeCode") ?? "381") === "381",
  ],
  ["BR-CL-03", (document) => amountsOf(document).every((each) => currencies.has(each.attributes["currencyID"]!))],
  ["BR-CL-04", (document) => currencies.has(textAt(document, "DocumentCurrencyCode") ?? "GBP")],
  ["BR-CL-05", (document) => currencies.has(textAt(document, "TaxCurrencyCode") ?? "GBP")],
  [
    "BR-CL-14",
    (document) =>
      [seller, buyer].every((party) =>
        /^[A-Z]{2}$/.test(textAt(document, `${party}/PostalAddress/Country/IdentificationCode`) ?? "GB"),
      ),
  ],
  [
    "BR-CL-17",
    (document) =>
      subtotals(document).every((each) => /^(S|Z|E|AE|O|K|G|L|M|B)$/.test(textAt(each, "TaxCategory/ID") ?? "S")),
  ],
  [
    "BR-CL-22",
    (document) =>
      subtotals(document).every((each) =>
        /^VATEX-/.test(textAt(each, "TaxCategory/TaxExemptionReasonCode") ?? "VATEX-"),
      ),
  ],
  ["BR-DEC-09", hasTwoPlaces(`${totals}/LineExtensionAmount`)],
  ["BR-DEC-12", hasTwoPlaces(`${totals}/TaxExclusiveAmount`)],
  ["BR-DEC-13", hasTwoPlaces("TaxTotal/TaxAmount")],
  ["BR-DEC-14", hasTwoPlaces(`${totals}/TaxInclusiveAmount`)],
  ["BR-DEC-18", hasTwoPlaces(`${totals}/PayableAmount`)],
  ["BR-DEC-19", hasTwoPlaces("TaxTotal/TaxSubtotal/TaxableAmount")],
  ["BR-DEC-20", hasTwoPlaces("TaxTotal/TaxSubtotal/TaxAmount")],
  ["BR-DEC-23", (document) => linesOf(document).every(hasTwoPlaces("LineExtensionAmount"))],
];

/** The order of what stands in a document, which the schema asks for and the rules do not. */
const order = {
  Invoice: "CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note TaxPointDate",
  CreditNote: "CustomizationID ProfileID ID IssueDate TaxPointDate CreditNoteTypeCode Note",
} as const;
const rest =
  "DocumentCurrencyCode TaxCurrencyCode BuyerReference InvoicePeriod OrderReference BillingReference AccountingSupplierParty AccountingCustomerParty PaymentMeans PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal InvoiceLine CreditNoteLine";

const ours: readonly Rule[] = [
  [
    "TW-ORDER",
    (document) => {
      const names = `${order[document.name as keyof typeof order]} ${rest}`.split(" ");
      const places = document.children.map((child) => names.indexOf(child.name));
      return places.every((place, index) => place >= (places[index - 1] ?? 0));
    },
  ],
  [
    "TW-CREDIT",
    (document) => isInvoice(document) || has(document, "BillingReference") || has(document, "InvoicePeriod"),
  ],
  ["TW-SIGN", (document) => isInvoice(document) || (at(document, "PayableAmount") ?? 0n) >= 0n],
  [
    "TW-LINE",
    (document) =>
      linesOf(document).every((line) => {
        const [quantity, price] = [numberAt(line, quantityOf(line)) ?? 0n, numberAt(line, "Price/PriceAmount") ?? 0n];
        const base = numberAt(line, "Price/BaseQuantity") ?? 100_000_000n;
        return (
          rounded(quantity * price * 100n, base * 100_000_000n) * 1_000_000n === numberAt(line, "LineExtensionAmount")
        );
      }),
  ],
];

export const rules: readonly Rule[] = [...presence, ...conditions, ...codes, ...categoryRules, ...ours];

/** Lists the rules that an e-invoice breaks. */
export function brokenRules(source: string): string[] {
  const document = readXml(source);
  return rules.filter(([, holds]) => !holds(document)).map(([id]) => id);
}
