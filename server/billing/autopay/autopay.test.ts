import { automaticPayments } from "@tradewind/contract/billing/automatic-payments.ts";
import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { addWorkingDays, workingDayFrom } from "@tradewind/domain/billing/working-days.ts";
import fc from "fast-check";
import { afterEach, expect, inject, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { billingEmail, debiting, toldOfPayments } from "../../test/debiting.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { addCard } from "../../test/vault-cards.ts";
import { watchMandates } from "../direct-debits/direct-debits.jobs.ts";
import { reconcilePayments } from "../payments/payments.jobs.ts";
import { findPayment } from "../payments/payments.store.ts";
import { lookAtCharge } from "../payments/stored-methods.actions.ts";
import { collectDue } from "./autopay.actions.ts";
import { fileCollections } from "./autopay.jobs.ts";

const runs = inject("long") ? 200 : 2;
const app = await testApp();
const worker = await testWorker(app);
const { issue, invoiced, list } = invoicing(app);
const debit = debiting(app, worker);
const zuora = (what: string, body?: unknown) => worker.control("zuora", what, body);
const database = worker.platform.database;
const asWorker = { role: "app_worker" } as const;
const today = () => app.platform.clock.today();
const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });

afterEach(async () => {
  for (const system of ["zuora", "gocardless"] as const)
    await fetch(`${worker.simulators.urls[system]}/__sim/faults`, { method: "DELETE" });
});

/** A reseller that owes £120.00, long due, and pays by a card automatically. */
async function owing(cardNumber = "4111111111111111") {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  await app.sql("update resellers set billing_email = $2, contact_name = 'Nora Wind' where id = $1", [
    person.resellerId,
    billingEmail(person),
  ]);
  const [invoice] = await list(person);
  const cardId = await addCard(app, zuora, person, cardNumber);
  await debit.payBy(person, { id: cardId, kind: "card" });
  const is = (state: string) => debit.becomes(person, invoice!.Id, state);
  return { person, invoiceId: invoice!.Id, cardId, is, ofInvoice: () => debit.ofInvoice(person, invoice!.Id) };
}
/** A reseller that owes £120.00 in so many days, and pays by direct debit automatically. */
async function owingByDebit(days: number) {
  const person = await app.signIn();
  await app.sql("update resellers set payment_term_days = $2 where id = $1", [person.resellerId, days]);
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor: 10_000 }]);
  await issue(today());
  const [invoice] = await list(person);
  const { methodId, ref } = await debit.authorise(person);
  await debit.activate(person, ref);
  await debit.payBy(person, { id: methodId, kind: "directDebit" });
  const ofInvoice = () => debit.ofInvoice(person, invoice!.Id);
  return { person, invoiceId: invoice!.Id, dueOn: invoice!.DueOn, ref, ofInvoice };
}
const run = async () => {
  await fileCollections(worker.platform, today());
  await debit.jobsOver();
};
const next = async (person: Person) => (await app.call(person, automaticPayments.next)).Result!;
const numberOf = async (invoiceId: string) =>
  (await app.sql<{ number: string }>("select number from invoices where id = $1", [invoiceId]))[0]!.number;
const charged = async (invoiceId: string) => {
  const number = await numberOf(invoiceId);
  type Entry = { method: string; path: string; headers: Record<string, string>; body: { comment?: string } };
  const { entries } = (await zuora("journal")) as { entries: Entry[] };
  return entries.filter(
    ({ method, path, body }) => method === "POST" && path === "/v1/payments" && body.comment === `Invoice ${number}`,
  );
};
const cash = (person: Person) => debit.entries(person, "cash:zuora");

test("what is due is collected by the default card, once however often it is run, and whoever pays by hand is left alone", async () => {
  const { person, invoiceId, is } = await owing();
  const byHand = await owing();
  await app.call(byHand.person, paymentMethods.update, {
    body: {
      autoPay: false,
      paymentTerm: null,
      paymentMethodType: "CreditCard",
      defaultPaymentMethodId: byHand.cardId,
    },
  });
  expect(await next(person)).toMatchObject({ State: "on", Next: { Amount: pounds(12_000), Invoices: 1 }, Left: null });
  await Promise.all([run(), run()]);
  const { Payments } = await is("confirmed");
  expect(Payments).toMatchObject([{ CreatedBy: "Automatic payment", PaidWith: "Visa ending 1111" }]);
  await run();
  expect(await charged(invoiceId)).toHaveLength(1);
  expect(await cash(person)).toEqual([{ minor: "12000" }]);
  expect(await next(person)).toEqual({ State: "on", OnItsWay: null, Next: null, Left: null });
  expect((await byHand.ofInvoice()).Payments).toEqual([]);
  expect(await next(byHand.person)).toMatchObject({ State: "off" });
});

