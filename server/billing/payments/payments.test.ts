import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { expect, test } from "vitest";
import { refileLostPayments } from "./payments.jobs.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);
const { invoiced, list } = invoicing(app);
Object.assign(app.platform, { gateway: worker.platform.gateway });
const portal = await app.app.listen({ port: 0, host: "127.0.0.1" });
const webhookUrl = `${portal}/api/webhooks/payments/stripe`;
await worker.control("stripe", "seed", { webhookUrl });

const stripe = (what: string, body?: unknown) => worker.control("stripe", what, body);
const act = (body: object) => stripe("act", body);
const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });

/** A reseller that owes £120.00 on one invoice. */
async function owing() {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [invoice] = await list(person);
  return { person, invoiceId: invoice!.Id };
}
const begin = (person: Person, InvoiceId: string, minor = 12_000) =>
  app.call(person, payments.create, { body: { InvoiceId, Amount: pounds(minor) } });
const payWith = (person: Person, PaymentIntentId: string, PaymentMethodId = "pm_card_visa") =>
  app.call(person, payments.confirm, { body: { PaymentIntentId, PaymentMethodId } });
const ofInvoice = async (person: Person, invoiceId: string) =>
  (await app.call(person, payments.ofInvoice, { params: { invoiceId } })).Result!;
const becomes = (person: Person, invoiceId: string, state: string) =>
  worker.until(async () => {
    const found = await ofInvoice(person, invoiceId);
    return found.Payments[0]?.State === state && found;
  }, `the payment to be ${state}`);
const refOf = (answer: { Result: { Payment: { PaymentIntentId: string | null } } | null }) =>
  answer.Result!.Payment.PaymentIntentId!;
const ledger = (person: Person) =>
  app.sql<{ account: string; amount_minor: string }>(
    "select account, amount_minor::text from ledger_entries where reseller_id = $1 and (account like 'cash:%' or account = 'credit' or (account = 'receivable' and amount_minor < 0)) order by id",
    [person.resellerId],
  );
const jobsOver = () =>
  worker.until(async () => {
    const [row] = await app.sql<{ left: number }>(
      "select count(*)::int as left from pgboss.job where name = 'payments.look' and state in ('created', 'retry', 'active')",
    );
    return row!.left === 0;
  }, "the looks to be over");

test("BILL-33 an invoice is paid with a new card: created, confirmed, and posted once the worker has read it", async () => {
  const { person, invoiceId } = await owing();
  const created = await begin(person, invoiceId);
  expect(created.Result).toMatchObject({ Payment: { State: "submitted", Amount: pounds(12_000) } });
  expect(created.Result!.ClientSecret).toContain("_secret_");
  expect(await ofInvoice(person, invoiceId)).toMatchObject({ Open: pounds(12_000), Collectable: pounds(0) });
  await payWith(person, refOf(created));
  const paid = await becomes(person, invoiceId, "confirmed");
  expect(paid).toMatchObject({ Open: pounds(0), Payments: [{ PaidWith: "Visa ending 4242", Failure: null }] });
  const shown = (await app.call(person, invoices.byId, { params: { invoiceId } })).Result!;
  expect(shown.Invoice).toMatchObject({ Status: "paid", Balance: pounds(0) });
  expect(await ledger(person)).toEqual([
    { account: "cash:stripe", amount_minor: "12000" },
    { account: "receivable", amount_minor: "-12000" },
  ]);
});

test("a payment whose gateway was silent is looked at again soon, while its payer waits", async () => {
  const { person, invoiceId } = await owing();
  const created = await begin(person, invoiceId);
  await stripe("faults", { match: { method: "GET" }, times: 2, fault: { kind: "status", status: 500 } });
  await payWith(person, refOf(created));
  const [again] = await worker.until(
    async () => {
      const rows = await app.sql<{ wait: number }>(
        `select extract(epoch from start_after - created_on)::int as wait from pgboss.job
       where name = 'payments.look' and start_after > created_on + interval '1 second'`,
      );
      return rows.length > 0 && rows;
    },
    "the look to be put off",
    undefined,
    false,
  );
  expect(again!.wait).toBe(3);
  expect(await becomes(person, invoiceId, "confirmed")).toMatchObject({ Open: pounds(0) });
});

