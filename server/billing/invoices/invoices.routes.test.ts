import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { afterAll, describe, expect, test } from "vitest";
import { addCharges, type TestCharge } from "../../test/charges.ts";
import { readPdf, type PlacedText } from "../../test/pdf.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { openDatabase } from "../../platform/database.ts";
import { page } from "../../platform/documents.ts";
import { issueInvoicesDue, runInvoices } from "./invoice-run.actions.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());

/** Adds a reseller invoiced monthly from January 2026 up to `day`. */
async function invoiced(
  charges: readonly TestCharge[],
  day = "2026-02-01",
  changes: Parameters<typeof app.signIn>[0] = {},
) {
  const person = await app.signIn(changes);
  await addCharges(app, person.resellerId, charges);
  await issueInvoicesDue({ ...app.platform, database }, day);
  return person;
}
const list = async (person: Person, query: object = {}) =>
  (await app.call(person, invoices.list, { query })).Result!.Items;

test("BILL-06 BILL-09 a reseller's invoices are listed newest first, each with its amounts in the reseller's currency", async () => {
  const person = await invoiced(
    [
      { due: "2026-01-10", minor: 10_000 },
      { due: "2026-02-10", minor: 20_000 },
    ],
    "2026-03-01",
    { currency: "EUR" },
  );
  const items = await list(person);
  expect(items.map((item) => [item.PeriodFrom, item.Gross, item.Balance])).toEqual([
    ["2026-02-01", { Minor: "20000", Currency: "EUR" }, { Minor: "20000", Currency: "EUR" }],
    ["2026-01-01", { Minor: "10000", Currency: "EUR" }, { Minor: "10000", Currency: "EUR" }],
  ]);
});

test("the totals say what is owed, what of it is late, and what the next invoice comes to so far", async () => {
  const person = await invoiced([
    { due: "2026-01-10", minor: 10_000 },
    { due: "2026-02-10", minor: 20_000 },
    { due: "2026-02-11", minor: 500 },
  ]);
  const { Result } = await app.call(person, invoices.totals);
  const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });
  expect(Result).toEqual({
    Count: 1,
    Owed: pounds(12_000),
    Overdue: pounds(12_000),
    OverdueCount: 1,
    NextNet: pounds(20_500),
    NextOn: "2026-03-01",
  });
});

test("BILL-06 BILL-40 invoices are found by number and by where they stand; pages follow each other without a gap, and the file has them all", async () => {
  const months = Array.from({ length: 60 }, (_, index) =>
    new Date(Date.UTC(2021, index, 5)).toISOString().slice(0, 10),
  );
  const person = await app.signIn();
  await app.sql("alter table billing_state disable trigger forward_only");
  await app.sql("update billing_state set billed_until = '2021-01-01' where reseller_id = $1", [person.resellerId]);
  await app.sql("alter table billing_state enable trigger forward_only");
  await addCharges(
    app,
    person.resellerId,
    months.map((due, index) => ({ due, minor: 100 + index })),
  );
  for (const [index] of months.entries())
    await issueInvoicesDue(
      { ...app.platform, database },
      new Date(Date.UTC(2021, index + 1, 1)).toISOString().slice(0, 10),
    );

  const first = (await app.call(person, invoices.list)).Result!;
  const second = (await app.call(person, invoices.list, { query: { After: first.Next! } })).Result!;
  const all = [...first.Items, ...second.Items];
  expect(all.map((item) => item.PeriodFrom)).toEqual(months.map((day) => `${day.slice(0, 7)}-01`).toReversed());
  expect(second.Next).toBeNull();
  const [, ...lines] = (await app.call(person, invoices.csv)).text.trimEnd().split("\n");
  expect(lines.map((line) => line.split(",")[0])).toEqual(all.map((item) => item.Number));
  expect(await list(person, { Search: all[7]!.Number })).toMatchObject([{ Id: all[7]!.Id }]);
  expect(await list(person, { Search: "%" })).toEqual([]);
  expect(await list(person, { Status: "paid" })).toEqual([]);
  expect((await list(person, { Status: "overdue" }))[0]).toMatchObject({ Status: "overdue" });
});

