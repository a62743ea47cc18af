import { account } from "@tradewind/contract/billing/account.ts";
import { debtors } from "@tradewind/contract/billing/debtors.ts";
import { dunning } from "@tradewind/contract/billing/dunning.ts";
import { writeOffs } from "@tradewind/contract/billing/write-offs.ts";
import { daysTogether, takenOffAlone } from "@tradewind/domain/billing/approvals.ts";
import { type WriteOffKind } from "@tradewind/domain/billing/write-offs.ts";
import type { Currency } from "@tradewind/domain/values/money.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const { issue } = invoicing(app);
const today = () => app.platform.clock.today();
const gbp = (minor: number | bigint) => ({ Minor: String(minor), Currency: "GBP" as const });
const [staff, colleague] = [await app.signInOperator(), await app.signInOperator()];

/** A reseller that owes an amount with VAT, overdue by 40 days. */
async function owing(minor: number) {
  const person = await app.signIn();
  await app.sql("update resellers set payment_term_days = 0 where id = $1", [person.resellerId]);
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor: (minor / 6) * 5 }]);
  await issue(addDays(today(), -40));
  const [invoice] = await app.sql<{ id: string }>("select id from invoices where reseller_id = $1", [
    person.resellerId,
  ]);
  return { person, InvoiceId: invoice!.id };
}
type Owing = Awaited<ReturnType<typeof owing>>;

type Given = { by: Person; Kind: WriteOffKind; Amount: { Minor: string; Currency: Currency } };
const enter = (
  { person, InvoiceId }: Owing,
  minor: number | bigint,
  { by = staff, Kind = "badDebt", Amount = gbp(minor) }: Partial<Given> = {},
) =>
  app.call(by, writeOffs.enter, {
    params: { resellerId: person.resellerId },
    body: { InvoiceId, Kind, Amount, Reason: "In administration" },
  });
const decide = (by: Person, what: "approve" | "refuse" | "takeBack", writeOffId: string) =>
  app.call(by, writeOffs[what], { params: { writeOffId } });
const codeOf = (answer: { Error?: string | null }) => answer.Error ?? null;
const openOf = async ({ person }: Owing) =>
  (await app.call(staff, debtors.byId, { params: { resellerId: person.resellerId } })).Result!.Accounts[0]?.Owed
    .Minor ?? "0";
const ledgerOf = async ({ person }: Owing) =>
  Object.fromEntries(
    (
      await app.sql<{ account: string; minor: string }>(
        "select account, sum(amount_minor)::text as minor from ledger_entries where reseller_id = $1 group by 1 having sum(amount_minor) <> 0",
        [person.resellerId],
      )
    ).map(({ account: name, minor }) => [name, minor]),
  );

test("a small write-off is posted at once against its cost, and the reseller owes no more", async () => {
  const of = await owing(12_000);
  expect((await app.call(of.person, dunning.standing)).Result).not.toMatchObject({ Step: null });
  const { Result: done } = await enter(of, 12_000);
  expect(done).toMatchObject({
    State: "posted",
    Kind: "badDebt",
    Amount: gbp(12_000),
    Vat: gbp(2_000),
    EnteredBy: "Olive Operator",
    DecidedBy: "Olive Operator",
    MayApprove: false,
  });
  expect(await openOf(of)).toBe("0");
  expect(await ledgerOf(of)).toMatchObject({ "cost:bad-debt": "12000" });
  expect(await ledgerOf(of)).not.toHaveProperty("receivable");
  expect((await app.call(of.person, dunning.standing)).Result).toMatchObject({ Step: null });
  const [event] = (await app.call(of.person, account.history, { query: { From: today(), Until: today() } })).Result!
    .Items;
  expect(event).toMatchObject({ Kind: "other", Amount: gbp(-12_000), Balance: gbp(0) });
});

test.each([
  ["shortPayment", "cost:short-payment"],
  ["goodwill", "cost:goodwill"],
] as const)("%s is a cost of its own", async (Kind, cost) => {
  const of = await owing(12_000);
  await enter(of, 1, { Kind });
  expect(await ledgerOf(of)).toMatchObject({ [cost]: "1", receivable: "11999" });
});

