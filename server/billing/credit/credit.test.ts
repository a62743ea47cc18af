import { account } from "@tradewind/contract/billing/account.ts";
import { credit } from "@tradewind/contract/billing/credit.ts";
import { creditCodes } from "@tradewind/contract/billing/credit-codes.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import type { SentOf } from "@tradewind/contract/endpoint.ts";
import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { beforeAll, expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { issueInvoicesDue } from "../invoices/invoice-run.actions.ts";
import { lookAtPayment } from "../payments/payments.jobs.ts";
import { useCreditDue } from "./credit.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const { invoiced, list, database } = invoicing(app);
Object.assign(app.platform, { gateway: worker.platform.gateway });
let operator: Person;
beforeAll(async () => void (operator = await app.signInOperator()));

const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
type Issue = SentOf<typeof creditCodes.issue>["body"];
const issue = async (changes: Partial<Issue> = {}) => {
  const body = { Amount: pounds(2000), ValidUntil: "2099-12-31", Reason: "For the outage of January", ...changes };
  return (await app.call(operator, creditCodes.issue, { body })).Result!;
};
const redeem = (person: Person, Code: string) => app.call(person, credit.redeem, { body: { Code } });
const history = async (person: Person) => (await app.call(person, credit.history, { query: {} })).Result!;
const use = (person: Person, invoiceId: string) => app.call(person, credit.spend, { params: { invoiceId } });
const owing = async (minor = 10_000) => {
  const person = await invoiced([{ due: "2026-01-10", minor }]);
  return { person, invoiceId: (await list(person))[0]!.Id };
};
const balances = (person: Person) =>
  app.sql<{ account: string; minor: string }>(
    "select account, sum(amount_minor)::text as minor from ledger_entries where reseller_id = $1 and account in ('credit', 'cost:goodwill', 'cash:bank', 'receivable') group by account order by account",
    [person.resellerId],
  );

test("BILL-45 a redeemed code adds to the balance by a double entry, and the history says so to a second session", async () => {
  const person = await app.signIn();
  expect(await history(person)).toMatchObject({ Balance: pounds(0), Items: [] });
  const { Code } = await issue({ ResellerId: person.resellerId });
  expect(Code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
  expect((await redeem(person, ` ${Code.toLowerCase().replaceAll("-", " ")} `)).Result).toEqual({
    Amount: pounds(2000),
    Balance: pounds(2000),
  });
  expect(await history(await app.signIn({ resellerId: person.resellerId, kind: "engineer" }))).toMatchObject({
    Balance: pounds(2000),
    Items: [
      {
        Kind: "code",
        Hint: Code.slice(-4),
        Reason: "For the outage of January",
        Amount: pounds(2000),
        Left: pounds(2000),
        Balance: pounds(2000),
      },
    ],
  });
  expect(await balances(person)).toEqual([
    { account: "cost:goodwill", minor: "2000" },
    { account: "credit", minor: "-2000" },
  ]);
  expect(await redeem(person, Code)).toMatchObject({ status: 409, Error: "creditCodeRedeemed" });
});

test("ACL-40 where a company hides prices, its log names no amount of its credit", async () => {
  const person = await app.signIn();
  await redeem(person, (await issue()).Code);
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const colleague = await app.signIn({ resellerId: person.resellerId });
  const { Items } = (await app.call(colleague, activityLog.list, { query: {} })).Result!;
  expect(Items.map(({ What }) => What)).toContainEqual(
    expect.stringMatching(/^Redeemed a code for an amount of credit, ending \w{4}$/),
  );
});

test("whoever adds credit by bank transfer is told where to, and what to quote", async () => {
  const person = await app.signIn();
  const { Transfer } = await history(person);
  expect(Transfer!.Reference).toBe(`CR-${person.resellerId.slice(-8).toUpperCase()}`);
  expect(Transfer!.BankDetails.join(" ")).toContain("20-00-00");
});

test("fifty at once redeem a code for anybody once", async () => {
  const people = await Promise.all([app.signIn(), app.signIn(), app.signIn()]);
  const { Code } = await issue();
  const tries = await Promise.all(Array.from({ length: 50 }, (_, n) => redeem(people[n % 3]!, Code)));
  expect(tries.filter(({ Succeed }) => Succeed)).toHaveLength(1);
  const sums = await Promise.all(people.map((person) => history(person)));
  expect(sums.map(({ Balance }) => Balance.Minor).toSorted()).toEqual(["0", "0", "2000"]);
});

test("unknown, foreign, taken, waiting and withdrawn codes are refused alike; expired and foreign currency in plain words", async () => {
  const [person, other] = [await app.signIn(), await app.signIn()];
  const foreign = await issue({ ResellerId: other.resellerId });
  const large = await issue({ Amount: pounds(50_001) });
  const withdrawn = await issue();
  await app.call(operator, creditCodes.withdraw, { params: { creditCodeId: withdrawn.Id } });
  const taken = await issue();
  await redeem(other, taken.Code);
  const codes = ["ABCD-EFGH-JKLM-NPQR", foreign.Code, large.Code, withdrawn.Code, taken.Code];
  const answers = await Promise.all(codes.map((code) => redeem(person, code)));
  expect(new Set(answers.map(({ status, Error, Messages }) => `${status} ${Error} ${Messages.join()}`)).size).toBe(1);
  expect(answers[0]).toMatchObject({ Error: "creditCodeUnknown" });
  const euros = await issue({ Amount: { Minor: "100", Currency: "EUR" } });
  expect(await redeem(person, euros.Code)).toMatchObject({ Error: "creditCodeCurrency" });
  const old = await issue();
  await app.sql("update credit_codes set valid_until = '2020-01-01' where id = $1", [old.Id]);
  expect(await redeem(person, old.Code)).toMatchObject({ Error: "creditCodeExpired" });
  expect(await history(person)).toMatchObject({ Balance: pounds(0) });
});

test("a company tries twenty codes an hour, whoever of it tries", async () => {
  const person = await app.signIn();
  const colleague = await app.signIn({ resellerId: person.resellerId, kind: "engineer" });
  for (let tried = 0; tried < 20; tried++) await redeem(tried % 2 ? person : colleague, "ABCD-EFGH-JKLM-NPQR");
  expect(await redeem(person, (await issue()).Code)).toMatchObject({ status: 429, Error: "tooManyRequests" });
  expect((await redeem(await app.signIn(), (await issue()).Code)).Succeed).toBe(true);
});

test("a large code waits for somebody else of the staff, and the code itself is kept nowhere", async () => {
  const person = await app.signIn();
  const { Id, Code, NeedsApproval } = await issue({ Amount: pounds(50_001), ResellerId: person.resellerId });
  const params = { creditCodeId: Id };
  expect(NeedsApproval).toBe(true);
  expect(await app.call(operator, creditCodes.approve, { params })).toMatchObject({ Error: "creditCodeOwn" });
  const colleague = await app.signInOperator();
  const shown = (await app.call(colleague, creditCodes.list, { query: {} })).Result!.Items.find((row) => row.Id === Id);
  expect(shown).toMatchObject({ State: "waiting", MayApprove: true, Hint: Code.slice(-4) });
  expect((await app.call(colleague, creditCodes.approve, { params })).Succeed).toBe(true);
  expect((await redeem(person, Code)).Succeed).toBe(true);
  expect(await app.call(colleague, creditCodes.withdraw, { params })).toMatchObject({ Error: "creditCodeOver" });
  for (const table of ["credit_codes", "credit_grants", "activity", "idempotency"]) {
    const [found] = await app.sql<{ count: number }>(
      `select count(*)::int as count from ${table} t where replace(t::text, '-', '') like '%' || $1 || '%'`,
      [Code.replaceAll("-", "")],
    );
    expect([table, found!.count]).toEqual([table, 0]);
  }
});

test("credit pays an invoice as far as it goes, the oldest first, and the account, its history and the invoice say so", async () => {
  const { person, invoiceId } = await owing();
  for (const minor of [1000, 500]) await redeem(person, (await issue({ Amount: pounds(minor) })).Code);
  expect((await use(person, invoiceId)).Result).toEqual({ Spent: pounds(1500), Balance: pounds(0) });
  expect(await use(person, invoiceId)).toMatchObject({ status: 409, Error: "creditNotSpent" });
  await redeem(person, (await issue({ Amount: pounds(20_000) })).Code);
  expect((await use(person, invoiceId)).Result).toEqual({ Spent: pounds(10_500), Balance: pounds(9500) });
  const { Items } = await history(person);
  expect(Items.map(({ Kind, Amount, Left, Number }) => [Kind, Amount.Minor, Left?.Minor, Number !== null])).toEqual([
    ["spent", "-10500", undefined, true],
    ["code", "20000", "9500", false],
    ["spent", "-1500", undefined, true],
    ["code", "500", "0", false],
    ["code", "1000", "0", false],
  ]);
  const shown = (await app.call(person, invoices.byId, { params: { invoiceId } })).Result!.Invoice;
  expect(shown).toMatchObject({ Status: "paid", Balance: pounds(0) });
  const ofInvoice = (await app.call(person, payments.ofInvoice, { params: { invoiceId } })).Result!;
  expect(ofInvoice).toMatchObject({ CreditUsed: pounds(12_000), Collectable: pounds(0) });
  expect((await app.call(person, account.totals, { query: {} })).Result!.Accounts).toMatchObject([
    { Balance: pounds(-9500), Credit: pounds(-9500) },
  ]);
  const events = (await app.call(person, account.history, { query: {} })).Result!.Items;
  expect(
    events.map(({ Kind, Amount, Credit, Balance }) => [Kind, ...[Amount, Credit, Balance].map((of) => of!.Minor)]),
  ).toEqual([
    ["credit", "-10500", "10500", "-9500"],
    ["credit", "0", "-20000", "-9500"],
    ["credit", "-1500", "1500", "10500"],
    ["credit", "0", "-500", "10500"],
    ["credit", "0", "-1000", "11000"],
    ["invoice", "12000", "0", "12000"],
  ]);
  expect((await balances(person)).find((row) => row.account === "receivable")!.minor).toBe("0");
});

test("whoever never had credit spends none, and the invoice stays open", async () => {
  const { person, invoiceId } = await owing();
  expect(await use(person, invoiceId)).toMatchObject({ status: 409, Error: "creditNotSpent" });
  expect(await history(person)).toMatchObject({ Balance: pounds(0), Items: [] });
  expect(await balances(person)).toEqual([{ account: "receivable", minor: "12000" }]);
});

test("credit used at once from many windows, beside a payment of the same invoice, is never more than open", async () => {
  const { person, invoiceId } = await owing();
  await redeem(person, (await issue({ Amount: pounds(20_000) })).Code);
  const begin = app.call(person, payments.create, { body: { InvoiceId: invoiceId, Amount: pounds(5000) } });
  const uses = await Promise.all([begin, ...Array.from({ length: 10 }, () => use(person, invoiceId))]);
  const spent = 20_000 - Number((await history(person)).Balance.Minor);
  const begun = uses[0].Succeed ? 5000 : 0;
  expect(spent + begun).toBe(12_000);
  const [open] = await app.sql<{ minor: string }>(
    "select sum(amount_minor)::text as minor from ledger_entries where invoice_id = $1 and account = 'receivable'",
    [invoiceId],
  );
  expect(open!.minor).toBe(String(12_000 - spent));
});

test("what is due is paid out of the credit by itself, the oldest invoice first, and nothing before its day", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 1000 }]);
  await app.sql("update resellers set payment_term_days = 60 where id = $1", [person.resellerId]);
  const [invoice] = await list(person);
  await redeem(person, (await issue()).Code);
  const run = (day: string) => useCreditDue({ ...app.platform, database }, day);
  await run("2026-02-02");
  expect((await history(person)).Balance).toEqual(pounds(2000));
  await run(invoice!.DueOn);
  await run(invoice!.DueOn);
  expect((await history(person)).Balance).toEqual(pounds(800));
  expect((await list(person))[0]).toMatchObject({ Status: "paid" });
});

