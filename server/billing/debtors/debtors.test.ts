import { debtors, type DebtorItem } from "@tradewind/contract/billing/debtors.ts";
import { debtorSorts } from "@tradewind/domain/billing/debtors.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const { issue } = invoicing(app);
const today = () => app.platform.clock.today();
const operator = await app.signInOperator();
const gbp = (minor: number | bigint) => ({ Minor: String(minor), Currency: "GBP" });
const nameOf = async ({ resellerId }: Person) =>
  (await app.sql<{ name: string }>("select name from resellers where id = $1", [resellerId]))[0]!.name;
const listed = async (query: object = {}) => (await app.call(operator, debtors.list, { query })).Result!;
const rowOf = async (person: Person, query: object = {}) =>
  (await listed({ Search: await nameOf(person), ...query })).Items[0];

/** A reseller that owes £120.00 that was due so many days ago. */
async function owing(days: number, { pauses = false } = {}) {
  const person = await app.signIn();
  await app.sql("update resellers set payment_term_days = $2 where id = $1", [person.resellerId, Math.max(-days, 0)]);
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor: 10_000 }]);
  await issue(addDays(today(), Math.min(-days, 0)));
  if (pauses)
    await app.sql("insert into reseller_flags values ($1, 'BillingPauseOrdering', true)", [person.resellerId]);
  const [invoice] = await app.sql<{ id: string }>("select id from invoices where reseller_id = $1", [
    person.resellerId,
  ]);
  return { person, invoiceId: invoice!.id };
}
const post = (person: Person, entries: readonly [account: string, minor: number, invoiceId?: string][]) =>
  app.sql(
    `with p as (select uuidv7() as id)
     insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
     select $1, p.id, e.account, e.minor, 'GBP', e.invoice, $3::date, now()
     from p, jsonb_to_recordset($2) as e (account text, minor bigint, invoice uuid)`,
    [
      person.resellerId,
      JSON.stringify(entries.map(([account, minor, invoice]) => ({ account, minor, invoice }))),
      today(),
    ],
  );
/** What the ledger says of a currency. */
const inLedger = async (account: string, currency: string) =>
  BigInt(
    (
      await app.sql<{ minor: string }>(
        "select coalesce(sum(amount_minor), 0)::text as minor from ledger_entries where account = $1 and currency = $2",
        [account, currency],
      )
    )[0]!.minor,
  );
const everyRow = async (query: object = {}) => {
  const items: DebtorItem[] = [];
  let After: string | undefined;
  do {
    const page = await listed({ ...query, ...(After ? { After } : {}) });
    items.push(...page.Items);
    After = page.Next ?? undefined;
  } while (After);
  return items;
};

test("debtors are listed with what they owe by age, and all of it together is the ledger's receivable in each currency", async () => {
  const owes = [
    [-5, "notDue"],
    [0, "notDue"],
    [1, "to30"],
    [31, "to60"],
    [61, "to90"],
    [91, "over90"],
  ] as const;
  for (const [days, age] of owes) {
    const { person } = await owing(days);
    const row = (await rowOf(person))!;
    expect(row).toMatchObject({ Owed: gbp(12_000), Documents: 1, DaysLate: days });
    expect(row.Ages.filter(({ Owed }) => Owed.Minor !== "0")).toEqual([{ Age: age, Owed: gbp(12_000) }]);
    expect(row.Overdue).toEqual(gbp(age === "notDue" ? 0 : 12_000));
  }
  const irish = await app.signIn({ currency: "EUR" });
  await addCharges(app, irish.resellerId, [{ due: "2026-01-10", minor: 7_700 }]);
  const { person, invoiceId } = await owing(40);
  // £50.00 was paid, £20.00 of credit is left, and a credit memo of £12.00.
  await post(person, [
    ["cash:bank", 7_000],
    ["receivable", -5_000, invoiceId],
    ["credit", -2_000],
  ]);
  await addCharges(app, person.resellerId, [{ due: addDays(today(), -35), minor: -1_000 }]);
  await issue(today());
  expect(await rowOf(person)).toMatchObject({
    Owed: gbp(7_000),
    Credit: gbp(2_000),
    CreditMemos: gbp(1_200),
    LastPayment: { On: today(), Amount: gbp(7_000) },
  });
  // Of two on one day, the later one.
  await post(person, [
    ["cash:bank", 100],
    ["receivable", -100, invoiceId],
  ]);
  expect((await rowOf(person))!.LastPayment).toEqual({ On: today(), Amount: gbp(100) });
  const all = await everyRow();
  const { Items: totals } = (await app.call(operator, debtors.totals)).Result!;
  expect(totals.map(({ Owed }) => Owed.Currency)).toEqual(["GBP", "EUR"]);
  for (const total of totals) {
    const { Currency } = total.Owed;
    const receivable = await inLedger("receivable", Currency);
    expect(BigInt(total.Owed.Minor) - BigInt(total.CreditMemos.Minor)).toBe(receivable);
    expect(-BigInt(total.Credit.Minor)).toBe(await inLedger("credit", Currency));
    const own = all.filter(({ Owed }) => Owed.Currency === Currency);
    const sum = (of: "Owed" | "CreditMemos") => own.reduce((minor, row) => minor + BigInt(row[of].Minor), 0n);
    expect(sum("Owed") - sum("CreditMemos")).toBe(receivable);
    expect(total.Ages.reduce((minor, { Owed }) => minor + BigInt(Owed.Minor), 0n)).toBe(BigInt(total.Owed.Minor));
  }
});

