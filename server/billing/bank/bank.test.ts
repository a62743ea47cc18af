import { account } from "@tradewind/contract/billing/account.ts";
import { bank, type BankLineItem } from "@tradewind/contract/billing/bank.ts";
import { credit } from "@tradewind/contract/billing/credit.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { issue, invoiced, list } = invoicing(app);
const operator = await app.signInOperator();

let day = 0;
let balance = 0;
/** A day's statement of our account that follows the one before, with these lines: amount, payer, account, words. */
function statement(lines: [amount: number, payer: string, payerAccount: string, words: string][]): string {
  const date = `26${String(1 + Math.floor(day / 28)).padStart(2, "0")}${String(1 + (day++ % 28)).padStart(2, "0")}`;
  const opening = balance;
  const text = lines.flatMap(([amount, payer, payerAccount, words], at) => {
    balance += amount;
    const mark = amount < 0 ? "D" : "C";
    return [
      `:61:${date}${mark}${sterling(Math.abs(amount))}NTRFNONREF//B${date}${at}`,
      `:86:?00X?20${words}?31${payerAccount}?32${payer}`,
    ];
  });
  const at = (minor: number) => `${minor < 0 ? "D" : "C"}${date}GBP${sterling(Math.abs(minor))}`;
  return [
    ":20:A",
    ":25:GB33BUKB20201555555555",
    `:28C:${day}`,
    `:60F:${at(opening)}`,
    ...text,
    `:62F:${at(balance)}`,
    "-",
  ].join("\n");
}
const sterling = (minor: number) => `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, "0")}`;

const importText = (Text: string, FileName = "day.sta") =>
  app.call(operator, bank.import, { body: { FileName, Text } });
const linesIn = async (State: BankLineItem["State"]) =>
  (await app.call(operator, bank.lines, { query: { State } })).Result!.Items;
/** Imports a transfer, and finds it. */
async function receive(amount: number, payer: string, payerAccount: string, words: string): Promise<BankLineItem> {
  const { Succeed, Errors } = await importText(statement([[amount, payer, payerAccount, words]]));
  if (!Succeed) throw new Error(JSON.stringify(Errors));
  const found = (await linesIn("open")).find((line) => line.Words === words && line.Amount.Minor === String(amount));
  return found!;
}

const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });

let numbers = 0;
/** A reseller that owes £120.00 on each of so many invoices, the oldest first. */
async function owing(months = 1) {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }], "2026-02-01");
  if (months > 1) {
    await addCharges(app, person.resellerId, [{ due: "2026-02-10", minor: 10_000 }]);
    await issue("2026-03-01");
  }
  const name = `Payer ${++numbers} & Sons Ltd`;
  await app.sql("update resellers set name = $2 where id = $1", [person.resellerId, name]);
  return { person, name, invoices: (await list(person)).toReversed() };
}
const ofInvoice = async (person: Person, invoiceId: string) =>
  (await app.call(person, payments.ofInvoice, { params: { invoiceId } })).Result!;
const creditOf = async (person: Person) =>
  (await app.call(person, account.totals, { query: {} })).Result!.Accounts[0]!.Credit;
const posted = () =>
  worker.until(async () => {
    const [row] = await app.sql<{ left: number }>(
      "select count(*)::int as left from pgboss.job where name = 'bank.post' and state < 'completed'",
    );
    return row!.left === 0;
  }, "all to be posted");
const allocateTo = (line: BankLineItem, Shares: { ResellerId: string; InvoiceId: string | null; Minor: string }[]) =>
  app.call(operator, bank.allocate, { params: { bankLineId: line.Id }, body: { Version: line.Version, Shares } });
const decide = (
  endpoint: typeof bank.setAside | typeof bank.reopen,
  { Id, Version }: BankLineItem,
  Reason = "Mistaken",
) => app.call(operator, endpoint, { params: { bankLineId: Id }, body: { Version, Reason } });
const sharesOf = ({ Proposal }: BankLineItem) =>
  Proposal!.Shares.map(({ ResellerId, InvoiceId, Amount }) => ({ ResellerId, InvoiceId, Minor: Amount.Minor }));
