import { features } from "@tradewind/contract/all.ts";
import { psa } from "@tradewind/contract/psa/psa.ts";
import type { Endpoint } from "@tradewind/contract/endpoint.ts";
import { azureOf, lastMonth, matchInPsa } from "./azure-story.ts";
import type { World } from "./object-makers.ts";
import type { Sent } from "./requests.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Connects a PSA that nobody answers for. */
export async function psaOf(app: TestApp, { resellerId }: Person): Promise<void> {
  const id = crypto.randomUUID();
  const keys = { user: "a public key", secret: "a private key", clientId: "a client" };
  const place = { owner: resellerId, table: "psa_connections", column: "keys", row: id, version: 1 };
  await app.sql(
    `insert into psa_connections (reseller_id, id, type, address, company, keys, agreement_type, enabled, changed_by, changed_at)
     values ($1, $2, 6, 'http://127.0.0.1:1/', 'acme', $3, '', true, 'Robin Tester', now()) on conflict do nothing`,
    [resellerId, id, app.platform.secrets.seal(JSON.stringify(keys), place)],
  );
}

/** A customer, or something that it has a subscription of, which is then matched with nothing: others need it as it was. */
async function mappingsIn({ app, object }: World, of: "customers" | "sold"): Promise<Sent> {
  const [row] =
    of === "customers"
      ? await app.sql<{ id: string; name: string }>("select id, name from customers where id = $1", [
          await object("customerId"),
        ])
      : await app.sql<{ id: string; name: string }>(
          "select sku as id, name from subscriptions where id = (select subscription_id from differences where id = $1)",
          [await object("differenceId")],
        );
  return { body: { mappings: [{ ...row!, selectedOption: null, ignored: false }] } };
}

/** A charge for Azure that the PSA has an agreement for. */
async function azureCharge(app: TestApp, person: Person) {
  const { resellerId } = person;
  const date = lastMonth(app);
  const [customer] = await app.sql<{ id: string }>(
    "insert into customers (reseller_id, name, created_at) values ($1, 'Customer ' || uuidv7(), '2026-01-01') returning id",
    [resellerId],
  );
  const customerId = customer!.id;
  const subscriptionId = await azureOf(app, person, customerId);
  await app.sql(
    `insert into azure_spend (reseller_id, subscription_id, day, resource_group, resource, meter, cost, price)
     values ($1, $2, $3, 'shop', '/db', 'vCore', 10, 12)`,
    [resellerId, subscriptionId, date],
  );
  await app.sql("insert into psa_companies (reseller_id, ref, name) values ($1, $2, 'Acme')", [resellerId, customerId]);
  await app.sql(
    `insert into psa_products (reseller_id, ref, name, is_recurring, unit_price) values ($1, 'azure', 'Azure', true, 0) on conflict do nothing`,
    [resellerId],
  );
  await app.sql(
    "insert into psa_agreements (reseller_id, ref, name, company_ref, type, is_active) values ($1, $2, 'Cloud', $2, '', true)",
    [resellerId, customerId],
  );
  await matchInPsa(app, person, { customerId, companyRef: customerId, productRef: "azure" });
  const { response } = (await app.call(person, psa.azureCharges, { query: { date } })).Result!;
  const { id, difference } = response.results.find(({ cmCustomer }) => cmCustomer.id === customerId)!;
  return { date, charge: { id, difference } };
}

/** What only some of the calls need, at the new service. */
const withMore: Record<string, (app: TestApp, person: Person) => Promise<Sent>> = {
  "psa.updateAzureCharge": async (app, person) => ({ body: await azureCharge(app, person) }),
  "psa.updateAzureCharges": async (app, person) => {
    const { date, charge } = await azureCharge(app, person);
    return { body: { date, charges: [charge] } };
  },
};

/** The old monolith refuses these, whatever is sent. */
export const notInMonolith = Object.entries(features.psa.monolithPsa)
  .filter(([, { errors }]: [string, Endpoint]) => errors?.includes("psaNewServiceOnly"))
  .map(([name]) => `monolithPsa.${name}`);

/** Sets up a connection for every call to the PSA, at both bases. */
export const acceptedPsa: Record<string, (world: World, person: Person) => Promise<Sent>> = Object.fromEntries(
  Object.entries(features.psa).flatMap(([feature, calls]) =>
    Object.keys(calls).map((call) => [
      `${feature}.${call}`,
      async (world: World, person: Person) => {
        await psaOf(world.app, person);
        if (call === "updateCustomerMappings") return mappingsIn(world, "customers");
        if (/^update(Service|Product)Mappings$/.test(call)) return mappingsIn(world, "sold");
        return (await withMore[`${feature}.${call}`]?.(world.app, person)) ?? {};
      },
    ]),
  ),
);
