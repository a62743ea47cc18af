import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import type { Fulfiller, FulfilLine, UpgradeLine } from "../vendor.ts";
import { clearFaults, control, drive, endOf, makeCustomer, makeTask, withRefs } from "../test-support.ts";
import { type Acronis, acronisApi } from "./acronis-api.ts";
import { acronisFulfiller } from "./acronis-fulfiller.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;
let api: Acronis;
let fulfiller: Fulfiller;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "acronis-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.acronis;
  api = acronisApi({ baseUrl: url, clientId: "portal", clientSecret: "a-long-secret" });
  fulfiller = acronisFulfiller(api);
});

afterEach(() => clearFaults(url));

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const makeLine = (changes: Partial<FulfilLine> = {}): FulfilLine => ({
  key: randomUUID(),
  vendorRef: null,
  offerRef: "pw_base_servers",
  name: "Acronis Cyber Protect: servers",
  quantity: 3,
  term: "none",
  billing: "monthly",
  ...changes,
});

const quotaOf = async (unit: string | null) => (await api.listItems(unit!))[0]?.quota?.value;

test("two services of one customer keep their own quotas", async () => {
  const customer = makeCustomer();
  const first = [makeLine({ quantity: 3 })];
  const second = [makeLine({ quantity: 8 })];
  const one = withRefs(first, await drive(fulfiller, makeTask("add", { customer, lines: first })));
  const two = withRefs(second, await drive(fulfiller, makeTask("add", { customer, lines: second })));
  expect([await quotaOf(one[0]!.vendorRef), await quotaOf(two[0]!.vendorRef)]).toEqual([3, 8]);
  await drive(fulfiller, makeTask("cancel", { customer, lines: one }));
  expect(await quotaOf(two[0]!.vendorRef)).toBe(8);
});

test("storage ordered in gigabytes is set in bytes", async () => {
  const lines = [makeLine({ offerRef: "pg_base_storage", quantity: 250 })];
  const done = withRefs(lines, await drive(fulfiller, makeTask("add", { customer: makeCustomer(), lines })));
  expect(await quotaOf(done[0]!.vendorRef)).toBe(250 * 1024 ** 3);
});

test("a taken name does not prevent creating the customer", async () => {
  const add = () => makeTask("add", { customer: makeCustomer({ name: "Harbour Café" }), lines: [makeLine()] });
  const tenants = [await drive(fulfiller, add()), await drive(fulfiller, add())];
  expect(tenants.map(endOf)).toEqual(["done", "done"]);
  expect(tenants[0]!.memo.tenant).not.toBe(tenants[1]!.memo.tenant);
});

test("a retry completes a unit created without its quota", async () => {
  const task = makeTask("add", { customer: makeCustomer(), lines: [makeLine({ quantity: 4 })] });
  await control(url, "faults", {
    match: { method: "PUT", path: "offering_items", nth: 2 },
    fault: {
      kind: "status",
      status: 400,
      body: { error: { domain: "quota", message: "The quota is over the limit" } },
    },
  });
  const failed = await drive(fulfiller, task);
  expect(endOf(failed)).toMatchObject([{ reason: "Acronis refused this: The quota is over the limit." }]);
  const done = withRefs(task.lines, await drive(fulfiller, task, { memo: failed.memo }));
  expect(await quotaOf(done[0]!.vendorRef)).toBe(4);
});

test("what Acronis refuses of an order leaves the rest done", async () => {
  const lines = [makeLine({ offerRef: "unheard_of" }), makeLine({ quantity: 6 })];
  const outcome = await drive(fulfiller, makeTask("add", { customer: makeCustomer(), lines }));
  expect(outcome.lines).toMatchObject([
    { key: lines[1]!.key, state: "done" },
    { key: lines[0]!.key, state: "refused", code: "offering_item" },
  ]);
  expect(await quotaOf(withRefs([lines[1]!], outcome)[0]!.vendorRef)).toBe(6);
});

test("a stale version is read again", async () => {
  await control(url, "faults", {
    match: { method: "PUT", path: "offering_items" },
    fault: { kind: "status", status: 426, body: { error: { domain: "quota", message: "The quota's version is 7" } } },
  });
  const task = makeTask("add", { customer: makeCustomer(), lines: [makeLine()] });
  expect(await fulfiller.fulfil(task, {})).toMatchObject({ state: "working" });
  expect(endOf(await drive(fulfiller, task))).toBe("done");
});

test("what Acronis refuses to delete runs on", async () => {
  const customer = makeCustomer();
  const lines = [makeLine()];
  const held = withRefs(lines, await drive(fulfiller, makeTask("add", { customer, lines })));
  await control(url, "faults", {
    match: { method: "DELETE" },
    fault: { kind: "status", status: 400, body: { error: { domain: "tenant", message: "It has a legal hold" } } },
  });
  const cancelled = await drive(fulfiller, makeTask("cancel", { customer, lines: held }));
  expect(endOf(cancelled)).toMatchObject([{ reason: "Acronis refused this: It has a legal hold." }]);
  expect(await api.findTenant(held[0]!.vendorRef!)).toMatchObject({ enabled: true });
});

test("suspending switches the unit off, resuming on, cancelling removes it", async () => {
  const customer = makeCustomer();
  const lines = [makeLine()];
  const held = withRefs(lines, await drive(fulfiller, makeTask("add", { customer, lines })));
  const unit = held[0]!.vendorRef!;
  await drive(fulfiller, makeTask("suspend", { customer, lines: held }));
  expect(await api.findTenant(unit)).toMatchObject({ enabled: false });
  await drive(fulfiller, makeTask("resume", { customer, lines: held }));
  expect(await api.findTenant(unit)).toMatchObject({ enabled: true });
  await drive(fulfiller, makeTask("cancel", { customer, lines: held }));
  expect(await api.findTenant(unit)).toBeUndefined();
});

