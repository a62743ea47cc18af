/** Acronis's usage reports, by which it bills: what its documentation shows, and what its stand-in answers. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { control, drive, makeCustomer, makeTask, withRefs } from "../test-support.ts";
import type { FulfilLine } from "../vendor.ts";
import { acronisApi } from "./acronis-api.ts";
import { acronisFulfiller } from "./acronis-fulfiller.ts";
import { acronisReport } from "./acronis-usage.ts";

let simulators: Simulators;
let dataDir: string;
let standIn: Server | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "acronis-reports-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
});

afterAll(async () => {
  standIn?.close();
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const apiAt = (baseUrl: string) => acronisApi({ baseUrl, clientId: "portal", clientSecret: "a-long-secret" });
const november = { from: "2026-11-01", until: "2026-12-01" };

/** The objects of Acronis's documentation: a billing report as it is asked for and stored, and the use of a tenant in it. */
const documented = {
  report: {
    generation_date: "2017-05-08",
    id: "20dffb36-d77b-45c6-b2fa-39276e98d5fc",
    parameters: {
      formats: ["csv_v2_0", "json_v2_0"],
      kind: "usage_summary",
      level: "direct_partners",
      period: { end: "2017-05-07", start: "2017-05-01" },
      tenant_id: "ede9f834-70b3-476c-83d9-736f9f8c7dae",
    },
    result_action: "save",
    version: 1,
  },
  stored: {
    items: [
      {
        created_at: "2019-08-08T07:36:58+00:00",
        id: "479040dc-e18e-4136-98ce-635c3bc7dbae",
        report_format: "csv_v2_0",
        size: 4945,
        status: "saved",
      },
      {
        created_at: "2019-08-08T07:36:58+00:00",
        id: "a10bd132-261d-47aa-b7c6-74d39bc2266b",
        report_format: "json_v2_0",
        size: 5892,
        status: "saved",
      },
    ],
  },
  usage: {
    absolute_value: 0,
    application_id: "6e6d758d-8e74-3ae3-ac84-50eb0dff12eb",
    edition: "standard",
    infra_id: "019097a6-114f-4418-bd54-e01ef049f209",
    measurement_unit: "bytes",
    name: "storage",
    tenant_uuid: "ede9f834-70b3-476c-83d9-736f9f8c7dae",
    type: "infra",
    usage_name: "storage",
    value: 3 * 1024 ** 3,
  },
};

test("a report as Acronis documents it is read: its own format among several, bytes as gigabytes", async () => {
  const content = { params: { gen_date: 1494201600 }, tenants: [documented.usage] };
  const asked: string[] = [];
  standIn = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`);
    const answers: [RegExp, unknown][] = [
      [/token$/, { access_token: "t", expires_on: 4e9 }],
      [/clients/, { tenant_id: documented.report.parameters.tenant_id }],
      [/reports$/, documented.report],
      [/stored$/, documented.stored],
      [/stored\/a10bd132/, content],
    ];
    reply.setHeader("content-type", "application/json");
    reply.end(JSON.stringify(answers.find(([path]) => path.test(request.url!))?.[1]));
  });
  await new Promise<void>((resolve) => standIn!.listen(0, "127.0.0.1", resolve));
  const api = apiAt(`http://127.0.0.1:${(standIn.address() as AddressInfo).port}`);
  const { generatedAt, lines } = await acronisReport(api)(november);
  expect(generatedAt).toBe("2017-05-08T00:00:00.000Z");
  expect(await Array.fromAsync(lines)).toEqual([
    { vendorRef: documented.usage.tenant_uuid, meter: "storage", quantity: "3.00000000" },
  ]);
  expect(asked.at(-1)).toBe(`GET /api/2/reports/${documented.report.id}/stored/${documented.stored.items[1]!.id}`);
});

test("the stand-in's reports have all that the documented ones have, and stay the same until somebody corrects them", async () => {
  const url = simulators.urls.acronis;
  const api = apiAt(url);
  const lines: FulfilLine[] = ["pw_base_servers", "pg_base_storage"].map((offerRef) => ({
    key: crypto.randomUUID(),
    vendorRef: null,
    offerRef,
    name: offerRef,
    quantity: 10,
    term: "none",
    billing: "monthly",
  }));
  const task = makeTask("add", { customer: makeCustomer(), lines });
  const [servers, storage] = withRefs(lines, await drive(acronisFulfiller(api), task));
  const use = (tenantId: string, item: string, value: number) =>
    control(url, "act", { action: "use", tenantId, item, value });
  await use(servers!.vendorRef!, "pw_base_servers", 12);
  await use(storage!.vendorRef!, "pg_base_storage", 10.5 * 1024 ** 3);
  const month = { from: `${inject("testBegins").slice(0, 8)}01`, until: "" };
  const next = new Date(Date.parse(`${month.from}T00:00:00Z`));
  next.setUTCMonth(next.getUTCMonth() + 1);
  month.until = next.toISOString().slice(0, 10);
  await expect(acronisReport(api)(month)).rejects.toMatchObject({ message: "The period must not be in the future." });

  await control(url, "clock", { offsetMs: next.getTime() + 86_400_000 - Date.now() });
  const read = async () => {
    const { lines: told } = await acronisReport(api)(month);
    return (await Array.fromAsync(told))
      .filter(({ vendorRef }) => [servers!.vendorRef, storage!.vendorRef].includes(vendorRef))
      .map(({ quantity }) => Number(quantity))
      .toSorted((a, b) => a - b);
  };
  expect(await read()).toEqual([10.5, 12]);
  await use(servers!.vendorRef!, "pw_base_servers", 99);
  expect(await read()).toEqual([10.5, 12]);
  const correct = { action: "correct", tenantId: servers!.vendorRef!, item: "pw_base_servers", month: month.from };
  await control(url, "act", { ...correct, value: 11 });
  expect(await read()).toEqual([10.5, 11]);

  const id = await api.createReport(month.from, new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10));
  let report;
  while (!(report = await api.findReport(id))) await new Promise((resolve) => setTimeout(resolve, 100));
  const told = await Array.fromAsync(report.lines());
  for (const key of Object.keys(documented.usage))
    expect(told.find((one) => one["type"] === "infra")).toHaveProperty(key);
});
