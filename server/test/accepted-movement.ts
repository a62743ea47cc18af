import { psaOf } from "./accepted-psa.ts";
import type { World } from "./object-makers.ts";
import type { Sent } from "./requests.ts";
import type { Person } from "./test-app.ts";

const productId = "CFQ7TTC0LCHC:0002";

/** A customer that began with three of a product today, of which the PSA bills two. */
async function moved({ app }: World, person: Person): Promise<Sent> {
  const { resellerId } = person;
  const date = app.platform.clock.today();
  await psaOf(app, person);
  const [made] = await app.sql<{ customer_id: string }>(
    `with customer as (
       insert into customers (reseller_id, name, created_at) values ($1, 'Customer ' || uuidv7(), '2026-01-01') returning id),
     service as (
       insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       select $1, customer.id, 'microsoft-365', 'Active', now(), now() from customer returning id, customer_id),
     sold as (
       insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency,
         unit_cost, quantity, status, anchor_day, term_from, lots, term_end, policy_ids)
       select $1, service.customer_id, service.id, o.product_id, o.id, $2, 'Licences', 'P1M', 'monthly', 'GBP', 1, 3, 'active', 1,
         '2026-01-01', '[]', '{}', '{}' from service, (select * from offers where product_id = 'microsoft-365' order by id limit 1) o
       returning id, customer_id)
     insert into subscription_history (reseller_id, subscription_id, effective_at, recorded_at, kind, data)
     select $1, id, $3::date, $3::date, 'started', '{"quantity": 3}' from sold returning (select customer_id from sold)`,
    [resellerId, productId, date],
  );
  const cmCustomerId = made!.customer_id;
  for (const statement of [
    `insert into psa_customer_matches select reseller_id, source, '${cmCustomerId}', '${cmCustomerId}', false from psa_connections where reseller_id = $1`,
    `insert into psa_service_matches select reseller_id, source, '${productId}', '77', false from psa_connections where reseller_id = $1
     on conflict do nothing`,
    `insert into psa_agreements values ($1, '${cmCustomerId}', 'Cloud services', '${cmCustomerId}', 'Recurring', true)`,
    `insert into psa_lines values ($1, '${cmCustomerId}', '${cmCustomerId}', '77', 'Licences', 2, 10)`,
  ])
    await app.sql(statement, [resellerId]);
  return { body: { date, results: [{ cmCustomerId, productId, lineQuantity: "2", newQuantity: 3 }] } };
}

/** A movement that can be written, at both bases. */
export const acceptedMovement: Record<string, (world: World, person: Person) => Promise<Sent>> = {
  "psa.updateProductMovement": moved,
  "monolithPsa.updateProductMovement": moved,
};
