import { endpoints } from "@tradewind/contract/all.ts";
import { isRead, type Endpoint } from "@tradewind/contract/endpoint.ts";
import { permissions, views, type Right } from "@tradewind/domain/values/permissions.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { sqlToday } from "./database.ts";
import { switchOnFlags } from "./flags.ts";
import type { World } from "./object-makers.ts";
import { isShared, makers, worldOf } from "./objects.ts";
import { idFieldsOf, parametersOf, requestFor, type Sent } from "./requests.ts";
import { someId } from "./samples.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp();
const everyRight: readonly Right[] = [...views, ...permissions];
/** Endpoints open to a reseller's own people, except sign-out, which would end the session the others need. */
const reachable = Object.entries(endpoints).filter(
  ([name, { access, file }]) =>
    name !== "auth.signOut" &&
    access !== "public" &&
    (access === "signedIn" || !access.kinds || access.kinds.includes("engineer")) &&
    file !== "text/event-stream",
);
/** Objects that belong to a customer, and those that belong to a product, by their names in `objects.ts`. */
const customers = [
  "customerId",
  "endUserAdminId",
  "instanceId",
  "orderId",
  "differenceId",
  "userId",
  "membershipId",
  "workItemId",
  "ticketId",
  "fileId",
];
const products = [
  "productId",
  "offerId",
  "serviceRouteName",
  "instanceId",
  "orderId",
  "differenceId",
  "workItemId",
  "ticketId",
  "fileId",
];
/** In a short run what a person reads, and what names something of theirs. */
const walked = (theirs: readonly string[]) =>
  reachable.filter(
    ([, endpoint]) =>
      inject("long") ||
      isRead(endpoint) ||
      [...parametersOf(endpoint), ...idFieldsOf(endpoint).map(({ object }) => object)].some((each) =>
        theirs.includes(each),
      ),
  );
const noSuch = (object: string) => (isShared(object) ? "no-such-thing" : someId);

let own: World;
let other: World;

beforeAll(async () => {
  await switchOnFlags(app);
  const boss = await app.signIn();
  [own, other] = [worldOf(app, boss), worldOf(app, boss)];
  for (const world of [own, other]) {
    for (const name of world === own ? Object.keys(makers) : customers) await world.object(name);
    const [customerId, instanceId, orderId] = await Promise.all(
      ["customerId", "instanceId", "orderId"].map(world.object),
    );
    await app.sql(
      `insert into activity (reseller_id, at, who, customer_id, object_kind, object_id, action, what)
       values ($1, now(), 'Robin', $2::uuid, 'order', $3::uuid, 'orders.add', 'Ordered for ' || $2)`,
      [boss.resellerId, customerId, orderId],
    );
    await app.sql(
      `insert into provider_tenants (reseller_id, customer_id, fulfiller, tenant_ref) values ($1, $2::uuid, 'microsoft', 'tenant-' || $2) on conflict do nothing`,
      [boss.resellerId, customerId],
    );
    await app.sql(
      `insert into subscriptions (reseller_id, customer_id, instance_id, product_id, offer_id, sku, name, term, billing, currency, unit_cost,
                                  quantity, status, anchor_day, term_from, term_until, lots, term_end, policy_ids)
       select $1, $2::uuid, $3, product_id, id, sku, 'Seats of ' || $2, term, billing, 'GBP', 10, 5, 'active', 1, '2026-01-01', ${sqlToday} + 10, '[]',
              '{"outcome": "renew", "offerId": null, "quantity": null}',
              jsonb_build_object('window', window_policy_id, 'refund', refund_policy_id, 'termEnd', term_end_policy_id)
       from offers where id = 'CFQ7TTC0LCHC:0002:P1Y:monthly'`,
      [boss.resellerId, customerId, instanceId],
    );
  }
});

/** Adds an engineer with every right, restricted to some customers or products. */
async function engineer(restriction: { customers?: string[]; products?: string[] }): Promise<Person> {
  const person = await app.signIn({ kind: "engineer", rights: everyRight, resellerId: own.person.resellerId });
  await app.sql("update memberships set only_customers = $2, only_products = $3 where id = $1", [
    person.membershipId,
    restriction.customers !== undefined,
    restriction.products ?? null,
  ]);
  for (const customerId of restriction.customers ?? [])
    await app.sql("insert into membership_customers values ($1, $2, $3)", [
      person.resellerId,
      person.membershipId,
      customerId,
    ]);
  for (const world of [own, other])
    await app.sql(
      `insert into notifications (reseller_id, membership_id, category, content, service_name, customer_id, product_id, view, created_at)
       values ($1, $2, 'Orders', 'Done for ' || $3, 'Microsoft 365', $3::uuid, 'microsoft-365', 2, now())`,
      [person.resellerId, person.membershipId, await world.object("customerId")],
    );
  return person;
}

/** Lists ids and names that no answer may contain. */
async function secretsOf(world: World, objects: readonly string[]): Promise<string[]> {
  const ids = await Promise.all(objects.filter((object) => !isShared(object)).map(world.object));
  const names = await app.sql<{ name: string }>("select name from customers where id = any($1::uuid[])", [ids]);
  return [...ids, ...names.map(({ name }) => name)];
}

/** Builds requests that name nothing from the restricted part: unchanged, and for lists also with pages. */
const asked = (endpoint: Endpoint, sent: Sent): Sent[] =>
  endpoint.method === "GET" && endpoint.query && "Of" in (endpoint.query._zod.def as { shape?: object }).shape!
    ? [sent, { ...sent, query: { Of: "customers" } }, { ...sent, query: { Of: "staff" } }]
    : [sent];

