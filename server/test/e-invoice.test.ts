import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeUbl } from "@tradewind/domain/billing/ubl.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { brokenRules, rules } from "./e-invoice-rules.ts";
import { anyEInvoice, sampleOf } from "./e-invoice-samples.ts";
import { all, readXml, textAt } from "./e-invoice-tree.ts";

/** What the official rules say of each, and where they say nothing, ours. */
test.each([
  ["1-gb", []],
  ["2-cn", []],
  ["3-ie-ae", []],
  ["4-eur-gb-sterlingvat", []],
  ["5-bad-total", ["BR-CO-15"]],
  ["6-bad-S0", ["BR-S-05"]],
  ["7-bad-AE-novat", ["BR-AE-02"]],
  ["8-bad-vat", ["TW-VAT"]],
  ["9-cn-noref", ["TW-CREDIT"]],
  ["10-bad-ccy", ["BR-CL-03", "BR-CL-04"]],
  ["11-bad-order", ["TW-ORDER"]],
])("BILL-41 the e-invoice %s breaks the rules %j", (name, broken) => {
  const source = readFileSync(new URL(`e-invoice-data/${name}.xml`, import.meta.url), "utf8");
  expect(brokenRules(source)).toEqual(broken);
});

test("BILL-41 whatever is issued, its e-invoice keeps every rule and says the same in the same bytes", () => {
  fc.assert(
    fc.property(anyEInvoice(), (document) => {
      const source = writeUbl(document);
      expect(brokenRules(source)).toEqual([]);
      expect(writeUbl(document)).toBe(source);
      const root = readXml(source);
      const sign = document.kind === "invoice" ? 1n : -1n;
      const amount = (minor: bigint) => (Number(sign * minor) / 100).toFixed(2);
      expect(textAt(root, "LegalMonetaryTotal/PayableAmount")).toBe(amount(document.gross));
      const line = document.kind === "invoice" ? "InvoiceLine" : "CreditNoteLine";
      expect(all(root, `${line}/LineExtensionAmount`).map(({ text }) => text)).toEqual(
        document.lines.map(({ net }) => amount(net)),
      );
      expect(all(root, `${line}/Item/Name`).map(({ text }) => text)).toHaveLength(document.lines.length);
      expect(all(root, "BillingReference/InvoiceDocumentReference/ID").map(({ text }) => text)).toEqual(
        document.corrects.map(({ number }) => number),
      );
    }),
    { numRuns: 300 },
  );
});

type Mutation = readonly [id: string, change: (source: string) => string];
const without = (id: string, element: string): Mutation => [
  id,
  (source) => source.replace(new RegExp(`\\s*<(${element})[ >].*?</\\1>`, "s"), ""),
];
const replaced = (id: string, from: RegExp | string, to: string): Mutation => [
  id,
  (source) => source.replace(from, to),
];
/** Adds a penny to the first such amount. */
const dearer = (id: string, element: string, within = ""): Mutation => [
  id,
  (source) =>
    source.replace(
      new RegExp(`(${within}.*?<cbc:${element} [^>]*>)(-?[\\d.]+)`, "s"),
      (_, before: string, value: string) => {
        return `${before}${(Number(value) + 0.01).toFixed(2)}`;
      },
    ),
];
const name = (party: string): RegExp =>
  new RegExp(`(<cac:Accounting${party}Party>.*?)<cbc:RegistrationName>.*?</cbc:RegistrationName>`, "s");
const inParty = (party: string, element: string): RegExp =>
  new RegExp(`(<cac:Accounting${party}Party>.*?)<(${element})>.*?</\\2>`, "s");
const allowance = (inner: string) =>
  `<cac:AllowanceCharge><cbc:ChargeIndicator>${inner}</cac:AllowanceCharge><cac:TaxTotal>`;
const amountOf = (value: string) => `<cbc:Amount currencyID="GBP">${value}</cbc:Amount>`;
const taxed = "<cac:TaxCategory><cbc:ID>S</cbc:ID></cac:TaxCategory>";
const charge = (inner: string) => [/<cac:TaxTotal>/, allowance(inner)] as const;

