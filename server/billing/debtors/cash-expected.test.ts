import { debtors } from "@tradewind/contract/billing/debtors.ts";
import { paymentFlag } from "@tradewind/contract/billing/payments.ts";
import { addDays } from "@tradewind/domain/values/dates.ts";
import { expect, test } from "vitest";
import { addCharges } from "../../test/charges.ts";
import { invoicing } from "../../test/invoicing.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const { issue } = invoicing(app);
const today = () => app.platform.clock.today();
const operator = await app.signInOperator();
const vault = { ...app.platform.vault!, id: "paper" };

/** A reseller that owes so much and VAT on it, due in so many days. */
async function due(days: number, minor: number) {
  const person = await app.signIn();
  await app.sql("update resellers set payment_term_days = $2 where id = $1", [person.resellerId, Math.max(days, 0)]);
  await addCharges(app, person.resellerId, [{ due: "2026-01-10", minor }]);
  await issue(addDays(today(), Math.min(days, 0)));
  const [invoice] = await app.sql<{ id: string }>("select id from invoices where reseller_id = $1", [
    person.resellerId,
  ]);
  return { ...person, invoiceId: invoice!.id };
}
const pay = (person: { resellerId: string; invoiceId: string }, minor: number, chargeOn: string) =>
  app.sql(
    `insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, gateway_ref, state, idempotency_key, created_by, created_at, changed_at, charge_on)
     values ($1, $2, $3, 'GBP', 'directDebit', 'another', $2::uuid::text, 'processing', 'key', 'Robin Tester', $4, $4, $5)`,
    [person.resellerId, person.invoiceId, minor, app.platform.clock.now(), chargeOn],
  );
const expected = async () =>
  (await app.call(operator, debtors.expected)).Result!.Items.map(({ Day, How, Amount, Payments }) => [
    Day,
    How,
    Number(Amount.Minor),
    Payments,
  ]);

test("cash is expected on the day on which it is taken, due or promised; what is overdue without a promise has no day", async () => {
  Object.assign(app.platform, { vault });
  const half = await due(4, 10_000);
  await pay(half, 5_000, addDays(today(), 6));
  await due(-5, 20_000);
  const promised = await due(-6, 30_000);
  await app.call(operator, debtors.promise, {
    params: { resellerId: promised.resellerId },
    body: { PromisedOn: addDays(today(), 9), Text: "Rang" },
  });
  const withCredit = await due(4, 1_000);
  await app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, effective_on, recorded_at)
     select $1, $1, account, minor, 'GBP', '2026-02-01', now() from (values ('cash:bank', 200), ('credit', -200)) e (account, minor)`,
    [withCredit.resellerId],
  );
  await due(31, 99_000);
  const auto = await due(8, 40_000);
  await app.sql(
    `with m as (
       insert into payment_methods (reseller_id, kind, gateway, gateway_ref, brand, last_four, created_by, created_at)
       values ($1, 'card', 'paper', 'pm', 'Visa', '4242', 'Robin Tester', now()) returning id)
     insert into payment_settings (reseller_id, auto_pay, default_payment_method_id) select $1, true, id from m
     on conflict (reseller_id) do update set auto_pay = true, default_payment_method_id = excluded.default_payment_method_id`,
    [auto.resellerId],
  );
  await app.sql("insert into reseller_flags values ($1, $2, true)", [auto.resellerId, paymentFlag]);
  expect(await expected()).toEqual([
    [null, "due", 24_000, 1],
    [addDays(today(), 4), "due", 7_000 + 1_000, 2],
    [addDays(today(), 6), "onItsWay", 5_000, 1],
    [addDays(today(), 8), "card", 48_000, 1],
    [addDays(today(), 9), "promised", 36_000, 1],
  ]);
});
