import { account } from "@tradewind/contract/billing/account.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { expect, test } from "vitest";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { invoiced, list } = invoicing(app);
Object.assign(app.platform, { gateway: worker.platform.gateway });
const portal = await app.app.listen({ port: 0, host: "127.0.0.1" });
const stripe = (what: string, body?: unknown) => worker.control("stripe", what, body);
const act = (action: string, intent: string, amount?: number) => stripe("act", { action, intent, amount });
await stripe("seed", { webhookUrl: `${portal}/api/webhooks/payments/stripe` });

const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });

/** A reseller that paid £120.00 on one invoice by card. */
async function paid() {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [invoice] = await list(person);
  const invoiceId = invoice!.Id;
  const begun = await app.call(person, payments.create, { body: { InvoiceId: invoiceId, Amount: pounds(12_000) } });
  const ref = begun.Result!.Payment.PaymentIntentId!;
  await app.call(person, payments.confirm, { body: { PaymentIntentId: ref, PaymentMethodId: "pm_card_visa" } });
  const ofInvoice = async () => (await app.call(person, payments.ofInvoice, { params: { invoiceId } })).Result!;
  const opens = (minor: number, state: string) =>
    worker.until(async () => {
      const found = await ofInvoice();
      return found.Open!.Minor === String(minor) && found.Payments[0]!.State === state && found;
    }, `${minor} to be open and the payment ${state}`);
  await opens(0, "confirmed");
  return { person, ref, opens };
}
const cashOf = async (person: Person) => {
  const [row] = await app.sql<{ minor: string }>(
    "select sum(amount_minor)::text as minor from ledger_entries where reseller_id = $1 and account = 'cash:stripe'",
    [person.resellerId],
  );
  return Number(row!.minor);
};
const news = async (person: Person) =>
  (await app.call(person, notifications.list, { query: {} })).Result!.Items.map(({ Content }) => Content);

test("a refund in part and one of the rest open the invoice again, are shown with their reason, and are told to the reseller", async () => {
  const { person, ref, opens } = await paid();
  await act("refund", ref, 2_000);
  const inPart = await opens(2_000, "confirmed");
  expect(inPart.Payments[0]!.Moves).toMatchObject([
    { Amount: pounds(12_000), Reason: null },
    { Amount: pounds(-2_000), Reason: "It was refunded to the card." },
  ]);
  await act("refund", ref);
  const whole = await opens(12_000, "refunded");
  expect(whole.Payments[0]!.Moves.map(({ Amount }) => Amount!.Minor)).toEqual(["12000", "-2000", "-10000"]);
  const told = (await news(person)).filter((content) => content.includes("went back"));
  expect(told).toHaveLength(2);
  expect(told.join(" ")).toMatch(
    /£20\.00 of your payment for invoice TW-\S+ went back\. It was refunded to the card\. £20\.00 of it is open\./,
  );
  expect(await cashOf(person)).toBe(0);
});

test("BILL-43 the history tells refunds from chargebacks, filters by each, and its balance goes with both", async () => {
  const { person, ref, opens } = await paid();
  await act("refund", ref, 2_000);
  await opens(2_000, "confirmed");
  await act("dispute", ref);
  await opens(12_000, "chargedBack");
  await act("winDispute", ref);
  await opens(2_000, "confirmed");
  const told = async (Kind?: "refund" | "chargeback") =>
    (
      await app.call(person, account.history, { query: { From: "2026-01-01", ...(Kind && { Kind }) } })
    ).Result!.Items.map((each) => [each.Kind, Number(each.Amount!.Minor), Number(each.Balance!.Minor)]);
  const [refund, chargeback] = [
    ["refund", 2_000, 2_000],
    ["chargeback", 10_000, 12_000],
  ];
  expect(await told()).toEqual([
    ["payment", -10_000, 2_000],
    chargeback,
    refund,
    ["payment", -12_000, 0],
    ["invoice", 12_000, 12_000],
  ]);
  expect([await told("refund"), await told("chargeback")]).toEqual([[refund], [chargeback]]);
  const { text } = await app.call(person, account.statement, { query: { From: "2026-01-01" } });
  expect(text.split("\r\n").map((line) => line.split(",")[1])).toEqual([
    "What",
    "Owed before",
    "Invoice",
    "Payment",
    "Refund",
    "Chargeback",
    "Payment",
    undefined,
  ]);
});

