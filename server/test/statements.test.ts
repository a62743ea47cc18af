import { endpoints } from "@tradewind/contract/all.ts";
import { isWide } from "@tradewind/contract/endpoint.ts";
import { countingStatements, isStated, mayTakeMore, mostStatements } from "./statement-counts.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { addCustomers } from "@tradewind/tools/demo/large.ts";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { lockFallingDue } from "../ordering/subscriptions/subscriptions.store.ts";
import { openDatabase } from "../platform/database.ts";
import { acceptedRequest } from "./accepted.ts";
import { expectAsPromised } from "./answers.ts";
import { notInMonolith } from "./accepted-psa.ts";
import { switchOnFlags } from "./flags.ts";
import { longTest } from "./long-test.ts";
import type { World } from "./object-makers.ts";
import { worldOf } from "./objects.ts";
import { nodesOf, plansOf, type Plan } from "./plans.ts";
import { requestFor } from "./requests.ts";
import { globalTables } from "./global-tables.ts";
import { testApp, type Person } from "./test-app.ts";

const app = await testApp();
const { sessions, hub } = app.platform;
const statementsSent = countingStatements(app);

let reseller: World;
let operator: Person;

beforeAll(async () => {
  // The hub reads events by itself, and its statements would be counted with the calls.
  await hub.stop();
  reseller = worldOf(app, await app.signIn());
  operator = await app.signInOperator();
  await switchOnFlags(app);
  await cacheCatalogue();
});

/** A process caches the catalogue from its first proposal on, until prices change. */
const cacheCatalogue = async () =>
  app.call(reseller.person, endpoints["orders.propose"]!, await requestFor("orders.propose", reseller));

/** Returns a person who may call the endpoint: a read leaves its caller as it was. */
async function caller(name: string, world: World): Promise<Person> {
  const { access } = endpoints[name]!;
  if (typeof access === "object" && access.kinds?.includes("admin")) return operator;
  const { resellerId } = world.person;
  if (typeof access === "object" && access.kinds?.join() === "endUserAdmin")
    return app.signIn({ kind: "endUserAdmin", resellerId, customerId: await world.object("customerId") });
  return world.person;
}

async function statementsOf(name: string, world: World) {
  const endpoint = endpoints[name]!;
  const person = await caller(name, world);
  const sent = await acceptedRequest(name, world, person);
  const knows = endpoint.access === "public" ? null : person;
  let answer: Awaited<ReturnType<typeof app.call>> | undefined;
  const statements = await statementsSent(knows, async () => (answer = await app.call(person, endpoint, sent)));
  return { statements, answer: answer! };
}

test("every read answers as its contract says, and sends no more statements than usual, but for those that are named", async () => {
  // What each write sends is counted where its entry in the log is looked at.
  const reads = Object.keys(endpoints).filter((name) => !isStated(endpoints[name]!));
  const over: Record<string, number> = {};
  const refused: string[] = [];
  for (const name of reads) {
    if (name === "orders.propose") await cacheCatalogue();
    const { statements, answer } = await statementsOf(name, reseller);
    if (statements > mostStatements(name)) over[name] = statements;
    if (answer.status !== 200) refused.push(name);
    else if (endpoints[name]!.access !== "public") expectAsPromised(endpoints[name]!, answer);
  }
  expect(over).toEqual({});
  expect(Object.keys(mayTakeMore).filter((name) => !Object.hasOwn(endpoints, name))).toEqual([]);
  // These need a provider's or the DNS's answer, a cookie, a visit or a ticket.
  const elsewhere = [
    "auth.endVisit",
    "sso.begin",
    "sso.callback",
    "sso.test",
    "sso.linkAccount",
    "companyProvider.proveDomain",
    "session.renew",
    "notifications.stream",
    ...notInMonolith,
  ];
  expect(refused).toEqual(elsewhere.filter((name) => reads.includes(name)));
});

