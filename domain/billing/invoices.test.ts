import { expect, test } from "vitest";
import {
  documentNumber,
  invoiceDueOn,
  invoiceTotals,
  missingFromInvoice,
  type Invoice,
  type InvoiceLine,
} from "./invoices.ts";
import { money } from "../values/money.ts";
import { vatTreatment } from "./vat.ts";

test("numbers of a legal entity are padded to six digits and never cut", () => {
  expect(documentNumber("TW", 123)).toBe("TW-000123");
  expect(documentNumber("TW", 1_234_567)).toBe("TW-1234567");
  expect(() => documentNumber("TW", 0)).toThrow(RangeError);
});

test("the payment term decides the due date", () => {
  expect(invoiceDueOn("2026-02-28", "Due Upon Receipt")).toBe("2026-02-28");
  expect(invoiceDueOn("2026-02-28", "Net 14")).toBe("2026-03-14");
  expect(invoiceDueOn("2026-12-15", "Net 30")).toBe("2027-01-14");
});

const line = (changes: Partial<InvoiceLine> = {}): InvoiceLine => ({
  description: "Business Premium",
  quantity: 1,
  unitPrice: "18.10",
  net: money(1810n, "GBP"),
  category: "S",
  percent: "20",
  ...changes,
});
const invoice = (changes: Partial<Invoice> = {}): Invoice => {
  const lines = changes.lines ?? [line()];
  const currency = changes.currency ?? "GBP";
  return {
    number: "TW-000001",
    issuedOn: "2026-11-30",
    taxPoint: "2026-11-30",
    dueOn: "2026-12-30",
    currency,
    seller: {
      name: "Tradewind Distribution Ltd",
      addressLines: ["1 Quay Street", "Bristol"],
      country: "GB",
      vatNumber: "GB123456789",
      companyNumber: "01234567",
      registeredOffice: "1 Quay Street, Bristol",
    },
    buyer: { name: "Harbour IT", addressLines: ["2 Mill Lane"], country: "GB", vatNumber: null },
    lines,
    totals: invoiceTotals(lines, currency),
    vatInSterling: null,
    wording: null,
    ...changes,
  };
};
const euros = line({ net: money(1810n, "EUR") });
const reverse = line({ net: money(1810n, "EUR"), category: "AE", percent: "0" });

test("a complete invoice lacks nothing", () => {
  expect(missingFromInvoice(invoice())).toEqual([]);
});

test("the totals are net, VAT by rate and gross of the lines", () => {
  const totals = invoiceTotals([line(), line({ percent: "5" }), line()], "GBP");
  expect(totals.net.minor).toBe(5430n);
  expect(totals.vat.map(({ percent, vat }) => [percent, vat.minor])).toEqual([
    ["20", 724n],
    ["5", 91n],
  ]);
  expect(totals.gross.minor).toBe(6245n);
});

test.each<[string, Partial<Invoice>, string]>([
  ["a number", { number: "" }, "number"],
  ["its date", { issuedOn: "" }, "issueDate"],
  ["its tax point", { taxPoint: "" }, "taxPoint"],
  ["the seller's address", { seller: { ...invoice().seller, addressLines: [] } }, "sellerNameAndAddress"],
  ["the seller's VAT number", { seller: { ...invoice().seller, vatNumber: null } }, "sellerVatNumber"],
  ["the company number", { seller: { ...invoice().seller, companyNumber: "" } }, "sellerCompanyNumber"],
  ["the registered office", { seller: { ...invoice().seller, registeredOffice: "" } }, "sellerRegisteredOffice"],
  ["the buyer's name", { buyer: { ...invoice().buyer, name: " " } }, "buyerNameAndAddress"],
  ["lines", { lines: [] }, "lines"],
  ["totals that fit its lines", { totals: invoiceTotals([line(), line()], "GBP") }, "totals"],
  ["its VAT in sterling", { currency: "EUR", lines: [euros] }, "vatInSterling"],
])("an invoice without %s says so", (_what, changes, missing) => {
  expect(missingFromInvoice(invoice(changes))).toEqual([missing]);
});

test("a reverse charge needs its words and the buyer's VAT number", () => {
  const bare = invoice({ currency: "EUR", lines: [reverse] });
  expect(missingFromInvoice(bare)).toEqual(["buyerVatNumber", "reverseChargeWording"]);

  const buyer = { ...bare.buyer, country: "IE", vatNumber: "IE1234567FA" };
  const { wording } = vatTreatment(bare.seller, buyer);
  expect(missingFromInvoice({ ...bare, buyer, wording })).toEqual([]);
});
