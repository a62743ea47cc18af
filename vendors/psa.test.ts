import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { autotask } from "./autotask/autotask.ts";
import { connectWise } from "./connectwise/connectwise.ts";
import { apiOf } from "./connectwise/connectwise-api.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { PsaRefused, type PsaAccount } from "./psa.ts";
import { control } from "./test-support.ts";
import { VendorUnavailable } from "./vendor.ts";

let simulators: Simulators;
let dataDir: string;
const day = "2026-11-21";
const settings = {
  fetch: guardedFetch({ anywhere: true, limits: { patience: 2_000, largestAnswer: 8_000_000 } }),
  pause: 1,
};
const both = [
  { name: "connectwise", connect: connectWise(settings), company: "harbour", user: "public-key", list: "companies" },
  { name: "autotask", connect: autotask(settings), company: "", user: "api@liffey.example", list: "Companies" },
] as const;
type Which = (typeof both)[number];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "psa-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
});
afterEach(async () => {
  for (const { name } of both) {
    await control(simulators.urls[name], "reset", {});
  }
});
afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const open = ({ name, connect, company, user }: Which, changes: Partial<PsaAccount> = {}) =>
  connect({
    address: simulators.urls[name],
    company,
    user,
    secret: "a-long-secret",
    clientId: "a-client-id",
    ...changes,
  });
async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}
const trouble = (which: Which, fault: object, match: object = {}, times = 1) =>
  control(simulators.urls[which.name], "faults", { match, times, fault });

test.each(both)("$name: the probe names each right, and every list is read whole", async (which) => {
  const psa = open(which);
  expect((await psa.probe()).every(({ missing }) => missing === null)).toBe(true);
  const companies = await all(psa.companies(day));
  expect(companies.some(({ name }) => /old/.test(name))).toBe(false);
  expect(companies.every(({ ref, name }) => ref !== "" && name !== "")).toBe(true);
  const products = new Map((await all(psa.products(day))).map((each) => [each.ref, each]));
  expect(new Set([...products.values()].map(({ is_recurring }) => is_recurring))).toEqual(new Set([true, false]));
  const agreements = new Map((await all(psa.agreements(day))).map((each) => [each.ref, each]));
  expect([...agreements.values()].filter(({ is_active }) => !is_active)).toHaveLength(1);
  const lines = await all(psa.lines(day));
  expect(lines.length).toBeGreaterThan(5);
  for (const { agreement_ref, product_ref, quantity, unit_price } of lines) {
    expect(agreements.has(agreement_ref)).toBe(true);
    // The price of one, whichever way the PSA tells it.
    expect(Number(unit_price)).toBeCloseTo(Number(products.get(product_ref)!.unit_price), 2);
    expect(Number(quantity)).toBeGreaterThan(0);
  }
  const [charge] = await all(psa.charges(day));
  expect(charge).toMatchObject({ name: "Azure use in October", quantity: "1" });
});

test.each(both)("$name: names arrive character for character", async (which) => {
  const names = (await all(open(which).companies(day))).map(({ name }) => name);
  const expected =
    which.name === "connectwise"
      ? ["Smith & Jones Ltd", 'O\'Malley "Mac" Repairs', "100% Tyres + Parts", "Café [North]", "Fish &amp; Chips"]
      : ['O\'Sullivan "Sully" Motors', "Café [Thiar]"];
  for (const name of expected) expect(names.filter((each) => each === name)).toEqual([name]);
});

test.each(both)("$name: a list of thousands comes in pages, each row once", async (which) => {
  const rows = Array.from({ length: 2_300 }, (_, at) => ({
    id: 1000 + at,
    ...(which.name === "connectwise"
      ? { name: `Company ${at}`, deletedFlag: false }
      : { companyName: `Company ${at}`, isActive: true }),
  }));
  await control(simulators.urls[which.name], "seed", { companies: rows });
  const refs = (await all(open(which).companies(day))).map(({ ref }) => ref);
  expect([refs.length, new Set(refs).size]).toEqual([2_300, 2_300]);
});

