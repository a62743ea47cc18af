/** Bitdefender's counters: the most of a month, late by some hours, and settled once the month is over. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { clearFaults, control, drive, makeCustomer, makeTask, withRefs } from "../test-support.ts";
import type { FulfilLine, Memo } from "../vendor.ts";
import { type Bitdefender, bitdefenderApi } from "./bitdefender-api.ts";
import { bitdefenderFulfiller } from "./bitdefender-fulfiller.ts";
import { bitdefenderReport, bitdefenderUsage } from "./bitdefender-usage.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;
let api: Bitdefender;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "bitdefender-usage-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.bitdefender;
  api = bitdefenderApi({ accessUrl: `${url}/api`, apiKey: "an-api-key", newId: randomUUID });
});

afterEach(() => clearFaults(url));

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const moveTo = (to: string) => control(url, "clock", { to });
const hours = (many: number) => control(url, "clock", { advanceMs: many * 3_600_000 });
const november = { from: "2031-11-01", until: "2031-12-01" };

async function company() {
  const lines: FulfilLine[] = ["mspSecure", "manageEncryption"].map((offerRef) => ({
    key: randomUUID(),
    vendorRef: null,
    offerRef,
    name: offerRef,
    quantity: 10,
    term: "none",
    billing: "monthly",
  }));
  const done = await drive(bitdefenderFulfiller(api), makeTask("add", { customer: makeCustomer(), lines }));
  const [base, addOn] = withRefs(lines, done).map(({ vendorRef }) => vendorRef!);
  const use = (counter: string, value: number) =>
    control(url, "act", { action: "use", companyId: base, counter, value });
  const report = async (month = november, least = 1) =>
    (await Array.fromAsync((await bitdefenderReport(api, Date.now)(month)).lines))
      .filter(({ vendorRef, quantity }) => vendorRef.startsWith(base!) && Number(quantity) >= least)
      .map(({ vendorRef, meter, quantity }) => [vendorRef === base ? "base" : "add-on", meter, Number(quantity)]);
  return { base: base!, addOn: addOn!, use, report };
}

test("a month is the most that was used in it, told hours later, and the same from then on", async () => {
  await moveTo("2031-11-03T08:00:00Z");
  const { base, use, report } = await company();
  await use("mspSecureMonthlyUsage", 14);
  await use("encryptionMonthlyUsage", 3);
  expect(await report()).toEqual([]);
  await hours(7);
  await use("mspSecureMonthlyUsage", 9);
  await hours(7);
  const told = [
    ["base", "mspSecureMonthlyUsage", 14],
    ["add-on", "encryptionMonthlyUsage", 3],
  ];
  expect(await report()).toEqual(told);

  await moveTo("2031-11-30T23:00:00Z");
  await use("mspSecureMonthlyUsage", 15);
  await moveTo("2031-12-01T00:30:00Z");
  expect(await report()).toEqual(told);
  await moveTo("2031-12-01T09:00:00Z");
  expect((await report())[0]).toEqual(["base", "mspSecureMonthlyUsage", 15]);
  // Counters begin anew with what is in use.
  expect((await report({ from: "2031-12-01", until: "2032-01-01" }))[0]).toEqual(["base", "mspSecureMonthlyUsage", 15]);
  await control(url, "act", {
    action: "correct",
    companyId: base,
    counter: "mspSecureMonthlyUsage",
    month: "2031-11",
    value: 13,
  });
  expect((await report())[0]).toEqual(["base", "mspSecureMonthlyUsage", 13]);
});

test("what is used in a day is told of the numbers that are asked for", async () => {
  await moveTo("2032-02-10T08:00:00Z");
  const { base, addOn, use } = await company();
  await use("mspSecureMonthlyUsage", 11);
  await use("encryptionMonthlyUsage", 4);
  await hours(7);
  const usage = bitdefenderUsage(api);
  const asked = { tenantRef: "x", day: "2032-02-10" };
  expect(await usage({ ...asked, vendorRefs: [base, addOn, "W-7:1"] })).toMatchObject([
    { vendorRef: base, meter: "mspSecureMonthlyUsage", day: "2032-02-10", quantity: "11.00000000" },
    { vendorRef: addOn, meter: "encryptionMonthlyUsage", quantity: "4.00000000" },
  ]);
  expect(await usage({ ...asked, vendorRefs: [addOn] })).toMatchObject([{ vendorRef: addOn }]);
});

test("a report waits where Bitdefender asks to, and leaves out what is gone meanwhile", async () => {
  await moveTo("2033-03-10T08:00:00Z");
  const { report } = await company();
  await hours(7);
  const march = { from: "2033-03-01", until: "2033-04-01" };
  await control(url, "faults", {
    match: { path: "licensing" },
    times: 2,
    fault: { kind: "status", status: 429, headers: { "retry-after": "0" } },
  });
  expect(await report(march)).toEqual([
    ["base", "mspSecureMonthlyUsage", 9],
    ["add-on", "encryptionMonthlyUsage", 9],
  ]);
  const gone = await company();
  const reading = await bitdefenderReport(api, Date.now)(march);
  await api.deleteCompany(gone.base);
  expect((await Array.fromAsync(reading.lines)).some(({ vendorRef }) => vendorRef === gone.base)).toBe(false);
});

test("what was used until then is told as a company ends, though the answer to its deletion is lost until tomorrow", async () => {
  await moveTo("2034-05-01T08:00:00Z");
  const customer = makeCustomer();
  const line = {
    key: randomUUID(),
    vendorRef: null,
    name: "x",
    quantity: 10,
    term: "none",
    billing: "monthly",
  } as const;
  const lines: FulfilLine[] = [
    { ...line, offerRef: "mspSecure" },
    { ...line, key: randomUUID(), offerRef: "manageEncryption" },
  ];
  const fulfiller = bitdefenderFulfiller(api);
  const held = withRefs(lines, await drive(fulfiller, makeTask("add", { customer, lines })));
  const companyId = held[0]!.vendorRef;
  await control(url, "act", { action: "use", companyId, counter: "mspSecureMonthlyUsage", value: 14 });
  await moveTo("2034-06-01T07:00:00Z");
  await control(url, "act", { action: "use", companyId, counter: "mspSecureMonthlyUsage", value: 16 });
  await hours(7);

  const task = (today: string) => makeTask("cancel", { customer, lines: held, today });
  const { memo, state } = await fulfiller.fulfil(task("2034-06-01"), {});
  expect(state).toBe("working");
  expect(await api.findCompany(companyId!)).toBeDefined();
  await api.deleteCompany(companyId!);
  const ended = await drive(fulfiller, task("2034-06-02"), { memo });
  const used = (month: string, meter: string, quantity: string) => ({ month, meter, quantity: `${quantity}.00000000` });
  expect(ended.lines).toMatchObject([
    {
      state: "done",
      lastUsage: [used("2034-05-01", "mspSecureMonthlyUsage", "14"), used("2034-06-01", "mspSecureMonthlyUsage", "16")],
    },
    {
      state: "done",
      lastUsage: [used("2034-05-01", "encryptionMonthlyUsage", "9"), used("2034-06-01", "encryptionMonthlyUsage", "9")],
    },
  ]);
});

test("a company is deleted though its rounds are a day apart, and what was used that day is told", async () => {
  await moveTo("2034-09-01T08:00:00Z");
  const customer = makeCustomer();
  const line: FulfilLine = {
    key: randomUUID(),
    vendorRef: null,
    offerRef: "mspSecure",
    name: "x",
    quantity: 10,
    term: "none",
    billing: "monthly",
  };
  const fulfiller = bitdefenderFulfiller(api);
  const lines = withRefs([line], await drive(fulfiller, makeTask("add", { customer, lines: [line] })));
  const companyId = lines[0]!.vendorRef!;
  const round = (today: string, memo: Memo) => fulfiller.fulfil(makeTask("cancel", { customer, lines, today }), memo);
  const first = await round("2034-09-01", {});
  expect(first).toMatchObject({ state: "working" });
  await control(url, "act", { action: "use", companyId, counter: "mspSecureMonthlyUsage", value: 14 });
  await moveTo("2034-09-02T08:00:00Z");
  const second = await round("2034-09-02", first.memo);
  expect(second).toMatchObject({
    state: "ended",
    lines: [{ state: "done", lastUsage: [{ quantity: "14.00000000" }] }],
  });
  expect(await api.findCompany(companyId)).toBeUndefined();
  // What was noted long ago is too little to lose an answer by.
  await expect(round("2034-09-09", first.memo)).resolves.toMatchObject({ state: "working" });
});

test("what is corrected to nothing is told, and what Bitdefender refuses to tell is not nothing", async () => {
  await moveTo("2035-05-10T08:00:00Z");
  const { base, use, report } = await company();
  await use("mspSecureMonthlyUsage", 14);
  await moveTo("2035-06-02T08:00:00Z");
  const may = { from: "2035-05-01", until: "2035-06-01" };
  expect((await report(may))[0]).toEqual(["base", "mspSecureMonthlyUsage", 14]);
  const correction = { companyId: base, counter: "mspSecureMonthlyUsage", month: "2035-05", value: 0 };
  await control(url, "act", { action: "correct", ...correction });
  expect(await report(may, 0)).toContainEqual(["base", "mspSecureMonthlyUsage", 0]);

  const refuse = { action: "refuse", method: "getMonthlyUsagePerProductType", details: "Usage is being computed" };
  await control(url, "act", refuse);
  await expect(report(may)).rejects.toThrow("Usage is being computed");
  await control(url, "act", refuse);
  const asked = { tenantRef: "x", vendorRefs: [base], day: "2035-06-02" };
  await expect(bitdefenderUsage(api)(asked)).rejects.toThrow("Usage is being computed");
});
