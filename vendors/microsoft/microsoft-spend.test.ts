/** What Azure tells of a customer's use, day by day. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { control } from "../test-support.ts";
import type { SpendLine, SpendSource } from "../spend.ts";
import { type Connection, VendorUnavailable } from "../vendor.ts";
import { microsoft } from "./microsoft.ts";

let simulators: Simulators;
let dataDir: string;
let spend: SpendSource;
const begins = "2027-03-20T12:00:00Z";
const tenant = () => act<{ tenantId: string }>({ action: "acceptReseller", domain: `${randomUUID()}.example` });
const act = <T>(body: object) => control<T>(simulators.urls.microsoft, "act", body);
const open = (customerId: string, more: object = {}) =>
  act<{ id: string }>({ action: "openAzure", customerId, name: "Shop", since: "2027-01-01", ...more });
const sum = (lines: readonly SpendLine[]) =>
  lines.reduce((all, { cost }) => all + Math.round(Number(cost) * 10_000), 0);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "spend-"));
  simulators = await startSimulators({ dataDir, begins });
  const help = { now: Date.now, newId: randomUUID } as Parameters<typeof microsoft.connect>[1];
  const connection: Connection = microsoft.connect(simulators.settings, help);
  spend = connection.spend!;
});

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

test("all pages of a subscription's days are read, each cell once, with its group, resource and meter", async () => {
  const { tenantId } = await tenant();
  const { id } = await open(tenantId);
  expect(await spend.subscriptions(tenantId)).toEqual([{ ref: id, name: "Shop", isActive: true }]);
  const lines = await spend.read({ tenantRef: tenantId, ref: id, from: "2027-01-01", to: "2027-02-28" });
  // 59 days of 15 meters.
  expect(lines).toHaveLength(59 * 15);
  expect(new Set(lines.map(({ day, group, resource, meter }) => `${day} ${group} ${resource} ${meter}`)).size).toBe(
    59 * 15,
  );
  expect(lines[0]).toMatchObject({
    day: "2027-01-01",
    group: "production",
    resource: "Microsoft.Compute/virtualMachines/web-1",
    meter: "D4s v5",
    currency: "GBP",
  });
});

test("the stand-in adds up to one sum whichever way a query groups, and knows no third grouping", async () => {
  const { tenantId } = await tenant();
  await open(tenantId);
  const token = await fetch(`${simulators.urls.identity}/partner.example/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "portal",
      client_secret: "a-long-secret",
      resource: "https://management.azure.com",
    }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const scope = `/providers/Microsoft.Billing/billingAccounts/one/customers/${tenantId}`;
  const ask = (granularity: string, ...grouping: string[]) =>
    fetch(`${simulators.urls.microsoft}${scope}/providers/Microsoft.CostManagement/query?api-version=2023-11-01`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${access_token}` },
      body: JSON.stringify({
        type: "ActualCost",
        timeframe: "Custom",
        timePeriod: { from: "2027-02-01T00:00:00Z", to: "2027-02-07T23:59:59Z" },
        dataset: { granularity, grouping: grouping.map((name) => ({ type: "Dimension", name })) },
      }),
    });
  const sumBy = async (granularity: string, ...grouping: string[]) => {
    const { properties } = (await (await ask(granularity, ...grouping)).json()) as { properties: { rows: number[][] } };
    return properties.rows.reduce((all, [cost]) => all + Math.round(cost! * 10_000), 0);
  };
  const total = await sumBy("None");
  for (const grouping of ["ResourceGroup", "ResourceId", "Meter"])
    expect([await sumBy("Daily", grouping), await sumBy("None", grouping)]).toEqual([total, total]);
  expect((await ask("Daily", "ResourceGroup", "ResourceId", "Meter")).status).toBe(400);
});

test("a day arrives a day late, is whole a day later, and can be corrected afterwards", async () => {
  const { tenantId } = await tenant();
  const { id } = await open(tenantId);
  const of = (day: string) => spend.read({ tenantRef: tenantId, ref: id, from: day, to: day });
  expect(await of("2027-03-19")).toEqual([]);
  const early = await of("2027-03-18");
  expect(early.length).toBeGreaterThan(0);
  const whole = await of("2027-03-17");
  expect(whole.length).toBeGreaterThan(early.length);
  await act({ action: "azureDay", subscriptionId: id, day: "2027-03-17", factor: 2 });
  expect(sum(await of("2027-03-17")) / sum(whole)).toBeCloseTo(2, 3);
});

test("a subscription that moves is told of one customer up to a day and of the other from then on", async () => {
  const [first, second] = [(await tenant()).tenantId, (await tenant()).tenantId];
  const { id } = await open(first);
  await act({ action: "moveAzure", subscriptionId: id, customerId: second });
  expect(await spend.subscriptions(first)).toEqual([]);
  expect(await spend.subscriptions(second)).toMatchObject([{ ref: id }]);
  const at = (tenantRef: string) => spend.read({ tenantRef, ref: id, from: "2027-03-01", to: "2027-03-20" });
  expect((await at(first)).length).toBeGreaterThan(0);
  expect(await at(second)).toEqual([]);
});

test("too many queries are refused with how long to wait, in a header of its own", async () => {
  const { tenantId } = await tenant();
  const { id } = await open(tenantId);
  await act({ action: "throttleAzure", times: 1, seconds: 3600 });
  const refused = spend.read({ tenantRef: tenantId, ref: id, from: "2027-03-01", to: "2027-03-02" });
  await expect(refused).rejects.toSatisfy(
    (error) => error instanceof VendorUnavailable && error.retryAfterMs === 3_600_000,
  );
});