test("pages by key give each debtor once, in the order asked for", async () => {
  await app.sql(
    `with made as (insert into resellers (name, currency, country, created_at) select 'Many ' || n, 'GBP', 'GB', '2026-01-01' from generate_series(1, 60) n returning id, name),
     p as (select id, uuidv7() as posting, (substr(name, 6)::int % 7) * 100 + 100 as minor from made)
     insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
     select id, posting, account, sign * minor, 'GBP', '2026-01-01', now() from p, (values ('cash:bank', 1), ('credit', -1)) e (account, sign)`,
  );
  for (const Sort of debtorSorts) {
    const items = await everyRow({ Search: "Many", Sort });
    expect(new Set(items.map(({ ResellerId }) => ResellerId)).size).toBe(60);
    expect(items).toHaveLength(60);
  }
  const names = (await everyRow({ Search: "Many", Sort: "-name" })).map(({ Name }) => Name);
  expect(names).toEqual(names.toSorted((a, b) => (a < b ? 1 : -1)));
  const owed = (await everyRow({ Sort: "-owed" })).map(({ Owed }) => Number(Owed.Minor));
  expect(owed).toEqual(owed.toSorted((a, b) => b - a));
});

test("the step of reminders is shown since its day; whose ordering is paused, who is overdue and who is over the limit can be asked for", async () => {
  const { person: paused } = await owing(25, { pauses: true });
  const { person: reminded } = await owing(25);
  expect((await rowOf(paused))!.Dunning).toEqual({
    Step: "orderingPaused",
    Since: addDays(today(), -4),
    OrderingPaused: true,
  });
  expect((await rowOf(reminded))!.Dunning).toEqual({
    Step: "lastWarning",
    Since: addDays(today(), -11),
    OrderingPaused: false,
  });
  expect(await rowOf(paused, { Which: "paused" })).toBeDefined();
  expect(await rowOf(reminded, { Which: "paused" })).toBeUndefined();
  expect(await rowOf(reminded, { Which: "overdue" })).toBeDefined();
  const { person: later } = await owing(0);
  expect(await rowOf(later, { Which: "overdue" })).toBeUndefined();
  const setLimit = (Minor: string | null) =>
    app.call(operator, debtors.limit, { params: { resellerId: later.resellerId }, body: { Minor, Text: "Agreed" } });
  await setLimit("12000");
  expect(await rowOf(later, { Which: "overLimit" })).toBeUndefined();
  // One more charge of this month is unbilled.
  await addCharges(app, later.resellerId, [{ due: today(), minor: 500 }]);
  expect((await rowOf(later, { Which: "overLimit" }))!.Limit).toEqual({
    Amount: gbp(12_000),
    Used: gbp(12_500),
    Open: gbp(12_000),
    Unbilled: gbp(500),
    Committed: gbp(0),
  });
  await setLimit(null);
  expect(await rowOf(later, { Which: "overLimit" })).toBeUndefined();
  const csv = (await app.call(operator, debtors.csv, { query: { Search: await nameOf(later) } })).text;
  expect(csv.trim().split("\r\n")).toHaveLength(2);
  expect(csv).toContain(",120.00,120.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,5.00,0.00,,1,0,,,,");
});

test("what staff keep of a debtor is seen by other staff and by nobody else; a promise shows in the list until it is over", async () => {
  const { person } = await owing(10);
  const params = { resellerId: person.resellerId };
  const PromisedOn = addDays(today(), 3);
  await app.call(operator, debtors.note, { params, body: { Text: "Rang: the buyer is away" } });
  await app.call(operator, debtors.promise, { params, body: { PromisedOn, Text: "By bank transfer" } });
  const past = { PromisedOn: addDays(today(), -1), Text: "Too late" };
  expect(await app.call(operator, debtors.promise, { params, body: past })).toMatchObject({ status: 400 });
  const other = await app.signInOperator();
  const { Notes, OpenItems, Accounts } = (await app.call(other, debtors.byId, { params })).Result!;
  expect(Notes.map(({ Kind, Text }) => [Kind, Text])).toEqual([
    ["promise", "By bank transfer"],
    ["note", "Rang: the buyer is away"],
  ]);
  expect(OpenItems).toMatchObject([{ DaysLate: 10, Open: gbp(12_000), OnItsWay: gbp(0) }]);
  expect(Accounts).toMatchObject([{ PromisedOn, Owed: gbp(12_000) }]);
  expect((await rowOf(person))!.PromisedOn).toBe(PromisedOn);
  await app.call(operator, debtors.promise, { params, body: { PromisedOn: null, Text: "He took it back" } });
  expect((await rowOf(person))!.PromisedOn).toBeNull();
  expect((await app.call(person, debtors.byId, { params })).status).toBe(403);
  const unknown = { resellerId: "019a0000-0000-7000-8000-000000000001" };
  expect((await app.call(operator, debtors.byId, { params: unknown })).status).toBe(404);
  const clean = await app.signIn();
  const { Result } = await app.call(operator, debtors.byId, { params: { resellerId: clean.resellerId } });
  expect(Result).toMatchObject({ OpenItems: [], Accounts: [{ Owed: gbp(0), Documents: 0 }] });
});
