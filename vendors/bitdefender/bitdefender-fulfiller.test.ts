import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { clearFaults, control, drive, endOf, makeCustomer, makeTask, withRefs } from "../test-support.ts";
import type { FulfilCustomer, FulfilTask, Fulfiller, FulfilLine } from "../vendor.ts";
import { type Bitdefender, bitdefenderApi } from "./bitdefender-api.ts";
import { bitdefenderFulfiller } from "./bitdefender-fulfiller.ts";
import { bitdefenderObserver } from "./bitdefender-observe.ts";
import { companyName, endOfName, markOf } from "./bitdefender-parts.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;
let api: Bitdefender;
let fulfiller: Fulfiller;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "bitdefender-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.bitdefender;
  api = bitdefenderApi({ accessUrl: `${url}/api`, apiKey: "an-api-key", newId: randomUUID });
  fulfiller = bitdefenderFulfiller(api);
});

afterEach(() => clearFaults(url));

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const makeLine = (changes: Partial<FulfilLine> = {}): FulfilLine => ({
  key: randomUUID(),
  vendorRef: null,
  offerRef: "mspSecure",
  name: "Bitdefender Secure",
  quantity: 5,
  term: "none",
  billing: "monthly",
  ...changes,
});
const act = (action: string, more: object) => control(url, "act", { action, ...more });

async function ordered(lines: FulfilLine[], customer = makeCustomer(), details: Record<string, unknown> = {}) {
  const held = withRefs(lines, await drive(fulfiller, makeTask("add", { customer, lines, details })));
  const again = (kind: FulfilTask["kind"], some: FulfilLine[]) =>
    drive(fulfiller, makeTask(kind as "change", { customer, lines: some }));
  return { customer, held, again, companyId: held[0]!.vendorRef! };
}
const companiesOf = (customer: FulfilCustomer) => api.findCompanies(markOf(customer));

test("a protection model is a company with reserved seats, its add-ons are switches of it", async () => {
  const lines = [makeLine({ offerRef: "manageEncryption", quantity: 2 }), makeLine({ offerRef: "mspSecurePlus" })];
  const { customer, held } = await ordered(lines, undefined, { ConsoleUser: "ada@acme.example" });
  const [company, ...more] = await companiesOf(customer);
  expect(more).toEqual([]);
  expect(held.map(({ vendorRef }) => vendorRef)).toEqual([`${company!.id}/manageEncryption`, company!.id]);
  expect(company).toMatchObject({ address: "1 High Street, Leeds, LS1 1AA", country: "GB", isSuspended: false });
  expect(await api.readLicence(company!.id)).toMatchObject({
    subscriptionType: 3,
    totalSlots: 5,
    assignedProtectionModel: "mspSecurePlus",
    manageEncryption: true,
    managePatchManagement: false,
  });
});

test("a change of seats leaves what is switched on as it is", async () => {
  const lines = [makeLine(), makeLine({ offerRef: "manageEncryption" })];
  const { held, again, companyId } = await ordered(lines);
  await act("switchAddOn", { companyId, name: "manageHyperDetect", on: true });
  expect(endOf(await again("change", [{ ...held[0]!, quantity: 9 }]))).toBe("done");
  const switched = { totalSlots: 9, manageEncryption: true, manageHyperDetect: true };
  expect(await api.readLicence(companyId)).toMatchObject(switched);
});