test("a list of forty sends as many statements as a list of two", async () => {
  const client = new pg.Client(app.database.adminUrl);
  await client.connect();
  const withCustomers = async (count: number) => {
    const world = worldOf(app, await app.signIn());
    await client.query("begin");
    await addCustomers(client, world.person.resellerId, count);
    await client.query("commit");
    return world;
  };
  const [few, many] = [await withCustomers(2), await withCustomers(40)];
  await client.end();
  const lists = Object.entries(endpoints).filter(
    ([, each]) =>
      each.method === "GET" && isWide(each) && typeof each.access === "object" && !each.access.kinds?.includes("admin"),
  );
  const counted = async (world: World) => {
    const counts: Record<string, number> = {};
    for (const [name] of lists) counts[name] = (await statementsOf(name, world)).statements;
    return counts;
  };
  expect(await counted(many)).toEqual(await counted(few));
});

const planned = async (...given: Parameters<typeof plansOf> extends [unknown, ...infer Rest] ? Rest : never) =>
  (await plansOf(app, ...given)).map(nodesOf);

const wholeTableReads = (plans: Plan[][]) =>
  plans
    .flat()
    .filter((node) => node["Node Type"] === "Seq Scan" && !Object.hasOwn(globalTables, node["Relation Name"] ?? ""))
    .map((node) => node["Relation Name"]);

describe("with 5,000 customers of one reseller among 10,000", () => {
  let person: Person;

  beforeAll(async () => {
    person = await app.signIn();
    const others = await Promise.all(Array.from({ length: 1 }, () => app.addReseller()));
    await app.sql(
      `insert into customers (reseller_id, name, status, organisation_type, suspended_at, created_at)
       select r, md5(n::text || r::text) || ' ' || n, case when n % 50 = 0 then 'Suspended' else 'Active' end,
              case when n % 40 = 0 then 'Charity' else 'Commercial' end,
              case when n % 50 = 0 then now() end, timestamptz '2026-01-01' + n * interval '1 minute'
       from unnest($1::uuid[]) r, generate_series(1, 5000) n`,
      [[person.resellerId, ...others]],
    );
    await app.sql("vacuum analyze customers");
  });

  const list = (query: object) => planned(person, () => app.call(person, customers.list, { query }));
  const indexesOf = (plans: Plan[][]) => new Set(plans.flat().flatMap((node) => node["Index Name"] ?? []));

  test.each([
    { Sort: "name", index: "customers_by_name" },
    { Sort: "-name", index: "customers_by_name" },
    { Sort: "created", index: "customers_by_created" },
    { Sort: "-created", index: "customers_by_created" },
    { Sort: "monthly", index: "customers_by_monthly" },
    { Sort: "-renewal", index: "customers_by_renewal" },
  ])("a page by $Sort and the page after it are read in the index's order, without a sort", async ({ Sort, index }) => {
    const { Result } = await app.call(person, customers.list, { query: { Sort: Sort as "name" } });
    for (const query of [{ Sort }, { Sort, After: Result!.Next! }]) {
      const plans = await list(query);
      expect(plans).toHaveLength(2);
      expect(indexesOf(plans)).toEqual(new Set([index]));
      expect(
        plans
          .flat()
          .map((node) => node["Node Type"])
          .filter((type) => /Sort|Seq/.test(type)),
      ).toEqual([]);
    }
  });

  test.each([
    { mark: { Status: "Suspended" }, index: "customers_suspended_by_name" },
    { mark: { Type: "Charity" }, index: "customers_by_type" },
    { mark: { Status: "Suspended", Services: "none" }, index: "customers_suspended_by_name" },
  ])("CUST-01 a page of $mark is read in the order of $index, without a sort", async ({ mark, index }) => {
    const plans = await list(mark);
    expect(indexesOf(plans)).toEqual(new Set([index]));
    expect(plans.flat().filter((node) => /Sort|Seq/.test(node["Node Type"]))).toEqual([]);
  });

  test("a search reads the index of words, in the list, the count and the picker", async () => {
    // Also if an index-order scan looks cheaper, as it does to a planner that does not know the text yet.
    const unsorted = (Sort: "name" | "-created") => {
      const query = { Search: "abc12", Sort };
      return planned(person, () => app.call(person, customers.list, { query }), {
        setting: "set local enable_sort = off",
      });
    };
    for (const plans of [
      await list({ Search: "abc12" }),
      await unsorted("name"),
      await unsorted("-created"),
      await planned(person, () => app.call(person, customers.count, { query: { Search: "abc12" } })),
      await planned(person, () => app.call(person, customers.suggestions, { query: { Search: "abc12" } })),
    ]) {
      // The count also reads the products in use, from their own tables.
      const ofCustomers = [...indexesOf(plans)].filter((name) => name.startsWith("customers_"));
      expect(ofCustomers).toEqual(["customers_by_what_they_are_found"]);
    }
  });

  test.each([
    ["500 customers", { customers: 500 }],
    ["a product", { products: "{exclaimer}" }],
  ] as const)(
    "a search of somebody restricted to %s finds names or own customers by an index",
    async (_what, restriction) => {
      const { resellerId } = person;
      const restricted = await app.signIn({ kind: "engineer", resellerId });
      if ("customers" in restriction) {
        await app.sql("update memberships set only_customers = true where id = $1", [restricted.membershipId]);
        await app.sql(
          "insert into membership_customers select reseller_id, $2, id from customers where reseller_id = $1 order by md5(name) limit $3",
          [resellerId, restricted.membershipId, restriction.customers],
        );
        await app.sql("vacuum analyze membership_customers");
      } else
        await app.sql("update memberships set only_products = $2 where id = $1", [
          restricted.membershipId,
          restriction.products,
        ]);
      sessions.forget("");
      for (const work of [
        () => app.call(restricted, customers.list, { query: { Search: "abc12" } }),
        () => app.call(restricted, customers.count, { query: { Search: "abc12" } }),
        () => app.call(restricted, customers.suggestions, { query: { Search: "abc12" } }),
      ]) {
        // The count also reads the products in use, from their own tables.
        const plans = (await planned(restricted, work, { role: "app_restricted" })).filter((plan) =>
          plan.some((node) => node["Relation Name"] === "customers"),
        );
        expect(plans).toHaveLength(2);
        for (const plan of plans)
          expect(
            plan.filter((node) => node["Index Name"] === "customers_pkey" || /words ~~/.test(node["Index Cond"] ?? "")),
          ).toHaveLength(1);
      }
    },
  );

  test("nothing the portal asks about customers reads the whole table", async () => {
    const world = worldOf(app, person);
    for (const name of Object.keys(customers).map((each) => `customers.${each}`)) {
      const sent = await requestFor(name, world);
      const plans = await planned(person, () => app.call(person, endpoints[name]!, sent));
      // The other tables are so small here that full scans are right.
      const whole = wholeTableReads(plans).filter((table) => table === "customers");
      expect({ name, whole }).toEqual({ name, whole: [] });
    }
  });
});

