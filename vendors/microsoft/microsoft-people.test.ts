import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import type { Fulfiller, FulfilLine, Outcome, PersonOfLine } from "../vendor.ts";
import { clearFaults, control, drive, makeCustomer, makeNames, makeTask, withRefs } from "../test-support.ts";
import { partnerCenter } from "./microsoft-api.ts";
import { microsoftDirectories, type Directories } from "./microsoft-directory.ts";
import { microsoftFulfiller } from "./microsoft-fulfiller.ts";

let simulators: Simulators;
let dataDir: string;
let fulfiller: Fulfiller;
let directories: Directories;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "microsoft-people-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.microsoft;
  const settings = {
    identityUrl: simulators.urls.identity,
    tenant: "partner.example",
    clientId: "portal",
    clientSecret: "a-long-secret",
    refreshToken: "a-refresh-token",
    now: Date.now,
    newId: randomUUID,
  };
  directories = microsoftDirectories({ ...settings, graphUrl: url });
  const hasty = { ...settings, timeoutMs: 300, graphUrl: url };
  fulfiller = microsoftFulfiller(partnerCenter({ ...hasty, apiUrl: url }), makeNames(), microsoftDirectories(hasty));
});
afterEach(() => clearFaults(url));
afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const pause = () => control(url, "clock", { advanceMs: 2_000 });
const act = (body: object) => control(url, "act", body);

/** A tenant with licences and some people in its directory. */
async function tenantWith(quantity: number, names: readonly string[]) {
  const line: FulfilLine = {
    key: randomUUID(),
    vendorRef: null,
    offerRef: "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF",
    name: "Microsoft 365 Business Premium",
    quantity,
    term: "P1Y",
    billing: "monthly",
  };
  const bought = await drive(fulfiller, makeTask("add", { customer: makeCustomer(), lines: [line] }), { pause });
  const customer = makeCustomer({ tenantRef: (bought as Extract<Outcome, { state: "ended" }>).tenantRef });
  const held = withRefs([line], bought)[0]!;
  const domain = `${customer.tenantRef}.example`;
  for (const name of names)
    await act({ action: "addUser", customerId: customer.tenantRef, userPrincipalName: `${name}@${domain}`, name });
  const person = (name: string, gets: boolean): PersonOfLine => ({
    key: name,
    name,
    email: `${name}@${domain}`,
    ref: null,
    gets,
  });
  const hand = async (give: readonly string[], take: readonly string[] = [], changes: Partial<FulfilLine> = {}) => {
    const people = [...give.map((name) => person(name, true)), ...take.map((name) => person(name, false))];
    const kind = changes.quantity === undefined ? "assign" : "change";
    const task = makeTask(kind, { customer, lines: [{ ...held, ...changes, people }] });
    const outcome = await drive(fulfiller, task, { pause, rounds: 200 });
    if (outcome.state !== "ended") throw new Error("not ended");
    return { ...outcome.lines[0]!, references: outcome.references };
  };
  const directory = directories(customer.tenantRef!);
  const users = () =>
    Promise.all(names.map(async (name) => ({ name, ...(await directory.findUser(`${name}@${domain}`))! })));
  const who = async () =>
    (await users())
      .filter(({ assignedLicenses }) => assignedLicenses.length > 0)
      .map(({ name }) => name)
      .toSorted();
  const writes = async () =>
    (await control<{ entries: { method: string; path: string }[] }>(url, "journal")).entries.filter(
      ({ method, path }) => method !== "GET" && path.startsWith("/v1.0/users"),
    ).length;
  return { customer, domain, hand, users, who, writes };
}

test("licences are given with a usage location, moved at once, and taken back; what stands is not written again", async () => {
  const { hand, users, who, writes } = await tenantWith(2, ["ada", "bob", "cy"]);
  expect(await hand(["ada", "bob"])).toMatchObject({ state: "done" });
  expect(await who()).toEqual(["ada", "bob"]);
  expect((await users()).map(({ usageLocation }) => usageLocation)).toEqual(["GB", "GB", null]);
  const before = await writes();
  expect(await hand(["ada", "bob"])).toMatchObject({ state: "done" });
  expect(await writes()).toBe(before);
  // All are in use: the one is taken back before the other is given it.
  expect(await hand(["cy"], ["ada"])).toMatchObject({ state: "done" });
  expect(await who()).toEqual(["bob", "cy"]);
  expect(await hand([], ["bob"], { quantity: 1 })).toMatchObject({ state: "done", seen: { quantity: 1 } });
  expect(await who()).toEqual(["cy"]);
});

