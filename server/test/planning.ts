import { plans } from "@tradewind/contract/ordering/plans.ts";
import { findPlanAtWork } from "../ordering/plans/plans.store.ts";
import { sqlToday } from "./database.ts";
import type { Person, TestApp } from "./test-app.ts";

type Bought = { id: string; customer_id: string; instance_id: string };

/** The shared steps of tests that run a plan's work themselves. */
export function planning(app: TestApp) {
  /** Customers that each have five licences of one subscription, provided long ago. */
  const addBought = (reseller: Person, customers: number): Promise<Bought[]> =>
    app.sql<Bought>(
      `with customers as (
         insert into customers (reseller_id, name, created_at)
         select $1, 'Customer ' || n || ' ' || gen_random_uuid(), '2026-01-01' from generate_series(1, $2::int) n returning id),
       services as (
         insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
         select $1, id, 'microsoft-365', 'Active', '2026-01-02', '2026-01-02' from customers returning id, customer_id)
       insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
         quantity, status, anchor_day, term_from, term_until, period_from, period_until, lots, term_end, policy_ids, vendor_ref)
       select $1, s.customer_id, s.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', 10, 5, 'active', 1,
         date_trunc('month', ${sqlToday}), date_trunc('month', ${sqlToday}) + interval '1 year', date_trunc('month', ${sqlToday}), date_trunc('month', ${sqlToday}) + interval '1 month',
         '[{"quantity": 5, "openedAt": "2026-01-01T00:00:00.000Z", "refundableUntil": null}]', '{"outcome": "renew", "offerId": null, "quantity": null}',
         jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id), 'at-vendor-' || s.id
       from services s, offers o where o.id = 'CFQ7TTC0LCHC:0002:P1Y:monthly' returning id, customer_id, instance_id`,
      [reseller.resellerId, customers],
    );

  /** Makes a plan of all that was bought. */
  async function planOf(planner: Person, bought: readonly Bought[]) {
    const Change = { Kind: "setQuantity" as const, Quantity: 7 };
    const { Result, Error } = await app.call(planner, plans.make, {
      body: { Name: "Two more each", Lines: bought.map(({ id }) => ({ SubscriptionId: id, Change })) },
    });
    return { planId: Result?.Id ?? "", Error };
  }

  const atWork = async ({ resellerId }: Person, planId: string) =>
    (await app.platform.database.read({ role: "app_tenant", resellerId }, (db) =>
      findPlanAtWork(db, resellerId, planId),
    ))!;

  return { addBought, planOf, atWork };
}
