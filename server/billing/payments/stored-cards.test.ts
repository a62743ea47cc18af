import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { afterEach, expect, test } from "vitest";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { addCard as cardAt } from "../../test/vault-cards.ts";
import { findPayment } from "./payments.store.ts";
import { lookAtCharge } from "./stored-methods.actions.ts";

const app = await testApp();
const worker = await testWorker(app);
const { invoiced, list } = invoicing(app);
Object.assign(app.platform, { vault: worker.platform.vault });
const zuora = (what: string, body?: unknown) => worker.control("zuora", what, body);
afterEach(() => fetch(`${worker.simulators.urls.zuora}/__sim/faults`, { method: "DELETE" }));

const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });

const addCard = (person: Person, cardNumber: string) => cardAt(app, zuora, person, cardNumber);
/** A reseller that owes £120.00 on one invoice, and has a card. */
async function owing(cardNumber = "4111111111111111") {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [invoice] = await list(person);
  const sent = {
    PaymentMethodId: await addCard(person, cardNumber),
    Amount: "120.00",
    PaymentDate: app.platform.clock.today(),
    Currency: "GBP" as const,
    InvoiceId: invoice!.Id,
  };
  const pay = (changes: Partial<Omit<typeof sent, "Currency"> & { Currency: "GBP" | "EUR" }> = {}) =>
    app.call(person, payments.charge, { body: { ...sent, ...changes } });
  const ofInvoice = async () =>
    (await app.call(person, payments.ofInvoice, { params: { invoiceId: invoice!.Id } })).Result!;
  const becomes = (state: string) =>
    worker.until(async () => {
      const found = await ofInvoice();
      return found.Payments[0]?.State === state && found;
    }, `the payment to be ${state}`);
  return { person, invoiceId: invoice!.Id, pay, ofInvoice, becomes, sent };
}
const cash = (person: Person) =>
  app.sql<{ minor: string }>(
    "select amount_minor::text as minor from ledger_entries where reseller_id = $1 and account = 'cash:zuora'",
    [person.resellerId],
  );
type Entry = { method: string; path: string; headers: Record<string, string>; body: Record<string, unknown> };
const posted = async () =>
  ((await zuora("journal")) as { entries: Entry[] }).entries.filter(
    ({ method, path }) => method === "POST" && path === "/v1/payments",
  );

test("BILL-37 a card payment carries method, amount, date, currency and invoice, and the balance of the invoice falls", async () => {
  const { person, invoiceId, pay, becomes } = await owing();
  const asked = await pay({ Amount: "50.10" });
  expect(asked.Result!.Payment).toMatchObject({ State: "processing", Amount: pounds(5_010), PaymentIntentId: null });
  const paid = await becomes("confirmed");
  expect(paid).toMatchObject({ Open: pounds(6_990), Payments: [{ PaidWith: "Visa ending 1111", Failure: null }] });
  const shown = (await app.call(person, invoices.byId, { params: { invoiceId } })).Result!;
  expect(shown.Invoice.Balance).toEqual(pounds(6_990));
  expect((await posted()).at(-1)!.body).toMatchObject({
    amount: 50.1,
    currency: "GBP",
    effectiveDate: app.platform.clock.today(),
  });
  await pay({ Amount: "69.90" });
  await becomes("confirmed");
  expect(await cash(person)).toEqual([{ minor: "5010" }, { minor: "6990" }]);
});

test("a double click and another session pay once", async () => {
  const { person, pay, becomes } = await owing();
  const clicks = await Promise.all([1, 2, 3, 4].map(() => pay()));
  const [first, ...others] = clicks.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(first).toBe(200);
  // One is on its way, or was confirmed so soon that nothing is open any more.
  for (const status of others) expect([400, 409]).toContain(status);
  await becomes("confirmed");
  expect((await pay()).Errors).toEqual({ Amount: "Must be at most what is open" });
  expect(await cash(person)).toEqual([{ minor: "12000" }]);
});

test("a declined card fails in plain words, is not tried again, and leaves the invoice to be paid otherwise", async () => {
  const { person, pay, ofInvoice, becomes } = await owing("4000000000000341");
  const { Payment } = (await pay()).Result!;
  expect(Payment).toMatchObject({
    State: "failed",
    Failure: { Reason: expect.stringContaining("Please ask your bank, or pay with another card.") },
  });
  expect(await ofInvoice()).toMatchObject({ Collectable: pounds(12_000) });
  await pay({ PaymentMethodId: await addCard(person, "5555555555554444") });
  expect(await becomes("confirmed")).toMatchObject({ Payments: [{ PaidWith: "Mastercard ending 4444" }, {}] });
  expect(await cash(person)).toEqual([{ minor: "12000" }]);
});

test("a card that was closed at the vault is refused, and nothing was charged", async () => {
  const { person, pay } = await owing();
  const [row] = await app.sql<{ ref: string }>(
    "select gateway_ref as ref from payment_methods where reseller_id = $1",
    [person.resellerId],
  );
  await worker.platform.vault!.close(row!.ref);
  expect((await pay()).Result!.Payment).toMatchObject({
    State: "failed",
    Failure: {
      Code: "refused",
      Reason: expect.stringMatching(/^Zuora refused this payment: .* Nothing was charged\.$/),
    },
  });
});