test.each([
  ["a part of a payment", 5_000, "confirmed"],
  ["all of it", 12_000, "chargedBack"],
])("what a bank takes back is a chargeback, no refund: %s", async (_, minor, state) => {
  const { person, ref, opens } = await paid();
  await act("dispute", ref, minor);
  const taken = await opens(minor, state);
  expect(taken.Payments[0]!.Moves.at(-1)).toMatchObject({
    Amount: pounds(-minor),
    Reason: "The card’s bank took it back: its holder said that they did not make it.",
  });
  expect(
    await app.sql(
      "select held_minor, is_chargeback from payment_events where reseller_id = $1 and posting_id is not null order by version",
      [person.resellerId],
    ),
  ).toEqual([
    { held_minor: "12000", is_chargeback: false },
    { held_minor: String(12_000 - minor), is_chargeback: true },
  ]);
  const kinds = async () =>
    (await app.call(person, account.history, { query: { From: "2026-01-01" } })).Result!.Items.map(
      ({ Kind, Balance }) => [Kind, Number(Balance!.Minor)],
    );
  expect((await kinds())[0]).toEqual(["chargeback", minor]);
  await act("winDispute", ref);
  await opens(0, "confirmed");
  expect((await kinds())[0]).toEqual(["payment", 0]);
  // A refund afterwards is one again.
  await act("refund", ref, 1_000);
  await opens(1_000, "confirmed");
  expect((await kinds())[0]).toEqual(["refund", 1_000]);
});

test("an inquiry takes nothing; a dispute that is won gives back what it took, and one that is lost does not", async () => {
  const { person, ref, opens } = await paid();
  await act("inquire", ref);
  await act("refund", ref, 1_000);
  // The refund came after the inquiry: it was looked at, and took nothing.
  await opens(1_000, "confirmed");
  const other = await paid();
  await act("dispute", other.ref);
  const taken = await other.opens(12_000, "chargedBack");
  expect(taken.Payments[0]!.Moves.at(-1)).toMatchObject({
    Reason: "The card’s bank took it back: its holder said that they did not make it.",
  });
  await act("winDispute", other.ref);
  await other.opens(0, "confirmed");
  expect(await cashOf(other.person)).toBe(12_000);
  const lost = await paid();
  await act("dispute", lost.ref);
  await lost.opens(12_000, "chargedBack");
  await act("loseDispute", lost.ref);
  await act("winDispute", lost.ref);
  await worker.until(async () => (await left()) === 0, "the looks to be over");
  await lost.opens(12_000, "chargedBack");
  expect(await cashOf(person)).toBe(11_000);
});

test("a refund that the card could not take comes again, and is no second payment", async () => {
  const { person, ref, opens } = await paid();
  await act("refund", ref);
  await opens(12_000, "refunded");
  await act("failRefund", ref);
  const again = await opens(0, "confirmed");
  expect(again.Payments).toHaveLength(1);
  expect(again.Payments[0]).toMatchObject({ Failure: null });
  expect(again.Payments[0]!.Moves.map(({ Amount }) => Amount!.Minor)).toEqual(["12000", "-12000", "12000"]);
  expect(await cashOf(person)).toBe(12_000);
});

const left = async () => {
  const [row] = await app.sql<{ n: number }>(
    "select count(*)::int as n from pgboss.job where name = 'payments.look' and state in ('created', 'retry', 'active')",
  );
  return row!.n;
};