test("BILL-06 an invoice is overdue from the day after it was due and paid when nothing is left; a credit note is neither", async () => {
  const person = await app.signIn();
  const issuedFor = (days: number) => addDays(app.platform.clock.today(), -30 - days);
  await addCharges(app, person.resellerId, [
    { due: "2026-01-10", minor: 100 },
    { due: "2026-02-10", minor: 300 },
    { due: "2026-02-11", minor: -300 },
    { due: "2026-03-10", minor: 1000 },
    { due: "2026-04-10", minor: -10 },
  ]);
  for (const [until, issuedOn] of [
    ["2026-02-01", issuedFor(1)],
    ["2026-03-01", issuedFor(1)],
    ["2026-04-01", issuedFor(0)],
    ["2026-05-01", issuedFor(1)],
  ] as const)
    await database.write({ role: "app_worker" }, (tx) => runInvoices(tx, { until, issuedOn, now: new Date(issuedOn) }));
  const standing = (items: Awaited<ReturnType<typeof list>>) =>
    items.map((item) => [item.PeriodFrom, item.Kind, item.Status]);
  const january = ["2026-01-01", "invoice", "overdue"];
  const february = ["2026-02-01", "invoice", "paid"];
  const march = ["2026-03-01", "invoice", "open"];
  const april = ["2026-04-01", "creditMemo", "open"];
  expect(standing(await list(person))).toEqual([march, april, february, january]);
  expect(standing(await list(person, { Status: "overdue" }))).toEqual([january]);
  expect(standing(await list(person, { Status: "paid" }))).toEqual([february]);
  expect(standing(await list(person, { Status: "open" }))).toEqual([march, april]);
  expect((await app.call(person, invoices.totals)).Result).toMatchObject({
    Count: 4,
    Owed: { Minor: "1308" },
    Overdue: { Minor: "120" },
    OverdueCount: 1,
  });
});

test("BILL-07 an invoice shows its parties, its lines under customer and service, its VAT and what is left to pay", async () => {
  const person = await invoiced([
    { customer: "Zephyr", due: "2026-01-20", minor: 3333 },
    { customer: "Acme Dental", due: "2026-01-05", minor: 1999, quantity: 2 },
  ]);
  const [item] = await list(person);
  const { Result } = await app.call(person, invoices.byId, { params: { invoiceId: item!.Id } });
  expect(Result).toMatchObject({
    Invoice: { Number: item!.Number, Net: { Minor: "5332" }, Vat: { Minor: "1066" }, Gross: { Minor: "6398" } },
    Seller: {
      Name: "Tradewind Distribution Ltd",
      CompanyNumber: "09876543",
      VatNumber: "GB987654321",
      RegisteredOffice: "40 Harbourside Way, Bristol BS1 5TT, United Kingdom",
      BankDetails: ["Avonmouth Bank", "Tradewind Distribution Ltd", "Sort code 20-00-00", "Account 55779911"],
    },
    VatInSterling: null,
    Buyer: { VatNumber: "GB123456789", AddressLines: ["1 Quay Street", "Bristol", "BS1 4AA"] },
    Taxes: [{ Category: "S", Percent: "20", Net: { Minor: "5332" }, Vat: { Minor: "1066" } }],
    Lines: [
      { CustomerName: "Acme Dental", ProductId: "microsoft-365", Quantity: 2, Net: { Minor: "1999" } },
      { CustomerName: "Zephyr", Net: { Minor: "3333" } },
    ],
  });
  const stranger = await app.signIn();
  expect((await app.call(stranger, invoices.byId, { params: { invoiceId: item!.Id } })).status).toBe(404);
});

test("an invoice's line says what its offer counts, and nothing where the charge is of no offer", async () => {
  const person = await app.signIn();
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor: 1000 }]);
  await app.sql(
    `with customer as (select id from customers where reseller_id = $1),
     instance as (insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select $1, id, 'microsoft-365', 'Active', '2026-01-02', '2026-01-02' from customer returning id, customer_id),
     held as (insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
         quantity, status, anchor_day, term_from, term_until, lots, term_end, policy_ids)
       select $1, instance.customer_id, instance.id, product_id, o.id, sku, 'Seats', term, billing, 'GBP', 10, 5, 'active', 1, '2026-01-01',
         '2027-01-01', '[]', '{"outcome": "renew", "offerId": null, "quantity": null}',
         jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)
       from offers o, instance where o.id = 'CFQ7TTC0LCHC:0002:P1Y:monthly' returning id, customer_id)
     insert into charges (reseller_id, customer_id, subscription_id, product_id, kind, description, period_from, period_until, due_on, quantity, unit_cost, amount_minor, currency, recorded_at)
     select $1, customer_id, id, 'microsoft-365', 'recurring', 'Seats', '2026-01-10', '2026-01-11', '2026-01-10', 5, 10, 5000, 'GBP', '2026-01-10' from held`,
    [person.resellerId],
  );
  await issueInvoicesDue({ ...app.platform, database }, "2026-02-01");
  const [item] = await list(person);
  const { Result } = await app.call(person, invoices.byId, { params: { invoiceId: item!.Id } });
  expect(Result!.Lines.map(({ Description, Unit, UnitCost }) => [Description, Unit, UnitCost])).toEqual([
    ["Microsoft 365 Business Premium", null, "10.00"],
    ["Seats", "Licence", "10.00"],
  ]);
});