test("above what one person writes off alone it waits for somebody else, and moves nothing before", async () => {
  const of = await owing(120_000);
  const large = Number(takenOffAlone) + 1;
  const { Result: asked } = await enter(of, large);
  expect(asked).toMatchObject({ State: "waiting", DecidedBy: null, MayApprove: false });
  expect(await openOf(of)).toBe("120000");
  expect(codeOf(await decide(staff, "approve", asked!.Id))).toBe("approvalOwn");
  const [listed] = (await app.call(colleague, writeOffs.list, { query: { State: "waiting" } })).Result!.Items;
  expect(listed).toMatchObject({ Id: asked!.Id, MayApprove: true });
  const { Result: approved } = await decide(colleague, "approve", asked!.Id);
  expect(approved).toMatchObject({ State: "posted", DecidedBy: "Olive Operator" });
  expect(await openOf(of)).toBe(String(120_000 - large));
  expect(codeOf(await decide(colleague, "approve", asked!.Id))).toBe("approvalOver");
  expect(codeOf(await decide(colleague, "refuse", asked!.Id))).toBe("approvalOver");
});

test("parts that come to more than one person writes off alone wait too, for as long as they count together", async () => {
  const of = await owing(240_000);
  const half = Number(takenOffAlone) / 2;
  expect((await enter(of, half)).Result!.State).toBe("posted");
  expect((await enter(of, half)).Result!.State).toBe("posted");
  expect((await enter(of, 1)).Result!.State).toBe("waiting");
  expect((await enter(of, 1, { by: colleague })).Result!.State).toBe("posted");
  await app.sql("update write_offs set entered_at = entered_at - make_interval(days => $2) where reseller_id = $1", [
    of.person.resellerId,
    daysTogether + 1,
  ]);
  expect((await enter(of, 1)).Result!.State).toBe("posted");
});

test("two that are entered at once do not both pass alone", async () => {
  const of = await owing(240_000);
  const both = await Promise.all([enter(of, takenOffAlone), enter(of, takenOffAlone)]);
  expect(both.map(({ Result }) => Result!.State).toSorted()).toEqual(["posted", "waiting"]);
});

test("what is refused moves nothing, and what is taken back is open again, once", async () => {
  const of = await owing(120_000);
  const { Result: refused } = await enter(of, 60_000);
  expect((await decide(staff, "refuse", refused!.Id)).Result).toMatchObject({ State: "refused" });
  expect(codeOf(await decide(colleague, "approve", refused!.Id))).toBe("approvalOver");
  const { Result: posted } = await enter(of, 20_000);
  expect(await openOf(of)).toBe("100000");
  expect((await decide(staff, "takeBack", posted!.Id)).Result).toMatchObject({
    State: "takenBack",
    TakenBackBy: "Olive Operator",
  });
  expect(await openOf(of)).toBe("120000");
  expect(codeOf(await decide(staff, "takeBack", posted!.Id))).toBe("approvalOver");
  expect(await ledgerOf(of)).not.toHaveProperty("cost:bad-debt");
});

test("no more is written off than is open and not on its way, also by the time it is approved", async () => {
  const of = await owing(120_000);
  expect((await enter(of, 120_001)).Result!.State).toBe("waiting");
  const { Result: waiting } = await enter(of, 120_000);
  await app.sql(
    `insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, idempotency_key, created_by, created_at, changed_at)
     values ($1, $2, 1, 'GBP', 'card', 'paper', uuidv7()::text, 'x', now(), now())`,
    [of.person.resellerId, of.InvoiceId],
  );
  expect(codeOf(await decide(colleague, "approve", waiting!.Id))).toBe("writeOffTooMuch");
  expect(await openOf(of)).toBe("120000");
  expect(codeOf(await enter(await owing(1_200), 1_201))).toBe("writeOffTooMuch");
});

test("an amount in another currency and an invoice of somebody else are refused", async () => {
  const of = await owing(12_000);
  expect((await enter(of, 1, { Amount: { Minor: "1", Currency: "EUR" } })).Errors).toBeTruthy();
  const other = await owing(12_000);
  expect(codeOf(await enter({ person: of.person, InvoiceId: other.InvoiceId }, 1))).toBe("notFound");
});

test("the export has what of it is VAT", async () => {
  const of = await owing(12_000);
  await enter(of, 6_000);
  const { text } = await app.call(staff, writeOffs.csv, { query: { ResellerId: of.person.resellerId } });
  expect(text).toContain("Bad debt,Written off,GBP,60.00,10.00,In administration");
});