test("whoever cannot get one is named with the reason, and the others have theirs", async () => {
  const { domain, customer, hand, who } = await tenantWith(2, ["ada", "bob", "cy"]);
  const refused = await hand(["ada", "zoe"]);
  expect(refused).toMatchObject({
    state: "refused",
    code: "userNotFound",
    settled: ["ada"],
    reason: expect.stringMatching(/^zoe: Microsoft knows nobody who signs in as zoe@/),
  });
  expect(await who()).toEqual(["ada"]);
  await hand(["bob"]);
  expect(await hand(["cy"])).toMatchObject({ state: "refused", code: "CountViolation", settled: [] });
  await act({
    action: "refuseLicence",
    userPrincipalName: `cy@${domain}`,
    reason: "The license contains service plans that are mutually exclusive with others of the user.",
  });
  expect(await hand(["cy"], ["ada"])).toMatchObject({
    state: "refused",
    code: "MutuallyExclusiveViolation",
    settled: [],
  });
  expect(await who(), "a move that fails leaves it where it was").toEqual(["ada", "bob"]);
  expect(await hand(["zoe"], ["ada"])).toMatchObject({ state: "refused", code: "userNotFound" });
  expect(await who()).toEqual(["ada", "bob"]);
  await act({ action: "closeDirectory", customerId: customer.tenantRef });
  expect(await hand(["cy"])).toMatchObject({ code: "Authorization_RequestDenied", reason: /Ask its administrator/ });
  expect(await hand([], ["zoe"]), "whoever is gone has none").toMatchObject({ state: "done" });
});

test("calls to a directory carry numbers, and of a refusal those are kept by which Microsoft's support finds it", async () => {
  const { domain, hand } = await tenantWith(1, ["ada"]);
  const { entries: before } = await control<{ entries: { seq: number }[] }>(url, "journal");
  await act({ action: "refuseLicence", userPrincipalName: `ada@${domain}`, reason: "Not for this user." });
  const { references } = await hand(["ada"]);
  type Entry = { path: string; method: string; headers: Headers; reply: { headers: Headers } };
  type Headers = Record<string, string>;
  const { entries } = await control<{ entries: Entry[] }>(url, `journal?since=${before.at(-1)!.seq}`);
  const calls = entries.filter(({ path }) => path.startsWith("/v1.0/"));
  expect(calls.length).toBeGreaterThan(2);
  for (const { headers } of calls) {
    expect(headers).toMatchObject({
      "ms-requestid": expect.stringMatching(/./),
      "client-request-id": headers["ms-requestid"],
    });
    expect(headers["ms-correlationid"]).toBe(calls[0]!.headers["ms-correlationid"]);
  }
  const { reply } = calls.find(({ method }) => method === "POST")!;
  expect(references).toContainEqual({ label: "request-id", value: reply.headers["request-id"] });
});

test("many are given theirs some at a time", async () => {
  const names = Array.from({ length: 10 }, (_, index) => `user${index}`);
  const { hand, who } = await tenantWith(10, names);
  expect(await hand(names)).toMatchObject({ state: "done" });
  expect(await who()).toEqual(names.toSorted());
});

test("whatever fails on the way, in the end exactly those have one who are to", { timeout: 60_000 }, async () => {
  const names = ["ada", "bob", "cy", "di"];
  const { hand, who } = await tenantWith(2, names);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.shuffledSubarray(names, { minLength: 3, maxLength: 3 }),
      async (seed, [a, b, c]) => {
        const held = await who();
        if (held.length > 0) await hand([], held);
        await control(url, "faults", { chaos: { seed, rate: 0.2, lateMs: 400 } });
        await hand([a!, b!]);
        await hand([c!], [a!]);
        await clearFaults(url);
        expect(await who()).toEqual([b!, c!].toSorted());
      },
    ),
    { numRuns: 4 },
  );
});
