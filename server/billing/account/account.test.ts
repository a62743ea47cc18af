import { account } from "@tradewind/contract/billing/account.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const { issue, invoiced, list } = invoicing(app);
const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });

/** A posting that takes something off what is owed on a document. */
const post = (person: Person, invoiceId: string, from: string, minor: number, on: string) =>
  app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
     select $1, p, a, m, 'GBP', $2, $5::date, now() from (select uuidv7() as p) p, (values ($3::text, $4::bigint), ('receivable', -$4::bigint)) v (a, m)`,
    [person.resellerId, invoiceId, from, minor, on],
  );
const totals = async (person: Person, On?: string) =>
  (await app.call(person, account.totals, { query: On ? { On } : {} })).Result!.Accounts[0]!;
const history = async (person: Person, query: object) => (await app.call(person, account.history, { query })).Result!;

/** A reseller with a month of £120, one of £240, and one in which £60 more was given back than charged. */
async function threeMonths() {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }], "2026-02-01");
  await addCharges(app, person.resellerId, [
    { due: "2026-02-10", minor: 15_000, customer: "Harbour Bakery" },
    { due: "2026-02-11", minor: 5000, product: "azure", description: "Azure", kind: "recurring" },
  ]);
  await issue("2026-03-01");
  await addCharges(app, person.resellerId, [{ due: "2026-03-10", minor: -5000 }]);
  await issue("2026-04-01");
  const [memo, february, january] = await list(person);
  return { person, memo: memo!, february: february!, january: january! };
}

test("BILL-39 account totals say what was owed at the end of any day, by how long it was overdue, less what is in credit", async () => {
  const { person, january, february } = await threeMonths();
  const due = january.DueOn;
  const at = async (On: string) => {
    const { Ages, ...sums } = await totals(person, On);
    return { ...sums, Ages: Ages.filter(({ Documents }) => Documents > 0).map(({ Age, Owed }) => [Age, Owed]) };
  };
  expect(await at("2026-01-31")).toMatchObject({ Balance: gbp(0), Credit: gbp(0), OnItsWay: null, Ages: [] });
  expect(await at("2026-02-28")).toMatchObject({ Overdue: gbp(0), Ages: [["notDue", gbp(12_000)]] });
  expect(await at(due)).toMatchObject({ Overdue: gbp(0), Ages: [["notDue", gbp(36_000)]] });
  // What is late by thirty days and by thirty-one are two ages.
  expect(await at(addDays(due, 30))).toMatchObject({ Overdue: gbp(36_000), Ages: [["to30", gbp(36_000)]] });
  expect((await at(addDays(due, 31))).Ages).toContainEqual(["to60", gbp(12_000)]);
  expect((await at(addDays(due, 61))).Ages).toContainEqual(["to90", gbp(12_000)]);
  expect((await at(addDays(due, 91))).Ages).toContainEqual(["over90", gbp(12_000)]);

  await post(person, january.Id, "cash:bank", 12_000, "2026-03-20");
  await post(person, february.Id, "cash:bank", 4000, "2026-04-20");
  const now = await totals(person);
  expect(now).toMatchObject({ Balance: gbp(14_000), Overdue: gbp(20_000), Credit: gbp(-6000), OnItsWay: gbp(0) });
  expect(now.Ages.filter(({ Documents }) => Documents > 0)).toEqual([
    { Age: "over90", Documents: 1, Owed: gbp(20_000) },
  ]);
});

test("BILL-39 what was paid and does not count yet stands beside the totals of today", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [january] = await list(person);
  const pay = (kind: string, minor: number) =>
    app.sql(
      `insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, idempotency_key, created_by, created_at, changed_at)
       values ($1, $2, $3, 'GBP', $4, 'paper', uuidv7()::text, 'x', now(), now())`,
      [person.resellerId, january!.Id, minor, kind],
    );
  await pay("card", 4000);
  expect(await totals(person)).toMatchObject({ OnItsWay: gbp(4000), Balance: gbp(12_000) });
  expect((await totals(person, "2026-03-01")).OnItsWay).toBeNull();
});

test("BILL-39 the next bill is read with its lines, page by page, and holds what is charged for its month alone", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  await addCharges(app, person.resellerId, [
    ...Array.from({ length: 51 }, (_, at) => ({ due: "2026-02-10", minor: 100 + at, description: `Line ${at}` })),
    { due: "2026-02-20", minor: -50, customer: "Harbour Bakery" },
    { due: "2026-03-01", minor: 7 },
  ]);
  const read = async (query: object) => (await app.call(person, account.nextBill, { query })).Result!;
  const first = await read({});
  expect(first).toMatchObject({ Month: "2026-02-01", IssuedOn: "2026-03-01", Net: gbp(51 * 100 + 25 * 51 - 50) });
  expect(first.Items[0]).toMatchObject({ CustomerName: "Harbour Bakery", DueOn: "2026-02-20", Net: gbp(-50) });
  const second = await read({ After: first.Next! });
  expect([first.Items.length, second.Items.length, second.Next]).toEqual([50, 2, null]);
});

test("BILL-43 billing history lists what changed what is owed with what was owed afterwards, for any period", async () => {
  const { person, memo, january, february } = await threeMonths();
  await post(person, january.Id, "cash:bank", 12_000, "2026-03-20");
  // What is set against another document changes nothing of what is owed in all.
  await app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
     select $1, p, 'receivable', m, 'GBP', i::uuid, '2026-04-02', now() from (select uuidv7() as p) p, (values ($2, 6000), ($3, -6000)) v (i, m)`,
    [person.resellerId, memo.Id, february.Id],
  );
  const all = await history(person, { From: "2026-01-01", Until: "2026-04-30" });
  expect(all.Items.map(({ On, Kind, Number, Amount, Balance }) => [On, Kind, Number, Amount, Balance])).toEqual([
    ["2026-04-01", "creditMemo", memo.Number, gbp(-6000), gbp(18_000)],
    ["2026-03-20", "payment", january.Number, gbp(-12_000), gbp(24_000)],
    ["2026-03-01", "invoice", february.Number, gbp(24_000), gbp(36_000)],
    ["2026-02-01", "invoice", january.Number, gbp(12_000), gbp(12_000)],
  ]);
  expect(all).toMatchObject({ Opening: gbp(0), Closing: gbp(18_000), Next: null });
  const march = await history(person, { From: "2026-03-01", Until: "2026-03-31" });
  expect(march).toMatchObject({ Opening: gbp(12_000), Closing: gbp(24_000) });
  expect(march.Items.map(({ Balance }) => Balance)).toEqual([gbp(24_000), gbp(36_000)]);

  const { text, headers } = await app.call(person, account.statement, {
    query: { From: "2026-03-01", Until: "2026-03-31" },
  });
  expect(headers["content-disposition"]).toContain("statement-2026-03-01-2026-03-31.csv");
  expect(text.trimEnd().split("\r\n")).toEqual([
    "Date,What,Number,Currency,Amount,Credit,Balance",
    "2026-03-01,Owed before,,GBP,0.00,0.00,120.00",
    `2026-03-01,Invoice,${february.Number},GBP,240.00,0.00,360.00`,
    `2026-03-20,Payment,${january.Number},GBP,-120.00,0.00,240.00`,
  ]);
  const memos = await history(person, { From: "2026-03-01", Until: "2026-04-30", Kind: "creditMemo" });
  expect(memos).toMatchObject({
    Opening: gbp(12_000),
    Closing: gbp(18_000),
    Items: [{ Number: memo.Number, Balance: gbp(18_000) }],
  });
  const backwards = await app.call(person, account.history, { query: { From: "2026-05-01", Until: "2026-04-01" } });
  expect(backwards.status).toBe(400);
  expect(backwards.text).toContain("Must not be after the last day");
});