test.each(both)("$name: refused keys say so, and a busy or broken PSA is asked again, then given up", async (which) => {
  await expect(open(which, { secret: "short" }).probe()).rejects.toMatchObject({ name: "PsaRefused", keys: true });
  await trouble(which, { kind: "html502" }, {}, 2);
  expect((await all(open(which).companies(day))).length).toBeGreaterThan(0);
  await trouble(which, { kind: "truncate" }, {}, 3);
  await expect(all(open(which).companies(day))).rejects.toThrow(VendorUnavailable);
});

test("connectwise: a right that is missing is named, with the reason", async () => {
  const url = simulators.urls.connectwise;
  await control(url, "act", { action: "refuseRight", list: "agreements" });
  const found = await open(both[0]).probe();
  expect(found.filter(({ missing }) => missing !== null)).toEqual([
    {
      name: "Finance, Agreements: inquire",
      missing: "You do not have security permission to perform this action.",
    },
  ]);
  await expect(all(open(both[0]).agreements(day))).rejects.toThrow(PsaRefused);
});

test("connectwise: waits as long as it is told to, and an agreement deleted meanwhile has no lines", async () => {
  const url = simulators.urls.connectwise;
  await control(url, "act", { action: "throttle", times: 1, seconds: 0.01 });
  expect(await all(open(both[0]).companies(day))).toHaveLength(20);
  const before = await all(open(both[0]).lines(day));
  await trouble(
    both[0],
    { kind: "status", status: 404, body: { code: "NotFound", message: "Gone" } },
    { path: "/12/additions" },
  );
  const after = await all(open(both[0]).lines(day));
  expect(before.filter((line) => !after.some(({ ref }) => ref === line.ref)).map((line) => line.agreement_ref)).toEqual(
    ["12"],
  );
});

test.each([
  ["https://eu.myconnectwise.net/", "v2025_1/", "https://api-eu.myconnectwise.net/v2025_1/apis/3.0"],
  ["https://api-eu.myconnectwise.net", "v2025_1/", "https://api-eu.myconnectwise.net/v2025_1/apis/3.0"],
  ["https://psa.harbour.example", "v4_6_release/", "https://psa.harbour.example/v4_6_release/apis/3.0"],
])("connectwise: the API of %s with %s is at %s", (address, codebase, api) => {
  expect(apiOf(address, codebase)).toBe(api);
});

test.each(both)("$name: who does not wait longer is told that nobody answered", async (which) => {
  await trouble(which, { kind: "delay", ms: 3_000 }, {}, 50);
  const signal = AbortSignal.timeout(200);
  const begun = performance.now();
  const psa = which.connect(
    { address: simulators.urls[which.name], company: which.company, user: which.user, secret: "a", clientId: "b" },
    { signal },
  );
  await expect(psa.probe()).rejects.toBeInstanceOf(VendorUnavailable);
  expect(performance.now() - begun).toBeLessThan(1_500);
});

const lineOf = async (which: Which) => {
  const [line] = await all(open(which).lines(day));
  return { ...line!, line_ref: line!.ref, seen: line!.quantity, on_day: day, today: day };
};
/** What a write answers that sets a quantity. */
const moved = (before: string, after: string) => ({ before: { quantity: before }, after: { quantity: after } });
const quantityOf = async (which: Which, ref: string) =>
  (await all(open(which).lines(day))).find((line) => line.ref === ref)!.quantity;
const writesOf = async ({ name }: Which) => {
  type Entries = { entries: { method: string; path: string }[] };
  const { entries } = await control<Entries>(simulators.urls[name], "journal");
  return entries.filter(({ method, path }) => method === "PATCH" || path.endsWith("Adjustments")).length;
};

