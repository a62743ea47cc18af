import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { addWorkingDays } from "@tradewind/domain/billing/working-days.ts";
import { onTheWay } from "@tradewind/domain/billing/payments.ts";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { debiting, sendWebhooks, toldOfPayments } from "../../test/debiting.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { reconcilePayments } from "./payments.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { invoiced, list } = invoicing(app);
const debit = debiting(app, worker);
const { gocardless, happen, becomes, jobsOver, entries } = debit;
const portal = await app.app.listen({ port: 0, host: "127.0.0.1" });
const tellOf = sendWebhooks(portal, worker.simulators.settings["GOCARDLESS_WEBHOOK_SECRET"]!);
await gocardless("seed", { webhookUrl: `${portal}/api/webhooks/direct-debits/gocardless` });
afterEach(async () => {
  await fetch(`${worker.simulators.urls.gocardless}/__sim/faults`, { method: "DELETE" });
  await gocardless("webhooks/release", {});
  await gocardless("webhooks", { mode: "auto" });
});

const numberOf = async (id: string) =>
  (await app.sql<{ number: string }>("select number from invoices where id = $1", [id]))[0]!.number;
const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
/** A reseller that owes £120.00 on one invoice, and has a direct debit. */
async function owing() {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [invoice] = await list(person);
  const invoiceId = invoice!.Id;
  const { methodId, ref } = await debit.authorise(person);
  const pay = (minor = 12_000, changes: { InvoiceId?: string } = {}) =>
    app.call(person, payments.debit, { body: { InvoiceId: invoiceId, Amount: pounds(minor), ...changes } });
  const ofInvoice = () => debit.ofInvoice(person, invoiceId);
  return {
    person,
    invoiceId,
    methodId,
    ref,
    pay,
    ofInvoice,
    becomes: (state: string) => becomes(person, invoiceId, state),
  };
}

test("an invoice is paid by direct debit: on its way with its day, and paid when GoCardless has confirmed it", async () => {
  const { person, invoiceId, ref, methodId, pay, ofInvoice, becomes: is } = await owing();
  const { next_possible_charge_date: soonest } = (
    (await (
      await fetch(`${worker.simulators.urls.gocardless}/mandates/${ref}`, {
        headers: { authorization: "Bearer sandbox_token", "gocardless-version": "2015-07-06" },
      })
    ).json()) as { mandates: { next_possible_charge_date: string } }
  ).mandates;
  expect((await ofInvoice()).DirectDebit).toEqual({ Id: methodId, AccountEnding: "11", ChargeOn: soonest });
  const answer = (await pay(5_010)).Result!.Payment;
  expect(answer).toMatchObject({ State: "processing", Kind: "directDebit", Amount: pounds(5_010), ChargeOn: soonest });
  expect(await ofInvoice()).toMatchObject({ Open: pounds(12_000), Collectable: pounds(6_990) });
  await happen(invoiceId, "payment_submitted");
  await jobsOver();
  expect((await ofInvoice()).Payments).toMatchObject([{ State: "processing" }]);
  expect(await entries(person, "cash:gocardless")).toEqual([]);
  await happen(invoiceId, "payment_confirmed");
  expect(await is("confirmed")).toMatchObject({
    Open: pounds(6_990),
    Payments: [{ PaidWith: "Direct debit from the account ending 11", ChargeOn: null, Failure: null }],
  });
  await happen(invoiceId, "payment_paid_out");
  await jobsOver();
  expect(await entries(person, "cash:gocardless")).toEqual([{ minor: "5010" }]);
  const shown = (await app.call(person, invoices.byId, { params: { invoiceId } })).Result!;
  expect(shown.Invoice.Balance).toEqual(pounds(6_990));
});

