import { gatewayBooks } from "@tradewind/contract/billing/gateway-books.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { beforeEach, expect, test } from "vitest";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { fileGatewayReads } from "./gateway-books.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { invoiced, list } = invoicing(app);
const { gateway, vault } = worker.platform;
Object.assign(app.platform, { gateway, vault });
const stripe = (what: string, body?: unknown) => worker.control("stripe", what, body);
const act = (action: string, more: object = {}) => stripe("act", { action, ...more });

const pounds = (minor: number) => ({ Minor: String(minor), Currency: "GBP" as const });
const clearing = async () => {
  const [row] = await app.sql<{ minor: string }>(
    `select (select coalesce(sum(amount_minor), 0) from ledger_entries where account = 'cash:stripe' and currency = 'GBP')
       + (select coalesce(sum(amount_minor), 0) from clearing_entries where account = 'cash:stripe' and currency = 'GBP') as minor`,
  );
  return Number(row!.minor);
};
const balance = async () => {
  const [row] = await app.sql<{ minor: string }>(
    "select amount_minor::text as minor from gateway_balances where currency = 'GBP'",
  );
  return Number(row!.minor);
};
const differences = () =>
  app.sql<{ cause: string; ref: string; theirs_minor: string; ours_minor: string; state: string }>(
    "select cause, ref, theirs_minor::text, ours_minor::text, state from gateway_differences where state <> 'closed' order by id",
  );
const waiting = async (...queues: string[]) => {
  const [row] = await app.sql<{ n: number }>(
    "select count(*)::int as n from pgboss.job where name = any($1) and state in ('created', 'retry', 'active') and start_after <= now()",
    [queues],
  );
  return row!.n;
};
const quiet = () =>
  worker.until(async () => (await waiting("gateways.read", "payments.look")) === 0, "the gateways to be read", 1_200);
async function reconcile() {
  await fileGatewayReads(worker.platform);
  await quiet();
}
/** A reseller that has paid £120.00 on an invoice, of which no webhook tells. */
async function paid(method = "pm_card_visa") {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [invoice] = await list(person);
  const ref = await begin(person, invoice!.Id);
  await app.call(person, payments.confirm, { body: { PaymentIntentId: ref, PaymentMethodId: method } });
  await quiet();
  return { person, invoiceId: invoice!.Id, ref };
}
async function begin(person: Person, InvoiceId: string) {
  const begun = await app.call(person, payments.create, { body: { InvoiceId, Amount: pounds(12_000) } });
  return begun.Result!.Payment.PaymentIntentId!;
}
const stateOf = async (person: Person, invoiceId: string) => {
  const { Open, Payments } = (await app.call(person, payments.ofInvoice, { params: { invoiceId } })).Result!;
  return { open: Number(Open!.Minor), state: Payments[0]!.State };
};
beforeEach(() => fetch(`${worker.simulators.urls.stripe}/__sim/faults`, { method: "DELETE" }));

test("what no webhook told is settled by the daily reading: refunds, disputes and payments alike", async () => {
  const [refunded, disputed] = [await paid(), await paid()];
  await act("refund", { intent: refunded.ref, amount: 2_000 });
  await act("dispute", { intent: disputed.ref });
  await reconcile();
  expect(await stateOf(refunded.person, refunded.invoiceId)).toEqual({ open: 2_000, state: "confirmed" });
  expect(await stateOf(disputed.person, disputed.invoiceId)).toEqual({ open: 12_000, state: "chargedBack" });
  expect(await differences()).toEqual([]);
  await act("winDispute", { intent: disputed.ref });
  await reconcile();
  expect(await stateOf(disputed.person, disputed.invoiceId)).toEqual({ open: 0, state: "confirmed" });
  expect(await clearing()).toBe(await balance());
});

test("fees are a cost, and what was paid out leaves the account at what is still at the gateway", async () => {
  await paid();
  await act("payOut");
  const late = await paid();
  await reconcile();
  expect(await balance()).toBeGreaterThan(0);
  expect(await clearing()).toBe(await balance());
  const [payout] = await app.sql<{ ref: string; status: string; is_itemised: boolean }>(
    "select ref, status, is_itemised from gateway_payouts",
  );
  expect(payout).toMatchObject({ status: "paid", is_itemised: true });
  // A dispute after the money left: the account owes the gateway.
  await act("payOut");
  await act("dispute", { intent: late.ref });
  await reconcile();
  expect(await balance()).toBe(-14_000);
  expect(await clearing()).toBe(-14_000);
  await act("failPayout", { payout: payout!.ref });
  await reconcile();
  expect(await clearing()).toBe(await balance());
  const [failed] = await app.sql<{ status: string }>("select status from gateway_payouts where ref = $1", [
    payout!.ref,
  ]);
  expect(failed!.status).toBe("failed");
  expect(await differences()).toEqual([]);
});

test("what is booked after a gateway was read is compared at its next reading", async () => {
  await reconcile();
  const operator = await app.signInOperator();
  const seen = async () => {
    const { Items } = (await app.call(operator, gatewayBooks.standings)).Result!;
    const { Ours, Theirs } = Items.find(
      ({ Gateway, Ours: { Currency } }) => Gateway === "stripe" && Currency === "GBP",
    )!;
    return [Number(Ours.Minor), Number(Theirs!.Minor)];
  };
  const [ours, theirs] = await seen();
  expect(ours).toBe(theirs);
  await paid();
  expect(await seen()).toEqual([ours, theirs]);
  await reconcile();
  const [later, told] = await seen();
  expect(later).toBe(told);
  expect(later).toBeGreaterThan(ours!);
});

