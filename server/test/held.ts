import { addDays } from "@tradewind/domain/values/dates.ts";
import type { Person, TestApp } from "./test-app.ts";

const sku = "CFQ7TTC0LCHC:0002";

export type Held = {
  days?: number;
  offer?: string;
  quantity?: number;
  cost?: number;
  termEnd?: object;
  setBy?: string | null;
  status?: "active" | "cancelled";
};

/** Adds a customer with a subscription whose term ends in some days, and what somebody chose for that. */
export async function addHeld(app: TestApp, { resellerId }: Person, name: string, held: Held = {}): Promise<void> {
  const { days = 20, offer = `${sku}:P1Y:monthly`, quantity = 10, cost = 8, setBy = null, status = "active" } = held;
  const termEnd = held.termEnd ?? { outcome: "renew", offerId: null, quantity: null };
  await app.sql(
    `with customer as (insert into customers (reseller_id, name, created_at) values ($1, $2, '2026-01-01') returning id),
     instance as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select $1, id, 'microsoft-365', 'Active', '2026-01-01', '2026-01-01' from customer returning id, customer_id),
     bought as (
       insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
         quantity, status, anchor_day, term_from, term_until, lots, term_end, policy_ids)
       select $1, i.customer_id, i.id, o.product_id, o.id, o.sku, o.name, o.term, o.billing, 'GBP', $5, $4, $8, 1, '2026-01-01',
         $6::date, '[]', $7::jsonb,
         jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)
       from instance i join offers o on o.id = $3 returning *)
     insert into intents (reseller_id, customer_id, product_id, subscription_id, kind, wish, counts_from, set_by, set_at, state, since)
     select $1, customer_id, product_id, id, 'termEnd', $7::jsonb, term_until, $9, now(), 'placed', now() from bought where $9::text is not null`,
    [
      resellerId,
      name,
      offer,
      quantity,
      cost,
      addDays(app.platform.clock.today(), days),
      JSON.stringify(termEnd),
      status,
      setBy,
    ],
  );
}
