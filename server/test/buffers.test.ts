import { endpoints } from "@tradewind/contract/all.ts";
import { addCustomers } from "@tradewind/tools/demo/large.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../platform/database.ts";
import { addUpTallies } from "../platform/tallies.ts";
import { bufferBudgets, usualBudget } from "./buffer-budgets.ts";
import { switchOnFlags } from "./flags.ts";
import { worldOf, type World } from "./objects.ts";
import { plansOf } from "./plans.ts";
import { requestFor } from "./requests.ts";
import { testApp } from "./test-app.ts";

const app = await testApp();
const worker = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => worker.close());
let world: World;

beforeAll(async () => {
  await app.platform.hub.stop();
  await switchOnFlags(app);
  const person = await app.signIn();
  world = worldOf(app, person);
  const others = await Promise.all([app.addReseller(), app.addReseller()]);
  const admin = new pg.Client(app.database.adminUrl);
  await admin.connect();
  for (const [resellerId, customers] of [
    [person.resellerId, 20_000],
    [others[0], 5_000],
    [others[1], 5_000],
  ] as const) {
    await admin.query("begin");
    await addCustomers(admin, resellerId, customers);
    await admin.query("commit");
  }
  await addUpTallies({ database: worker });
  await admin.query("vacuum analyze");
  await admin.end();
}, 300_000);

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
  "catalogue.customersForProduct": [{ Search: "a" }, { Search: "amber" }],
  "search.everything": [{ Text: "zz" }, { Text: "co" }, { Text: "amber" }],
};

const readsOf = (name: string) =>
  endpoints[name]!.method === "GET" &&
  typeof endpoints[name]!.access === "object" &&
  !endpoints[name]!.access.kinds?.includes("admin") &&
  endpoints[name]!.access.kinds?.join() !== "endUserAdmin";

test("no read of a reseller of 20,000 customers reads more blocks than its budget", { timeout: 300_000 }, async () => {
  const over: Record<string, number> = {};
  for (const name of Object.keys(endpoints).filter(readsOf))
    for (const query of asked[name] ?? [undefined]) {
      const sent = await requestFor(name, world);
      const request = query ? { ...sent, query } : sent;
      const plans = await plansOf(app, world.person, () => app.call(world.person, endpoints[name]!, request), {
        modes: ["force_generic_plan"],
        execute: true,
      });
      const blocks = plans.reduce(
        (sum, plan) =>
          sum + (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0) + (plan["Temp Read Blocks"] ?? 0),
        0,
      );
      const call = query ? `${name} ${JSON.stringify(query)}` : name;
      if (blocks > (bufferBudgets[call] ?? usualBudget)) over[call] = blocks;
    }
  expect(over).toEqual({});
});
