import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { expect, test } from "vitest";
import { page } from "../../platform/documents.ts";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { readPdf, type PlacedText } from "../../test/pdf.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const { issue, invoiced, list } = invoicing(app);

async function pdfOf(person: Person, invoiceId: string) {
  const { headers, rawPayload } = await app.app.inject({
    url: `/api/invoices/${invoiceId}/pdf`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  const { texts, rules } = readPdf(rawPayload);
  const heights = Map.groupBy(texts, (text) => `${text.page} ${text.bottom.toFixed(1)}`);
  return { headers, texts, rules, rows: [...heights.values()].map(rowOf) };
}
const rowOf = (texts: readonly PlacedText[]) => texts.map(({ text }) => text).join(" | ");

test("BILL-41 an invoice downloads as a PDF that shows all a VAT invoice must", async () => {
  const person = await invoiced(
    [
      { customer: "Acme Dental", due: "2026-01-20", minor: 3333, quantity: 2 },
      { customer: "Zephyr", due: "2026-01-21", minor: 1010, quantity: 2 },
      { customer: "Zephyr", due: "2026-01-22", minor: 50, description: "Seats added" },
    ],
    "2026-02-01",
    { currency: "EUR" },
  );
  const [item] = await list(person);
  const [buyer] = await app.sql<{ name: string }>("select name from resellers where id = $1", [person.resellerId]);
  const { headers, rows, rules } = await pdfOf(person, item!.Id);
  expect(headers["content-type"]).toBe("application/pdf");
  expect(headers["content-disposition"]).toContain(`${item!.Number}.pdf`);
  expect(rows).toEqual([
    "Invoice",
    item!.Number,
    "From | To | Dates",
    `Tradewind Distribution Ltd | ${buyer!.name} | Issued 01/02/2026`,
    "40 Harbourside Way | 1 Quay Street | Tax point 01/02/2026",
    "Bristol | Bristol | Period 01/01/2026 to 31/01/2026",
    "BS1 5TT | BS1 4AA | Due 03/03/2026",
    "United Kingdom | Ireland",
    "VAT number GB987654321 | VAT number IE6388047V",
    "Description | Period | Qty | Unit | VAT | Net",
    "Acme Dental",
    "Microsoft 365 Business Premium | 20/01/2026 to 20/01/2026 | 2 | 16.665 | 0% | €33.33",
    "Zephyr",
    "Microsoft 365 Business Premium | 21/01/2026 to 21/01/2026 | 2 | 5.05 | 0% | €10.10",
    "Seats added | 22/01/2026 to 22/01/2026 | 1 | 0.50 | 0% | €0.50",
    "Net | €43.93",
    "VAT at 0% (Reverse charge) on €43.93 | €0.00",
    "Total due | €43.93",
    "Reverse charge: VAT to be accounted for by the recipient, Article 196 of Council Directive 2006/112/EC.",
    "Please pay by 03/03/2026. Avonmouth Bank, Tradewind Distribution Ltd, IBAN GB33BUKB20201555555555, BIC",
    `BUKBGB22. Quote ${item!.Number}.`,
    "Tradewind Distribution Ltd. Registered in England and Wales, company number 09876543. Registered | Page 1 of 1",
    "office: 40 Harbourside Way, Bristol BS1 5TT, United Kingdom.",
  ]);
  expect(rules).toHaveLength(2);
});

test("BILL-41 a credit note says that it is one, and asks for no payment; one of a day names the day", async () => {
  const person = await invoiced([{ due: "2026-01-20", days: 0, minor: -3333 }]);
  const [item] = await list(person);
  const { rows } = await pdfOf(person, item!.Id);
  expect(rows.slice(0, 2)).toEqual(["Credit note", item!.Number]);
  expect(rows).toContain("United Kingdom | United Kingdom");
  expect(rows.slice(rows.indexOf("Acme Dental"))).toEqual([
    "Acme Dental",
    "Microsoft 365 Business Premium | 20/01/2026 | 1 | 33.33 | 20% | −£33.33",
    "Net | −£33.33",
    "VAT at 20% (Standard rate) on −£33.33 | −£6.67",
    "Total credited | −£40.00",
    expect.stringMatching(/Page 1 of 1$/),
    expect.any(String),
  ]);
});

test("BILL-41 an invoice of many lines goes on over pages, and loses none", async () => {
  const charges = Array.from({ length: 60 }, (_, index) => ({
    due: "2026-01-20",
    minor: 100 + index,
    description: `Seats of group ${index}`,
  }));
  const person = await invoiced(charges);
  const [item] = await list(person);
  const { rows } = await pdfOf(person, item!.Id);
  expect(
    rows
      .filter((row) => row.startsWith("Seats of group"))
      .map((row) => row.split(" | ")[0]!)
      .toSorted(),
  ).toEqual(charges.map(({ description }) => description).toSorted());
  expect(rows.flatMap((row) => row.match(/Page \d of \d/) ?? [])).toEqual(["Page 1 of 2", "Page 2 of 2"]);
  const second = rows.slice(rows.findLastIndex((row) => row.startsWith("Description")));
  expect(second.slice(0, 2)).toEqual(["Description | Period | Qty | Unit | VAT | Net", "Acme Dental, continued"]);
});

test("BILL-41 what ran on by the day is one line with its number of days, and the CSV lists each", async () => {
  const days = [20, 21, 22, 24].map((day) => ({
    due: `2026-01-${day}`,
    minor: day === 21 ? 73 : 72,
    description: "Microsoft 365 Business Premium, extended by the day",
    kind: "recurring" as const,
  }));
  const person = await invoiced([...days, { due: "2026-01-20", minor: 500 }, { due: "2026-01-21", minor: 500 }]);
  const [item] = await list(person);
  const { rows } = await pdfOf(person, item!.Id);
  const text = rows.slice(rows.indexOf("Acme Dental") + 1, rows.indexOf("Net | £12.89")).join(" ");
  expect(text.match(/3 days/g)).toHaveLength(1);
  expect(text).toContain("£2.17");
  expect(text).toContain("24/01/2026");
  expect(text).toContain("£0.72");
  expect(text.match(/£5\.00/g)).toHaveLength(2);
  const { rawPayload } = await app.app.inject({
    url: `/api/invoices/${item!.Id}/lines.csv`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(rawPayload.toString().match(/extended by the day/g)).toHaveLength(4);
});

test("BILL-41 an invoice of very many lines sums them by product, and says so", async () => {
  const charges = Array.from({ length: 2_001 }, (_, index) => ({
    due: "2026-01-20",
    minor: 100,
    quantity: 2,
    product: index === 0 ? "acronis-backup" : "microsoft-365",
  }));
  const person = await invoiced(charges);
  const [item] = await list(person);
  const { rows } = await pdfOf(person, item!.Id);
  const begin = rows.indexOf("Description | Period | Qty | Unit | VAT | Net");
  expect(rows.slice(begin + 1, rows.indexOf("Net | £2,001.00"))).toEqual([
    expect.stringMatching(/^Acronis.* \| 20\/01\/2026.* \| 2 \| 20% \| £1\.00$/),
    expect.stringMatching(/^Microsoft 365.* \| 20\/01\/2026.* \| 4000 \| 20% \| £2,000\.00$/),
    "The 2001 lines of this document are summed by product. Its CSV lists each of them.",
  ]);
});

test("BILL-41 nothing on an invoice overlaps or leaves the page, amounts are aligned, and the totals stay together", async () => {
  const name = "Harbour and Daughters Communication Services of Switzerland";
  const charges = Array.from({ length: 21 }, () => ({
    due: "2026-01-20",
    minor: 100,
    description: "Microsoft Defender for Office 365 for frontline workers, added",
  }));
  const resellerId = await app.addReseller({ name, country: "CH" });
  const person = await invoiced(charges, "2026-02-01", { resellerId });
  const [item] = await list(person);
  const { texts, rules } = await pdfOf(person, item!.Id);

  const [left, right] = [page.margin - 0.1, page.width - page.margin + 0.1];
  expect(texts.filter((text) => text.left < left || text.right > right || text.bottom < 0)).toEqual([]);
  const overlaps = texts.flatMap((a, index) =>
    texts
      .slice(index + 1)
      .filter((b) => a.page === b.page && a.left < b.right && b.left < a.right)
      .filter((b) => a.bottom + 0.1 < b.top && b.bottom + 0.1 < a.top)
      .map((b) => [a.text, b.text]),
  );
  expect(overlaps).toEqual([]);
  expect(rules).toEqual(rules.map((rule) => ({ ...rule, left: page.margin, right: page.width - page.margin })));
  const nearRules = rules.flatMap((rule) =>
    texts.filter((text) => text.page === rule.page && text.bottom - 1 < rule.y && rule.y < text.top + 1),
  );
  expect(nearRules).toEqual([]);

  const endsOf = (some: readonly PlacedText[]) => new Set(some.map((text) => text.right.toFixed(1)));
  expect(endsOf(texts.filter(({ text }) => text.startsWith("£"))).size).toBe(1);
  const totals = texts.slice(
    texts.findLastIndex(({ text }) => text === "Net"),
    texts.findIndex(({ text }) => text.includes("Quote")) + 1,
  );
  expect(totals.slice(0, 7).map(({ text }) => text)).toEqual([
    "Net",
    "£21.00",
    "VAT at 0% (Outside the scope) on £21.00",
    "£0.00",
    "Total due",
    "£21.00",
    "Outside the scope of UK VAT.",
  ]);
  expect(endsOf([totals[0]!, totals[2]!, totals[4]!]).size).toBe(1);
  expect(new Set(totals.map((text) => text.page)).size).toBe(1);
  expect(texts.filter(({ strong }) => strong).map(({ text }) => text)).toEqual([
    "Invoice",
    item!.Number,
    "Acme Dental",
    "Total due",
    "£21.00",
  ]);
});

test("BILL-41 VAT on an invoice in euros is shown in sterling too", async () => {
  const person = await app.signIn({ currency: "EUR" });
  await app.sql("update resellers set vat_number = null where id = $1", [person.resellerId]);
  await addCharges(app, person.resellerId, [{ due: "2026-01-20", minor: 10_003 }]);
  await issue("2026-02-01");
  const [item] = await list(person);
  const { rows } = await pdfOf(person, item!.Id);
  expect(rows.find((row) => row.startsWith("VAT in sterling"))).toBe(
    "VAT in sterling: £17.42 at 1.149 euros for one pound.",
  );
  const { Result } = await app.call(person, invoices.byId, { params: { invoiceId: item!.Id } });
  expect(Result!.VatInSterling).toEqual({ Vat: { Minor: "1742", Currency: "GBP" }, Rate: "1.149000" });
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const hidden = await app.call(colleague, invoices.byId, { params: { invoiceId: item!.Id } });
  expect(hidden.Result!.VatInSterling).toBeNull();
});
