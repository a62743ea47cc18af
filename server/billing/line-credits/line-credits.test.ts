import { account } from "@tradewind/contract/billing/account.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { lineCredits } from "@tradewind/contract/billing/line-credits.ts";
import { lineProofs } from "@tradewind/contract/ordering/line-proofs.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { daysTogether, takenOffAlone } from "@tradewind/domain/billing/approvals.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { expect, test } from "vitest";
import { addCharges, type TestCharge } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const { issue, list } = invoicing(app);
const today = () => app.platform.clock.today();
const gbp = (minor: number | bigint) => ({ Minor: String(minor), Currency: "GBP" as const });
const [staff, colleague] = [await app.signInOperator(), await app.signInOperator()];

/** A reseller with an invoice of these lines, net, from 40 days ago. */
async function billed(...minors: number[]) {
  const person = await app.signIn();
  const charges = minors.map((minor, n): TestCharge => ({ due: "2026-01-10", minor, description: `Line ${n + 1}` }));
  await addCharges(app, person.resellerId, charges);
  await issue(addDays(today(), -40));
  const [invoice] = await list(person);
  return { person, invoiceId: invoice!.Id };
}
type Billed = Awaited<ReturnType<typeof billed>>;

const paramsOf = ({ person, invoiceId }: Billed) => ({ resellerId: person.resellerId, invoiceId });
const linesOf = async (of: Billed, query: object = {}) =>
  (await app.call(staff, lineCredits.lines, { params: paramsOf(of), query })).Result!.Items;
const leftOf = async (of: Billed) => (await linesOf(of)).map(({ Left }) => Number(Left.Minor));

type Given = { by: Person; Currency: Currency; Reason: string; Words: string };
async function credit(of: Billed, nets: readonly (number | bigint | string)[], given: Partial<Given> = {}) {
  const { by = staff, Currency = "GBP", ...rest } = given;
  const lines = await linesOf(of);
  const Lines = nets.flatMap((net, n) =>
    net === 0 ? [] : [{ LineId: lines[n]!.Id, Net: { Minor: String(net), Currency } }],
  );
  const body = { Lines, Reason: "wrongPrice", Words: "The list of May was meant", ...rest };
  return app.call(by, lineCredits.enter, { params: paramsOf(of), body } as Parameters<typeof app.call>[2] as never);
}
const decide = (by: Person, what: "approve" | "refuse", lineCreditId: string) =>
  app.call(by, lineCredits[what], { params: { lineCreditId } });
const codeOf = (answer: { Error?: string | null }) => answer.Error ?? null;
const invoiceOf = async ({ person, invoiceId }: Billed, id = invoiceId) =>
  (await app.call(person, invoices.byId, { params: { invoiceId: id } })).Result!;
const balanceOf = async (of: Billed, id?: string) => Number((await invoiceOf(of, id)).Invoice.Balance!.Minor);
const ledgerOf = async ({ person }: Billed) =>
  Object.fromEntries(
    (
      await app.sql<{ account: string; minor: string }>(
        "select account, sum(amount_minor)::text as minor from ledger_entries where reseller_id = $1 group by 1 having sum(amount_minor) <> 0",
        [person.resellerId],
      )
    ).map(({ account: name, minor }) => [name, Number(minor)]),
  );

test("a credit of two lines is a credit memo at once, and takes its gross off what is open", async () => {
  const of = await billed(10_000, 5_000, 3_000);
  expect(await leftOf(of)).toEqual([10_000, 5_000, 3_000]);
  const { Result: done } = await credit(of, [4_000, 0, 3_000]);
  expect(done).toMatchObject({
    State: "issued",
    Net: gbp(7_000),
    Vat: gbp(1_400),
    Gross: gbp(8_400),
    Lines: 2,
    Reason: "wrongPrice",
    DecidedBy: "Olive Operator",
    MayApprove: false,
  });
  expect(done!.MemoNumber).toMatch(/^TWC-\d{6}$/);
  expect(await leftOf(of)).toEqual([6_000, 5_000, 0]);
  expect(await balanceOf(of)).toBe(21_600 - 8_400);
  expect(await balanceOf(of, done!.Id)).toBe(0);
  expect(await ledgerOf(of)).toEqual({
    receivable: 13_200,
    "revenue:microsoft-365": -11_000,
    "vat:S:20": -2_200,
  });

  const { Invoice, Taxes, Lines } = await invoiceOf(of, done!.Id);
  expect(Invoice).toMatchObject({
    Number: done!.MemoNumber,
    Kind: "creditMemo",
    IssuedOn: today(),
    Gross: gbp(-8_400),
  });
  expect(Taxes).toEqual([{ Category: "S", Percent: "20", Net: gbp(-7_000), Vat: gbp(-1_400) }]);
  const { Number: corrected } = (await invoiceOf(of)).Invoice;
  expect(Lines.map(({ Description, Net, Corrects }) => [Description, Net?.Minor, Corrects?.Number])).toEqual([
    ["Credit: Line 1", "-4000", corrected],
    ["Credit: Line 3", "-3000", corrected],
  ]);
  expect((await list(of.person)).map(({ Id }) => Id)).toContain(done!.Id);
});