test("credit is used first, and only the rest is collected", async () => {
  const { person, is } = await owing();
  await app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
     select $1, $1, account, minor, 'GBP', '2026-02-01', now() from (values ('cost:goodwill', 5000), ('credit', -5000)) e (account, minor)`,
    [person.resellerId],
  );
  expect(await next(person)).toMatchObject({ Next: { Amount: pounds(7_000) } });
  await run();
  expect(await is("confirmed")).toMatchObject({ Open: pounds(0), CreditUsed: pounds(5_000) });
  expect(await cash(person)).toEqual([{ minor: "7000" }]);
});

test("nothing is collected of an invoice with a payment on its way, nor of one whose payment was given back", async () => {
  const { person, invoiceId, cardId, ofInvoice } = await owing();
  const put = (state: string) =>
    app.sql(
      `insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, gateway_ref, payment_method_id, state, idempotency_key, created_by, created_at, changed_at)
       values ($1, $2, 100, 'GBP', 'card', 'stripe', 'pi_' || $4, $3, $4, 'key', 'Robin Tester', $5, $5)`,
      [person.resellerId, invoiceId, cardId, state, app.platform.clock.now()],
    );
  await put("needsAction");
  await run();
  expect((await ofInvoice()).Payments).toHaveLength(1);
  await app.sql("update payments set state = 'cancelled' where reseller_id = $1", [person.resellerId]);
  await put("chargedBack");
  await run();
  expect((await ofInvoice()).Payments).toHaveLength(2);
  expect(await charged(invoiceId)).toEqual([]);
  expect(await next(person)).toMatchObject({ Next: null, Left: { Amount: pounds(12_000), Invoices: 1 } });
});

test("what was given back in part is not collected again", async () => {
  const { person, invoiceId, is, ofInvoice } = await owing();
  await run();
  const { Payments } = await is("confirmed");
  const row = await database.read(asWorker, (db) => findPayment(db, Payments[0]!.Id));
  await zuora("act", { action: "refund", payment: row!.gateway_ref, amount: 20 });
  await lookAtCharge(worker.platform, row!, "reconciliation");
  expect(await ofInvoice()).toMatchObject({ Open: pounds(2_000) });
  // As if it had been collected the day before.
  await app.sql("update payments set auto_on = auto_on - 1 where reseller_id = $1", [person.resellerId]);
  expect(await next(person)).toMatchObject({ Next: null, Left: { Amount: pounds(2_000), Invoices: 1 } });
  await run();
  expect(await charged(invoiceId)).toHaveLength(1);
});

test("a declined card is told at once in plain words, and tried again on the policy's day, not before", async () => {
  const { person, invoiceId, is } = await owing("4000000000000341");
  await run();
  const failed = await is("failed");
  expect(failed.Payments[0]!.Failure!.Reason).toContain("Please ask your bank, or pay with another card.");
  await run();
  expect(await charged(invoiceId)).toHaveLength(1);
  const [told] = await app.sql<{ content: string }>(
    "select content from notifications where reseller_id = $1 and content like 'A payment%'",
    [person.resellerId],
  );
  expect(told!.content).toMatch(/^A payment of £120.00 did not go through\. .*Please ask your bank.*may try again/);
  const [tried] = await app.sql<{ on: string }>("select auto_on::text as on from payments where reseller_id = $1", [
    person.resellerId,
  ]);
  const again = addWorkingDays("bacs", tried!.on, 3);
  expect((await next(person)).Next).toEqual({ On: again, Amount: pounds(12_000), Invoices: 1 });
  // As if it had been tried three working days sooner.
  await app.sql("update payments set auto_on = $2::date where reseller_id = $1", [
    person.resellerId,
    addDays(addWorkingDays("bacs", today(), -3), -1),
  ]);
  await run();
  expect(await charged(invoiceId)).toHaveLength(2);
  const mailed = async () => (await toldOfPayments(app, person)).mails;
  await worker.until(async () => (await mailed()).length === 2, "the second try to be told");
  for (const [subject, words] of await mailed()) {
    expect(subject).toBe("A payment of £120.00 did not go through");
    expect(words).toBe(
      `It was for: Invoice ${await numberOf(invoiceId)}. ${failed.Payments[0]!.Failure!.Reason}\nAutomatic payment may try again in some days: Payment options shows when. You can pay sooner yourself.`,
    );
  }
});

test("a debit is asked for three working days ahead and taken on the due day; before that nothing happens", async () => {
  const far = await owingByDebit(40);
  await run();
  expect((await far.ofInvoice()).Payments).toEqual([]);
  const due = workingDayFrom("bacs", far.dueOn);
  expect(await next(far.person)).toMatchObject({ Next: { On: due, Amount: pounds(12_000) } });

  const near = await owingByDebit(3);
  await run();
  const { Payments, Collectable } = await near.ofInvoice();
  expect(Payments).toMatchObject([{ State: "processing", Kind: "directDebit", CreatedBy: "Automatic payment" }]);
  expect(Payments[0]!.ChargeOn! >= near.dueOn).toBe(true);
  expect(Collectable).toEqual(pounds(0));
  expect(await next(near.person)).toMatchObject({
    OnItsWay: { On: Payments[0]!.ChargeOn, Amount: pounds(12_000) },
    Next: null,
  });
  await run();
  expect(await debit.asked(near.ref)).toHaveLength(1);
});

test("a debit whose mandate is cancelled at the bank is told once with what to do, and not begun again", async () => {
  const { person, invoiceId, ref, ofInvoice } = await owingByDebit(3);
  await run();
  expect((await ofInvoice()).Payments).toMatchObject([{ State: "processing", CreatedBy: "Automatic payment" }]);
  await debit.gocardless("act", { action: "cancelAtBank", mandate: ref });
  for (const _ of [1, 2]) {
    await reconcilePayments(worker.platform);
    await watchMandates(worker.platform);
    await run();
  }
  const { Payments, Collectable } = await ofInvoice();
  expect(Payments).toMatchObject([{ State: "cancelled", Failure: { Code: "payment_cancelled" } }]);
  expect(Collectable).toEqual(pounds(12_000));
  expect(await next(person)).toMatchObject({ State: "off" });
  expect(await toldOfPayments(app, person)).toMatchObject({
    mails: [
      [
        "A payment of £120.00 was cancelled",
        `It was for: Invoice ${await numberOf(invoiceId)}. The payment was cancelled before it was taken. Please pay this invoice by card or bank transfer.\nIt is not tried again by itself. The invoice is open until it is paid.`,
      ],
    ],
    notices: [expect.stringContaining("Please pay this invoice by card or bank transfer.")],
  });
});

test("what is kept at another gateway than today's is charged neither by itself nor by hand", async () => {
  const { person, invoiceId, cardId, ofInvoice } = await owing();
  await app.sql("update payment_methods set gateway = 'another' where reseller_id = $1", [person.resellerId]);
  await run();
  expect((await ofInvoice()).Payments).toEqual([]);
  expect(await next(person)).toMatchObject({ State: "noMethod", Next: null });
  const charge = await app.call(person, payments.charge, {
    body: { PaymentMethodId: cardId, Amount: "120.00", PaymentDate: today(), Currency: "GBP", InvoiceId: invoiceId },
  });
  expect(charge.Errors).toEqual({ PaymentMethodId: "Must be an active card of a kind that is taken" });
  expect(await charged(invoiceId)).toEqual([]);
});

test("without BillingPlatformPayment, or once its method is closed, nothing is collected and the screen says so", async () => {
  const { person, ofInvoice } = await owing();
  await app.sql("insert into reseller_flags values ($1, 'BillingPlatformPayment', false)", [person.resellerId]);
  await run();
  expect((await ofInvoice()).Payments).toEqual([]);
  expect(await next(person)).toMatchObject({ State: "noMethod", Next: null });
});

/** What may happen between intent, answer and ledger. */
const steps = fc.constantFrom("run", "twice", "answerLost", "neverArrived", "jobLost", "killedBeforeLedger", "look");

test(
  "however often the run is killed, repeated or cut off, an invoice is paid once",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 6 }), async (all) => {
        const { person, invoiceId, is } = await owing();
        const begin = () => database.write(asWorker, (tx) => collectDue(worker.platform, tx, person.resellerId));
        const lost = (kind: string) =>
          zuora("faults", { match: { method: "POST", path: "/v1/payments" }, fault: { kind }, times: 1 });
        const rows = () =>
          app.sql<{ id: string }>("select id from payments where reseller_id = $1", [person.resellerId]);
        const look = async (platform = worker.platform) => {
          for (const { id } of await rows()) {
            const row = await database.read(asWorker, (db) => findPayment(db, id));
            await lookAtCharge(platform, row!, "answer").catch(() => undefined);
          }
        };
        const killed = {
          ...worker.platform,
          database: { ...database, write: () => Promise.reject(new Error("killed")) },
        } as typeof worker.platform;
        for (const step of all) {
          if (step === "run") await begin();
          else if (step === "twice") await Promise.all([begin(), begin(), begin()]);
          else if (step === "answerLost") await lost("commitThenReset");
          else if (step === "neverArrived") await lost("reset");
          else if (step === "jobLost")
            await app.sql("delete from pgboss.job where name = 'payments.look' and state = 'created'");
          else await look(step === "look" ? undefined : killed);
        }
        await fetch(`${worker.simulators.urls.zuora}/__sim/faults`, { method: "DELETE" });
        await begin();
        await worker.until(async () => {
          await look();
          return (await cash(person)).length > 0;
        }, "the payment to be posted");
        await is("confirmed");
        const calls = await charged(invoiceId);
        expect(new Set(calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
        expect(await rows()).toHaveLength(1);
        expect(await cash(person)).toEqual([{ minor: "12000" }]);
      }),
      { numRuns: runs },
    );
  },
  60_000 + runs * 10_000,
);