test("FLAG-09 with BillingDisableAddCredit on, adding is refused and codes are redeemed all the same", async () => {
  const person = await app.signIn();
  await app.sql("insert into reseller_flags values ($1, 'BillingDisableAddCredit', true)", [person.resellerId]);
  const own = await app.signInAgain(person);
  const add = (by: Person) => app.call(by, credit.add, { body: { Amount: pounds(5000) } });
  expect(await add(own)).toMatchObject({ status: 409, Error: "creditNotAdded" });
  expect(await history(own)).toMatchObject({ Transfer: null, OnItsWay: pounds(0) });
  expect((await redeem(own, (await issue()).Code)).Succeed).toBe(true);
  expect((await add(await app.signIn())).Result).toMatchObject({ Payment: { State: "submitted" } });
});

test("credit is added by card: begun here, confirmed like that of an invoice, and there once the worker has read it", async () => {
  const person = await app.signIn();
  const begun = (await app.call(person, credit.add, { body: { Amount: pounds(5000) } })).Result!;
  expect(begun.ClientSecret).toContain("_secret_");
  expect(await history(person)).toMatchObject({ Balance: pounds(0), OnItsWay: pounds(5000) });
  await app.call(person, payments.confirm, {
    body: { PaymentIntentId: begun.Payment.PaymentIntentId!, PaymentMethodId: "pm_card_visa" },
  });
  const there = await worker.until(async () => {
    const found = await history(person);
    return found.Balance.Minor === "5000" && found;
  }, "the credit to be there");
  expect(there).toMatchObject({ OnItsWay: pounds(0), Items: [{ Kind: "payment", Left: pounds(5000) }] });
  const tooMuch = await app.call(person, credit.add, { body: { Amount: pounds(1_000_001) } });
  expect(tooMuch).toMatchObject({ status: 400, Errors: { Amount: "Must be at most £10,000.00" } });
});