test("a charge whose answer never came blocks another, and is found and posted once", async () => {
  const { person, pay, becomes } = await owing();
  await zuora("faults", { match: { method: "POST", path: "/v1/payments" }, fault: { kind: "commitThenReset" } });
  await zuora("faults", { match: { method: "GET", path: "/v1/payments" }, fault: { kind: "reset" } });
  const unclear = await pay();
  expect(unclear).toMatchObject({ status: 409, Error: "paymentNotConfirmed" });
  expect(unclear.Messages[0]).toContain("please do not pay again");
  expect([409, 400]).toContain((await pay()).status);
  expect(await becomes("confirmed")).toMatchObject({ Open: pounds(0) });
  expect(await cash(person)).toEqual([{ minor: "12000" }]);
});

test("a charge that never arrived is asked for again on the same day, under the same key", async () => {
  for (const fault of [{ kind: "reset" }, { kind: "status", status: 500 }, { kind: "status", status: 429 }]) {
    const { person, pay, becomes } = await owing();
    const before = (await posted()).length;
    await zuora("faults", { match: { method: "POST", path: "/v1/payments" }, times: 1, fault });
    expect((await pay()).status).toBe(409);
    await becomes("confirmed");
    const calls = (await posted()).slice(before);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(await cash(person)).toEqual([{ minor: "12000" }]);
  }
});

test("a charge that never arrived is not made on another day: it failed, and looking at it again makes nothing", async () => {
  const { person, invoiceId, sent, becomes, ofInvoice } = await owing();
  const before = (await posted()).length;
  const [row] = await app.sql<{ id: string }>(
    `insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, payment_method_id, state, idempotency_key, created_by, created_at, changed_at)
     values ($1, $2, 12000, 'GBP', 'card', 'zuora', $3, 'unknown', 'key', 'Robin Tester', $4::timestamptz - interval '1 day', $4) returning id`,
    [person.resellerId, invoiceId, sent.PaymentMethodId, app.platform.clock.now()],
  );
  const look = () =>
    app.platform.database.write({ role: "app_tenant", resellerId: person.resellerId }, (tx) =>
      app.platform.jobs.file(tx, "payments.look", { resellerId: person.resellerId, paymentId: row!.id }),
    );
  await look();
  await becomes("failed");
  await look();
  await worker.until(async () => {
    const [left] = await app.sql<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name = 'payments.look' and state in ('created', 'retry', 'active')",
    );
    return left!.n === 0;
  }, "the looks to be over");
  expect((await ofInvoice()).Payments).toMatchObject([{ State: "failed", Failure: { Code: "neverReceived" } }]);
  expect(await posted()).toHaveLength(before);
});

test("what is refused: another company's card, a closed one, another day or currency, too much and too little", async () => {
  const { person, pay, sent } = await owing();
  const other = await owing();
  expect((await pay({ PaymentMethodId: other.sent.PaymentMethodId })).status).toBe(404);
  expect((await pay({ InvoiceId: other.invoiceId })).status).toBe(404);
  expect((await pay({ PaymentDate: "2026-01-01" })).Errors).toEqual({ PaymentDate: "Must be today" });
  expect((await pay({ Currency: "EUR" })).Errors).toEqual({ Amount: "Must be in the currency of the invoice" });
  expect((await pay({ Amount: "120.01" })).Errors).toEqual({ Amount: "Must be at most what is open" });
  expect((await pay({ Amount: "0.29" })).Errors).toEqual({ Amount: "Must be at least 0.30" });
  await app.call(person, paymentMethods.cancel, { body: { ids: [sent.PaymentMethodId] } });
  expect((await pay()).Errors).toEqual({ PaymentMethodId: "Must be an active card of a kind that is taken" });
});

test.each([
  ["0.00", "Must be at least 0.30"],
  ["-1.00", "Must be more than 0 and less than 10,000,000,000.00, such as 120.00"],
  ["1000000000000000.00", "Must be more than 0 and less than 10,000,000,000.00, such as 120.00"],
])("%s is no amount to charge a card with", async (Amount, words) => {
  const { pay } = await owing();
  const before = await posted();
  expect((await pay({ Amount })).Errors).toEqual({ Amount: words });
  expect(await posted()).toEqual(before);
});

test("FLAG-10 without BillingPlatformPayment a stored card cannot be charged", async () => {
  const { person, sent } = await owing();
  await app.sql("insert into reseller_flags values ($1, 'BillingPlatformPayment', false)", [person.resellerId]);
  const own = await app.signInAgain(person);
  expect((await app.call(own, payments.charge, { body: sent })).status).toBe(404);
});

test("a late look that did not find a charge yet takes nothing back that was found and posted since", async () => {
  const { person, pay, becomes } = await owing();
  await pay();
  const { Payments } = await becomes("confirmed");
  const paid = (await worker.platform.database.read({ role: "app_worker" }, (db) => findPayment(db, Payments[0]!.Id)))!;
  const before = {
    gateway_ref: null,
    state: "submitted" as const,
    held_minor: 0n,
    version: 0,
    created_at: new Date(0),
  };
  const vault = worker.platform.vault!;
  const charges = { ...vault.charges, find: () => Promise.resolve(undefined) };
  const platform = { ...worker.platform, vault: { ...vault, charges } };
  await expect(lookAtCharge(platform, { ...paid, ...before }, "reconciliation")).rejects.toThrow("moved while");
  expect(await cash(person)).toEqual([{ minor: "12000" }]);
});