test("what fails opens the invoice again, also after it counted, and a charge back does; each in plain words", async () => {
  for (const [action, state, cause] of [
    ["payment_late_failure", "failed", "refer_to_payer"],
    ["payment_charged_back", "chargedBack", undefined],
  ] as const) {
    const { person, invoiceId, pay, becomes: is } = await owing();
    await pay();
    await happen(invoiceId, "payment_failed", "bank_account_closed");
    const failed = await is("failed");
    expect(failed).toMatchObject({ Collectable: pounds(12_000) });
    expect(failed.Payments[0]!.Failure!.Reason).toContain("The bank account was closed. Nothing was taken.");
    await pay();
    await happen(invoiceId, "payment_confirmed");
    await is("confirmed");
    await happen(invoiceId, action, cause);
    const back = await is(state);
    expect(back).toMatchObject({ Open: pounds(12_000), Collectable: pounds(12_000) });
    expect(back.Payments[0]!.Failure!.Reason).toMatch(/Please/);
    expect(await entries(person, "cash:gocardless")).toEqual([{ minor: "12000" }, { minor: "-12000" }]);
    expect(await entries(person, "receivable")).toEqual([{ minor: "12000" }, { minor: "-12000" }, { minor: "12000" }]);
    // The same news again, by webhook and by the daily look.
    expect(await tellOf({ payment: await debit.refOf(invoiceId) }, 5)).toEqual(new Set([200]));
    await reconcilePayments(worker.platform);
    await jobsOver();
    const { notices, mails } = await toldOfPayments(app, person);
    const subjects = [
      "A payment of £120.00 did not go through",
      `A payment of £120.00 ${state === "failed" ? "did not go through" : "was taken back by the bank"}`,
    ];
    expect(mails.map(([subject]) => subject)).toEqual(subjects);
    expect(notices).toEqual(mails.map(([subject, words]) => `${subject}. ${words!.replaceAll("\n", " ")}`));
    for (const [at, failure] of [failed, back].entries())
      expect(mails[at]![1]).toBe(
        `It was for: Invoice ${await numberOf(invoiceId)}. ${failure.Payments[0]!.Failure!.Reason}\nIt is not tried again by itself. The invoice is open until it is paid.`,
      );
  }
});

test("fifty webhooks of one debit at once settle it once, and those that are forged not at all", async () => {
  const { person, invoiceId, pay, becomes: is } = await owing();
  // From the start: one that tells of the payment's beginning would have it looked at later on.
  await gocardless("webhooks", { mode: "hold" });
  await pay();
  const payment = await debit.refOf(invoiceId);
  // What is looked at because it was begun comes before what its bank says.
  await jobsOver();
  await happen(invoiceId, "payment_confirmed");
  const forge = sendWebhooks(portal, "another-secret");
  expect(await forge({ payment }, 50)).toEqual(new Set([401]));
  await jobsOver();
  expect(await entries(person, "cash:gocardless")).toEqual([]);
  expect(await tellOf({ payment }, 50)).toEqual(new Set([200]));
  await is("confirmed");
  await jobsOver();
  expect(await entries(person, "cash:gocardless")).toEqual([{ minor: "12000" }]);
  await happen(invoiceId, "payment_late_failure", "refer_to_payer");
  expect(await tellOf({ payment }, 50)).toEqual(new Set([200]));
  await is("failed");
  await jobsOver();
  expect(await entries(person, "cash:gocardless")).toEqual([{ minor: "12000" }, { minor: "-12000" }]);
  expect((await toldOfPayments(app, person)).mails).toHaveLength(1);
});

test("two collections for one invoice are impossible in the database, also for the worker", async () => {
  const { person, invoiceId, methodId } = await owing();
  const database = worker.platform.database;
  const put = (state: string) =>
    database.write({ role: "app_worker" }, (tx) =>
      sql`insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, payment_method_id, state, idempotency_key, created_by, created_at, changed_at)
          values (${person.resellerId}, ${invoiceId}, 100, 'GBP', 'directDebit', 'gocardless', ${methodId}, ${state}, 'key', 'Automatic payment', now(), now())`.execute(
        tx,
      ),
    );
  await put("cancelled");
  await put("submitted");
  for (const state of onTheWay)
    await expect(put(state)).rejects.toMatchObject({ code: "23505", constraint: "payments_one_on_its_way" });
  const rows = await app.sql("select from payments where invoice_id = $1", [invoiceId]);
  expect(rows).toHaveLength(2);
});