test("what was added by card, spent and taken back leaves no credit below zero: what it paid is open again, the latest first", async () => {
  const { person, invoiceId } = await owing(2_500);
  await addCharges(app, person.resellerId, [{ due: "2026-02-10", minor: 5_000 }]);
  await issueInvoicesDue({ ...app.platform, database }, "2026-03-01");
  const [later] = await list(person);
  const begun = (await app.call(person, credit.add, { body: { Amount: pounds(8_000) } })).Result!;
  const PaymentIntentId = begun.Payment.PaymentIntentId!;
  await app.call(person, payments.confirm, { body: { PaymentIntentId, PaymentMethodId: "pm_card_visa" } });
  await worker.until(async () => (await history(person)).Balance.Minor === "8000", "the credit to be there");
  await use(person, invoiceId);
  await use(person, later!.Id);
  expect(await history(person)).toMatchObject({ Balance: pounds(0) });
  await worker.control("stripe", "act", { action: "refund", intent: PaymentIntentId, amount: 7_000 });
  await lookAtPayment.run(worker, { paymentId: begun.Payment.Id, by: "reconciliation" });
  const { Balance, Items } = await history(person);
  expect(Balance).toEqual(pounds(0));
  const rows = Items.map(({ Kind, Amount, Left, Number: number }) => [
    Kind,
    Amount.Minor,
    Left?.Minor,
    number !== null,
  ]);
  expect([rows[0], ...rows.slice(3)]).toEqual([
    ["returned", "-7000", undefined, false],
    ["spent", "-5000", undefined, true],
    ["spent", "-3000", undefined, true],
    ["payment", "8000", "0", false],
  ]);
  // Both at one moment.
  expect(rows.slice(1, 3).toSorted(([, a], [, b]) => Number(a) - Number(b))).toEqual([
    ["reopened", "2000", "0", true],
    ["reopened", "5000", "0", true],
  ]);
  const open = async (of: string) =>
    (await app.call(person, payments.ofInvoice, { params: { invoiceId: of } })).Result!;
  expect(await open(later!.Id)).toMatchObject({ Open: pounds(6_000), CreditUsed: pounds(0) });
  expect(await open(invoiceId)).toMatchObject({ Open: pounds(2_000), CreditUsed: pounds(1_000) });
  const [told] = await app.sql<{ content: string }>(
    "select content from notifications where reseller_id = $1 and content like 'Credit went back%' order by id desc limit 1",
    [person.resellerId],
  );
  expect(told!.content).toContain(`£50.00 of invoice ${later!.Number} and £20.00 of invoice`);
});
