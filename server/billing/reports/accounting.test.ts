import { credit } from "@tradewind/contract/billing/credit.ts";
import { writeOffs } from "@tradewind/contract/billing/write-offs.ts";
import { creditCodes } from "@tradewind/contract/billing/credit-codes.ts";
import { accountingIds, downloads, reports, type ReportId } from "@tradewind/contract/billing/reports.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
await app.sql("update feature_flags set enabled = true where name = 'BillingPlatformReporting'");
const { invoiced, issue, list } = invoicing(app);

type Options = { From?: string; Until?: string; Account?: string; Supplier?: string };
const february = { From: "2026-02-01", Until: "2026-03-01" };

/** Reads a file's rows by the names of its columns. No cell of these tests has a comma or a quote. */
async function rowsOf(person: Person, downloadId: ReportId, query: Options = february) {
  const { text } = await app.call(person, downloads.download, { params: { downloadId }, query });
  const [head, ...rows] = text
    .trimEnd()
    .split("\r\n")
    .map((row) => row.split(","));
  return rows.map(
    (row) => Object.fromEntries(row.map((cell, index) => [head![index]!, cell])) as Record<string, string>,
  );
}
const minor = (text: string | undefined) => Math.round(Number(text) * 100);
const sumOf = (rows: Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + minor(row[column]), 0);

/** A reseller with an invoice of three products and odd pennies, one of which gives back, and a credit memo. */
async function billed(changes: Parameters<typeof app.signIn>[0] = {}) {
  const person = await invoiced(
    [
      { due: "2026-01-10", minor: 333, product: "microsoft-365" },
      { due: "2026-01-10", minor: 333, product: "azure", description: "Azure" },
      { due: "2026-01-10", minor: 333, product: "acronis-backup", description: "Acronis" },
      { due: "2026-01-11", minor: -102, product: "vade", description: "Vade" },
    ],
    "2026-02-01",
    changes,
  );
  await addCharges(app, person.resellerId, [
    { due: "2026-02-10", minor: -512, product: "azure", description: "Azure" },
    { due: "2026-02-10", minor: 11, product: "vade", description: "Vade" },
  ]);
  await issue("2026-03-01");
  const [memo, invoice] = await list(person);
  return { person, memo: memo!, invoice: invoice! };
}

test("BILL-47 bills for Xero have the columns of its template, and come to each document to the penny", async () => {
  const { person, memo, invoice } = await billed();
  const rows = await rowsOf(person, "xero", { ...february, Account: "5010", Supplier: "=Tradewind" });
  expect(Object.keys(rows[0]!).filter((column) => column.startsWith("*"))).toEqual(
    ["ContactName", "InvoiceNumber", "InvoiceDate", "DueDate", "Quantity", "UnitAmount", "AccountCode", "TaxType"].map(
      (column) => `*${column}`,
    ),
  );
  for (const document of [invoice, memo]) {
    const own = rows.filter((row) => row["*InvoiceNumber"] === document.Number);
    expect([sumOf(own, "*UnitAmount"), sumOf(own, "TaxAmount")].map(String)).toEqual([
      document.Net!.Minor,
      document.Vat!.Minor,
    ]);
  }
  expect(rows[0]).toMatchObject({
    "*ContactName": "'=Tradewind",
    "*InvoiceDate": "01/02/2026",
    "*DueDate": "03/03/2026",
    "*Quantity": "1",
    "*AccountCode": "5010",
    "*TaxType": "20% (VAT on Expenses)",
    Currency: "GBP",
  });
});

test("BILL-47 Sage has no negative amounts: what gives back is a credit, and both come to the documents", async () => {
  const { person, memo, invoice } = await billed();
  const rows = await rowsOf(person, "sage");
  expect(rows.filter((row) => minor(row["Net Amount"]) < 0 || minor(row["Tax Amount"]) < 0)).toEqual([]);
  const of = (type: string) => rows.filter((row) => row["Type"] === type);
  const come = (column: string) => sumOf(of("PI"), column) - sumOf(of("PC"), column);
  expect(come("Net Amount")).toBe(Number(invoice.Net!.Minor) + Number(memo.Net!.Minor));
  expect(come("Tax Amount")).toBe(Number(invoice.Vat!.Minor) + Number(memo.Vat!.Minor));
  expect(rows[0]).toMatchObject({ "Account Reference": "TRADEWIN", "Nominal A/C Ref": "5000", "Tax Code": "T1" });
});