test("a double click, another session and a card meanwhile take nothing twice", async () => {
  const { person, invoiceId, ref, pay, becomes: is } = await owing();
  const clicks = await Promise.all([1, 2, 3, 4].map(() => pay()));
  expect(clicks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect(await debit.asked(ref)).toHaveLength(1);
  await happen(invoiceId, "payment_confirmed");
  await is("confirmed");
  expect((await pay()).Errors).toEqual({ Amount: "Must be at most what is open" });
  expect(await entries(person, "cash:gocardless")).toEqual([{ minor: "12000" }]);
});

test("a payment whose answer never came, or that never arrived, is found or asked for again under one key", async () => {
  for (const kind of ["commitThenReset", "reset"]) {
    const { person, invoiceId, ref, pay, becomes: is, ofInvoice } = await owing();
    await gocardless("faults", { match: { method: "POST", path: "/payments" }, fault: { kind }, times: 1 });
    const unclear = await pay();
    expect(unclear).toMatchObject({ status: 409, Error: "paymentNotConfirmed" });
    expect(unclear.Messages[0]).toContain("please do not pay again");
    expect((await pay()).status).toBe(409);
    await is("processing");
    const keys = new Set((await debit.asked(ref)).map(({ headers }) => headers["idempotency-key"]));
    expect(keys.size).toBe(1);
    await happen(invoiceId, "payment_confirmed");
    await is("confirmed");
    expect(await entries(person, "cash:gocardless")).toEqual([{ minor: "12000" }]);
    expect((await ofInvoice()).Payments).toHaveLength(1);
  }
});

test("a webhook that never comes is made up for by the daily look, also for what was taken back after it counted", async () => {
  const { person, invoiceId, pay, becomes: is } = await owing();
  await pay();
  await gocardless("webhooks", { mode: "hold" });
  await happen(invoiceId, "payment_confirmed");
  await reconcilePayments(worker.platform);
  await is("confirmed");
  await happen(invoiceId, "payment_late_failure");
  await reconcilePayments(worker.platform);
  expect(await is("failed")).toMatchObject({ Open: pounds(12_000) });
  await reconcilePayments(worker.platform);
  await jobsOver();
  expect(await entries(person, "cash:gocardless")).toEqual([{ minor: "12000" }, { minor: "-12000" }]);
});

test("what is refused: without a direct debit, one that is cancelled, another's invoice, too much and too little", async () => {
  const { person, invoiceId, pay, becomes: is } = await owing();
  const other = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [theirs] = await list(other);
  const body = { InvoiceId: theirs!.Id, Amount: pounds(100) };
  expect(await app.call(other, payments.debit, { body })).toMatchObject({ status: 409, Error: "directDebitNotReady" });
  expect((await pay(100, { InvoiceId: theirs!.Id })).status).toBe(404);
  expect((await pay(12_001)).Errors).toEqual({ Amount: "Must be at most what is open" });
  for (const Amount of [0, -100, 1e15].map(pounds))
    for (const asked of [payments.debit, payments.create])
      expect((await app.call(person, asked, { body: { InvoiceId: invoiceId, Amount } })).Errors).toEqual({
        "Amount.Minor": "Must be more than 0 and less than 10,000,000,000.00",
      });
  expect((await pay(29)).Errors).toEqual({ Amount: "Must be at least 0.30" });
  await pay();
  await app.call(person, directDebits.cancel);
  expect((await is("cancelled")).Payments[0]!.Failure!.Reason).toContain("cancelled before it was taken");
  expect(await pay()).toMatchObject({ Error: "directDebitNotReady" });
  expect(await debit.ofInvoice(person, invoiceId)).toMatchObject({ DirectDebit: null, Collectable: pounds(12_000) });
});

test("a mandate that is cancelled at the bank takes nothing, before its payment was handed to the banks and after, and is told once", async () => {
  const moveTo = (day: string) => gocardless("clock", { to: `${day}T18:00:00Z` });
  for (const isSubmitted of [false, true]) {
    const { person, invoiceId, ref, pay, ofInvoice } = await owing();
    const { ChargeOn } = (await pay()).Result!.Payment;
    // The evening before it is taken, when the banks have it, or the evening before they get it.
    await moveTo(addWorkingDays("bacs", ChargeOn!, isSubmitted ? -1 : -3));
    await gocardless("act", { action: "cancelAtBank", mandate: ref });
    await moveTo(addWorkingDays("bacs", ChargeOn!, 3));
    const state = isSubmitted ? "failed" : "cancelled";
    const found = await becomes(person, invoiceId, state);
    expect(found).toMatchObject({ Open: pounds(12_000), Collectable: pounds(12_000) });
    for (const links of [{ payment: await debit.refOf(invoiceId) }, { mandate: ref }] as Record<string, string>[])
      expect(await tellOf(links, 5)).toEqual(new Set([200]));
    await reconcilePayments(worker.platform);
    await jobsOver();
    expect(await ofInvoice()).toMatchObject({ DirectDebit: null, Payments: [{ State: state }] });
    expect(await entries(person, "cash:gocardless")).toEqual([]);
    const { notices, mails } = await toldOfPayments(app, person);
    expect(mails).toEqual([
      [
        `A payment of £120.00 ${isSubmitted ? "did not go through" : "was cancelled"}`,
        `It was for: Invoice ${await numberOf(invoiceId)}. ${found.Payments[0]!.Failure!.Reason}\nIt is not tried again by itself. The invoice is open until it is paid.`,
      ],
    ]);
    expect(notices).toHaveLength(1);
    expect(found.Payments[0]!.Failure!.Reason).toContain("Please pay this invoice by card or bank transfer.");
    const ended = await app.sql(
      "select from notifications where reseller_id = $1 and content like 'Your direct debit has ended. The direct debit was cancelled at the bank.%'",
      [person.resellerId],
    );
    expect(ended).toHaveLength(1);
  }
});