test("BILL-43 money that went back is told apart from payments, and credit that was given and used is in the history", async () => {
  const { person, january, february } = await threeMonths();
  await post(person, january.Id, "cash:stripe", 12_000, "2026-04-10");
  await post(person, january.Id, "cash:stripe", -12_000, "2026-04-12");
  await app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
     select $1, p, a, m, 'GBP', '2026-04-14', now() from (select uuidv7() as p) p, (values ('cash:bank', 5000), ('credit', -5000)) v (a, m)`,
    [person.resellerId],
  );
  await post(person, february.Id, "credit", 5000, "2026-04-16");
  const { Items } = await history(person, { From: "2026-04-10", Until: "2026-04-30" });
  expect(Items.map(({ Kind, Amount, Credit, Balance }) => [Kind, Amount, Credit, Balance])).toEqual([
    ["credit", gbp(-5000), gbp(5000), gbp(25_000)],
    ["payment", gbp(0), gbp(-5000), gbp(25_000)],
    ["refund", gbp(12_000), gbp(0), gbp(30_000)],
    ["payment", gbp(-12_000), gbp(0), gbp(18_000)],
  ]);
  const { text } = await app.call(person, account.openItems, { query: { On: "2026-04-30" } });
  const lines = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  expect(lines[0]!.join()).toBe("Number,What,Issued,Due,Days late,Age,Currency,Total,Owed,Credit");
  expect(
    lines.slice(1).map(([number, what, , , , age, , , owed, credit]) => [number, what, age, owed, credit]),
  ).toEqual([
    [january.Number, "Invoice", "31-60", "120.00", ""],
    [february.Number, "Invoice", "1-30", "190.00", ""],
    [expect.any(String), "Credit memo", "", "", "-60.00"],
  ]);
  for (const [Kind, name] of [
    ["activity", "statement-2026-04-01-2026-04-30.pdf"],
    ["outstanding", "open-items-2026-04-30.pdf"],
  ] as const) {
    const pdf = await app.call(person, account.document, { query: { From: "2026-04-01", Until: "2026-04-30", Kind } });
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(pdf.headers["content-disposition"]).toContain(name);
    expect(pdf.text.slice(0, 5)).toBe("%PDF-");
  }
});

test("a long history is read page by page, without losing or repeating what happened on one day", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 100_000 }], "2026-02-01");
  const [invoice] = await list(person);
  await app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
     select $1, p, a, m, 'GBP', $2::uuid, '2026-02-03', now() from (select uuidv7() as p from generate_series(1, 60)) p, (values ('cash:bank', 100), ('receivable', -100)) v (a, m)`,
    [person.resellerId, invoice!.Id],
  );
  const first = await history(person, { From: "2026-02-01", Until: "2026-02-28" });
  const second = await history(person, { From: "2026-02-01", Until: "2026-02-28", After: first.Next! });
  const items = [...first.Items, ...second.Items];
  expect([first.Items.length, second.Items.length, second.Next]).toEqual([50, 11, null]);
  expect(new Set(items.map(({ Id }) => Id)).size).toBe(61);
  expect(items[0]!.Balance).toEqual(gbp(120_000 - 6000));
});

