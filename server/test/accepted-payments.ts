import { randomUUID } from "node:crypto";
import { card } from "./accepted-payment-methods.ts";
import type { World } from "./object-makers.ts";
import { withPaperDebits } from "./paper-debits.ts";
import { withPaperGateway } from "./paper-gateway.ts";

/** The invoice of the world's reseller, on which £50.00 more are owed than before and nothing is on its way. */
export async function owed({ app, person, object }: World): Promise<string> {
  withPaperGateway(app);
  const invoiceId = await object("invoiceId");
  await app.sql(
    `insert into ledger_entries (reseller_id, posting_id, account, amount_minor, currency, invoice_id, effective_on, recorded_at)
     select $1, $2, account, minor, 'GBP', $3, '2026-02-01', now() from (values ('receivable', 5000), ('revenue:test', -5000)) e (account, minor)`,
    [person.resellerId, randomUUID(), invoiceId],
  );
  await app.sql("update payments set state = 'cancelled' where invoice_id = $1", [invoiceId]);
  return invoiceId;
}

/** A payment of the caller's on its way, by the gateway's number. */
async function begun(world: World) {
  const { app, person } = world;
  const invoiceId = await owed(world);
  const ref = `pi_${randomUUID().replaceAll("-", "")}`;
  await app.sql(
    `insert into payments (reseller_id, invoice_id, amount_minor, currency, kind, gateway, gateway_ref, idempotency_key, created_by, created_at, changed_at)
     values ($1, $2, 1000, 'GBP', 'card', 'paper', $3, $3, 'Robin Tester', now(), now())`,
    [person.resellerId, invoiceId, ref],
  );
  return { body: { PaymentIntentId: ref } };
}

/** A direct debit of the caller's that can be used, as a method to pay with. */
async function mandate({ app, person }: World): Promise<void> {
  await app.sql("update mandates set status = 'cancelled' where reseller_id = $1", [person.resellerId]);
  await app.sql(
    `with method as (
       insert into payment_methods (reseller_id, kind, gateway, gateway_ref, last_four, created_by, created_at)
       values ($1, 'directDebit', 'paper', $2, '11', 'Robin Tester', now()) returning id)
     insert into mandates (reseller_id, provider, prepared_ref, mandate_ref, status, payment_method_id, scheme, created_by, created_at, changed_at)
     select $1, 'paper', $2, $2, 'active', id, 'bacs', 'Robin Tester', now(), now() from method`,
    [person.resellerId, randomUUID()],
  );
}

/** What calls about payments need to be accepted. */
export const acceptedOfPayments = {
  "payments.create": async (world: World) => ({
    body: { InvoiceId: await owed(world), Amount: { Minor: "1000", Currency: "GBP" } },
  }),
  "payments.charge": async (world: World) => {
    const InvoiceId = await owed(world);
    const PaymentMethodId = await card(world);
    const { app, person } = world;
    await app.sql(
      "insert into payment_settings (reseller_id, account_ref) values ($1, 'paper-account') on conflict (reseller_id) do update set account_ref = 'paper-account'",
      [person.resellerId],
    );
    const PaymentDate = app.platform.clock.today();
    return { body: { PaymentMethodId, Amount: "10.00", PaymentDate, Currency: "GBP", InvoiceId } };
  },
  "payments.debit": async (world: World) => {
    const InvoiceId = await owed(world);
    withPaperDebits(world.app);
    await mandate(world);
    return { body: { InvoiceId, Amount: { Minor: "1000", Currency: "GBP" } } };
  },
  "payments.confirm": begun,
  "payments.cancel": begun,
};