const ledger = (person: Person) =>
  app.sql<{ account: string; minor: string }>(
    "select account, sum(amount_minor)::text as minor from ledger_entries where reseller_id = $1 and account in ('cash:bank', 'credit', 'receivable') group by 1 having sum(amount_minor) <> 0 order by 1",
    [person.resellerId],
  );

test("a transfer that names its invoice is proposed with the reason, and pays it once it is allocated", async () => {
  const { person, name, invoices } = await owing();
  const [invoice] = invoices;
  const line = await receive(12_000, "A Bank", "GB00A", `thanks ${invoice!.Number.replace("-", " ")}`);
  expect(line).toMatchObject({
    Amount: pounds(12_000),
    Payer: "A Bank",
    Proposal: {
      Certainty: "certain",
      Reason: `It names ${invoice!.Number}, and pays what is open`,
      Shares: [{ ResellerName: name, Number: invoice!.Number, Amount: pounds(12_000) }],
    },
  });
  const before = (await app.call(operator, bank.totals, {})).Result!.Open[0]!;
  const done = await allocateTo(line, sharesOf(line));
  expect(done.Result).toMatchObject({
    State: "allocated",
    Allocations: [{ Number: invoice!.Number, IsPosted: false }],
  });
  const after = (await app.call(operator, bank.totals, {})).Result!.Open[0];
  expect(BigInt(before.Amount.Minor) - BigInt(after?.Amount.Minor ?? 0)).toBe(12_000n);
  await posted();
  expect(await ofInvoice(person, invoice!.Id)).toMatchObject({
    Open: pounds(0),
    Payments: [{ Kind: "bankTransfer", State: "confirmed", PaidWith: "Bank transfer from A Bank" }],
  });
  expect(await ledger(person)).toEqual([{ account: "cash:bank", minor: "12000" }]);
  // Whoever decides it as it was is refused, and nothing is posted twice.
  expect(await allocateTo(line, sharesOf(line))).toMatchObject({ Error: "bankLineDecided" });
  await app.platform.database.write({ role: "app_operator" }, (tx) =>
    app.platform.jobs.file(tx, "bank.post", { lineId: line.Id }),
  );
  await posted();
  expect(await ledger(person)).toEqual([{ account: "cash:bank", minor: "12000" }]);
});

test("what was allocated is undone: owed again, to the penny, and open to be allocated otherwise", async () => {
  const { person, invoices } = await owing(2);
  const [first, second] = invoices;
  const line = await receive(20_000, "A Bank", "GB00B", first!.Number);
  expect(line.Proposal).toMatchObject({
    Certainty: "likely",
    Reason: `It names ${first!.Number}, and is £80.00 more than is open`,
    Shares: [{ Amount: pounds(12_000) }, { InvoiceId: null, Amount: pounds(8_000) }],
  });
  const allocated = await allocateTo(line, sharesOf(line));
  await posted();
  expect(await creditOf(person)).toEqual(pounds(-8_000));
  const reopened = await decide(bank.reopen, allocated.Result!);
  expect(reopened.Result).toMatchObject({ State: "open", Reason: "Mistaken", Allocations: [] });
  await posted();
  expect(await creditOf(person)).toEqual(pounds(0));
  expect(await ofInvoice(person, first!.Id)).toMatchObject({ Open: pounds(12_000), Payments: [{ State: "failed" }] });
  expect(await ledger(person)).toEqual([{ account: "receivable", minor: "24000" }]);
  const { resellerId } = person;
  await allocateTo(reopened.Result!, [
    { ResellerId: resellerId, InvoiceId: first!.Id, Minor: "8000" },
    { ResellerId: resellerId, InvoiceId: second!.Id, Minor: "12000" },
  ]);
  await posted();
  expect(await ofInvoice(person, first!.Id)).toMatchObject({ Open: pounds(4_000) });
  expect(await ofInvoice(person, second!.Id)).toMatchObject({ Open: pounds(0) });
});