test("BILL-47 QuickBooks has bills and supplier credits apart, and a business in Ireland the reverse charge", async () => {
  const { person, memo, invoice } = await billed({ currency: "EUR" });
  const bills = await rowsOf(person, "quickbooks");
  const credits = await rowsOf(person, "quickbooksCredits");
  expect(new Set(bills.map((row) => row["*BillNo"]))).toEqual(new Set([invoice.Number]));
  expect(new Set(credits.map((row) => row["*CreditNo"]))).toEqual(new Set([memo.Number]));
  expect(sumOf(bills, "*LineAmount")).toBe(Number(invoice.Net!.Minor));
  expect(sumOf(credits, "*LineAmount")).toBe(-Number(memo.Net!.Minor));
  expect(new Set(bills.map((row) => `${row["*LineTaxCode"]} ${row["Currency"]}`))).toEqual(new Set(["20.0% RC EUR"]));
  const xero = await rowsOf(person, "xero");
  expect(new Set(xero.map((row) => row["*TaxType"]))).toEqual(new Set(["Reverse Charge Expenses (20%)"]));
});

test("BILL-47 the journal is every posting of the ledger, and its debits equal its credits", async () => {
  const { person } = await billed();
  const rows = await rowsOf(person, "journal");
  const [ledger] = await app.sql<{ count: number; debits: number }>(
    "select count(*)::int as count, sum(amount_minor) filter (where amount_minor < 0)::int as debits from ledger_entries where reseller_id = $1",
    [person.resellerId],
  );
  expect(rows).toHaveLength(ledger!.count);
  expect(sumOf(rows, "Debit")).toBe(-ledger!.debits);
  for (const posting of Map.groupBy(rows, (row) => row["Journal"]).values())
    expect(sumOf(posting, "Debit")).toBe(sumOf(posting, "Credit"));
  const owed = rows.filter((row) => row["Account"] === "Owed to supplier");
  expect(sumOf(owed, "Credit") - sumOf(owed, "Debit")).toBe(
    (await list(person)).reduce((sum, { Gross }) => sum + Number(Gross!.Minor), 0),
  );
});

test("BILL-47 credit that was given by a code is balanced in the journal, though its cost is the operator's alone", async () => {
  const person = await app.signIn();
  const Amount = { Minor: "2000", Currency: "GBP" as const };
  const body = { Amount, ValidUntil: "2099-12-31", Reason: "For an outage" };
  const { Code } = (await app.call(await app.signInOperator(), creditCodes.issue, { body })).Result!;
  await app.call(person, credit.redeem, { body: { Code } });
  const today = app.platform.clock.today();
  expect(await rowsOf(person, "journal", { From: today, Until: today })).toMatchObject([
    { Account: "Credit at supplier", Debit: "20.00", Credit: "0.00" },
    { Account: "Goodwill", Debit: "0.00", Credit: "20.00" },
  ]);
});

test("BILL-47 what was written off is balanced in the journal, though its cost is the operator's alone", async () => {
  const { person, invoice } = await billed();
  const body = {
    InvoiceId: invoice.Id,
    Kind: "badDebt" as const,
    Amount: { Minor: "100", Currency: "GBP" as const },
    Reason: "Insolvent",
  };
  const params = { resellerId: person.resellerId };
  await app.call(await app.signInOperator(), writeOffs.enter, { params, body });
  const today = app.platform.clock.today();
  expect(await rowsOf(person, "journal", { From: today, Until: today })).toMatchObject([
    { Account: "Owed to supplier", Document: invoice.Number, Debit: "1.00", Credit: "0.00" },
    { Account: "Written off by supplier", Debit: "0.00", Credit: "1.00" },
  ]);
});

test("BILL-47 DL-01 DL-02 a file is made for the period that its guid was asked for, and the last month if for none", async () => {
  const { person, memo, invoice } = await billed();
  const { personId } = person;
  const [{ user_name: UserName }] = (await app.sql("select user_name from people where id = $1", [personId])) as [
    { user_name: string },
  ];
  const ask = (body: object) => app.call(person, downloads.guid, { body: { DownloadId: "xero", UserName, ...body } });
  const Options = { From: "2026-03-01", Until: "2026-03-01" };
  const { Guid } = (await ask({ Options })).Result!;
  const { text, headers } = await app.call(person, downloads.file, { body: { Id: "xero", Guid } });
  expect(text).toContain(memo.Number);
  expect(text).not.toContain(`${invoice.Number},`);
  expect(headers["content-disposition"]).toContain("xero-2026-03-01-to-2026-03-01.csv");
  expect((await ask({ Options: { From: "2026-03-02", Until: "2026-03-01" } })).text).toContain(
    "Must not be before From",
  );
  expect((await ask({ DownloadId: "vat", Options })).text).toContain("Is not made for a period");
  const before = await app.call(person, downloads.download, { params: { downloadId: "sage" }, query: {} });
  expect(before.headers["content-disposition"]).toMatch(/sage-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv/);
});

test("BILL-47 the files for accounting are among the reports, and a stranger's are empty", async () => {
  const { person } = await billed();
  const { Items } = (await app.call(person, reports.list)).Result!;
  const stranger = await app.signIn();
  for (const id of accountingIds) {
    expect(Items.map(({ DownloadId }) => DownloadId)).toContain(id);
    expect(await rowsOf(stranger, id)).toEqual([]);
  }
});