longTest("no read of a reseller's needs a whole table where an index could serve", async () => {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint.method !== "GET" || typeof endpoint.access !== "object" || endpoint.access.kinds?.includes("admin"))
      continue;
    const sent = await requestFor(name, reseller);
    const plans = await planned(reseller.person, () => app.call(reseller.person, endpoint, sent), {
      setting: "set local enable_seqscan = off",
    });
    expect({ name, whole: wholeTableReads(plans) }).toEqual({ name, whole: [] });
  }
});

test("the day's work finds due rows by index, also with the generic plan", async () => {
  const worker = openDatabase(app.database.workerUrl, { max: 1 });
  const client = new pg.Client({ connectionString: app.database.workerUrl });
  await client.connect();
  try {
    const sent = await textsOf(() =>
      worker.write({ role: "app_worker" }, (tx) =>
        lockFallingDue(tx, reseller.person.resellerId, "2026-11-21", 100, []),
      ),
    );
    await client.query("begin; set local role app_worker; set local enable_seqscan = off");
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query(`prepare asked as ${sent.find((text) => /skip locked/.test(text))}`);
    const { rows } = await client.query(
      `explain (format json) execute asked('${reseller.person.resellerId}', '2026-11-21', '{}', '2026-11-21', 100)`,
    );
    const used = nodesOf(rows[0]["QUERY PLAN"][0].Plan as Plan).flatMap((node) => node["Index Name"] ?? []);
    expect(used).toContain("subscriptions_falling_due");
  } finally {
    await client.end();
    await worker.close();
  }
});

async function textsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const first = given[0] as { text?: string };
    if (first?.text) texts.push(first.text);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  await work().finally(() => (pg.Client.prototype.query = query));
  return texts;
}
