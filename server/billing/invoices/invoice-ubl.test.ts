import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { all, readXml, textAt } from "../../test/e-invoice-tree.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const { issue, invoiced, list } = invoicing(app);

async function eInvoiceOf(person: Person, invoiceId: string) {
  const { headers, text } = await app.call(person, invoices.eInvoice, { params: { invoiceId } });
  return { headers, root: readXml(text) };
}
const texts = (root: Parameters<typeof all>[0], path: string) => all(root, path).map(({ text }) => text);

test("BILL-41 an invoice to an Irish business is downloaded as data with the reverse charge and both VAT numbers", async () => {
  const person = await invoiced(
    [
      { customer: "Acme & Söhne", due: "2026-01-20", minor: 3333, quantity: 2 },
      { customer: "Zephyr", due: "2026-01-21", minor: -10, description: "Returned" },
    ],
    "2026-02-01",
    { currency: "EUR" },
  );
  const [item] = await list(person);
  const { headers, root } = await eInvoiceOf(person, item!.Id);
  expect(headers["content-type"]).toContain("application/xml");
  expect(headers["content-disposition"]).toContain(`${item!.Number}.xml`);
  expect(root.name).toBe("Invoice");
  expect(textAt(root, "ID")).toBe(item!.Number);
  expect(textAt(root, "DueDate")).toBe(item!.DueOn);
  expect(texts(root, "AccountingSupplierParty/Party/PartyTaxScheme/CompanyID")).toEqual(["GB987654321"]);
  expect(texts(root, "AccountingCustomerParty/Party/PartyTaxScheme/CompanyID")).toEqual(["IE6388047V"]);
  const address = "AccountingSupplierParty/Party/PostalAddress";
  expect(["StreetName", "CityName", "PostalZone"].map((part) => textAt(root, `${address}/${part}`))).toEqual([
    "40 Harbourside Way",
    "Bristol",
    "BS1 5TT",
  ]);
  const subtotal = all(root, "TaxTotal/TaxSubtotal")[0]!;
  expect(["ID", "Percent", "TaxExemptionReasonCode"].map((each) => textAt(subtotal, `TaxCategory/${each}`))).toEqual([
    "AE",
    "0",
    "VATEX-EU-AE",
  ]);
  expect(textAt(subtotal, "TaxCategory/TaxExemptionReason")).toMatch(/^Reverse charge: .* Article 196/);
  expect(textAt(root, "LegalMonetaryTotal/PayableAmount")).toBe("33.23");
  expect(texts(root, "InvoiceLine/LineExtensionAmount")).toEqual(["33.33", "-0.10"]);
  expect(texts(root, "InvoiceLine/InvoicedQuantity")).toEqual(["2", "-1"]);
  expect(texts(root, "InvoiceLine/Price/PriceAmount")).toEqual(["16.665", "0.10"]);
  expect(texts(root, "InvoiceLine/Note")).toEqual(["For Acme & Söhne", "For Zephyr"]);
  expect(textAt(root, "PaymentMeans/PayeeFinancialAccount/ID")).toBe("GB33BUKB20201555555555");
  expect(texts(root, "TaxCurrencyCode")).toEqual([]);
});

test("BILL-41 VAT on an invoice in euros is told in sterling, with its rate and who published it", async () => {
  const person = await app.signIn({ currency: "EUR" });
  await app.sql("update resellers set vat_number = null where id = $1", [person.resellerId]);
  await addCharges(app, person.resellerId, [{ due: "2026-01-20", minor: 10_003 }]);
  await issue("2026-02-01");
  const [item] = await list(person);
  const { root } = await eInvoiceOf(person, item!.Id);
  expect(textAt(root, "TaxCurrencyCode")).toBe("GBP");
  expect(all(root, "TaxTotal/TaxAmount").map(({ text, attributes }) => [text, attributes["currencyID"]])).toEqual([
    ["20.01", "EUR"],
    ["17.42", "GBP"],
  ]);
  expect(textAt(root, "Note")).toBe(
    "VAT in sterling at 1.149 euros for one pound, published by HM Revenue and Customs.",
  );
});

test("BILL-41 a credit note as data names the invoice it corrects, and gives back positive amounts", async () => {
  const person = await invoiced([{ due: "2026-01-20", minor: 1000, quantity: 2 }]);
  await addCharges(app, person.resellerId, [{ due: "2026-02-20", minor: -500 }]);
  await app.sql("alter table charges disable trigger append_only");
  await app.sql(
    `update charges k set corrects = c.id from charges c where k.reseller_id = $1 and c.reseller_id = $1
       and (c.amount_minor, k.amount_minor) = (1000, -500)`,
    [person.resellerId],
  );
  await app.sql("alter table charges enable trigger append_only");
  await issue("2026-03-01");
  const [memo, invoice] = await list(person);
  const { root } = await eInvoiceOf(person, memo!.Id);
  expect([root.name, textAt(root, "ID")]).toEqual(["CreditNote", memo!.Number]);
  const named = all(root, "BillingReference/InvoiceDocumentReference").map((each) => [
    textAt(each, "ID"),
    textAt(each, "IssueDate"),
  ]);
  expect(named).toEqual([[invoice!.Number, invoice!.IssuedOn]]);
  expect(textAt(root, "CreditNoteLine/Note")).toContain(`on ${invoice!.Number} of 01/02/2026`);
  expect(textAt(root, "LegalMonetaryTotal/PayableAmount")).toBe("6.00");
  expect(texts(root, "PaymentMeans")).toEqual([]);
});

test("BILL-41 an invoice of very many lines has them summed as data too; a stranger and who sees no prices get none", async () => {
  const charges = Array.from({ length: 2_001 }, () => ({ due: "2026-01-20", minor: 100, quantity: 2 }));
  const person = await invoiced(charges);
  const [item] = await list(person);
  const { root } = await eInvoiceOf(person, item!.Id);
  expect(texts(root, "InvoiceLine/InvoicedQuantity")).toEqual(["4002"]);
  expect(texts(root, "InvoiceLine/LineExtensionAmount")).toEqual(["2001.00"]);
  expect(textAt(root, "Note")).toContain("2001 lines");
  const get = async (who: Person) => app.call(who, invoices.eInvoice, { params: { invoiceId: item!.Id } });
  expect(await get(await app.signIn())).toMatchObject({ status: 404, Error: "notFound" });
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  expect(await get(await app.signIn({ resellerId: person.resellerId }))).toMatchObject({ Error: "pricesHidden" });
});