test("what is undone before it was posted is never posted", async () => {
  const { person, invoices } = await owing();
  const line = await receive(12_000, "A Bank", "GB00C", invoices[0]!.Number);
  await app.sql(
    "update pgboss.job set start_after = now() + interval '1 hour' where name = 'bank.post' and state < 'active'",
  );
  const allocated = await app.platform.database.write({ role: "app_operator" }, async () =>
    allocateTo(line, sharesOf(line)),
  );
  await decide(bank.reopen, allocated.Result!);
  await posted();
  expect((await ledger(person)).filter(({ account: of }) => of === "cash:bank")).toEqual([]);
});

test("the next transfer from an account that a person allocated is known, and certain where the amount is that of an invoice", async () => {
  const { person, name, invoices } = await owing(2);
  const [first, second] = invoices;
  const line = await receive(12_000, "Unlike", "GB00D", first!.Number);
  await allocateTo(line, sharesOf(line));
  await posted();
  const next = await receive(12_000, "Unlike", "GB00D", "november");
  expect(next.Proposal).toMatchObject({
    Certainty: "certain",
    Reason: `An earlier one from this account was ${name}’s, and the amount is that of ${second!.Number}`,
  });
  const again = await receive(12_000, "Unlike", "GB00D", "twice");
  // Both are certain by themselves; together they pay one invoice, which takes the first alone.
  const both = await app.call(operator, bank.allocateCertain, { body: { Ids: [next.Id, again.Id] } });
  expect(both.Result).toEqual({ Allocated: 1, Left: 1 });
  await posted();
  expect(await ledger(person)).toEqual([{ account: "cash:bank", minor: "24000" }]);
  expect((await linesIn("open")).find(({ Id }) => Id === again.Id)!.Proposal).toMatchObject({
    Certainty: "likely",
    Reason: `An earlier one from this account was ${name}’s; nothing is open`,
  });
});

test("what quotes a reseller's reference adds to its credit, and what was allocated leaves it when undone", async () => {
  const { person, name } = await owing();
  const line = await receive(5_000, "A Bank", "GB00R", `CR-${person.resellerId.slice(-8)}`);
  expect(line.Proposal).toMatchObject({
    Certainty: "certain",
    Reason: `It quotes the reference with which ${name} adds credit`,
  });
  const allocated = await allocateTo(line, sharesOf(line));
  await posted();
  expect(await creditOf(person)).toEqual(pounds(-5_000));
  await decide(bank.reopen, allocated.Result!);
  await posted();
  expect(await creditOf(person)).toEqual(pounds(0));
});

test("a transfer to the credit that was spent meanwhile is undone with what it paid: that is open again", async () => {
  const { person, invoices } = await owing();
  const line = await receive(5_000, "A Bank", "GB00S", `CR-${person.resellerId.slice(-8)}`);
  const allocated = await allocateTo(line, sharesOf(line));
  await posted();
  await app.call(person, credit.spend, { params: { invoiceId: invoices[0]!.Id } });
  await decide(bank.reopen, allocated.Result!);
  await posted();
  expect(await creditOf(person)).toEqual(pounds(0));
  expect(await ofInvoice(person, invoices[0]!.Id)).toMatchObject({ Open: pounds(12_000), CreditUsed: pounds(0) });
  expect(await ledger(person)).toEqual([{ account: "receivable", minor: "12000" }]);
});

test("what quotes the reference of a reseller who pays in another currency is proposed for nobody", async () => {
  const { person } = await owing();
  await app.sql("update resellers set currency = 'EUR' where id = $1", [person.resellerId]);
  const line = await receive(5_000, "A Bank", "GB00X", `CR-${person.resellerId.slice(-8)}`);
  expect(line.Proposal).toBeNull();
  const all = await app.call(operator, bank.allocateCertain, { body: { Ids: [line.Id] } });
  expect(all.Result).toEqual({ Allocated: 0, Left: 1 });
});

