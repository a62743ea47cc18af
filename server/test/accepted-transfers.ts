import { transfers } from "@tradewind/contract/ordering/transfers.ts";
import { sqlToday } from "./database.ts";
import { addCustomerOf } from "./order-story.ts";
import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";
import type { Sent } from "./requests.ts";
import type { Person } from "./test-app.ts";

/** A transfer of the caller's customer that the other partner has not answered, or that came with two licences. */
async function transferOf({ app, person }: Pick<World, "app" | "person">, state: "pending" | "came"): Promise<string> {
  const world = worldOf(app, person);
  const [transferId, differenceId] = [await world.object("transferId"), await world.object("differenceId")];
  await app.sql(
    `with seen as (
       update differences d set kind = 'unknown', subscription_id = null, vendor_ref = gen_random_uuid()::text, customer_id = t.customer_id,
         facts = jsonb_build_object('status', 'active', 'quantity', 2, 'term', o.term, 'billing', o.billing, 'termFrom', ${sqlToday},
           'termUntil', ${sqlToday} + 45, 'offerRef', o.offer_ref)
       from offers o, transfers t where o.id = 'CFQ7TTC0LDPB:0001:P1Y:monthly' and d.id = $2 and t.id = $1
       returning d.reseller_id, d.customer_id, d.vendor_ref, o.offer_ref)
     insert into transfer_lines (reseller_id, transfer_id, position, customer_id, offer_ref, name, quantity, term_until, vendor_ref)
     select reseller_id, $1, 0, customer_id, offer_ref, 'Microsoft 365 Business Standard', 2, ${sqlToday} + 45, vendor_ref from seen
     on conflict do nothing`,
    [transferId, differenceId],
  );
  await app.sql(
    `update transfers set state = $2, came_at = case when $2 = 'came' then $3::timestamptz end
     where id = $1`,
    [transferId, state, app.platform.clock.now()],
  );
  return transferId;
}

/** A transfer that another partner asks the caller for, and a subscription of its customer's that can go. */
async function askedOf({ app, person }: Pick<World, "app" | "person">) {
  const world = worldOf(app, person);
  const [transferId, differenceId] = [await world.object("transferId"), await world.object("differenceId")];
  await app.sql(
    "update transfers set direction = 'out', state = 'asked', vendor_ref = gen_random_uuid()::text, requested_by = null where id = $1",
    [transferId],
  );
  const [subscription] = await app.sql<{ id: string }>(
    `update subscriptions s set customer_id = t.customer_id, vendor_ref = gen_random_uuid()::text
     from differences d, transfers t where d.id = $1 and s.id = d.subscription_id and t.id = $2 returning s.id`,
    [differenceId, transferId],
  );
  return { transferId, SubscriptionIds: [subscription!.id] };
}

/** What must be so before calls about transfers are accepted, as in `accepted.ts`. */
export const acceptedTransfers: Record<string, (world: World, person: Person) => Promise<Sent>> = {
  "transfers.ask": async ({ app }, person) => {
    const customerId = await addCustomerOf(app, person);
    await app.sql(
      "insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref) values ($1, $2, 'microsoft', gen_random_uuid()::text)",
      [person.resellerId, customerId],
    );
    return {
      params: { customerId },
      body: {
        VendorId: "microsoft",
        PartnerTenantId: crypto.randomUUID(),
        PartnerName: "Northwind",
        CustomerEmail: "ada@acme.example",
      },
    };
  },
  "transfers.withdraw": async ({ app }, person) => ({
    params: { transferId: await transferOf({ app, person }, "pending") },
  }),
  "transfers.look": async ({ app }, person) => {
    const customerId = await addCustomerOf(app, person);
    await app.sql(
      "insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref) values ($1, $2, 'microsoft', gen_random_uuid()::text)",
      [person.resellerId, customerId],
    );
    return { params: { customerId } };
  },
  "transfers.proposeRelease": async ({ app }, person) => {
    const { transferId, SubscriptionIds } = await askedOf({ app, person });
    return { params: { transferId }, body: { SubscriptionIds } };
  },
  "transfers.release": async ({ app }, person) => {
    const { transferId, SubscriptionIds } = await askedOf({ app, person });
    const params = { transferId };
    const { Hash } = (await app.call(person, transfers.proposeRelease, { params, body: { SubscriptionIds } })).Result!;
    return { params, body: { SubscriptionIds, Hash } };
  },
  "transfers.propose": async ({ app }, person) => ({
    params: { transferId: await transferOf({ app, person }, "came") },
  }),
  "transfers.take": async ({ app }, person) => {
    const transferId = await transferOf({ app, person }, "came");
    const { Hash } = (await app.call(person, transfers.propose, { params: { transferId } })).Result!;
    return { params: { transferId }, body: { Hash } };
  },
};