test("BILL-34 a cancellation carries the number of the intent, and the invoice can be paid again", async () => {
  const { person, invoiceId } = await owing();
  const first = await begin(person, invoiceId);
  expect(await begin(person, invoiceId)).toMatchObject({ status: 409, Error: "paymentOnItsWay" });
  const cancelled = await app.call(person, payments.cancel, { body: { PaymentIntentId: refOf(first) } });
  expect(cancelled.Result!.Payment).toMatchObject({ State: "cancelled", PaymentIntentId: null });
  expect((await begin(person, invoiceId, 5_000)).Result).toMatchObject({ Payment: { State: "submitted" } });
});

test("BILL-35 a create that Stripe refuses fails in the words of the specification, and leaves nothing on its way", async () => {
  const { person, invoiceId } = await owing();
  const body = { error: { type: "invalid_request_error", message: "Refused." } };
  await stripe("faults", { match: { method: "POST" }, fault: { kind: "status", status: 400, body } });
  expect(await begin(person, invoiceId)).toMatchObject({
    Succeed: false,
    Messages: ["Creating Stripe payment intent failed. Result contains failed succeed status flag."],
  });
  expect(await ofInvoice(person, invoiceId)).toMatchObject({
    Collectable: pounds(12_000),
    Payments: [{ State: "failed", Failure: { Reason: "Stripe refused this payment: Refused. Nothing was charged." } }],
  });
});

test("BILL-36 a cancellation that comes too late fails with what Stripe says, and the payment counts", async () => {
  const { person, invoiceId } = await owing();
  const ref = refOf(await begin(person, invoiceId));
  await payWith(person, ref, "pm_card_threeDSecure2Required");
  await stripe("webhooks", { mode: "hold" });
  await act({ action: "pass", intent: ref });
  const refused = await app.call(person, payments.cancel, { body: { PaymentIntentId: ref } });
  expect(refused).toMatchObject({ Succeed: false, Error: "paymentNotCancelled" });
  expect(refused.Messages.join(" ")).toContain("You cannot cancel this PaymentIntent");
  await stripe("webhooks/release", {});
  await stripe("webhooks", { mode: "auto" });
  await becomes(person, invoiceId, "confirmed");
});

test("FLAG-10 without BillingPlatformPayment nobody pays, and what was paid is still shown", async () => {
  const { person, invoiceId } = await owing();
  await app.sql("insert into reseller_flags values ($1, 'BillingPlatformPayment', false)", [person.resellerId]);
  const own = await app.signInAgain(person);
  expect((await begin(own, invoiceId)).status).toBe(404);
  expect(await ofInvoice(own, invoiceId)).toMatchObject({ Payments: [], Open: pounds(12_000) });
});

test("3-D Secure passes, fails or is abandoned; what failed says why and what to do, and cannot be paid later", async () => {
  const { person, invoiceId } = await owing();
  const ref = refOf(await begin(person, invoiceId, 5_000));
  expect((await payWith(person, ref, "pm_card_authenticationRequired")).Result).toMatchObject({
    Payment: { State: "needsAction" },
  });
  await act({ action: "fail", intent: ref });
  const failed = await becomes(person, invoiceId, "failed");
  expect(failed.Payments[0]!.Failure!.Reason).toBe(
    "The payment was not confirmed with your bank. Nothing was charged. Please try another card.",
  );
  const second = refOf(await begin(person, invoiceId, 5_000));
  expect((await payWith(person, second, "pm_card_visa_chargeDeclinedInsufficientFunds")).Result).toMatchObject({
    Payment: { State: "failed", Failure: { Code: "insufficient_funds" } },
  });
  expect(await payWith(person, second)).toMatchObject({ status: 409, Error: "paymentOver" });
  await jobsOver();
  const { entries } = (await stripe("journal")) as { entries: { path: string; reply: { status: number } }[] };
  expect(entries.findLast(({ path }) => path === `/v1/payment_intents/${second}/cancel`)!.reply.status).toBe(200);
});