test("a payer's name is a sign with the amount alone, however its company is written", async () => {
  const { name } = await owing();
  const spoken = name.replace("&", "AND").replace(" Ltd", " LIMITED").toUpperCase();
  expect((await receive(12_000, spoken, "", "rent")).Proposal).toMatchObject({
    Certainty: "likely",
    Reason: expect.stringContaining(name),
  });
  expect((await receive(11_999, spoken, "", "rent")).Proposal).toBeNull();
});

test("parts must add up, be open, and be of resellers who pay in that currency", async () => {
  const { person, invoices } = await owing();
  const line = await receive(20_000, "A Bank", "GB00E", "no number");
  const share = { ResellerId: person.resellerId, InvoiceId: invoices[0]!.Id, Minor: "12000" };
  const toCredit = { ...share, InvoiceId: null };
  const fault = (shares: (typeof share | typeof toCredit)[]) => allocateTo(line, shares);
  expect(await fault([share])).toMatchObject({ Errors: { Shares: expect.stringContaining("Must add up to £200.00") } });
  expect(await fault([{ ...share, Minor: "20000" }])).toMatchObject({
    Errors: { Shares: expect.stringContaining("at most what is open") },
  });
  expect(await fault([share, { ...share, Minor: "8000" }])).toMatchObject({
    Errors: { Shares: expect.stringContaining("each invoice once") },
  });
  expect(await fault([share, { ...toCredit, ResellerId: crypto.randomUUID(), Minor: "8000" }])).toMatchObject({
    Error: "notFound",
  });
  await app.sql("update resellers set currency = 'EUR' where id = $1", [person.resellerId]);
  expect(await fault([{ ...toCredit, Minor: "20000" }])).toMatchObject({
    Errors: { Shares: expect.stringContaining("who pay in GBP") },
  });
});

test("a file is read once, its lines once whatever file they come in, and nothing is taken for more", async () => {
  const [opening, first] = [
    balance,
    statement([
      [100, "A", "GB1", "x"],
      [100, "A", "GB1", "x"],
      [-30, "B", "", "fee"],
    ]),
  ];
  const { Result } = await importText(first);
  expect(Result!.Statements).toMatchObject([{ Lines: 3, KnownLines: 0, Opening: pounds(opening), Warning: null }]);
  expect(await importText(first)).toMatchObject({
    Error: "bankFileKnown",
    Messages: [expect.stringContaining("This file was imported on")],
  });
  // The same day in another file brings nothing new, and its money out waits for nobody.
  const other = await importText(`${first}\n`);
  expect(other.Result!.Statements).toMatchObject([{ Lines: 3, KnownLines: 3 }]);
  expect((await linesIn("paidOut")).filter(({ Words }) => Words === "fee")).toHaveLength(1);
  // In other words it would.
  const words = await importText(first.replaceAll("?20x", "?20y").replaceAll("//B", "//C"));
  expect(words).toMatchObject({
    Error: "bankFileNotRead",
    Messages: [expect.stringContaining("has days of which we have other lines")],
  });
  // Two payments alike on one day are two, where the second statement begins as the first ended.
  const second = statement([[100, "A", "GB1", "x"]]);
  const sameDay = second.replaceAll(/26\d{4}(?=[CDG]|\d)/g, first.match(/:60F:[CD](\d{6})/)![1]!);
  expect((await importText(sameDay)).Result!.Statements).toMatchObject([{ Lines: 1, KnownLines: 0 }]);
});