test("an add-on ordered later extends the company that it is of, and is refused without one", async () => {
  const { customer, held, companyId } = await ordered([makeLine()]);
  const other = await ordered([makeLine({ offerRef: "mspSecurePlus" })], customer);
  const { key, vendorRef } = held[0]!;
  const addOn = makeLine({ offerRef: "managePatchManagement", quantity: 3, parent: { key, vendorRef } });
  const later = await ordered([addOn], customer);
  expect(await api.readLicence(other.companyId)).toMatchObject({ managePatchManagement: false });
  expect(later.held[0]!.vendorRef).toBe(`${companyId}/managePatchManagement`);
  expect(endOf(await later.again("suspend", later.held))).toMatchObject([{ code: "addOnAlone" }]);
  // It ends although another company ends with it.
  expect(endOf(await later.again("cancel", [...other.held, ...later.held]))).toBe("done");
  expect(await companiesOf(customer)).toMatchObject([{ id: companyId }]);
  expect(await api.readLicence(companyId)).toMatchObject({ managePatchManagement: false, totalSlots: 5 });
  const lost = { ...addOn, parent: { key: randomUUID(), vendorRef: null } };
  const alone = await drive(fulfiller, makeTask("add", { customer, lines: [lost] }));
  expect(endOf(alone)).toMatchObject([{ code: "noCompany" }]);
});

test("suspending, resuming and deleting are of the company, and repeat", async () => {
  const { customer, held, again, companyId } = await ordered([makeLine(), makeLine({ offerRef: "manageEncryption" })]);
  for (const [kind, isSuspended] of [
    ["suspend", true],
    ["suspend", true],
    ["resume", false],
    ["resume", false],
  ] as const) {
    expect(endOf(await again(kind, held))).toBe("done");
    expect(await api.findCompany(companyId)).toMatchObject({ isSuspended });
  }
  expect(endOf(await again("cancel", held))).toBe("done");
  expect(await companiesOf(customer)).toEqual([]);
  expect(endOf(await again("cancel", held))).toBe("done");
  expect(endOf(await again("resume", held))).toMatchObject([{ code: "serviceNotFound" }, { code: "noCompany" }]);
});

test("two workers at once make one company, and both know it; what one has deleted is gone for the other", async () => {
  const customer = makeCustomer();
  const task = makeTask("add", { customer, lines: [makeLine()] });
  const both = (of: FulfilTask) => Promise.all([drive(fulfiller, of), drive(fulfiller, of)]);
  const [one, other] = (await both(task)).map((outcome) => withRefs(task.lines, outcome));
  expect(one).toEqual(other);
  expect(await companiesOf(customer)).toHaveLength(1);
  const cancel = makeTask("cancel", { customer, lines: one! });
  expect((await both(cancel)).map(endOf)).toEqual(["done", "done"]);
  expect(await companiesOf(customer)).toEqual([]);
});

test("a company that somebody gave another name is known by its number", async () => {
  const { held, again, companyId } = await ordered([makeLine()]);
  await act("rename", { companyId, name: `Renamed ${companyId}` });
  expect(endOf(await again("change", [{ ...held[0]!, quantity: 7 }]))).toBe("done");
  expect(await api.readLicence(companyId)).toMatchObject({ totalSlots: 7 });
});

test("what Bitdefender refuses is said in its words, and can be tried again", async () => {
  await act("refuse", { method: "createCompany", details: "The partner has no seats left" });
  const task = makeTask("add", { customer: makeCustomer(), lines: [makeLine()] });
  const refusal = { code: "-32000", reason: "Bitdefender refused this: The partner has no seats left." };
  expect(endOf(await drive(fulfiller, task))).toMatchObject([refusal]);
  expect(endOf(await drive(fulfiller, task))).toBe("done");

  const { held, again, companyId } = await ordered([makeLine()]);
  await act("refuse", { method: "deleteCompany", details: "It has a hold" });
  expect(endOf(await again("cancel", held))).toMatchObject([{ reason: "Bitdefender refused this: It has a hold." }]);
  expect(await api.findCompany(companyId)).toMatchObject({ isSuspended: false });
});

test("one line that is refused leaves the others done", async () => {
  const lines = [makeLine({ offerRef: "noSuchModel" }), makeLine({ quantity: 4 })];
  const outcome = await drive(fulfiller, makeTask("add", { customer: makeCustomer(), lines }));
  expect(outcome.lines).toMatchObject([
    { key: lines[1]!.key, state: "done" },
    { key: lines[0]!.key, state: "refused", code: "offer" },
  ]);
});