test("its line explains itself by who, when, why and of which line, and the reseller is told of it", async () => {
  const of = await billed(10_000);
  const { Result: done } = await credit(of, [4_000]);
  const [line] = (await invoiceOf(of, done!.Id)).Lines;
  const params = { invoiceId: done!.Id, invoiceLineId: line!.Id };
  const proof = (await app.call(of.person, lineProofs.ofLine, { params })).Result!;
  expect(proof).toMatchObject({
    Working: null,
    Credit: {
      Reason: "wrongPrice",
      Words: "The list of May was meant",
      By: "Olive Operator",
      At: done!.EnteredAt,
      InvoiceId: of.invoiceId,
      PeriodFrom: "2026-01-10",
    },
  });
  const { Items } = (await app.call(of.person, notifications.list, { query: {} })).Result!;
  expect(Items.map(({ Content }) => Content)).toContain(`Credit memo ${done!.MemoNumber} was issued.`);
  const asOf = await app.call(of.person, invoices.asOf, {
    params: { invoiceId: of.invoiceId },
    query: { On: addDays(today(), -1), KnownOn: addDays(today(), -1) },
  });
  expect(asOf.Result!.Now).toMatchObject({ Credited: gbp(-4_000), Balance: gbp(7_200) });
  expect(asOf.Result!.Changes.map(({ Kind }) => Kind).toSorted()).toEqual(["corrected", "issued", "offset"]);
});