test("a day that ends with what it began is no new one when it is read again", async () => {
  const swept = statement([
    [4_000, "A", "GB7", "swept"],
    [-4_000, "Treasury", "GB8", "sweep"],
  ]);
  const [first] = (await importText(swept)).Result!.Statements;
  expect(first).toMatchObject({ Lines: 2, KnownLines: 0 });
  const again = swept.replace(":20:A", ":20:B");
  expect((await importText(again)).Result!.Statements).toMatchObject([{ Lines: 2, KnownLines: 2 }]);
  const next = statement([
    [4_000, "A", "GB7", "swept"],
    [-4_000, "Treasury", "GB8", "sweep"],
  ]);
  const sameDay = next.replaceAll(/26\d{4}(?=[CDG]|\d)/g, swept.match(/:60F:[CD](\d{6})/)![1]!);
  expect((await importText(sameDay)).Result!.Statements).toMatchObject([{ Lines: 2, KnownLines: 0 }]);
});

test("a gap before a statement is told, and a foreign account or currency refused", async () => {
  balance += 500;
  const { Result } = await importText(statement([[100, "A", "GB2", "after a gap"]]));
  expect(Result!.Statements[0]!.Warning).toContain("one may be missing");
  const foreign = statement([]).replace("GB33BUKB20201555555555", "GB99ABCD20201555555555");
  expect(await importText(foreign)).toMatchObject({
    Messages: ["The account GB99ABCD20201555555555 is none of ours. Nothing was imported."],
  });
  const dollars = statement([]).replaceAll("GBP", "USD");
  expect(await importText(dollars)).toMatchObject({
    Messages: [expect.stringContaining("is in USD, which we do not trade in")],
  });
  expect(await importText("Date,Amount")).toMatchObject({
    Error: "bankFileNotRead",
    Messages: [expect.stringContaining("no column Account")],
  });
});

test("what is no payment is set aside with its reason, and comes back if that was wrong", async () => {
  const line = await receive(777, "Tax office", "", "refund of VAT");
  const aside = await decide(bank.setAside, line, "VAT that came back");
  expect(aside.Result).toMatchObject({
    State: "setAside",
    Reason: "VAT that came back",
    DecidedBy: expect.any(String),
  });
  expect(await decide(bank.setAside, line)).toMatchObject({ Succeed: false });
  expect((await decide(bank.reopen, aside.Result!)).Result).toMatchObject({ State: "open" });
});

test("invoices to choose from are found by number and by name, as far as something is open on them", async () => {
  const { person, name, invoices } = await owing();
  const find = async (Search: string) =>
    (await app.call(operator, bank.openInvoices, { query: { Currency: "GBP", Search } })).Result!;
  const [invoice] = invoices;
  expect((await find(invoice!.Number.toLowerCase())).Items).toMatchObject([
    { InvoiceId: invoice!.Id, Open: pounds(12_000) },
  ]);
  const byName = await find(name.slice(0, -4));
  expect(byName.Items).toMatchObject([{ Number: invoice!.Number }]);
  expect(byName.Resellers).toContainEqual({ ResellerId: person.resellerId, ResellerName: name });
  await app.sql("update resellers set currency = 'EUR' where id = $1", [person.resellerId]);
  expect((await find(name)).Resellers).toEqual([]);
});

test("50 at once allocate a transfer once", async () => {
  const { person, invoices } = await owing();
  const line = await receive(12_000, "A Bank", "GB00F", invoices[0]!.Number);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => allocateTo(line, sharesOf(line))));
  expect(outcomes.filter(({ Succeed }) => Succeed)).toHaveLength(1);
  await posted();
  expect(await ledger(person)).toEqual([{ account: "cash:bank", minor: "12000" }]);
});

test("the statement of a busy day is read, though it is larger than other bodies, and words are cut between signs", async () => {
  const words = `${"w".repeat(499)}😀`;
  const many = Array.from({ length: 1500 }, (): [number, string, string, string] => [-100, "P", "GB00L", words]);
  const { Result, ...refused } = await importText(statement(many));
  expect(refused).toMatchObject({ Succeed: true });
  expect(Result!.Statements).toMatchObject([{ Lines: 1500, KnownLines: 0 }]);
  expect((await linesIn("paidOut"))[0]!.Words).toBe("w".repeat(499));
});