/** A short run tries the queries alone: that the policies alone narrow all tables is told of transactions. */
const walls = {
  ...(inject("long") && { "with both walls": async () => {} }),
  "by the queries alone": takeDownPolicies,
};

/** Drops the database policies, so that the queries' own conditions are tested alone. */
async function takeDownPolicies() {
  const rows = await app.sql<{ text: string }>(
    `select format('drop policy %I on %I', polname, polrelid::regclass::text) as text from pg_policy where not polpermissive`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { text } of rows) await app.sql(text);
}

test("every table of a tenant that names a customer, a product or a subscription narrows what a restricted person sees", async () => {
  const rows = await app.sql<{ table: string; column: string; policies: string[] }>(
    `select c.relname as table, a.attname as column, array(
       select p.polname from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polroles = array['app_restricted'::regrole::oid]
         and p.polcmd in ('*', 'r')) as policies
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('customer_id', 'product_id', 'subscription_id')
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and has_table_privilege('app_tenant', c.oid, 'select')`,
  );
  expect(rows.length).toBeGreaterThan(12);
  const open = rows.filter(
    ({ column, policies }) =>
      !policies.includes("whole_company") &&
      !(column === "customer_id" ? ["own_customers"] : ["own_products", "every_product"]).some((each) =>
        policies.includes(each),
      ),
  );
  expect(open).toEqual([]);
});

test("to a restricted transaction no table or view shows another customer, whatever it asks", async () => {
  const { membershipId, resellerId } = await engineer({ customers: [await own.object("customerId")] });
  const readable = await app.sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and has_table_privilege('app_tenant', oid, 'select')`,
  );
  const named = [...(await secretsOf(other, customers))];
  for (const { name } of readable) {
    const rows = await app.platform.database.read(
      { role: "app_restricted", resellerId, restrictedTo: membershipId },
      (db) => sql<object>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db),
    );
    const text = JSON.stringify(rows.rows);
    expect({ name, told: named.filter((secret) => text.includes(secret)) }).toEqual({ name, told: [] });
  }
});

test("a restricted transaction that names nobody, or somebody unknown, sees no customer", async () => {
  const { resellerId } = own.person;
  for (const restrictedTo of [someId, own.person.membershipId])
    await app.platform.database.read({ role: "app_restricted", resellerId, restrictedTo }, async (db) => {
      const { rows } =
        await sql`select from customers union all select from service_instances union all select from invoices`.execute(
          db,
        );
      expect({ restrictedTo, seen: rows.length > 0 }).toEqual({ restrictedTo, seen: restrictedTo !== someId });
    });
});

describe("ACL-54 an engineer with certain products", () => {
  let token: string;
  let secrets: string[];
  beforeAll(async () => {
    token = (await engineer({ products: ["exclaimer"] })).token;
    secrets = await secretsOf(own, ["instanceId", "orderId", "workItemId"]);
  });

  test.each(walked(products))("%s tells nothing of another product", async (name, endpoint) => {
    const sent = await requestFor(name, own);
    for (const parameter of parametersOf(endpoint).filter((each) => products.includes(each))) {
      const using = (value: string) =>
        app.call({ token }, endpoint, { ...sent, params: { ...sent.params, [parameter]: value } });
      expect(unreferenced(await using(await own.object(parameter)))).toEqual(
        unreferenced(await using(noSuch(parameter))),
      );
    }
    for (const { place, field, object } of idFieldsOf(endpoint).filter((each) => products.includes(each.object))) {
      const using = async (value: string) =>
        unreferenced(
          await app.call({ token }, endpoint, { ...sent, [place]: { ...(sent[place] as object), [field]: value } }),
        );
      expect({ field, ...(await using(await own.object(object))) }).toEqual({
        field,
        ...(await using(noSuch(object))),
      });
    }
    // Last, since it may use up what the request names.
    for (const each of asked(endpoint, sent)) {
      const { text } = await app.call({ token }, endpoint, each);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });
});

describe.each(Object.entries(walls))("ACL-53 an engineer with certain customers, %s", (_wall, prepare) => {
  let token: string;
  let secrets: string[];
  let bare: Person;
  beforeAll(async () => {
    await prepare();
    bare = await engineer({ customers: [await own.object("customerId")] });
    token = bare.token;
    secrets = await secretsOf(other, customers);
  });

  test.each(walked(customers))("%s tells nothing of another customer", async (name, endpoint) => {
    const sent = await requestFor(name, own);
    for (const parameter of parametersOf(endpoint).filter((each) => customers.includes(each))) {
      const using = (value: string) =>
        app.call({ token }, endpoint, { ...sent, params: { ...sent.params, [parameter]: value } });
      expect(unreferenced(await using(await other.object(parameter)))).toEqual(unreferenced(await using(someId)));
    }
    for (const { place, field, object } of idFieldsOf(endpoint).filter((each) => customers.includes(each.object))) {
      const using = async (value: string) =>
        unreferenced(
          await app.call({ token }, endpoint, { ...sent, [place]: { ...(sent[place] as object), [field]: value } }),
        );
      expect({ field, ...(await using(await other.object(object))) }).toEqual({ field, ...(await using(someId)) });
    }
    for (const each of asked(endpoint, sent)) {
      const { text } = await app.call({ token }, endpoint, each);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });
});

/** Removes an answer's request reference; leaves files unchanged. */
const unreferenced = ({ status, text }: { status: number; text: string }) => ({
  status,
  answer: text.startsWith("{") ? { ...(JSON.parse(text) as object), Labels: null } : text,
});