test("what is paid already stays to the reseller's credit on the memo, as with those of the run", async () => {
  const of = await billed(10_000);
  await app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
     select $1, p.id, account, minor, 'GBP', case account when 'receivable' then $2::uuid end, $3::date, now()
     from (select uuidv7() as id) p, (values ('cash:bank', 11000), ('receivable', -11000)) e (account, minor)`,
    [of.person.resellerId, of.invoiceId, today()],
  );
  const { Result: done } = await credit(of, [2_000]);
  expect(await balanceOf(of)).toBe(0);
  expect(await balanceOf(of, done!.Id)).toBe(-1_400);
  const [event] = (await app.call(of.person, account.history, { query: { From: today(), Until: today() } })).Result!
    .Items;
  expect(event).toMatchObject({ Kind: "creditMemo", Amount: gbp(-2_400), Balance: gbp(-1_400) });
});

test("what is on its way is not taken off the invoice", async () => {
  const of = await billed(10_000);
  await app.sql(
    `insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, idempotency_key, created_by, created_at, changed_at)
     values ($1, $2, 12000, 'GBP', 'card', 'paper', uuidv7()::text, 'x', now(), now())`,
    [of.person.resellerId, of.invoiceId],
  );
  const { Result: done } = await credit(of, [2_000]);
  expect(await balanceOf(of)).toBe(12_000);
  expect(await balanceOf(of, done!.Id)).toBe(-2_400);
});

test("no more is credited than a line has left, whoever credits it and however often", async () => {
  const of = await billed(10_000);
  expect(codeOf(await credit(of, [10_001]))).toBe("lineCreditTooMuch");
  expect((await credit(of, [6_000])).Result!.State).toBe("issued");
  expect(codeOf(await credit(of, [4_001]))).toBe("lineCreditTooMuch");
  const both = await Promise.all([credit(of, [4_000]), credit(of, [4_000], { by: colleague })]);
  expect(both.map((each) => codeOf(each) ?? "").toSorted((a, b) => a.localeCompare(b))).toEqual([
    "",
    "lineCreditTooMuch",
  ]);
  expect(await leftOf(of)).toEqual([0]);
  expect(codeOf(await credit(of, [1]))).toBe("lineCreditTooMuch");
  expect(await balanceOf(of)).toBe(0);
});

test("what a correction gave back is left no more", async () => {
  const of = await billed(10_000);
  const [line] = await linesOf(of);
  await app.sql(
    `insert into charges (reseller_id, customer_id, product_id, kind, description, period_from, period_until, due_on, quantity, unit_cost, amount_minor, currency, recorded_at, corrects)
     select reseller_id, customer_id, product_id, 'refund', description, period_from, period_until, $2::date, -1, unit_cost, -7000, currency, now(), id from charges where id = $1`,
    [line!.Id, today()],
  );
  expect(await leftOf(of)).toEqual([3_000]);
  expect(codeOf(await credit(of, [3_001]))).toBe("lineCreditTooMuch");
});

test("above what one person credits alone it waits for somebody else, and nothing is issued before", async () => {
  const of = await billed(100_000);
  const net = (Number(takenOffAlone) / 6) * 5 + 5;
  const { Result: asked } = await credit(of, [Math.ceil(net)]);
  expect(asked).toMatchObject({ State: "waiting", MemoNumber: null, DecidedBy: null, MayApprove: false });
  expect((await list(of.person)).length).toBe(1);
  expect(codeOf(await decide(staff, "approve", asked!.Id))).toBe("approvalOwn");
  const [listed] = (await app.call(colleague, lineCredits.list, { query: { State: "waiting" } })).Result!.Items;
  expect(listed).toMatchObject({ Id: asked!.Id, MayApprove: true });
  const { Result: approved } = await decide(colleague, "approve", asked!.Id);
  expect(approved!.MemoNumber).toMatch(/^TWC-/);
  expect(codeOf(await decide(colleague, "approve", asked!.Id))).toBe("approvalOver");
  expect(codeOf(await decide(colleague, "refuse", asked!.Id))).toBe("approvalOver");
});

test("parts count together with VAT, and what waited is held to what is left once it is approved", async () => {
  const of = await billed(100_000);
  const half = 20_000;
  expect((await credit(of, [half])).Result!.State).toBe("issued");
  expect((await credit(of, [half])).Result!.State).toBe("issued");
  expect((await credit(of, [half])).Result!.State).toBe("waiting");
  expect((await credit(of, [half], { by: colleague })).Result!.State).toBe("issued");
  const { Result: all } = await credit(of, [40_000]);
  const { Result: refused } = await credit(of, [40_000]);
  expect((await decide(staff, "refuse", refused!.Id)).Result).toMatchObject({ State: "refused", MemoNumber: null });
  expect((await credit(of, [1], { by: colleague })).Result!.State).toBe("issued");
  expect(codeOf(await decide(colleague, "approve", all!.Id))).toBe("lineCreditTooMuch");
  expect((await app.call(staff, lineCredits.list, { query: { State: "waiting" } })).Result!.Items.length).toBe(2);
  await app.sql("update line_credits set entered_at = entered_at - make_interval(days => $2) where reseller_id = $1", [
    of.person.resellerId,
    daysTogether + 1,
  ]);
  expect((await credit(of, [1])).Result!.State).toBe("issued");
});

test("nothing, less than nothing, what no document has, and other currencies and reasons are refused", async () => {
  const of = await billed(10_000);
  for (const net of ["0", "-1", "1000000000000000", "1.5", ""])
    expect([net, Boolean((await credit(of, [net])).Errors)]).toEqual([net, true]);
  expect((await credit(of, [100], { Currency: "EUR" })).Errors).toBeTruthy();
  expect((await credit(of, [100], { Reason: "because" })).Errors).toBeTruthy();
  expect((await credit(of, [100], { Words: " " })).Errors).toBeTruthy();
  expect((await credit(of, [])).Errors).toBeTruthy();
  const [line] = await linesOf(of);
  const twice = [1, 2].map(() => ({ LineId: line!.Id, Net: gbp(1) }));
  const send = (params: { resellerId: string; invoiceId: string }, Lines: typeof twice) =>
    app.call(staff, lineCredits.enter, { params, body: { Lines, Reason: "agreed", Words: "x" } });
  expect((await send(paramsOf(of), twice)).Errors).toBeTruthy();
  const other = await billed(10_000);
  const [foreign] = await linesOf(other);
  expect(codeOf(await send(paramsOf(of), [{ LineId: foreign!.Id, Net: gbp(1) }]))).toBe("lineCreditTooMuch");
  const mixed = { resellerId: of.person.resellerId, invoiceId: other.invoiceId };
  expect(codeOf(await send(mixed, [{ LineId: foreign!.Id, Net: gbp(1) }]))).toBe("notFound");

  const { Result: memo } = await credit(of, [1_000]);
  const [own] = (await invoiceOf(of, memo!.Id)).Lines;
  const ofMemo = { resellerId: of.person.resellerId, invoiceId: memo!.Id };
  expect(codeOf(await send(ofMemo, [{ LineId: own!.Id, Net: gbp(1) }]))).toBe("notFound");
  expect(codeOf(await send(paramsOf(of), [{ LineId: own!.Id, Net: gbp(1) }]))).toBe("lineCreditTooMuch");
});

test("a line of an invoice that gives back has nothing left", async () => {
  const of = await billed(10_000, -2_000);
  expect((await leftOf(of)).toSorted((a, b) => a - b)).toEqual([0, 10_000]);
});

test("in euros, VAT is told in sterling by the rate of the invoice", async () => {
  const person = await app.signIn({ currency: "EUR" });
  await app.sql("update resellers set currency = 'EUR', vat_number = '', country = 'IE' where id = $1", [
    person.resellerId,
  ]);
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor: 10_000, currency: "EUR" }]);
  await issue(addDays(today(), -40));
  const [invoice] = await list(person);
  const of = { person, invoiceId: invoice!.Id };
  const { Result: done } = await credit(of, [10_000], { Currency: "EUR" });
  const rows = await app.sql<{ units_per_pound: string; vat_sterling_minor: string }>(
    "select units_per_pound, vat_sterling_minor::text from invoices where reseller_id = $1 order by issued_on",
    [person.resellerId],
  );
  expect(done!.State).toBe("issued");
  expect(rows[1]!.units_per_pound).toBe(rows[0]!.units_per_pound);
  expect(Number(rows[1]!.vat_sterling_minor)).toBe(-Number(rows[0]!.vat_sterling_minor));
});