test.each(both)("$name: a line is brought to its target, told before and after, and never twice", async (which) => {
  const psa = open(which);
  const line = await lineOf(which);
  const wanted = { ...line, target: String(Number(line.quantity) + 3) };
  const before = await writesOf(which);
  expect(await psa.setLine(wanted)).toMatchObject(moved(line.quantity, wanted.target));
  expect(await quantityOf(which, line.ref)).toBe(wanted.target);
  expect(await psa.setLine(wanted)).toMatchObject(moved(wanted.target, wanted.target));
  expect((await writesOf(which)) - before).toBe(1);
  // What somebody else wrote meanwhile is told, not written over.
  await expect(psa.setLine({ ...wanted, target: "50" })).rejects.toMatchObject({
    name: "PsaChanged",
    found: { quantity: wanted.target },
  });
  await expect(psa.setLine({ ...wanted, line_ref: "123456" })).rejects.toMatchObject({ name: "PsaChanged" });
  expect(await quantityOf(which, line.ref)).toBe(wanted.target);
});

test.each(both)("$name: a write whose answer is lost is found done when it is asked for again", async (which) => {
  const psa = open(which);
  const line = await lineOf(which);
  const wanted = { ...line, target: "1" };
  const path = which.name === "connectwise" ? "/additions/" : "Adjustments";
  await trouble(which, { kind: "commitThenReset" }, { path, method: which.name === "connectwise" ? "PATCH" : "POST" });
  await expect(psa.setLine(wanted)).rejects.toThrow(VendorUnavailable);
  expect(await psa.setLine(wanted)).toMatchObject(moved("1", "1"));
  expect(await quantityOf(which, line.ref)).toBe("1");
});

const priceOf = async (which: Which, ref: string) =>
  Number((await all(open(which).lines(day))).find((line) => line.ref === ref)!.unit_price);

test.each(both)(
  "$name: a price is brought to its target with the quantity or alone, and never twice",
  async (which) => {
    const psa = open(which);
    const line = await lineOf(which);
    const wanted = { ...line, target: "9", price: { seen: line.unit_price, target: "19.05" } };
    const before = await writesOf(which);
    const whole = await psa.setLine(wanted);
    expect([whole.before.quantity, Number(whole.before.unit_price)]).toEqual([line.quantity, Number(line.unit_price)]);
    expect([whole.after.quantity, Number(whole.after.unit_price)]).toEqual(["9", 19.05]);
    const alone = { ...wanted, seen: "9", price: { seen: "19.05", target: "17.5" } };
    await psa.setLine(alone);
    const written = (await writesOf(which)) - before;
    // What somebody asks for again is there.
    expect(await psa.setLine(alone)).toMatchObject(moved("9", "9"));
    expect((await writesOf(which)) - before).toBe(written);
    expect([await quantityOf(which, line.ref), await priceOf(which, line.ref)]).toEqual(["9", 17.5]);
    // Another price than was seen is told, and neither it nor the quantity is written over.
    await expect(psa.setLine({ ...wanted, seen: "9", target: "50" })).rejects.toMatchObject({
      name: "PsaChanged",
      message: expect.stringMatching(/^Its price was changed in .* meanwhile/),
    });
    expect([await quantityOf(which, line.ref), await priceOf(which, line.ref)]).toEqual(["9", 17.5]);
  },
);

test.each(both)(
  "$name: a price whose answer is lost is found done, and one of an invoiced period is refused",
  async (which) => {
    const psa = open(which);
    const line = await lineOf(which);
    const wanted = { ...line, target: "9", price: { seen: line.unit_price, target: "19.05" } };
    await trouble(which, { kind: "commitThenReset" }, { method: "PATCH" });
    await expect(psa.setLine(wanted)).rejects.toThrow(VendorUnavailable);
    const before = await writesOf(which);
    expect(await psa.setLine(wanted)).toMatchObject(moved("9", "9"));
    expect(await writesOf(which)).toBe(before);
    expect([await quantityOf(which, line.ref), await priceOf(which, line.ref)]).toEqual(["9", 19.05]);
    const next = { ...wanted, seen: "9", price: { seen: "19.05", target: "20" } };
    await change(which, { agreement: { nextInvoiceDate: "2026-12-01T00:00:00Z" } });
    if (which.name === "autotask")
      await control(simulators.urls.autotask, "act", { action: "post", line: Number(line.ref), until: "2026-11-30" });
    await expect(psa.setLine(next)).rejects.toThrow(/The next day that is free is 01\/12\/2026/);
    expect(await psa.setLine({ ...next, on_day: "2026-12-01" })).toMatchObject({ after: { quantity: "9" } });
  },
);