test("BILL-46 the monthly breakdown says what each month came to, and what one was made of by product, customer and kind", async () => {
  const { person } = await threeMonths();
  const read = async (query: object) => (await app.call(person, account.breakdown, { query })).Result!;
  expect((await read({})).Months).toEqual([
    { Month: "2026-01-01", Net: gbp(10_000) },
    { Month: "2026-02-01", Net: gbp(20_000) },
    { Month: "2026-03-01", Net: gbp(-5000) },
  ]);
  expect(await read({})).toMatchObject({ Month: "2026-03-01", Items: [{ Id: "microsoft-365", Net: gbp(-5000) }] });
  const parts = async (By: string) =>
    (await read({ Month: "2026-02-01", By })).Items.map(({ Name, Net }) => [Name, Net]);
  expect(await parts("product")).toEqual([
    ["Microsoft 365", gbp(15_000)],
    ["Azure", gbp(5000)],
  ]);
  expect(await parts("customer")).toEqual([
    ["Harbour Bakery", gbp(15_000)],
    ["Acme Dental", gbp(5000)],
  ]);
  expect(await parts("kind")).toEqual([
    ["once", gbp(15_000)],
    ["recurring", gbp(5000)],
  ]);

  // The twenty largest by name, the others together.
  await addCharges(
    app,
    person.resellerId,
    Array.from({ length: 25 }, (_, at) => ({ due: "2026-04-10", minor: 1000 + at, customer: `Customer ${at}` })),
  );
  await issue("2026-05-01");
  const { Items, Rest } = await read({ Month: "2026-04-01", By: "customer" });
  expect([Items.length, Items[0]!.Name, Rest]).toEqual([20, "Customer 24", { Count: 5, Net: gbp(5010) }]);
});