const ofStandard: readonly Mutation[] = [
  without("BR-01", "cbc:CustomizationID"),
  without("BR-02", "cbc:ID"),
  without("BR-03", "cbc:IssueDate"),
  without("BR-04", "cbc:InvoiceTypeCode"),
  without("BR-05", "cbc:DocumentCurrencyCode"),
  replaced("BR-06", name("Supplier"), "$1"),
  replaced("BR-07", name("Customer"), "$1"),
  replaced("BR-08", inParty("Supplier", "cac:PostalAddress"), "$1"),
  replaced("BR-09", inParty("Supplier", "cac:Country"), "$1"),
  replaced("BR-10", inParty("Customer", "cac:PostalAddress"), "$1"),
  replaced("BR-11", inParty("Customer", "cac:Country"), "$1"),
  replaced("BR-12", /(<cac:LegalMonetaryTotal>\s*)<cbc:LineExtensionAmount.*?<\/cbc:LineExtensionAmount>/s, "$1"),
  without("BR-13", "cbc:TaxExclusiveAmount"),
  without("BR-14", "cbc:TaxInclusiveAmount"),
  without("BR-15", "cbc:PayableAmount"),
  replaced("BR-16", /<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s, ""),
  replaced("BR-21", /(<cac:InvoiceLine>\s*)<cbc:ID>1<\/cbc:ID>/, "$1"),
  without("BR-22", "cbc:InvoicedQuantity"),
  replaced("BR-23", / unitCode="C62"/, ""),
  replaced("BR-24", /(<cbc:InvoicedQuantity.*?)<cbc:LineExtensionAmount.*?<\/cbc:LineExtensionAmount>/s, "$1"),
  replaced("BR-25", /(<cac:Item>\s*)<cbc:Name>.*?<\/cbc:Name>/s, "$1"),
  without("BR-26", "cbc:PriceAmount"),
  replaced("BR-27", /(<cbc:PriceAmount [^>]*>)[\d.]+/, "$1-1"),
  replaced("BR-29", "<cbc:StartDate>2026-01-01", "<cbc:StartDate>2027-01-01"),
  replaced("BR-30", /(<cac:InvoiceLine>.*?<cbc:StartDate>)[\d-]+/s, "$12027-01-01"),
  replaced("BR-31", ...charge(`false</cbc:ChargeIndicator>${taxed}`)),
  replaced("BR-32", ...charge(`false</cbc:ChargeIndicator>${amountOf("0.00")}`)),
  replaced("BR-36", ...charge(`true</cbc:ChargeIndicator>${taxed}`)),
  replaced("BR-37", ...charge(`true</cbc:ChargeIndicator>${amountOf("0.00")}`)),
  replaced("BR-CO-11", ...charge(`false</cbc:ChargeIndicator>${amountOf("1.00")}${taxed}`)),
  replaced("BR-CO-12", ...charge(`true</cbc:ChargeIndicator>${amountOf("1.00")}${taxed}`)),
  without("BR-45", "cbc:TaxableAmount"),
  replaced("BR-46", /(<\/cbc:TaxableAmount>\s*)<cbc:TaxAmount.*?<\/cbc:TaxAmount>/s, "$1"),
  replaced("BR-47", /(<cac:TaxCategory>\s*)<cbc:ID>S<\/cbc:ID>/, "$1"),
  replaced("BR-48", /(<cac:TaxCategory>\s*<cbc:ID>S<\/cbc:ID>\s*)<cbc:Percent>.*?<\/cbc:Percent>/, "$1"),
  without("BR-49", "cbc:PaymentMeansCode"),
  replaced("BR-50", /(<cac:PayeeFinancialAccount>\s*)<cbc:ID>.*?<\/cbc:ID>/, "$1"),
  replaced("BR-61", /<cac:PayeeFinancialAccount>.*?<\/cac:PayeeFinancialAccount>/s, ""),
  replaced(
    "BR-53",
    /<cbc:DocumentCurrencyCode>GBP<\/cbc:DocumentCurrencyCode>/,
    "$&<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>",
  ),
  replaced(
    "BR-CL-05",
    /<cbc:DocumentCurrencyCode>GBP<\/cbc:DocumentCurrencyCode>/,
    "$&<cbc:TaxCurrencyCode>GPB</cbc:TaxCurrencyCode>",
  ),
  replaced("BR-CO-03", /(<cac:InvoicePeriod>)/, "$1<cbc:DescriptionCode>35</cbc:DescriptionCode>"),
  replaced("BR-CO-04", /(<cac:ClassifiedTaxCategory>\s*)<cbc:ID>S<\/cbc:ID>/, "$1"),
  replaced("BR-CO-09", "<cbc:CompanyID>GB987654321", "<cbc:CompanyID>987654321"),
  dearer("BR-CO-10", "LineExtensionAmount", "<cac:LegalMonetaryTotal>"),
  dearer("BR-CO-13", "TaxExclusiveAmount"),
  dearer("BR-CO-14", "TaxAmount", "<cac:TaxTotal>"),
  dearer("BR-CO-15", "TaxInclusiveAmount"),
  dearer("BR-CO-16", "PayableAmount"),
  dearer("BR-S-08", "TaxableAmount"),
  dearer("TW-VAT", "TaxAmount", "<cac:TaxSubtotal>"),
  replaced("BR-CO-17", /(<cac:TaxSubtotal>.*?<cbc:TaxAmount [^>]*>)/s, "$19"),
  replaced("BR-S-09", /(<cac:TaxSubtotal>.*?<cbc:TaxAmount [^>]*>)/s, "$19"),
  replaced("BR-CO-18", /<cac:TaxSubtotal>.*<\/cac:TaxSubtotal>/s, ""),
  replaced("BR-CO-19", /<cac:InvoicePeriod>.*?<\/cac:InvoicePeriod>/s, "<cac:InvoicePeriod></cac:InvoicePeriod>"),
  replaced("BR-CO-20", /(<cac:InvoiceLine>.*?<cac:InvoicePeriod>).*?(<\/cac:InvoicePeriod>)/s, "$1$2"),
  [
    "BR-CO-25",
    (source) =>
      source.replace(/<cbc:DueDate>.*?<\/cbc:DueDate>/, "").replace(/<cac:PaymentTerms>.*?<\/cac:PaymentTerms>/s, ""),
  ],
  [
    "BR-CO-26",
    (source) =>
      source
        .replace(/<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/s, "")
        .replace(/<cbc:CompanyID>0.*?<\/cbc:CompanyID>/, ""),
  ],
  replaced("BR-CL-01", "<cbc:InvoiceTypeCode>380", "<cbc:InvoiceTypeCode>999"),
  replaced("BR-CL-03", 'currencyID="GBP"', 'currencyID="GPB"'),
  replaced("BR-CL-04", "<cbc:DocumentCurrencyCode>GBP", "<cbc:DocumentCurrencyCode>GPB"),
  replaced("BR-CL-14", "<cbc:IdentificationCode>GB", "<cbc:IdentificationCode>UK-GB"),
  replaced("BR-CL-17", /(<cac:TaxCategory>\s*<cbc:ID>)S/, "$1Q"),
  ...[
    ["BR-DEC-09", "<cac:LegalMonetaryTotal>.*?<cbc:LineExtensionAmount"],
    ["BR-DEC-12", "<cbc:TaxExclusiveAmount"],
    ["BR-DEC-13", "<cac:TaxTotal>\\s*<cbc:TaxAmount"],
    ["BR-DEC-14", "<cbc:TaxInclusiveAmount"],
    ["BR-DEC-18", "<cbc:PayableAmount"],
    ["BR-DEC-19", "<cbc:TaxableAmount"],
    ["BR-DEC-20", "<cac:TaxSubtotal>.*?<cbc:TaxAmount"],
    ["BR-DEC-23", "<cac:InvoiceLine>.*?<cbc:LineExtensionAmount"],
  ].map(([id, opening]): Mutation => replaced(id!, new RegExp(`(${opening!} [^>]*>[\\d.-]+)`, "s"), "$1001")),
  replaced("BR-S-01", /(<cac:ClassifiedTaxCategory>\s*<cbc:ID>)S/g, "$1Z"),
  replaced("BR-S-02", /<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/s, ""),
  replaced("BR-S-05", /(<cac:ClassifiedTaxCategory>.*?<cbc:Percent>)[\d.]+/s, "$10"),
  replaced(
    "BR-S-10",
    /(<cac:TaxCategory>.*?<\/cbc:Percent>)/s,
    "$1<cbc:TaxExemptionReason>None</cbc:TaxExemptionReason>",
  ),
  dearer("TW-LINE", "LineExtensionAmount", "<cac:InvoiceLine>"),
  replaced("TW-ORDER", /(<cbc:IssueDate>.*?<\/cbc:IssueDate>)\s*(<cbc:DueDate>.*?<\/cbc:DueDate>)/s, "$2$1"),
];
const ofCredit: readonly Mutation[] = [
  replaced("BR-55", /(<cac:InvoiceDocumentReference>\s*)<cbc:ID>.*?<\/cbc:ID>/, "$1"),
  [
    "TW-CREDIT",
    (source) =>
      source
        .replaceAll(/<cac:BillingReference>.*?<\/cac:BillingReference>/gs, "")
        .replace(/<cac:InvoicePeriod>.*?<\/cac:InvoicePeriod>/s, ""),
  ],
  replaced("TW-SIGN", /(<cbc:PayableAmount [^>]*>)/, "$1-"),
];
const ofUntaxed = (category: "Z" | "E" | "AE" | "O"): readonly Mutation[] => [
  replaced(`BR-${category}-01`, new RegExp(`(<cac:ClassifiedTaxCategory>\\s*<cbc:ID>)${category}`, "g"), "$1S"),
  category === "O"
    ? replaced(
        "BR-O-02",
        "<cac:PartyLegalEntity>",
        "<cac:PartyTaxScheme><cbc:CompanyID>GB1</cbc:CompanyID></cac:PartyTaxScheme>$&",
      )
    : replaced(`BR-${category}-02`, /<cac:PartyTaxScheme>.*?<\/cac:PartyTaxScheme>/s, ""),
  category === "O"
    ? replaced("BR-O-05", /(<cac:ClassifiedTaxCategory>\s*<cbc:ID>O<\/cbc:ID>)/, "$1<cbc:Percent>0</cbc:Percent>")
    : replaced(`BR-${category}-05`, /(<cac:ClassifiedTaxCategory>.*?<cbc:Percent>)0/s, "$120"),
  dearer(`BR-${category}-08`, "TaxableAmount"),
  dearer(`BR-${category}-09`, "TaxAmount", "<cac:TaxSubtotal>"),
  category === "Z"
    ? replaced(
        "BR-Z-10",
        /(<cac:TaxCategory>.*?<\/cbc:Percent>)/s,
        "$1<cbc:TaxExemptionReason>None</cbc:TaxExemptionReason>",
      )
    : replaced(`BR-${category}-10`, /<cbc:TaxExemptionReason(Code)?>.*?<\/cbc:TaxExemptionReason\1>/gs, ""),
];
const ofOutside: readonly Mutation[] = [
  replaced(
    "BR-O-11",
    /<\/cac:TaxTotal>/,
    "<cac:TaxSubtotal><cac:TaxCategory><cbc:ID>Z</cbc:ID></cac:TaxCategory></cac:TaxSubtotal>$&",
  ),
  replaced("BR-CL-22", "VATEX-EU-O", "EXEMPT"),
];