test("connectwise: a line that is not billable keeps its price", async () => {
  await change(both[0], { connectwise: { billCustomer: "NoCharge" } });
  const line = await lineOf(both[0]);
  await expect(
    open(both[0]).setLine({ ...line, target: "9", price: { seen: line.unit_price, target: "19" } }),
  ).rejects.toThrow("The line is not billable in ConnectWise.");
  expect(await quantityOf(both[0], line.ref)).toBe(line.quantity);
});

test.each(both)(
  "$name: an invoiced period and an agreement that is not active are refused, with what to do",
  async (which) => {
    const url = simulators.urls[which.name];
    const psa = open(which);
    const line = await lineOf(which);
    await control(
      url,
      "act",
      which.name === "connectwise"
        ? {
            action: "set",
            list: "agreements",
            id: line.agreement_ref,
            values: { nextInvoiceDate: "2026-12-01T00:00:00Z" },
          }
        : { action: "post", line: Number(line.ref), until: "2026-11-30" },
    );
    const wanted = { ...line, target: "2" };
    await expect(psa.setLine(wanted)).rejects.toThrow(
      /invoiced already in .* The next day that is free is 01\/12\/2026/,
    );
    // One quantity is all that ConnectWise has of a line, so a day after the next invoice would be billed before it.
    if (which.name === "connectwise")
      await expect(psa.setLine({ ...wanted, on_day: "2026-12-15" })).rejects.toThrow(
        /bills a change from its next invoice on, 01\/12\/2026/,
      );
    expect(await psa.setLine({ ...wanted, on_day: "2026-12-01" })).toMatchObject({ after: { quantity: "2" } });
    const values = which.name === "connectwise" ? { agreementStatus: "Inactive" } : { status: 0 };
    const where = which.name === "connectwise" ? { list: "agreements" } : { entity: "Contracts" };
    await control(url, "act", { action: "set", ...where, id: line.agreement_ref, values });
    await expect(psa.setLine({ ...wanted, seen: "2", target: "3", on_day: "2026-12-01" })).rejects.toThrow(
      /is not active/,
    );
  },
);

/** Changes the line of `lineOf` and its agreement, each in the words of its PSA. */
async function change(which: Which, of: { connectwise?: object; autotask?: object; agreement?: object }) {
  const url = simulators.urls[which.name];
  const values = of[which.name];
  const where =
    which.name === "connectwise" ? { list: "additions", id: 991 } : { entity: "ContractServiceUnits", id: 5512 };
  if (values) await control(url, "act", { action: "set", ...where, values });
  if (of.agreement && which.name === "connectwise")
    await control(url, "act", { action: "set", list: "agreements", id: 12, values: of.agreement });
}

test.each(both)("$name: rounding: the price of one is what all come to, to four decimals", async (which) => {
  await change(which, { connectwise: { quantity: 3, unitPrice: 3.3333 }, autotask: { units: 3, price: 10 } });
  const { quantity, unit_price } = await lineOf(which);
  expect([quantity, Number(unit_price)]).toEqual(["3", 3.3333]);
});

test.each(both.flatMap((which) => [true, false].map((prorates) => ({ ...which, which, prorates }))))(
  "$name: proration $prorates: what is invoiced is never changed, and what is not is changed from its day on",
  async ({ which, prorates }) => {
    const psa = open(which);
    const line = await lineOf(which);
    await change(which, { agreement: { prorateFlag: prorates, nextInvoiceDate: "2026-11-01T00:00:00Z" } });
    if (which.name === "autotask")
      await control(simulators.urls.autotask, "act", { action: "post", line: Number(line.ref), until: "2026-10-31" });
    // Without proration a change is of a whole period, from its first day on.
    const wanted = { ...line, target: "9", on_day: prorates ? day : "2026-11-01" };
    await expect(psa.setLine({ ...wanted, on_day: "2026-10-15" })).rejects.toThrow(
      /invoiced already in .* The next day that is free is 01\/11\/2026/,
    );
    expect(await quantityOf(which, line.ref)).toBe(line.quantity);
    expect(await psa.setLine(wanted)).toMatchObject(moved(line.quantity, "9"));
    expect(await quantityOf(which, line.ref)).toBe("9");
    if (which.name === "autotask" && prorates)
      expect((await all(psa.lines("2026-11-20"))).find(({ ref }) => ref === line.ref)!.quantity).toBe(line.quantity);
  },
);

