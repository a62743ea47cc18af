import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { guardedFetch } from "../guarded-fetch.ts";
import { control } from "../test-support.ts";
import { autotask } from "./autotask.ts";

let simulators: Simulators;
let dataDir: string;
const day = "2026-11-21";
const connect = autotask({
  fetch: guardedFetch({ anywhere: true, limits: { patience: 2_000, largestAnswer: 8_000_000 } }),
  pause: 1,
});
const url = () => simulators.urls.autotask;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "autotask-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
});
afterEach(() => control(url(), "reset", {}));
afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const open = () =>
  connect({
    address: url(),
    company: "",
    user: "api@liffey.example",
    secret: "a-long-secret",
    clientId: "a-client-id",
  });
async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}
const lineOf = async () => {
  const [line] = await all(open().lines(day));
  return { ...line!, line_ref: line!.ref, seen: line!.quantity, on_day: day, today: day };
};

test("a zone that moved is found again, errors inside a good answer count, and what is hidden is said", async () => {
  const psa = open();
  await all(psa.companies(day));
  await control(url(), "act", { action: "moveZone", zone: "ww4" });
  expect((await all(psa.companies(day))).length).toBeGreaterThan(0);
  await control(url(), "act", { action: "spoil", entity: "Contracts", error: "Value does not exist." });
  await expect(all(psa.agreements(day))).rejects.toThrow("Autotask refused to show Contracts: Value does not exist.");
  await control(url(), "act", { action: "hide", entity: "Services" });
  expect((await psa.probe()).filter(({ missing }) => missing !== null).map(({ name }) => name)).toEqual([
    "Inventory: view services",
  ]);
});

test("most of the hour's calls are left to other tools", async () => {
  await control(url(), "act", { action: "use", calls: 6_100 });
  await expect(all(open().companies(day))).rejects.toMatchObject({
    message: expect.stringMatching(/60% of the calls/),
    retryAfterMs: 600_000,
  });
});

test("a price waits until what was before is posted, since it would count for that as well", async () => {
  const psa = open();
  const line = await lineOf();
  await psa.setLine({ ...line, target: "9", on_day: "2026-10-15" });
  const wanted = { ...line, seen: "9", target: "9", price: { seen: line.unit_price, target: "19.05" } };
  await expect(psa.setLine(wanted)).rejects.toThrow("what it has not posted until 15/10/2026 at the new price as well");
  await expect(psa.setLine({ ...wanted, target: "11" })).rejects.toMatchObject({
    name: "PsaRefused",
    message: expect.stringMatching(/^The quantity is written, the price is not. Autotask would bill .* 15\/10\/2026/),
    found: { quantity: "11" },
  });
  await control(url(), "act", { action: "post", line: Number(line.ref), until: "2026-10-31" });
  expect(Number((await psa.setLine({ ...wanted, seen: "11", target: "11" })).after.unit_price)).toBe(19.05);
});

test("a price waits for the period of last month as well that ended in this one", async () => {
  const units = { contractID: 301, contractServiceID: 88, serviceID: 14, units: 6, price: 124.2, cost: 0 };
  await control(url(), "seed", {
    contractServiceUnits: [
      { ...units, id: 1, startDate: "2026-10-15T00:00:00", endDate: "2026-11-14T00:00:00" },
      { ...units, id: 2, startDate: "2026-11-15T00:00:00", endDate: "2026-12-14T00:00:00" },
    ],
  });
  const line = await lineOf();
  const wanted = { ...line, target: line.quantity, price: { seen: line.unit_price, target: "19.05" } };
  await expect(open().setLine(wanted)).rejects.toThrow("what it has not posted until 14/11/2026");
});

test("a line whose units ended, or begin later, says from when until when", async () => {
  const line = { contractID: 301, serviceID: 14, unitPrice: 20.7, invoiceDescription: "Licences" };
  const held = { contractID: 301, serviceID: 14, units: 4, price: 82.8, cost: 0 };
  await control(url(), "seed", {
    contractServices: [
      { ...line, id: 1 },
      { ...line, id: 2 },
      { ...line, id: 3 },
    ],
    contractServiceUnits: [
      { ...held, id: 1, contractServiceID: 1, startDate: "2026-01-01T00:00:00", endDate: "2026-03-31T00:00:00" },
      { ...held, id: 2, contractServiceID: 1, startDate: "2026-04-01T00:00:00", endDate: "2026-10-31T00:00:00" },
      { ...held, id: 3, contractServiceID: 2, startDate: "2026-12-01T00:00:00", endDate: "2030-12-31T00:00:00" },
    ],
  });
  const found = await all(open().lines(day));
  expect(found.map(({ quantity, from_on, until_on }) => [quantity, from_on, until_on])).toEqual([
    ["4", "2026-04-01", "2026-11-01"],
    ["4", "2026-12-01", null],
    ["0", null, null],
  ]);
});

test("what is billed otherwise from a later day on is not changed under it", async () => {
  const psa = open();
  const line = await lineOf();
  await psa.setLine({ ...line, target: "9", on_day: "2027-01-01" });
  await expect(psa.setLine({ ...line, target: "2" })).rejects.toThrow("Autotask has 9 from 01/01/2027 on");
});