const mutations = [
  ...ofStandard.map(([id, change]) => ({ id, change, of: () => sampleOf("S", "invoice") })),
  ...ofCredit.map(([id, change]) => ({ id, change, of: () => sampleOf("S", "creditMemo") })),
  ...(["Z", "E", "AE", "O"] as const).flatMap((category) =>
    ofUntaxed(category).map(([id, change]) => ({ id, change, of: () => sampleOf(category, "invoice") })),
  ),
  ...ofOutside.map(([id, change]) => ({ id, change, of: () => sampleOf("O", "invoice") })),
];

test.each(mutations)("BILL-41 an e-invoice that breaks $id is refused by it", ({ id, change, of }) => {
  const good = writeUbl(of());
  const bad = change(good);
  expect(bad).not.toBe(good);
  expect(brokenRules(bad)).toContain(id);
});

test("BILL-41 every rule was seen refusing something", () => {
  expect(rules.map(([id]) => id).filter((id) => !mutations.some((each) => each.id === id))).toEqual([]);
});

const { EN16931_XSLT: stylesheet, XSLT3: processor } = process.env;

/** The official rules have another licence, so they are not here. */
test.skipIf(!stylesheet || !processor).each([
  ["S", "invoice"],
  ["S", "creditMemo"],
  ["Z", "invoice"],
  ["E", "invoice"],
  ["AE", "invoice"],
  ["O", "invoice"],
] as const)(
  "BILL-41 the official rules refuse nothing of an e-invoice of category %s, %s",
  (category, kind) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "e-invoice-")), "document.xml");
    writeFileSync(file, writeUbl(sampleOf(category, kind)));
    const report = execFileSync(processor!, [`-xsl:${stylesheet}`, `-s:${file}`], { encoding: "utf8" });
    expect(report).toContain("schematron-output");
    expect(report.match(/<svrl:failed-assert[^>]*>/g) ?? []).toEqual([]);
  },
  120_000,
);