test("a user of the console of another company is refused, and the company is not made", async () => {
  const email = `${randomUUID()}@acme.example`;
  await ordered([makeLine()], undefined, { ConsoleUser: email });
  const customer = makeCustomer();
  const task = makeTask("add", { customer, lines: [makeLine()], details: { ConsoleUser: email } });
  expect(endOf(await drive(fulfiller, task))).toMatchObject([{ reason: expect.stringContaining("email address") }]);
  expect(await companiesOf(customer)).toEqual([]);
});

test("what people had set up is taken over once its company has the name that is asked for", async () => {
  const customer = makeCustomer();
  const line = makeLine({ vendorRef: "W-1042:1", offerRef: "bitdefender-small-business" });
  const change = makeTask("change", { customer, lines: [{ ...line, quantity: 8 }] });
  const end = endOfName(customer, line).trim();
  const refusal = { code: "serviceNotFound", reason: expect.stringContaining(`whose name ends in ${end}`) };
  expect(endOf(await drive(fulfiller, change))).toMatchObject([refusal]);
  expect(endOf(await drive(fulfiller, makeTask("cancel", { customer, lines: [line] })))).toMatchObject([refusal]);

  const { companyId } = await ordered([makeLine()]);
  await act("rename", { companyId, name: `Acme ${end}` });
  expect(withRefs([line], await drive(fulfiller, change))[0]!.vendorRef).toBe(companyId);
  expect(await api.readLicence(companyId)).toMatchObject({ totalSlots: 8 });
});

test("a company is the customer's only by the end of its name", async () => {
  const { observeTenant } = bitdefenderObserver(api);
  const { customer, companyId } = await ordered([makeLine()]);
  const other = await ordered([makeLine()]);
  const [{ name } = { name: "" }] = await companiesOf(other.customer);
  await act("rename", { companyId: other.companyId, name: `Was ${markOf(customer)} ${name}`.slice(-64) });
  expect((await companiesOf(customer)).map(({ id }) => id)).toEqual([companyId]);
  expect((await observeTenant(markOf(customer))).map(({ vendorRef }) => vendorRef)).toEqual([companyId]);
});

test("names keep to what Bitdefender takes", () => {
  const customer = { id: randomUUID(), name: `<b>${"Ünïted ".repeat(12)}` };
  const name = companyName(customer, { key: randomUUID() });
  expect(name.length).toBeLessThanOrEqual(64);
  expect(name).toMatch(/^bÜnïted .* \[[0-9a-f]{12}-[0-9a-f]{8}\]$/);
  expect(companyName({ ...customer, name: "😀".repeat(40) }, { key: randomUUID() }).isWellFormed()).toBe(true);
});

test("what somebody does in Control Center is seen", async () => {
  const { observe, observeTenant } = bitdefenderObserver(api);
  const lines = [makeLine(), makeLine({ offerRef: "manageEncryption" })];
  const { customer, held, companyId } = await ordered(lines);
  const tenantRef = markOf(customer);
  const see = (line: FulfilLine) => observe({ tenantRef, vendorRef: line.vendorRef! });
  expect(await see(held[0]!)).toEqual({ status: "active", quantity: 5 });
  await act("setSlots", { companyId, slots: 12 });
  await act("suspend", { companyId, on: true });
  expect(await observeTenant(tenantRef)).toMatchObject([
    { vendorRef: companyId, status: "suspended", quantity: 12, offerRef: "mspSecure" },
    {
      vendorRef: held[1]!.vendorRef,
      status: "suspended",
      quantities: { manageEncryption: null },
      parentRef: companyId,
    },
  ]);
  await act("switchAddOn", { companyId, name: "manageEncryption", on: false });
  expect(await see(held[1]!)).toBeUndefined();
  await act("remove", { companyId });
  expect(await see(held[0]!)).toBeUndefined();
  expect(await observeTenant(tenantRef)).toEqual([]);
  expect(await observe({ tenantRef, vendorRef: "W-1042:1" })).toBeUndefined();
});