test("a change of contact changes nothing else, and is refused without a contact", async () => {
  const customer = makeCustomer();
  const lines = [makeLine({ quantity: 6 })];
  const held = withRefs(lines, await drive(fulfiller, makeTask("add", { customer, lines })));
  const unit = held[0]!.vendorRef!;
  const tell = (details: Record<string, unknown>, of = customer) =>
    drive(fulfiller, makeTask("details", { customer: of, lines: held, details }));
  const contact = { BackupContactName: "Noor van Dijk", BackupContactEmail: "noor@acme.example" };

  await tell(contact);
  const told = await api.findTenant(unit);
  expect(told!.contact).toMatchObject({ email: "noor@acme.example", firstname: "Noor", lastname: "van Dijk" });
  expect(await quotaOf(unit)).toBe(6);
  await tell(contact);
  expect((await api.findTenant(unit))!.version).toBe(told!.version);

  await tell({ ...contact, UseCustomerContact: true });
  expect((await api.findTenant(unit))!.contact).toMatchObject({ email: "ada@acme.example" });
  expect(endOf(await tell({}, { ...customer, contact: null }))).toMatchObject([{ code: "contact" }]);
});

test("an unknown offering item is refused in plain words", async () => {
  const task = makeTask("add", { customer: makeCustomer(), lines: [makeLine({ offerRef: "pw_nothing" })] });
  expect(endOf(await drive(fulfiller, task))).toMatchObject([{ reason: expect.stringContaining("pw_nothing") }]);
});

const plan = "pw_base_servers+pw_pack_adv_backup_servers";
/** What is on in a unit, with its quota. */
const itemsIn = async (unit: string | null) =>
  Object.fromEntries(
    (await api.listItems(unit!)).filter(({ status }) => status === 1).map(({ name, quota }) => [name, quota?.value]),
  );
const whole = (line: FulfilLine): UpgradeLine => ({
  ...line,
  offerRef: plan,
  from: { vendorRef: line.vendorRef, quantity: 0 },
  moved: line.quantity,
});
const upgradeOf = (customer: ReturnType<typeof makeCustomer>, lines: FulfilLine[]) =>
  ({ ...makeTask("upgrade", { customer, lines }), since: "2026-01-15T00:00:00.000Z" }) as Parameters<typeof drive>[1];

test("an upgrade switches the pack on in the same unit, with the quota of what it extends", async () => {
  const customer = makeCustomer();
  const lines = [makeLine({ quantity: 5 })];
  const held = withRefs(lines, await drive(fulfiller, makeTask("add", { customer, lines })));
  const unit = held[0]!.vendorRef;
  await control(url, "act", { action: "use", tenantId: unit, item: "pw_base_servers", value: 4 });
  const before = await api.findTenant(unit!);
  const outcome = await drive(fulfiller, upgradeOf(customer, held.map(whole)));
  expect(outcome.lines).toMatchObject([{ key: lines[0]!.key, state: "done", vendorRef: unit }]);
  expect(await itemsIn(unit)).toEqual({ pw_base_servers: 5, pw_pack_adv_backup_servers: 5 });
  expect(await api.findTenant(unit!)).toEqual(before);
  const usages = await api.listUsages(unit!);
  expect(usages.find(({ name }) => name === "pw_base_servers")).toMatchObject({ value: 4 });
  const change = held.map((line) => ({ ...line, offerRef: plan, quantity: 8 }));
  await drive(fulfiller, makeTask("change", { customer, lines: change }));
  expect(await itemsIn(unit)).toEqual({ pw_base_servers: 8, pw_pack_adv_backup_servers: 8 });
});

test("the better plan is sold as one unit with both of its items", async () => {
  const lines = [makeLine({ offerRef: plan, quantity: 2 })];
  const [held] = withRefs(lines, await drive(fulfiller, makeTask("add", { customer: makeCustomer(), lines })));
  expect(await itemsIn(held!.vendorRef)).toEqual({ pw_base_servers: 2, pw_pack_adv_backup_servers: 2 });
});

test("a refused upgrade leaves the unit as it was, and trying again makes it", async () => {
  const customer = makeCustomer();
  const lines = [makeLine({ quantity: 3 })];
  const held = withRefs(lines, await drive(fulfiller, makeTask("add", { customer, lines })));
  const task = upgradeOf(customer, held.map(whole));
  await control(url, "act", { action: "refuseItems", times: 1, message: "The pack is not part of your agreement" });
  const failed = await drive(fulfiller, task);
  expect(endOf(failed)).toMatchObject([{ reason: "Acronis refused this: The pack is not part of your agreement." }]);
  expect(await itemsIn(held[0]!.vendorRef)).toEqual({ pw_base_servers: 3 });
  expect(endOf(await drive(fulfiller, task, { memo: failed.memo }))).toBe("done");
  expect(await itemsIn(held[0]!.vendorRef)).toEqual({ pw_base_servers: 3, pw_pack_adv_backup_servers: 3 });
});

test("an upgrade of what is gone at Acronis is refused, and makes nothing there", async () => {
  const customer = makeCustomer();
  const lines = [makeLine()];
  const held = withRefs(lines, await drive(fulfiller, makeTask("add", { customer, lines })));
  await control(url, "act", { action: "remove", tenantId: held[0]!.vendorRef });
  const outcome = await drive(fulfiller, upgradeOf(customer, held.map(whole)));
  expect(endOf(outcome)).toMatchObject([{ code: "serviceNotFound" }]);
});
