import { paymentMethods } from "@tradewind/contract/billing/payment-methods.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { payments } from "@tradewind/contract/billing/payments.ts";
import { expect, test } from "vitest";
import { invoicing } from "../../test/invoicing.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";
import { fileGatewayReads } from "../gateway-books/gateway-books.jobs.ts";
import { fileMethodLooks } from "./watch-methods.jobs.ts";

const app = await testApp();
const worker = await testWorker(app);
const { invoiced, list } = invoicing(app);
Object.assign(app.platform, { vault: worker.platform.vault });
const vault = worker.platform.vault!;
const zuora = (what: string, body?: unknown) => worker.control("zuora", what, body);

async function addCard(person: Person, expires = "12/30"): Promise<string> {
  const page = (await app.call(person, paymentMethods.authorisePage, { query: { Currency: "GBP" } })).Result!;
  const given = { token: page.Token, signature: page.Signature, id: page.PageId, tenantId: page.TenantId };
  const fields = { ...given, cardNumber: "4111111111111111", expires, cvv: "123" };
  const told = (await zuora("act", { action: "submit", fields })) as Record<"refId" | "token" | "signature", string>;
  const body = { RefId: told.refId, Token: told.token, Signature: told.signature };
  return (await app.call(person, paymentMethods.add, { body })).Result!.Id;
}
const refOf = async (id: string) =>
  (await app.sql<{ ref: string }>("select gateway_ref as ref from payment_methods where id = $1", [id]))[0]!.ref;
const quiet = (queue: string) =>
  worker.until(async () => {
    const [row] = await app.sql<{ n: number }>(
      "select count(*)::int as n from pgboss.job where name = $1 and state in ('created', 'retry', 'active') and start_after <= now()",
      [queue],
    );
    return row!.n === 0;
  }, `${queue} to be over`);
async function look(day: string) {
  await fileMethodLooks(worker.platform, day);
  await quiet("methods.look");
}
const news = async (person: Person) =>
  (await app.call(person, notifications.list, { query: {} })).Result!.Items.map(({ Content }) => Content);

test("a card that was removed at the vault is closed here, automatic payment by it ends, and its company is told", async () => {
  const person = await app.signIn();
  const id = await addCard(person);
  await app.sql(
    "update payment_settings set auto_pay = true, payment_method_type = 'CreditCard', default_payment_method_id = $2 where reseller_id = $1",
    [person.resellerId, id],
  );
  await look("2026-03-02");
  expect(await news(person)).toEqual([]);
  await vault.close(await refOf(id));
  await look("2026-03-02");
  expect(await news(person)).toEqual([]);
  await look("2026-03-03");
  await look("2026-03-03");
  expect(await news(person)).toEqual([
    "Visa ending 1111 is not stored at Zuora any more, and cannot be charged. Automatic payment is off until you choose another one.",
  ]);
  const [row] = await app.sql("select status, closed_at is not null as closed from payment_methods where id = $1", [
    id,
  ]);
  expect(row).toEqual({ status: "Closed", closed: true });
});

test("a card that expires is told of on the first of its month and of the next, once each", async () => {
  const person = await app.signIn();
  await addCard(person, "04/27");
  for (const day of ["2027-03-31", "2027-04-01", "2027-04-01", "2027-04-02", "2027-05-01"]) await look(day);
  expect((await news(person)).toReversed()).toEqual([
    "Visa ending 1111 expires at the end of this month. Please add another one.",
    "Visa ending 1111 has expired, and will be declined. Please add another one.",
  ]);
});

test("a card's expiry is told of later in its month where the vault was away on the first", async () => {
  const person = await app.signIn();
  await addCard(person, "06/27");
  for (const day of ["2027-05-30", "2027-06-03", "2027-06-04", "2027-07-02", "2027-07-03"]) await look(day);
  expect((await news(person)).toReversed()).toEqual([
    "Visa ending 1111 expires at the end of this month. Please add another one.",
    "Visa ending 1111 has expired, and will be declined. Please add another one.",
  ]);
});

test("a method that the vault refuses to tell of holds up no other", async () => {
  const person = await app.signIn();
  const [refused, other] = [await addCard(person), await addCard(person)];
  await zuora("faults", {
    match: { method: "GET", path: await refOf(refused) },
    times: 10,
    fault: { kind: "status", status: 400, body: { success: false, reasons: [{ code: 50000020, message: "Invalid" }] } },
  });
  await look("2027-08-10");
  const looked = await app.sql<{ id: string; on: string | null }>(
    "select id, looked_on::text as on from payment_methods where reseller_id = $1 order by id",
    [person.resellerId],
  );
  expect(looked).toEqual([
    { id: refused, on: null },
    { id: other, on: "2027-08-10" },
  ]);
  await fetch(`${worker.simulators.urls.zuora}/__sim/faults`, { method: "DELETE" });
  // It is asked again until it tells.
  await worker.until(async () => {
    await app.sql("update pgboss.job set start_after = now() where name = 'methods.look' and state = 'retry'");
    const [row] = await app.sql("select from payment_methods where id = $1 and looked_on = '2027-08-10'", [refused]);
    return row !== undefined;
  }, "the refused method to be looked at");
  await quiet("methods.look");
});

test("a vault that is away leaves every method as it is, and is asked again", async () => {
  const person = await app.signIn();
  const id = await addCard(person);
  await zuora("faults", {
    match: { method: "GET", path: "payment-methods" },
    times: 1,
    fault: { kind: "status", status: 500 },
  });
  await look("2028-01-04");
  const state = () =>
    app.sql<{ status: string; looked_on: string | null }>(
      "select status, looked_on::text from payment_methods where id = $1",
      [id],
    );
  expect(await state()).toEqual([{ status: "Active", looked_on: null }]);
  await look("2028-01-04");
  expect(await state()).toEqual([{ status: "Active", looked_on: "2028-01-04" }]);
});

test("a refund made at the vault is found by the daily reading, and opens the invoice again", async () => {
  const person = await invoiced([{ due: "2026-01-10", minor: 10_000 }]);
  const [invoice] = await list(person);
  const body = {
    PaymentMethodId: await addCard(person),
    Amount: "120.00",
    PaymentDate: app.platform.clock.today(),
    Currency: "GBP" as const,
    InvoiceId: invoice!.Id,
  };
  await app.call(person, payments.charge, { body });
  const paid = () => app.call(person, payments.ofInvoice, { params: { invoiceId: invoice!.Id } });
  const opens = (minor: string) =>
    worker.until(async () => (await paid()).Result!.Open!.Minor === minor, `${minor} to be open`);
  await opens("0");
  const [row] = await app.sql<{ ref: string }>("select gateway_ref as ref from payments where reseller_id = $1", [
    person.resellerId,
  ]);
  await zuora("act", { action: "refund", payment: row!.ref, amount: 30.5 });
  await fileGatewayReads(worker.platform);
  await opens("3050");
  await zuora("act", { action: "refund", payment: row!.ref, amount: 120 });
  await fileGatewayReads(worker.platform);
  await opens("12000");
  await quiet("gateways.read");
  expect(await app.sql("select cause from gateway_differences where state <> 'closed'")).toEqual([]);
});