test("a webhook that decides a payment before its payer's browser asks is answered, and not an error", async () => {
  const { person, invoiceId } = await owing();
  const asked = (ref: string) => app.call(person, payments.confirm, { body: { PaymentIntentId: ref } });
  const left = (ref: string) => app.call(person, payments.cancel, { body: { PaymentIntentId: ref } });
  const failed = refOf(await begin(person, invoiceId, 5_000));
  await payWith(person, failed, "pm_card_authenticationRequired");
  await act({ action: "fail", intent: failed });
  await becomes(person, invoiceId, "failed");
  const failure = { State: "failed", Failure: { Code: "payment_intent_authentication_failure" } };
  expect((await asked(failed)).Result).toMatchObject({ Payment: failure });
  expect((await left(failed)).Result).toMatchObject({ Payment: failure });
  const passed = refOf(await begin(person, invoiceId, 5_000));
  await payWith(person, passed, "pm_card_authenticationRequired");
  await act({ action: "pass", intent: passed });
  await becomes(person, invoiceId, "confirmed");
  expect((await asked(passed)).Result).toMatchObject({ Payment: { State: "confirmed", Failure: null } });
  expect(await left(passed)).toMatchObject({ status: 409, Error: "paymentNotCancelled" });
  const given = refOf(await begin(person, invoiceId, 5_000));
  await left(given);
  expect((await left(given)).Result).toMatchObject({ Payment: { State: "cancelled" } });
  expect((await asked(given)).Result).toMatchObject({ Payment: { State: "cancelled" } });
  await jobsOver();
});

test("fifty webhooks at once and a double click pay once; forged and late ones are refused", async () => {
  const { person, invoiceId } = await owing();
  const clicks = await Promise.all([1, 2, 3].map(() => begin(person, invoiceId)));
  expect(clicks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const ref = refOf(clicks.find(({ status }) => status === 200)!);
  await stripe("webhooks", { mode: "hold" });
  await payWith(person, ref);
  const { held } = (await stripe("webhooks")) as { held: { id: string }[] };
  const all = held.map(({ id }) => id);
  expect(all).not.toHaveLength(0);
  await stripe("webhooks/release", { tamper: all });
  const event = JSON.stringify({ data: { object: { object: "payment_intent", id: ref } } });
  const headers = await signed(event);
  const calls = await Promise.all(
    Array.from({ length: 50 }, () => fetch(webhookUrl, { method: "POST", headers, body: event })),
  );
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await fetch(webhookUrl, { method: "POST", headers, body: `${event} ` })).status).toBe(401);
  expect((await fetch(webhookUrl, { method: "POST", headers: await signed(event, -301), body: event })).status).toBe(
    401,
  );
  await stripe("webhooks", { mode: "auto" });
  await becomes(person, invoiceId, "confirmed");
  await jobsOver();
  expect(await ledger(person)).toHaveLength(2);
});

async function signed(body: string, late = 0) {
  const { createHmac } = await import("node:crypto");
  const seconds = Math.floor(app.platform.clock.now().getTime() / 1_000) + late;
  const hash = createHmac("sha256", worker.simulators.settings["STRIPE_WEBHOOK_SECRET"]!);
  return { "stripe-signature": `t=${seconds},v1=${hash.update(`${seconds}.${body}`).digest("hex")}` };
}

test("a payment that was made although the answer never came is found again, and blocks another until then", async () => {
  const { person, invoiceId } = await owing();
  // Nor does a webhook tell of it: asked for again with the same key, the gateway answers with the same payment.
  await stripe("webhooks", { mode: "hold" });
  await stripe("faults", { match: { method: "POST" }, times: 2, fault: { kind: "commitThenReset" } });
  expect(await begin(person, invoiceId)).toMatchObject({ Error: "paymentNotCreated" });
  expect((await begin(person, invoiceId)).status).toBe(409);
  const found = await becomes(person, invoiceId, "submitted");
  await stripe("webhooks", { mode: "auto" });
  await stripe("faults", { match: { method: "POST", path: "confirm" }, times: 2, fault: { kind: "commitThenReset" } });
  const unclear = await payWith(person, found.Payments[0]!.PaymentIntentId!);
  expect(unclear.Messages[0]).toContain("please do not pay again");
  expect((await becomes(person, invoiceId, "confirmed")).Open).toEqual(pounds(0));
  expect(await ledger(person)).toHaveLength(2);
});

