import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { addCharges } from "../../test/charges.ts";

const app = await testApp();
const { issue, invoiced, list } = invoicing(app);
const today = app.platform.clock.today();
const gbp = (minor: number) => ({ Minor: String(minor), Currency: "GBP" });

const asked = (person: Person, invoiceId: string, On: string, KnownOn: string) =>
  app.call(person, invoices.asOf, { params: { invoiceId }, query: { On, KnownOn } });
const asOf = async (...call: Parameters<typeof asked>) => (await asked(...call)).Result!;

/** A posting to what is owed on a document, as payments will make it. */
const post = (person: Person, invoiceId: string, account: string, minor: number, on: string, at: string) =>
  app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
     select $1, p, a, m, 'GBP', $2, $5::date, $6 from (select uuidv7() as p) p, (values ($3::text, $4::bigint), ('receivable', -$4::bigint)) v (a, m)`,
    [person.resellerId, invoiceId, account, minor, on, at],
  );

test("an invoice is shown as it was: nothing, a draft, issued and paid, as was known at the time or later", async () => {
  const person = await invoiced(
    [
      { due: "2026-01-10", minor: 10_000 },
      { due: "2026-01-20", minor: 20_000, description: "Business Basic" },
    ],
    "2026-02-01",
  );
  const { Id } = (await list(person))[0]!;
  await post(person, Id, "cash:bank", 16_000, "2026-03-05", "2026-03-07T09:00:00Z");
  await post(person, Id, "credit", 5000, "2026-03-10", "2026-03-10T09:00:00Z");
  const then = async (On: string, KnownOn = today) => (await asOf(person, Id, On, KnownOn)).Then;

  const nothing = {
    State: "none",
    Status: null,
    Lines: 0,
    Net: gbp(0),
    Vat: null,
    Gross: null,
    Credited: gbp(0),
    Balance: null,
  };
  expect(await then("2026-01-09")).toEqual(nothing);
  expect(await then("2026-01-15")).toEqual({ ...nothing, State: "draft", Lines: 1, Net: gbp(10_000) });
  expect(await then("2026-01-31")).toMatchObject({ State: "draft", Lines: 2, Net: gbp(30_000), Balance: null });
  const issued = { State: "issued", Lines: 2, Net: gbp(30_000), Vat: gbp(6000), Gross: gbp(36_000) };
  expect(await then("2026-02-01")).toEqual({ ...issued, Status: "open", Credited: gbp(0), Balance: gbp(36_000) });
  // Paid on the fifth, which was known on the seventh.
  expect(await then("2026-03-06")).toMatchObject({ ...issued, Status: "overdue", Balance: gbp(20_000) });
  expect(await then("2026-03-31")).toMatchObject({ Balance: gbp(15_000) });
  // The run of these tests issues today what it issues for February: nobody knew of it then.
  expect(await then("2026-03-06", "2026-03-06")).toMatchObject({ State: "draft", Lines: 2, Balance: null });

  const { Now, Changes } = await asOf(person, Id, "2026-01-15", today);
  expect(Now).toMatchObject({ ...issued, Status: "overdue", Balance: gbp(15_000) });
  expect(Changes.map(({ Kind, Description, Amount }) => [Kind, Description, Amount!.Minor])).toEqual([
    ["issued", null, "36000"],
    ["creditUsed", null, "-5000"],
    ["paid", null, "-16000"],
    ["charged", "Business Basic", "20000"],
  ]);
  expect((await asOf(person, Id, today, today)).Changes).toEqual([]);
  const tomorrow = addDays(today, 1);
  await post(person, Id, "cash:bank", 1000, "2026-03-15", `${tomorrow}T09:00:00Z`);
  expect(await then("2026-03-31", today)).toMatchObject({ Balance: gbp(15_000) });
  expect(await then("2026-03-31", tomorrow)).toMatchObject({ Balance: gbp(14_000) });
});

test("what a later document gives back of an invoice shows beside it from when it was recorded", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000, kind: "prorated", days: 31 }], "2026-02-01");
  const { Id } = (await list(person))[0]!;
  const giveBack = (charged: number, minor: number, due: string) =>
    app.sql(
      `insert into charges (reseller_id, customer_id, product_id, kind, description, period_from, period_until, due_on, quantity, unit_cost, amount_minor, currency, recorded_at, corrects)
       select reseller_id, customer_id, product_id, 'refund', 'Given back', period_from, period_until, $4::date, -1, unit_cost, $3::bigint, currency, $4::date, id
       from charges where reseller_id = $1 and amount_minor = $2`,
      [person.resellerId, charged, minor, due],
    );
  await giveBack(10_000, -4000, "2026-02-12");
  const credited = async (On: string) => (await asOf(person, Id, On, today)).Then.Credited;
  expect([await credited("2026-02-11"), await credited("2026-02-12")]).toEqual([gbp(0), gbp(-4000)]);
  await addCharges(app, person.resellerId, [{ due: "2026-02-20", minor: 90_000 }]);
  await giveBack(90_000, -5000, "2026-02-21");
  await issue("2026-03-01");
  const [later] = await list(person);
  const { Now, Changes } = await asOf(person, Id, "2026-02-11", today);
  expect(Now).toMatchObject({ Net: gbp(10_000), Credited: gbp(-4000), Balance: gbp(12_000) });
  expect(Changes).toMatchObject([
    { Kind: "corrected", Description: "Given back", Number: later!.Number, Amount: gbp(-4000) },
  ]);
  // On its own document it is a line like any other, as is what gives back a line beside it.
  expect((await asOf(person, later!.Id, today, today)).Now).toMatchObject({ Lines: 3, Credited: gbp(0) });
});

test("ACL-39 how an invoice stood has no amounts where prices are hidden, and nobody else sees it", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }], "2026-02-01");
  const { Id } = (await list(person))[0]!;
  expect((await asked(await app.signIn(), Id, today, today)).status).toBe(404);
  await app.sql("update resellers set hide_pricing = true where id = $1", [person.resellerId]);
  const hidden = await asOf(await app.signIn({ resellerId: person.resellerId }), Id, "2026-01-01", today);
  expect(hidden.Then).toMatchObject({ State: "none", Net: null, Credited: null });
  expect(hidden.Now).toMatchObject({ State: "issued", Lines: 1, Net: null, Balance: null });
  expect(hidden.Changes.map(({ Amount }) => Amount)).toEqual([null, null]);
});
