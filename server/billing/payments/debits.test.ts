import { directDebits } from "@tradewind/contract/billing/direct-debits.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { afterEach, expect, test } from "vitest";
import { debiting } from "../../test/debiting.ts";
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
await gocardless("seed", { webhookUrl: `${portal}/api/webhooks/direct-debits/gocardless` });
afterEach(async () => {
  await fetch(`${worker.simulators.urls.gocardless}/__sim/faults`, { method: "DELETE" });
  await gocardless("webhooks/release", {});
  await gocardless("webhooks", { mode: "auto" });
});

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
  }
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
  expect((await pay(29)).Errors).toEqual({ Amount: "Must be at least 0.30" });
  await pay();
  await app.call(person, directDebits.cancel);
  expect((await is("cancelled")).Payments[0]!.Failure!.Reason).toContain("cancelled before it was taken");
  expect(await pay()).toMatchObject({ Error: "directDebitNotReady" });
  expect(await debit.ofInvoice(person, invoiceId)).toMatchObject({ DirectDebit: null, Collectable: pounds(12_000) });
});