test("ACL-39 where prices are hidden the list shows no amounts and no document can be had", async () => {
  const person = await invoiced([{ due: "2026-01-20", minor: 3333 }]);
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const [item] = await list(colleague);
  expect(item).toMatchObject({ Net: null, Vat: null, Gross: null, Balance: null });
  const params = { invoiceId: item!.Id };
  const detail = await app.call(colleague, invoices.byId, { params });
  expect(detail.text).not.toContain('"Minor"');
  expect(detail.Result!.Lines[0]).toMatchObject({ Net: null, UnitCost: null });
  expect((await app.call(colleague, invoices.totals)).Result).toMatchObject({ Count: 1, Owed: null, NextNet: null });
  for (const attempt of [
    await app.call(colleague, invoices.pdf, { params }),
    await app.call(colleague, invoices.linesCsv, { params }),
    await app.call(colleague, invoices.csv),
  ])
    expect(attempt).toMatchObject({ Error: "pricesHidden" });
});

test.each(["endUserAdmin", "endUser"] as const)(
  "invoices are the reseller's alone: an %s has no access",
  async (kind) => {
    const person = await invoiced([{ due: "2026-01-20", minor: 3333 }]);
    const [customer] = await app.sql<{ id: string }>("select id from customers where reseller_id = $1", [
      person.resellerId,
    ]);
    const end = await app.signIn({ kind, resellerId: person.resellerId, customerId: customer!.id });
    expect(await app.call(end, invoices.list)).toMatchObject({ status: 403, Error: "PermissionNotFound" });
  },
);

describe("files", () => {
  test("BILL-40 the list and one invoice's lines open as CSV, one line each, and no cell can run as a formula", async () => {
    const person = await invoiced(
      [
        { customer: "=HYPERLINK(1)", due: "2026-01-20", minor: 3333, description: "Seats, twelve" },
        { due: "2026-02-20", minor: -50 },
      ],
      "2026-03-01",
    );
    const all = await app.call(person, invoices.csv);
    expect(all.headers["content-type"]).toContain("text/csv");
    expect(all.text.trimEnd().split("\n")).toEqual([
      "Number,Kind,Issued,Tax point,Period from,Period to,Due,Currency,Net,VAT,Gross",
      expect.stringMatching(/^TWC-\d{6},.*,GBP,-0\.50,-0\.10,-0\.60$/),
      expect.stringMatching(/^TW-\d{6},.*2026-01-01,2026-01-31,.*,GBP,33\.33,6\.67,40\.00$/),
    ]);
    const [, item] = await list(person);
    const lines = await app.call(person, invoices.linesCsv, { params: { invoiceId: item!.Id } });
    expect(lines.headers["content-disposition"]).toContain(`${item!.Number}.csv`);
    const [head, line, ...rest] = lines.text.trimEnd().split("\n");
    expect(head).toMatch(/^Customer,/);
    expect(line).toMatch(/^'=HYPERLINK\(1\),.*"Seats, twelve",1,33\.33,/);
    expect(rest).toEqual([]);
  });

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
      "Microsoft 365 Business Premium | 20/01/2026 to | 2 | 16.665 | 0% | €33.33",
      "20/01/2026",
      "Zephyr",
      "Microsoft 365 Business Premium | 21/01/2026 to | 2 | 5.05 | 0% | €10.10",
      "21/01/2026",
      "Seats added | 22/01/2026 to | 1 | 0.50 | 0% | €0.50",
      "22/01/2026",
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
      "Microsoft 365 Business Premium | 20/01/2026 | 1 | 33.33 | 20% | -£33.33",
      "Net | -£33.33",
      "VAT at 20% (Standard rate) on -£33.33 | -£6.67",
      "Total credited | -£40.00",
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
    expect(rows.flatMap((row) => row.match(/Page \d of \d/) ?? [])).toEqual([
      "Page 1 of 3",
      "Page 2 of 3",
      "Page 3 of 3",
    ]);
  });

  test("BILL-41 nothing on an invoice overlaps or leaves the page, amounts are aligned, and the totals stay together", async () => {
    const name = "Harbour and Daughters Information Technology Services of Switzerland";
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
    await issueInvoicesDue({ ...app.platform, database }, "2026-02-01");
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
});

async function pdfOf(person: Person, invoiceId: string) {
  const { headers, rawPayload } = await app.app.inject({
    url: `/api/invoices/${invoiceId}/pdf`,
    headers: { authorization: `Bearer ${person.token}` },
  });
  const { texts, rules } = readPdf(rawPayload);
  const heights = Map.groupBy(texts, ({ page, bottom }) => `${page} ${bottom.toFixed(1)}`);
  return { headers, texts, rules, rows: [...heights.values()].map(rowOf) };
}
const rowOf = (texts: readonly PlacedText[]) => texts.map(({ text }) => text).join(" | ");