test("a payment of somebody else and one that the gateway does not have are differences, until they agree", async () => {
  const { person, ref } = await paid();
  const made = await fetch(`${worker.simulators.urls.stripe}/v1/payment_intents`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_stand_in", "content-type": "application/x-www-form-urlencoded" },
    // Another program's own number of it is none of ours.
    body: "amount=5000&currency=gbp&metadata[paymentId]=order-77",
  });
  const { id } = (await made.json()) as { id: string };
  await fetch(`${worker.simulators.urls.stripe}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_stand_in", "content-type": "application/x-www-form-urlencoded" },
    body: "payment_method=pm_card_visa",
  });
  const [lost] = await app.sql<{ id: string }>(
    `insert into payments (reseller_id, amount_minor, held_minor, currency, kind, gateway, gateway_ref, state, idempotency_key, created_by, created_at, changed_at)
     values ($1, 700, 700, 'GBP', 'card', 'stripe', 'pi_nowhere', 'confirmed', 'key', 'Robin Tester', $2, $2) returning id`,
    // What moves while the book is read is compared the next time.
    [person.resellerId, new Date(app.platform.clock.now().getTime() - 1_000)],
  );
  await reconcile();
  expect(await differences()).toMatchObject([
    { cause: "unknownPayment", ref: id, theirs_minor: "5000", ours_minor: "0", state: "open" },
    { cause: "notAtGateway", ref: "pi_nowhere", theirs_minor: "0", ours_minor: "700" },
  ]);
  await reconcile();
  expect(await differences()).toHaveLength(2);
  await act("refund", { intent: id });
  await app.sql("update payments set state = 'failed', held_minor = 0 where id = $1", [lost!.id]);
  await reconcile();
  expect(await differences()).toEqual([]);
  expect(ref).not.toBe(id);
});

test("a reading that is cut goes on where it was, and a gateway that is away is asked again", async () => {
  const { person, invoiceId, ref } = await paid();
  await act("refund", { intent: ref, amount: 1_000 });
  await stripe("faults", {
    match: { method: "GET", path: "/v1/payouts" },
    times: 1,
    fault: { kind: "status", status: 429, headers: { "retry-after": "1" }, body: { error: { type: "rate" } } },
  });
  await fileGatewayReads(worker.platform);
  const at = await worker.until(async () => {
    const [row] = await app.sql<{ at: string | null }>(
      "select reading_at as at from gateway_reads where gateway = 'stripe'",
    );
    return row?.at ?? undefined;
  }, "the reading to be cut");
  expect(at).toBe("payout|");
  // Somebody presses the button rather than wait a minute.
  await fileGatewayReads(worker.platform);
  await worker.until(async () => (await stateOf(person, invoiceId)).open === 1_000, "the refund to be settled");
});

test("direct debits: fees by pay-out, a claim after the pay-out, and a payment that another program took", async () => {
  const gocardless = (action: string, more: object = {}) =>
    worker.control("gocardless", "act", { action, ...more }) as Promise<{ id: string }>;
  const person = await app.signIn();
  const key = "019a0000-0000-7000-8000-000000000001";
  const { id } = await gocardless("takeElsewhere", { amount: 10_000, currency: "GBP", key });
  // Of another currency than ours we have no book, and read the others' all the same.
  await gocardless("takeElsewhere", { amount: 900, currency: "USD" });
  const ours = (state: string, held: number) =>
    app.sql("update payments set state = $1, held_minor = $2 where id = $3", [state, held, key]);
  await app.sql(
    `insert into payments (reseller_id, id, amount_minor, held_minor, currency, kind, gateway, gateway_ref, state, idempotency_key, created_by, created_at, changed_at)
     values ($1, $2, 10000, 10000, 'GBP', 'directDebit', 'gocardless', $3, 'confirmed', 'key', 'Robin Tester', $4, $4)`,
    [person.resellerId, key, id, new Date(app.platform.clock.now().getTime() - 1_000)],
  );
  await gocardless("payOut");
  await reconcile();
  expect(await differences()).toEqual([]);
  const own = () =>
    app.sql<{ account: string; minor: string }>(
      "select account, sum(amount_minor)::text as minor from clearing_entries where gateway = 'gocardless' group by account order by account",
    );
  expect(await own()).toEqual([
    { account: "bank:payouts", minor: "9880" },
    { account: "cash:gocardless", minor: "-10000" },
    { account: "cost:fees:gocardless", minor: "120" },
  ]);
  const { id: foreign } = await gocardless("takeElsewhere", { amount: 30_000, currency: "GBP" });
  await gocardless("takeBack", { payment: id });
  await gocardless("refundPayment", { payment: foreign, amount: 5_000 });
  await gocardless("payOut");
  await reconcile();
  expect(await differences()).toMatchObject([
    { cause: "notAtGateway", ref: id, ours_minor: "10000" },
    { cause: "unknownPayment", ref: foreign, theirs_minor: "25000" },
  ]);
  await ours("chargedBack", 0);
  await gocardless("refundPayment", { payment: foreign, amount: 25_000 });
  await reconcile();
  expect(await differences()).toEqual([]);
});
