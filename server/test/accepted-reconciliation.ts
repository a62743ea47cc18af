import { acceptedMovement } from "./accepted-movement.ts";
import { psaOf } from "./accepted-psa.ts";
import { worldOf } from "./objects.ts";
import type { World } from "./object-makers.ts";
import type { Sent } from "./requests.ts";
import type { Person } from "./test-app.ts";

/** A PSA that was read, and bills one less of what a customer has than it should. */
async function differing({ app }: World, person: Person): Promise<Sent> {
  const { resellerId } = person;
  await psaOf(app, person);
  await worldOf(app, person).object("differenceId");
  const [sold] = await app.sql<{ customer_id: string; sku: string; quantity: number }>(
    "select customer_id, sku, quantity from subscriptions where reseller_id = $1 order by id desc limit 1",
    [resellerId],
  );
  const { customer_id: cmCustomerId, sku: productId, quantity } = sold!;
  for (const statement of [
    `insert into psa_customer_matches select reseller_id, source, '${cmCustomerId}', '${cmCustomerId}', false from psa_connections where reseller_id = $1`,
    `insert into psa_service_matches select reseller_id, source, '${productId}', '77', false from psa_connections where reseller_id = $1
     on conflict do nothing`,
    `insert into psa_agreements values ($1, '${cmCustomerId}', 'Cloud services', '${cmCustomerId}', 'Recurring', true)`,
    `insert into psa_lines values ($1, '${cmCustomerId}', '${cmCustomerId}', '77', 'Licences', ${quantity + 1}, 10)`,
    `insert into psa_syncs (reseller_id, kind, state, trigger_type, asked_at, ended_at, completed_at)
     values ($1, 'reconciliation', 'Completed', 'Manual', now(), now(), now())
     on conflict (reseller_id, kind) do update set completed_at = now()`,
  ])
    await app.sql(statement, [resellerId]);
  const result = { cmCustomerId, productId, psaQuantity: String(quantity + 1), targetQuantity: quantity };
  return { body: { from: "2026-11-14", results: [result] } };
}

async function ordered({ app }: World, person: Person): Promise<Sent> {
  await psaOf(app, person);
  return { body: { orderIds: [await worldOf(app, person).object("orderId")], ignored: true } };
}

/** Sets up what the calls of both reports of the PSA need. */
export const acceptedPsaReports: Record<string, (world: World, person: Person) => Promise<Sent>> = {
  ...acceptedMovement,
  "psa.updateReconciliation": differing,
  "monolithPsa.updateReconciliation": differing,
  "psa.ignoreSalesOrders": ordered,
};