test.each(both.flatMap((which) => [true, false].map((ahead) => ({ ...which, which, ahead }))))(
  "$name: invoiced in advance $ahead: this month is free only if it is invoiced in arrears",
  async ({ which, ahead }) => {
    const line = await lineOf(which);
    const nextInvoiceDate = ahead ? "2026-12-01T00:00:00Z" : "2026-11-01T00:00:00Z";
    await change(which, { agreement: { nextInvoiceDate, periodType: ahead ? "Future" : "Current" } });
    const until = ahead ? "2026-11-30" : "2026-10-31";
    if (which.name === "autotask")
      await control(simulators.urls.autotask, "act", { action: "post", line: Number(line.ref), until });
    const outcome = open(which).setLine({ ...line, target: "9" });
    if (ahead) await expect(outcome).rejects.toThrow(/The next day that is free is 01\/12\/2026/);
    else expect(await outcome).toMatchObject({ after: { quantity: "9" } });
  },
);

test.each(both)("$name: a suspended line bills nothing", async (which) => {
  await change(which, { connectwise: { billCustomer: "DoNotBill" }, autotask: { units: 0, price: 0 } });
  const { quantity, unit_price } = await lineOf(which);
  expect(Number(quantity) * Number(unit_price)).toBe(0);
});

test.each(both)("$name: a recycled agreement is no longer read, and nothing is written into it", async (which) => {
  const psa = open(which);
  const line = await lineOf(which);
  const url = simulators.urls[which.name];
  if (which.name === "connectwise") await control(url, "act", { action: "remove", list: "agreements", id: 12 });
  else await control(url, "seed", { contracts: [] });
  expect((await all(psa.agreements(day))).map(({ ref }) => ref)).not.toContain(line.agreement_ref);
  const before = await writesOf(which);
  await expect(psa.setLine({ ...line, target: "9" })).rejects.toMatchObject({ name: "PsaChanged" });
  const { agreement_ref, product_ref } = line;
  const charge = { agreement_ref, product_ref, name: "Azure", quantity: "1", unit_price: "1", on_day: day };
  await expect(psa.addCharge({ ...charge, mark: "mark-9", also_in: [] })).rejects.toMatchObject({ name: "PsaChanged" });
  expect(await writesOf(which)).toBe(before);
});

test.each(both)("$name: a charge is added once, however often it is asked for", async (which) => {
  const psa = open(which);
  const { agreement_ref, product_ref } = await lineOf(which);
  const wanted = {
    agreement_ref,
    product_ref,
    name: "Azure use",
    quantity: "1",
    unit_price: "12.34",
    on_day: day,
    mark: "mark-1",
    also_in: [],
  };
  const path = which.name === "connectwise" ? "additions" : "/Contracts/301/Charges";
  await trouble(which, { kind: "commitThenReset" }, { path, method: "POST" });
  await expect(psa.addCharge(wanted)).rejects.toThrow(VendorUnavailable);
  const { ref } = await psa.addCharge(wanted);
  expect(await psa.addCharge(wanted)).toEqual({ ref });
  const other = (await all(psa.agreements(day))).find((each) => each.ref !== agreement_ref)!;
  expect(await psa.addCharge({ ...wanted, agreement_ref: other.ref, also_in: [agreement_ref] })).toEqual({ ref });
  const charges = (await all(psa.charges(day))).filter(({ name }) => name === "Azure use");
  expect(charges).toMatchObject([{ ref, quantity: "1", unit_price: "12.34", on_day: day }]);
  expect((await psa.addCharge({ ...wanted, mark: "mark-2" })).ref).not.toBe(ref);
});
