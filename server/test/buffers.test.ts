import { endpoints } from "@tradewind/contract/all.ts";
import { addCustomers } from "@tradewind/tools/demo/large.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../platform/database.ts";
import { addUpTallies } from "../platform/tallies.ts";
import { bufferBudgets, usualBudget } from "./buffer-budgets.ts";
import { switchOnFlags } from "./flags.ts";
import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";
import { plansOf, type Plan } from "./plans.ts";
import { requestFor } from "./requests.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp();
const worker = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => worker.close());
let world: World;
const size = 20_000;

beforeAll(async () => {
  await app.platform.hub.stop();
  await switchOnFlags(app);
  const person = await app.signIn();
  world = worldOf(app, person);
  const others = await Promise.all([app.addReseller(), app.addReseller()]);
  const admin = new pg.Client(app.database.adminUrl);
  await admin.connect();
  for (const [resellerId, customers] of [
    [person.resellerId, size],
    [others[0], 5_000],
    [others[1], 5_000],
  ] as const) {
    await admin.query("begin");
    await addCustomers(admin, resellerId, customers);
    await admin.query("commit");
  }
  await addUpTallies({ database: worker });
  await addRecords(admin, await world.object("invoiceId"));
  await admin.query("vacuum analyze");
  await admin.end();
}, 1_200_000);

/** An invoice of 60,000 lines, 60,000 entries of the activity log, and 20,000 people of other companies. */
async function addRecords(admin: pg.Client, invoiceId: string) {
  const { resellerId } = world.person;
  await admin.query("begin; set local session_replication_role = replica");
  await admin.query(
    `insert into invoice_lines (reseller_id, invoice_id, position, charge_id, customer_id, customer_name, subscription_id, product_id,
       product_name, description, kind, period_from, period_until, quantity, unit_cost, net_minor, vat_category, vat_percent)
     select c.reseller_id, $2, row_number() over (order by u.name, c.id), c.id, c.customer_id, u.name, c.subscription_id, c.product_id,
       c.product_id, c.description, c.kind, c.period_from, c.period_until, c.quantity, c.unit_cost, c.amount_minor, 'S', 20
     from charges c join customers u on u.reseller_id = c.reseller_id and u.id = c.customer_id where c.reseller_id = $1`,
    [resellerId, invoiceId],
  );
  await admin.query(
    `insert into activity (reseller_id, at, who, customer_id, object_kind, object_id, action, what)
     select reseller_id, created_at - n * interval '1 day', 'Robin Tester', id, 'order', uuidv7(), 'orders.add', 'Ordered for ' || name
     from customers, generate_series(1, 3) n where reseller_id = $1`,
    [resellerId],
  );
  await admin.query(
    `with made as (insert into people (user_name) select 'person-' || n || '@many.example' from generate_series(1, 20000) n returning id, user_name)
     insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, permissions, can_agree, created_at)
     select r.id, made.id, 'engineer', 'Pat', made.user_name, made.user_name, '{}', '{}', false, now()
     from made, (select id from resellers where id <> $1 limit 1) r`,
    [resellerId],
  );
  await admin.query("commit");
}

/** What people ask lists for, besides what every call asks for. */
const asked: Record<string, Record<string, unknown>[]> = {
  "customers.list": [
    {},
    { Search: "a" },
    { Search: "zz" },
    { Search: "amber" },
    { ProductId: "microsoft-365" },
    { ProductId: "voice" },
    { Status: "Suspended" },
  ],
  "customers.count": [{}, { Search: "a" }, { ProductId: "microsoft-365" }],
  "customers.suggestions": [{ Search: "a" }, { Search: "zz" }, { Search: "amber" }],
  "services.list": [
    {},
    { Search: "a" },
    { Search: "zz" },
    { Search: "amber" },
    { ProductId: "microsoft-365" },
    { State: "failed" },
  ],
  "services.count": [{}, { Search: "a" }, { ProductId: "microsoft-365" }],
  "myServices.customers": [
    {},
    { Sort: "-name" },
    { Search: "a" },
    { Search: "zz" },
    { Search: "amber" },
    { Search: "amber", Sort: "-name" },
  ],
  "catalogue.customersForProduct": [{ Search: "a" }, { Search: "amber" }],
  "activityLog.list": [{}, { Kind: "billing" }, { Outcome: "failed" }, { Search: "Nobody" }],
  "invoices.lines": [{}, { Search: "amber" }],
  "search.everything": [{ Text: "zz" }, { Text: "co" }, { Text: "amber" }],
};

/** What calls are about, where the usual example is of nobody here: a third of the customers have this product. */
const about: Record<string, Record<string, string>> = { "myServices.customers": { productId: "email-security" } };

/** What the operator's staff ask for, among all resellers. */
const operatorsAsked: Record<string, Record<string, unknown>[]> = {
  "everyActivityLog.list": [{}, { Outcome: "failed" }],
  "jump.people": [{}, { Search: "person-1234" }, { Search: "zz" }],
};

const kindsOf = (name: string) => {
  const { access } = endpoints[name]!;
  return typeof access === "object" ? (access.kinds ?? ["reseller"]) : [];
};
const readsOf = (is: (kinds: readonly string[]) => boolean) =>
  Object.keys(endpoints).filter((name) => endpoints[name]!.method === "GET" && is(kindsOf(name)));

const blocksOf = (plan: Plan) =>
  (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0) + (plan["Temp Read Blocks"] ?? 0);
const sumOf = (blocks: readonly number[]) => blocks.reduce((sum, each) => sum + each, 0);

/** Lists the calls that read more blocks than they may, each with how many. */
async function tooMuch(
  person: Person,
  role: "app_tenant" | "app_operator",
  names: readonly string[],
  queries: Record<string, Record<string, unknown>[]>,
) {
  const found: Record<string, number> = {};
  for (const name of names)
    for (const query of queries[name] ?? [undefined]) {
      const sent = await requestFor(name, world);
      const params = { ...sent.params, ...about[name] };
      const request = { ...sent, params, ...(query && { query }) };
      const how = { role, execute: true, modes: ["force_generic_plan"] } as const;
      const plans = await plansOf(app, person, () => app.call(person, endpoints[name]!, request), how);
      const call = query ? `${name} ${JSON.stringify(query)}` : name;
      const blocks = sumOf(plans.map(blocksOf));
      if (blocks > (bufferBudgets[call] ?? usualBudget)) found[call] = blocks;
    }
  return found;
}

test(`no read of a reseller of ${size} customers reads more blocks than it may`, { timeout: 3_000_000 }, async () => {
  const names = readsOf((kinds) => kinds.some((kind) => kind === "reseller" || kind === "engineer"));
  expect(await tooMuch(world.person, "app_tenant", names, asked)).toEqual({});
});

test(
  "no read of the operator's among 20,000 people reads more blocks than it may",
  { timeout: 3_000_000 },
  async () => {
    const operator = await app.signInOperator();
    const names = readsOf((kinds) => kinds.includes("admin"));
    expect(
      await tooMuch({ ...operator, resellerId: "", membershipId: "" }, "app_operator", names, operatorsAsked),
    ).toEqual({});
  },
);