test("refunds, in part and whole, and disputes go back on the invoice, and the ledger has what Stripe has", async () => {
  const { person, invoiceId } = await owing();
  const ref = refOf(await begin(person, invoiceId));
  await payWith(person, ref);
  await becomes(person, invoiceId, "confirmed");
  await act({ action: "refund", intent: ref, amount: 2_000 });
  const openIs = (minor: number) =>
    worker.until(async () => {
      const { Open } = await ofInvoice(person, invoiceId);
      return Open!.Minor === String(minor);
    }, `${minor} to be open`);
  await openIs(2_000);
  const again = refOf(await begin(person, invoiceId, 2_000));
  await payWith(person, again, "pm_card_mastercard");
  await openIs(0);
  await act({ action: "dispute", intent: again });
  await openIs(2_000);
  await act({ action: "refund", intent: ref });
  await openIs(12_000);
  await jobsOver();
  const [ours] = await app.sql<{ minor: string }>(
    "select coalesce(sum(amount_minor), 0)::text as minor from ledger_entries where account = 'cash:stripe' and currency = 'GBP'",
  );
  expect((await stripe("balance")) as { gbp: number }).toMatchObject({ gbp: Number(ours!.minor) });
});

test("a payment whose process ended before the answer came is found within minutes, and can be gone on with or given up", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [invoice] = await list(person);
  const { gateway } = app.platform;
  await stripe("webhooks", { mode: "hold" });
  Object.assign(app.platform, {
    gateway: {
      ...gateway,
      create: (...asked: Parameters<NonNullable<typeof gateway>["create"]>) =>
        gateway!.create(...asked).then(() => Promise.reject(new Error("killed"))),
    },
  });
  const body = { InvoiceId: invoice!.Id, Amount: { Minor: "12000", Currency: "GBP" as const } };
  expect((await app.call(person, payments.create, { body })).status).toBe(500);
  Object.assign(app.platform, { gateway });
  const shown = async () =>
    (await app.call(person, payments.ofInvoice, { params: { invoiceId: invoice!.Id } })).Result!.Payments[0]!;
  expect((await app.call(person, payments.create, { body })).Error).toBe("paymentOnItsWay");
  await refileLostPayments(worker.platform);
  expect((await shown()).PaymentIntentId).toBe(null);
  await app.sql("update payments set created_at = created_at - interval '2 minutes' where reseller_id = $1", [
    person.resellerId,
  ]);
  const PaymentIntentId = await worker.until(async () => {
    await refileLostPayments(worker.platform);
    return (await shown()).PaymentIntentId ?? undefined;
  }, "the payment to be found");
  const { held } = (await stripe("webhooks")) as { held: { id: string }[] };
  await stripe("webhooks/release", { drop: held.map(({ id }) => id) });
  await stripe("webhooks", { mode: "auto" });
  expect((await app.call(person, payments.cancel, { body: { PaymentIntentId } })).Succeed).toBe(true);
  expect((await app.call(person, payments.create, { body })).Succeed).toBe(true);
});

test("another reseller finds neither the invoice nor the payment, and no tenant can say that it paid", async () => {
  const { person, invoiceId } = await owing();
  const ref = refOf(await begin(person, invoiceId));
  const other = await app.signIn();
  expect((await begin(other, invoiceId)).status).toBe(404);
  expect((await payWith(other, ref)).status).toBe(404);
  expect((await app.call(other, payments.cancel, { body: { PaymentIntentId: ref } })).status).toBe(404);
  expect((await app.call(other, payments.ofInvoice, { params: { invoiceId } })).status).toBe(404);
  const bounds = { role: "app_tenant", resellerId: person.resellerId } as const;
  await expect(
    app.platform.database.write(bounds, (tx) =>
      tx.updateTable("payments").set({ state: "confirmed" }).where("gateway_ref", "=", ref).execute(),
    ),
  ).rejects.toThrow("only the worker posts money");
});