test("ACL-39 where prices are hidden the account shows no amounts, and no statement can be had", async () => {
  const { person } = await threeMonths();
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  for (const { text, status } of [
    await app.call(colleague, account.totals),
    await app.call(colleague, account.history, { query: { From: "2026-01-01" } }),
    await app.call(colleague, account.breakdown, { query: { By: "customer" } }),
  ]) {
    expect(status).toBe(200);
    expect(text).not.toContain('"Minor"');
  }
  expect((await app.call(colleague, account.nextBill)).text).not.toContain('"Minor"');
  for (const file of [account.statement, account.openItems, account.document])
    expect(await app.call(colleague, file)).toMatchObject({ Error: "pricesHidden" });
});

// Last, since business time moves forward only.
test("BILL-39 totals equal the ledger in each currency at three dates on the moved clock, never in one sum, credit apart and negative", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [january] = await list(person);
  const { clock } = app.platform;
  const start = clock.today();
  const euros = async (of: string, minor: number, on: string) =>
    app.sql(
      `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
       select $1, p, a, m, 'EUR', $4::date, now() from (select uuidv7() as p) p, (values ($2::text, $3::bigint), ('cash:bank', -$3::bigint)) v (a, m)`,
      [person.resellerId, of, minor, on],
    );
  await post(person, january!.Id, "cash:bank", 5000, addDays(start, 5));
  await euros("credit", -7000, addDays(start, 6));
  await euros("receivable", 2500, addDays(start, 15));
  await euros("receivable", -4000, addDays(start, 16));
  await post(person, january!.Id, "credit", 9000, addDays(start, 20));
  for (const [days, balances] of [
    [1, { GBP: [12_000, 0] }],
    [10, { GBP: [7000, 0], EUR: [-7000, -7000] }],
    [40, { GBP: [7000, 7000], EUR: [-8500, -8500] }],
  ] as const) {
    const day = addDays(start, days);
    await app.sql("update business_clock set offset_ms = offset_ms + $1::bigint", [
      Date.parse(`${day}T12:00:00Z`) - clock.now().getTime(),
    ]);
    await clock.refresh();
    const signedIn = await app.signIn({ resellerId: person.resellerId });
    const { On, Accounts } = (await app.call(signedIn, account.totals)).Result!;
    expect(On).toBe(day);
    const ledger = await app.sql<{ currency: string; sum: string }>(
      `select currency, sum(amount_minor)::text as sum from ledger_entries
       where reseller_id = $1 and account in ('receivable', 'credit') and effective_on <= $2 group by 1 order by currency desc`,
      [person.resellerId, day],
    );
    expect(Accounts.map(({ Currency, Balance }) => ({ currency: Currency, sum: Balance!.Minor }))).toEqual(ledger);
    const found = Accounts.map((of) => [of.Currency, [Number(of.Balance!.Minor), Number(of.Credit!.Minor)]]);
    expect(Object.fromEntries(found)).toEqual(balances);
    for (const { Balance, Credit, Ages } of Accounts)
      expect(Ages.reduce((sum, { Owed }) => sum + Number(Owed!.Minor), Number(Credit!.Minor))).toBe(
        Number(Balance!.Minor),
      );
  }
});
