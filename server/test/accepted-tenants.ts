import type { World } from "./object-makers.ts";
import { addCustomerOf } from "./order-story.ts";
import type { Sent } from "./requests.ts";
import { proveNow } from "./soft-authenticator.ts";
import type { Person } from "./test-app.ts";

/** A tenant's request of the world's reseller, for a customer of its own. */
async function tenantRequest({ app, person }: World, state: "waiting" | "connected"): Promise<string> {
  const [made] = await app.sql<{ id: string }>(
    `insert into tenant_requests (reseller_id, customer_id, fulfiller, state, tenant_ref, tenant_name, requested_by, created_at, since)
     values ($1, $2, 'microsoft', $3, case when $3 = 'connected' then gen_random_uuid()::text end, 'acme', 'Robin Tester', now(), now())
     returning id`,
    [person.resellerId, await addCustomerOf(app, person), state],
  );
  return made!.id;
}

const directoryReaders = "88d8e3e3-8f55-4a1e-953a-9b9898b8876b";

/** A customer of the world's reseller with a tenant at Microsoft. */
async function withTenant({ app, person }: World): Promise<string> {
  const customerId = await addCustomerOf(app, person);
  await app.sql("insert into provider_tenants values ($1, $2, 'microsoft', uuidv7()::text)", [
    person.resellerId,
    customerId,
  ]);
  return customerId;
}

/** An active admin relationship with the tenant of such a customer. */
async function relationship(world: World): Promise<string> {
  const [made] = await world.app.sql<{ id: string }>(
    `insert into admin_relationships (reseller_id, customer_id, fulfiller, tenant_ref, roles, days, extends_itself, status, requested_by, created_at, since)
     values ($1, $2, 'microsoft', 'tenant', $3, 30, false, 'active', 'Robin Tester', now(), now()) returning id`,
    [world.person.resellerId, await withTenant(world), [directoryReaders]],
  );
  return made!.id;
}

/** What calls about tenants take before they are accepted. */
export const acceptedTenants: Record<string, (world: World, person: Person) => Promise<Sent>> = {
  "tenants.request": async ({ app, person }) => ({
    params: { customerId: await addCustomerOf(app, person) },
    body: { ProductId: "microsoft-365" },
  }),
  "tenants.unlink": async ({ app, person }) => {
    const customerId = await addCustomerOf(app, person);
    await app.sql("insert into provider_tenants values ($1, $2, 'microsoft', uuidv7()::text)", [
      person.resellerId,
      customerId,
    ]);
    return { params: { customerId }, body: { ProductId: "microsoft-365" } };
  },
  "adminRelationships.list": async (world) => ({
    params: { customerId: await withTenant(world) },
    query: { ProductId: "microsoft-365" },
  }),
  "adminRelationships.request": async (world) => ({
    params: { customerId: await withTenant(world) },
    body: { ProductId: "microsoft-365", Roles: [directoryReaders], Days: 365, ExtendsItself: true },
  }),
  "adminRelationships.change": async (world) => ({
    params: { adminRelationshipId: await relationship(world) },
    body: { ExtendsItself: true },
  }),
  "adminRelationships.end": async (world) => ({ params: { adminRelationshipId: await relationship(world) } }),
  "consoles.ask": async ({ app, person }) => {
    const customerId = await addCustomerOf(app, person);
    await app.sql("insert into provider_tenants values ($1, $2, 'acronis', uuidv7()::text)", [
      person.resellerId,
      customerId,
    ]);
    const [service] = await app.sql<{ id: string }>(
      `insert into service_instances (reseller_id, customer_id, product_id, status, since, created_at)
       values ($1, $2, 'acronis-backup', 'Active', '2026-01-02', '2026-01-02') returning id`,
      [person.resellerId, customerId],
    );
    return { params: { instanceId: service!.id } };
  },
  /** A link is given to nobody but whoever asked for it. */
  "consoles.link": async ({ app, person: { resellerId }, object }, { membershipId }) => {
    const [link] = await app.sql<{ id: string }>(
      `insert into console_links (reseller_id, customer_id, product_id, fulfiller, membership_id)
       values ($1, $2, 'acronis-backup', 'acronis', $3) returning id`,
      [resellerId, await object("customerId"), membershipId],
    );
    return { params: { consoleLinkId: link!.id } };
  },
  "tenants.withdraw": async (world) => ({ params: { tenantRequestId: await tenantRequest(world, "waiting") } }),
  "tenants.connect": async (world, person) => {
    await proveNow(world.app, person.sessionId);
    return {
      params: { tenantRequestId: await tenantRequest(world, "waiting") },
      body: { TenantRef: crypto.randomUUID(), Reason: "Its administrator confirmed it" },
    };
  },
  "tenants.release": async (world, person) => {
    await proveNow(world.app, person.sessionId);
    return {
      params: { tenantRequestId: await tenantRequest(world, "connected") },
      body: { Reason: "Its customer asked for it" },
    };
  },
};
