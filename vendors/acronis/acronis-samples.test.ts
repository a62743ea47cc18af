/** What Acronis's documentation says of offering items: sent so by the connector, and answered alike by the stand-in. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { control, drive, makeCustomer, makeTask, withRefs } from "../test-support.ts";
import type { FulfilTask } from "../vendor.ts";
import { type Acronis, acronisApi } from "./acronis-api.ts";
import { acronisFulfiller } from "./acronis-fulfiller.ts";
import documented from "./samples/offering-items.json" with { type: "json" };

let simulators: Simulators;
let dataDir: string;
let url: string;
let api: Acronis;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "acronis-samples-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.acronis;
  api = acronisApi({ baseUrl: url, clientId: "portal", clientSecret: "a-long-secret" });
});

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const isOf: Record<string, (value: unknown) => boolean> = {
  uuid: (value) => typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};

/** Says what of an object is not as the tables have it. */
function faultsOf(value: Record<string, unknown>, members: object, optional: readonly string[] = []): string[] {
  const wanted = Object.entries(members) as [string, string | object][];
  const known = new Set(wanted.map(([name]) => name));
  return [
    ...Object.keys(value).filter((name) => !known.has(name)),
    ...wanted.flatMap(([name, type]) => {
      const held = value[name];
      if (held === undefined) return optional.includes(name) ? [] : `${name} is missing`;
      if (typeof type === "object") return faultsOf(held as Record<string, unknown>, type);
      return type.split(" or ").some((one) => isOf[one]!(held)) ? [] : `${name} is ${JSON.stringify(held)}`;
    }),
  ];
}
const faultsOfItem = (item: object) => {
  const faults = faultsOf(item as Record<string, unknown>, documented.members, documented.optional);
  return documented.types.includes((item as { type: string }).type) ? faults : [...faults, "its type is unknown"];
};

type Entry = {
  method: string;
  path: string;
  query: string;
  body: { offering_items?: object[] };
  reply: { status: number; body: { items: object[] } };
};
const isCall = ({ method, path }: Entry, call: { method: string; path: string }) =>
  method === call.method && new RegExp(`^${call.path.replace("{tenant}", "[^/]+")}$`).test(path);

/** Orders and upgrades servers, and returns the calls about offering items, with the unit. */
async function upgraded() {
  const customer = makeCustomer();
  const line = { key: randomUUID(), vendorRef: null, offerRef: "pw_base_servers", name: "Servers", quantity: 4 };
  const lines = [{ ...line, term: "none" as const, billing: "monthly" as const }];
  const [held] = withRefs(lines, await drive(acronisFulfiller(api), makeTask("add", { customer, lines })));
  const better = {
    ...held!,
    offerRef: "pw_base_servers+pw_pack_adv_backup_servers",
    from: { vendorRef: held!.vendorRef, quantity: 0 },
    moved: 4,
  };
  const task = { ...makeTask("upgrade", { customer, lines: [better] }), since: "2026-01-15T00:00:00Z" } as FulfilTask;
  await drive(acronisFulfiller(api), task);
  const { entries } = await control<{ entries: Entry[] }>(url, "journal");
  return { unit: held!.vendorRef, entries: entries.filter(({ path }) => path.includes("offering_items")) };
}

test("the example of the documentation is an item as its tables have it", () => {
  expect(faultsOfItem(documented.sample)).toEqual([]);
});

test("an upgrade asks for all editions, and sends and gets whole items as documented", async () => {
  const { entries } = await upgraded();
  const [available, lists, changes] = [documented.calls.available, documented.calls.list, documented.calls.change].map(
    (call) => entries.filter((entry) => isCall(entry, call)),
  ) as [Entry[], Entry[], Entry[]];
  expect(available.length + lists.length + changes.length).toBe(entries.length);
  for (const { query } of available) expect(query).toBe("kind=customer&edition=*");
  for (const { query } of lists) expect(query).toBe("edition=*");
  expect(changes.length).toBe(4);
  for (const { body } of changes) expect(Object.keys(body)).toEqual(documented.calls.change.body);
  const items = [
    ...changes.flatMap(({ body }) => body.offering_items!),
    ...entries.flatMap(({ reply }) => reply.body.items),
  ];
  expect(items.flatMap(faultsOfItem)).toEqual([]);
});

test("packs have the names and usages that Acronis lists", async () => {
  const listed = await api.listAvailableItems();
  const packs = Object.fromEntries(
    listed.filter(({ name }) => name in documented.packs).map(({ name, usage_name: usage }) => [name, usage]),
  );
  expect(packs).toEqual(documented.packs);
});

test("a quota of another version is answered as Acronis does", async () => {
  const { unit, entries } = await upgraded();
  const sent = entries.findLast((entry) => isCall(entry, documented.calls.change))!.body.offering_items!;
  await expect(api.setItems(unit!, sent as Parameters<Acronis["setItems"]>[1])).rejects.toMatchObject({
    status: documented.staleVersion,
  });
});
