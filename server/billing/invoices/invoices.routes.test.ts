import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp } from "../../test/test-app.ts";
import { runInvoices } from "./invoice-run.actions.ts";

const app = await testApp();
const { database, issue, invoiced, list } = invoicing(app);

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
    await issue(new Date(Date.UTC(2021, index + 1, 1)).toISOString().slice(0, 10));

  const first = (await app.call(person, invoices.list)).Result!;
  const second = (await app.call(person, invoices.list, { query: { After: first.Next! } })).Result!;
  const all = [...first.Items, ...second.Items];
  expect(all.map((item) => item.PeriodFrom)).toEqual(months.map((day) => `${day.slice(0, 7)}-01`).toReversed());
  expect(second.Next).toBeNull();
  const [, ...lines] = (await app.call(person, invoices.csv)).text.trimEnd().split("\r\n");
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
    await runInvoices({ ...app.platform, database }, { until, issuedOn, now: new Date(issuedOn) });
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
    Buyer: { VatNumber: "GB123456727", AddressLines: ["1 Quay Street", "Bristol", "BS1 4AA"] },
    Taxes: [{ Category: "S", Percent: "20", Net: { Minor: "5332" }, Vat: { Minor: "1066" } }],
    Lines: [
      { CustomerName: "Acme Dental", ProductId: "microsoft-365", Quantity: 2, Net: { Minor: "1999" } },
      { CustomerName: "Zephyr", Net: { Minor: "3333" } },
    ],
  });
  const stranger = await app.signIn();
  expect((await app.call(stranger, invoices.byId, { params: { invoiceId: item!.Id } })).status).toBe(404);
});

test("BILL-07 a long invoice comes in pages that part no customer from its lines, unless these fill one alone, and is searched by customer", async () => {
  const of = (customer: string, lines: number) =>
    Array.from({ length: lines }, (_, n) => ({
      customer,
      due: "2026-01-10",
      minor: 100 + n,
      description: `Part ${n}`,
    }));
  const person = await invoiced([...of("Acme", 199), ...of("Birch", 3), ...of("Cedar", 220), ...of("Dale", 1)]);
  const [item] = await list(person);
  const params = { invoiceId: item!.Id };
  type Page = { Lines: { Id: string; CustomerName: string }[]; Next: string | null };
  const pages: Page[] = [(await app.call(person, invoices.byId, { params })).Result!];
  while (pages.at(-1)!.Next)
    pages.push((await app.call(person, invoices.lines, { params, query: { After: pages.at(-1)!.Next! } })).Result!);
  expect(pages.map(({ Lines }) => [...new Set(Lines.map((line) => line.CustomerName))].join())).toEqual([
    "Acme",
    "Birch",
    "Cedar",
    "Cedar,Dale",
  ]);
  expect(pages.map(({ Lines }) => Lines.length)).toEqual([199, 3, 200, 21]);
  expect(new Set(pages.flatMap(({ Lines }) => Lines.map(({ Id }) => Id))).size).toBe(423);

  const found = async (Search: string) =>
    (await app.call(person, invoices.lines, { params, query: { Search } })).Result!;
  expect(await found("bir")).toMatchObject({
    Lines: Array.from({ length: 3 }, () => ({ CustomerName: "Birch" })),
    Next: null,
  });
  expect((await found("ceda")).Next).not.toBeNull();
  expect(await found("nobody")).toEqual({ Lines: [], Next: null });
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
  await issue("2026-02-01");
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
  expect(all.text.trimEnd().split("\r\n")).toEqual([
    "Number,Kind,Issued,Tax point,Period from,Period to,Due,Currency,Net,VAT,Gross",
    expect.stringMatching(/^TWC-\d{6},.*,GBP,-0\.50,-0\.10,-0\.60$/),
    expect.stringMatching(/^TW-\d{6},.*2026-01-01,2026-01-31,.*,GBP,33\.33,6\.67,40\.00$/),
  ]);
  const [, item] = await list(person);
  const lines = await app.call(person, invoices.linesCsv, { params: { invoiceId: item!.Id } });
  expect(lines.headers["content-disposition"]).toContain(`${item!.Number}.csv`);
  const [head, line, ...rest] = lines.text.trimEnd().split("\r\n");
  expect(head).toMatch(/^Customer,/);
  expect(line).toMatch(/^'=HYPERLINK\(1\),.*"Seats, twelve",1,33\.33,/);
  expect(rest).toEqual([]);
});
