import { addDays, addMonths, monthOf } from "@tradewind/domain/values/dates.ts";
import { addCustomerOf } from "./order-story.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Gives a customer an Azure plan. */
const planOf = (app: TestApp, { resellerId }: Person, customerId: string, currency: "GBP" | "EUR") =>
  app.sql(
    `with i as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       values ($1, $2, 'azure', 'Active', '2026-01-02', '2026-01-02') returning id)
     insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
       quantity, status, anchor_day, term_from, lots, term_end, policy_ids, vendor_ref)
     select $1, $2, i.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, $3, 0, 1, 'active', 1, '2026-01-02', '[]',
       '{"outcome": "renew", "offerId": null, "quantity": null}',
       jsonb_build_object('window', o.window_policy_id, 'refund', o.refund_policy_id, 'termEnd', o.term_end_policy_id), uuidv7()::text
     from offers o, i where o.id = 'azure-plan:none:monthly'`,
    [resellerId, customerId, currency],
  );

/** Adds a customer with an Azure plan, whose tenant at Microsoft is known. */
export async function customerWithAzure(
  app: TestApp,
  worker: { control(vendor: "microsoft", what: string, body: object): Promise<unknown> },
  boss: Person,
) {
  const customerId = await addCustomerOf(app, boss);
  const accepted = await worker.control("microsoft", "act", {
    action: "acceptReseller",
    domain: `${customerId}.example`,
  });
  const { tenantId } = accepted as { tenantId: string };
  await planOf(app, boss, customerId, "GBP");
  await app.sql(
    "insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref) values ($1, $2, 'microsoft', $3)",
    [boss.resellerId, customerId, tenantId],
  );
  return { customerId, tenantId };
}

/** Gives a customer an Azure plan with one more subscription, told until yesterday. Returns its id. */
export async function azureOf(app: TestApp, boss: Person, customerId: string): Promise<string> {
  await planOf(app, boss, customerId, "EUR");
  const today = app.platform.clock.today();
  const [made] = await app.sql<{ id: string }>(
    `insert into azure_subscriptions (reseller_id, customer_id, product_id, fulfiller, vendor_ref, name, is_active, listed_on, currency, whole_until)
     values ($1, $2, 'azure', 'microsoft', uuidv7()::text, 'Online shop', true, $3, 'EUR', $4) returning id`,
    [boss.resellerId, customerId, today, addDays(today, -1)],
  );
  return made!.id;
}

/** Matches a customer, and Azure, with what there is in the PSA. */
export const matchInPsa = (
  app: TestApp,
  { resellerId }: Person,
  matched: { customerId: string; companyRef: string; productRef: string },
) =>
  app.sql(
    `with c as (
       insert into psa_customer_matches (reseller_id, source, customer_id, company_ref, ignored)
       select reseller_id, source, $2, $3, false from psa_connections where reseller_id = $1 on conflict do nothing)
     insert into psa_service_matches (reseller_id, source, sku, product_ref, ignored)
     select reseller_id, source, 'azure-plan', $4, false from psa_connections where reseller_id = $1 on conflict do nothing`,
    [resellerId, matched.customerId, matched.companyRef, matched.productRef],
  );

/** The month before this one. */
export const lastMonth = (app: TestApp) => addMonths(monthOf(app.platform.clock.today()).from, -1);
