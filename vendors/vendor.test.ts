/** Tests every Fulfiller: whatever goes wrong on the way, one order creates exactly one thing at the provider. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { countCalls, type Pace } from "./calls.ts";
import { VendorUnavailable, type Fulfiller, type FulfilLine, type FulfilTask, type WorkItem } from "./vendor.ts";
import { microsoftFulfiller } from "./microsoft/microsoft-fulfiller.ts";
import { paceOf } from "./microsoft/microsoft-pace.ts";
import { partnerCenter } from "./microsoft/microsoft-api.ts";
import {
  clearFaults,
  control,
  drive,
  endOf,
  makeCustomer,
  makeNames,
  makeTask,
  noDirectory,
  withRefs,
} from "./test-support.ts";
import { acronisApi } from "./acronis/acronis-api.ts";
import { acronisFulfiller } from "./acronis/acronis-fulfiller.ts";
import { bitdefenderApi } from "./bitdefender/bitdefender-api.ts";
import { bitdefenderFulfiller } from "./bitdefender/bitdefender-fulfiller.ts";
import { bitdefenderPace } from "./bitdefender/bitdefender-pace.ts";
import { peopleFulfiller } from "./people/people-fulfiller.ts";

const timeoutMs = 150;
let simulators: Simulators;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "simulators-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
});

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

type Thing = { name: string; quantity: number };

type Rig = {
  fulfiller: Fulfiller;
  /** Calls a minute that the vendor grants, and what its rounds say they take. */
  pace?: Pace;
  /** Troubles calls to the provider as its simulator does, by rule or at random; null calms it. */
  trouble(how: Trouble | null): Promise<unknown>;
  offerRef: string;
  pause(): Promise<unknown>;
  /** Lists everything active at the provider, for all customers. */
  things(): Promise<Thing[]>;
};

type Fault = { kind: string; afterEffect?: boolean };
type Trouble =
  | { match?: { nth: number }; times?: number; fault: Fault }
  | { chaos: { seed: number; rate: number; lateMs: number } };

/** The same for whatever has its faults at an address. */
const troubleAt = (url: string) => (how: Trouble | null) => (how ? control(url, "faults", how) : clearFaults(url));

const rigs: [string, () => Rig][] = [
  ["Microsoft", microsoftRig],
  ["Acronis", acronisRig],
  ["Bitdefender", bitdefenderRig],
  ["the work queue", manualRig],
];

function microsoftRig(): Rig {
  const { microsoft: apiUrl, identity: identityUrl } = simulators.urls;
  const credentials = { tenant: "partner.example", clientId: "portal", clientSecret: "a-long-secret" };
  const settings = { refreshToken: "a-refresh-token", timeoutMs, now: Date.now, newId: randomUUID };
  return {
    fulfiller: microsoftFulfiller(
      partnerCenter({ apiUrl, identityUrl, ...credentials, ...settings }),
      makeNames(),
      noDirectory,
    ),
    trouble: troubleAt(apiUrl),
    pace: paceOf(500),
    offerRef: "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF",
    pause: () => control(apiUrl, "clock", { advanceMs: 2_000 }),
    things: async () =>
      (await vendorState("microsoft", "subscriptions"))
        .filter((each) => each.status === "active")
        .map((each) => ({ name: each.friendlyName, quantity: each.quantity })),
  };
}

function acronisRig(): Rig {
  const { acronis: baseUrl } = simulators.urls;
  return {
    fulfiller: acronisFulfiller(acronisApi({ baseUrl, clientId: "portal", clientSecret: "a-long-secret", timeoutMs })),
    trouble: troubleAt(baseUrl),
    offerRef: "pw_base_workstations",
    pause: () => control(baseUrl, "clock", { advanceMs: 2_000 }),
    things: async () => {
      const units = (await vendorState("acronis", "tenants")).filter((each) => each.kind === "unit" && each.enabled);
      const items = await vendorState("acronis", "items");
      return units.map((unit) => ({
        name: unit.internal_tag,
        quantity: items.find((each) => each.tenantId === unit.id)?.items[0]?.quota.value ?? 0,
      }));
    },
  };
}

function bitdefenderRig(): Rig {
  const { bitdefender: url } = simulators.urls;
  const settings = { accessUrl: `${url}/api`, apiKey: "an-api-key", newId: randomUUID, timeoutMs };
  return {
    fulfiller: bitdefenderFulfiller(bitdefenderApi(settings)),
    trouble: troubleAt(url),
    pace: bitdefenderPace,
    offerRef: "mspSecure",
    pause: () => control(url, "clock", { advanceMs: 2_000 }),
    things: async () =>
      (await vendorState("bitdefender", "companies"))
        .filter((each) => !each.isSuspended)
        .map(({ name, licence }) => ({ name, quantity: licence.reservedSlots })),
  };
}

/**
 * The operator's people, working fast: work is queued when opened, and done when looked at again. Their queue is ours, so
 * a call to it fails as one to a database does: before or after its work.
 */
function manualRig(): Rig {
  const items = new Map<string, WorkItem>();
  const things = new Map<string, Thing>();
  let [fails, calls] = [(_call: number): Fault | undefined => undefined, 0];
  async function troubled<T>(effect: () => T): Promise<T> {
    const fault = fails(++calls);
    const isDone =
      fault?.afterEffect || fault?.kind === "commitThenReset" || fault?.kind === "truncate" || fault?.kind === "late";
    if (fault && !isDone)
      throw new VendorUnavailable("The queue did not answer", { retryAfterMs: retryAfterOf(fault) });
    const answer = effect();
    if (fault) throw new VendorUnavailable("The queue's answer was lost");
    return answer;
  }
  return {
    fulfiller: peopleFulfiller({
      findWork: ({ key }) =>
        troubled(() => {
          const item = items.get(key);
          if (item?.state === "queued") items.set(key, { ...item, state: "done" });
          return item;
        }),
      openWork: (task) =>
        troubled(() => {
          const item = items.get(task.key) ?? {
            state: "queued",
            attempt: 1,
            message: "Queued",
            reference: `W-${items.size + 1}`,
          };
          items.set(task.key, item);
          for (const line of task.lines)
            if (task.kind === "cancel") things.delete(line.key);
            else things.set(line.key, { name: line.key, quantity: line.quantity });
          return item;
        }),
    }),
    async trouble(how) {
      calls = 0;
      if (!how) fails = () => undefined;
      else if ("chaos" in how) {
        const dice = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed: how.chaos.seed, numRuns: 5_000 });
        fails = (call) =>
          dice[call % 5_000]! < how.chaos.rate ? { kind: call % 2 ? "reset" : "commitThenReset" } : undefined;
      } else
        fails = (call) =>
          call >= (how.match?.nth ?? 1) && call < (how.match?.nth ?? 1) + (how.times ?? 1) ? how.fault : undefined;
    },
    offerRef: "handset",
    pause: () => Promise.resolve(),
    things: async () => [...things.values()],
  };
}

const retryAfterOf = (fault: Fault & { headers?: Record<string, string> }) =>
  fault.headers?.["retry-after"] ? Number(fault.headers["retry-after"]) * 1_000 : undefined;

/** The fields of the vendors' things that the suite reads. */
type Held = {
  name: string;
  isSuspended: boolean;
  licence: { reservedSlots: number };
  status: string;
  friendlyName: string;
  quantity: number;
  kind: string;
  enabled: boolean;
  internal_tag: string;
  id: string;
  tenantId: string;
  items: { quota: { value: number } }[];
};

/** Reads what the vendor holds from its disk, bypassing the connector under test. */
async function vendorState(vendor: string, collection: string): Promise<Held[]> {
  const held = new Map<string, Held>();
  for (const text of (await readFile(join(dataDir, `${vendor}.jsonl`), "utf8")).split("\n"))
    for (const [name, id, document] of text ? JSON.parse(text) : [])
      if (name === collection && document) held.set(id, document);
      else if (name === collection) held.delete(id);
  return [...held.values()];
}

const makeLine = (rig: Rig, quantity = 5): FulfilLine => ({
  key: randomUUID(),
  vendorRef: null,
  offerRef: rig.offerRef,
  name: "Service",
  quantity,
  term: "P1Y",
  billing: "monthly",
});

/**
 * Waits a simulated minute first, so that pending work at the vendor has happened. A name has the whole of the line's key, or
 * as much as it has room for.
 */
async function thingsOf(rig: Rig, line: FulfilLine) {
  await control(simulators.urls.microsoft, "clock", { advanceMs: 60_000 });
  return (await rig.things()).filter(({ name }) => name.includes(line.key.slice(-8)));
}

/** Makes a rig whose rounds are counted, and fails on one that calls the vendor more often than its pace says. */
function counted(makeRig: () => Rig): Rig {
  const rig = makeRig();
  const { pace, fulfiller } = rig;
  if (!pace) return rig;
  const fulfil: Fulfiller["fulfil"] = (task: FulfilTask, memo) =>
    countCalls(
      () => fulfiller.fulfil(task, memo),
      (calls) => expect(calls).toBeLessThanOrEqual(pace.order + pace.line * task.lines.length),
    );
  return { ...rig, fulfiller: { fulfil } };
}

describe.each(rigs)("a fulfiller for %s", (_name, makeRig) => {
  let rig: Rig;
  beforeAll(() => void (rig = counted(makeRig)));
  afterEach(async () => {
    await rig.trouble(null);
    await clearFaults(simulators.urls.identity);
  });

  async function added(quantity = 5) {
    const customer = makeCustomer();
    const lines = [makeLine(rig, quantity)];
    const task = makeTask("add", { customer, lines });
    const outcome = await drive(rig.fulfiller, task, { pause: rig.pause });
    if (outcome.state !== "ended") throw new Error(JSON.stringify(outcome));
    return { task, outcome, customer: { ...customer, tenantRef: outcome.tenantRef }, lines: withRefs(lines, outcome) };
  }

  test("adds one thing with the quantity ordered, and knows its number", async () => {
    const { lines } = await added(5);
    expect(lines[0]!.vendorRef).toBeTruthy();
    expect(await thingsOf(rig, lines[0]!)).toMatchObject([{ quantity: 5 }]);
  });

  test("adding again, with or without the memo, changes nothing", async () => {
    const { task, outcome, lines } = await added();
    const again = await drive(rig.fulfiller, task, { pause: rig.pause, memo: outcome.memo });
    const amnesiac = await drive(rig.fulfiller, task, { pause: rig.pause });
    expect([again, amnesiac]).toMatchObject([{ lines: outcome.lines }, { lines: outcome.lines }]);
    expect(await thingsOf(rig, lines[0]!)).toHaveLength(1);
  });

  test("a change sets the target quantity, even if repeated", async () => {
    const { customer, lines } = await added(5);
    const task = makeTask("change", { customer, lines: [{ ...lines[0]!, quantity: 8 }] });
    await drive(rig.fulfiller, task, { pause: rig.pause });
    await drive(rig.fulfiller, task, { pause: rig.pause });
    expect(await thingsOf(rig, lines[0]!)).toMatchObject([{ quantity: 8 }]);
  });

  test("a cancelled thing is gone, and cancelling again is fine", async () => {
    const { customer, lines } = await added();
    const task = makeTask("cancel", { customer, lines });
    const outcomes = [await drive(rig.fulfiller, task, { pause: rig.pause }), await drive(rig.fulfiller, task)];
    expect(outcomes.map(endOf)).toEqual(["done", "done"]);
    expect(await thingsOf(rig, lines[0]!)).toEqual([]);
  });

  test("cancelling something that never existed succeeds", async () => {
    const task = makeTask("cancel", { customer: makeCustomer(), lines: [makeLine(rig)] });
    expect(endOf(await drive(rig.fulfiller, task, { pause: rig.pause }))).toBe("done");
  });
});

const seeds = Array.from({ length: inject("long") ? 150 : 1 }, (_, index) => index + 1);

/** Each fault at each request of a task; in a short run at the first, at one that works or at one after it. */
const requests = inject("long") ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1, 3, 6];

const faults = [
  { name: "a cut connection", fault: { kind: "reset" } },
  { name: "a connection cut after the work", fault: { kind: "commitThenReset" } },
  { name: "half an answer", fault: { kind: "truncate" } },
  { name: "a proxy's error page", fault: { kind: "html502" } },
  { name: "no answer", fault: { kind: "never" } },
  { name: "a late answer", fault: { kind: "late", ms: 220 } },
  { name: "an error", fault: { kind: "status", status: 500 } },
  { name: "an error after the work", fault: { kind: "status", status: 500, afterEffect: true } },
  { name: "being asked to wait", fault: { kind: "status", status: 429, headers: { "retry-after": "1" } } },
];

describe.each(rigs)("a fulfiller for %s on a bad day", (_name, makeRig) => {
  let rig: Rig;
  beforeAll(() => void (rig = counted(makeRig)));
  afterEach(() => rig.trouble(null));

  async function addAndChange(loseMemo: (round: number) => boolean, fulfiller = rig.fulfiller) {
    const customer = makeCustomer();
    const lines = [makeLine(rig, 5), { ...makeLine(rig, 5), term: "P1M" as const }];
    const bought = await drive(fulfiller, makeTask("add", { customer, lines }), { pause: rig.pause, loseMemo });
    if (bought.state !== "ended") throw new Error(JSON.stringify(bought));
    const change = makeTask("change", {
      customer: { ...customer, tenantRef: bought.tenantRef },
      lines: withRefs(lines, bought).map((line) => ({ ...line, quantity: 7 })),
    });
    await drive(fulfiller, change, { pause: rig.pause, loseMemo });
    return lines;
  }

  test.each(faults)("$name at any request leaves exactly one thing for each line", async (given) => {
    const at = faults.indexOf(given) % requests.length;
    // What is done though no answer tells so is worst where it buys.
    const some = given.name.endsWith("after the work")
      ? [2, 3, 4].map((nth) => ({ method: "POST", nth }))
      : requests.slice(at, at + 1).map((nth) => ({ nth }));
    for (const match of inject("long") ? requests.map((nth) => ({ nth })) : some) {
      await rig.trouble({ match, fault: given.fault });
      const lines = await addAndChange((round) => round % 2 === 0);
      await rig.trouble(null);
      for (const line of lines)
        expect(await thingsOf(rig, line), `request ${match.nth}`).toMatchObject([{ quantity: 7 }]);
    }
  });

  test.each(seeds)("a mixture of faults (seed %i) leaves exactly one thing for each line", async (seed) => {
    await rig.trouble({ chaos: { seed, rate: 0.35, lateMs: 220 } });
    const lines = await addAndChange((round) => (round + seed) % 7 === 0);
    await rig.trouble(null);
    for (const line of lines) expect(await thingsOf(rig, line)).toMatchObject([{ quantity: 7 }]);
  });

  test("work and answers that come twice, from two workers at once, leave exactly one thing for each line", async () => {
    const twice: Fulfiller = {
      async fulfil(task, memo) {
        const [one, other] = await Promise.allSettled([
          rig.fulfiller.fulfil(task, memo),
          rig.fulfiller.fulfil(task, memo),
        ]);
        const answered = one.status === "fulfilled" ? one : other;
        if (answered.status === "rejected") throw answered.reason;
        return answered.value;
      },
    };
    const lines = await addAndChange(() => false, twice);
    for (const line of lines) expect(await thingsOf(rig, line)).toMatchObject([{ quantity: 7 }]);
  });

  test("silence for rounds on end is no answer, and once it is over leaves exactly one thing", async () => {
    const lines = [makeLine(rig, 5)];
    const task = makeTask("add", { customer: makeCustomer(), lines });
    await rig.trouble({ match: { nth: 2 }, times: 1_000, fault: { kind: "never" } });
    let memo = {};
    for (let round = 0; round < 4; round++) {
      const outcome = await rig.fulfiller.fulfil(task, memo).catch((error: unknown) => error);
      if (outcome instanceof VendorUnavailable) memo = outcome.memo ?? memo;
      else expect(outcome).toMatchObject({ state: expect.stringMatching(/queued|working/) });
    }
    await rig.trouble(null);
    await drive(rig.fulfiller, task, { pause: rig.pause, memo });
    expect(await thingsOf(rig, lines[0]!)).toMatchObject([{ quantity: 5 }]);
  });

  test("being asked to wait says for how long", async () => {
    await rig.trouble({ fault: { kind: "status", status: 429, headers: { "retry-after": "57" } } as Fault });
    const task = makeTask("add", { customer: makeCustomer(), lines: [makeLine(rig)] });
    await expect(rig.fulfiller.fulfil(task, {})).rejects.toMatchObject({
      name: "VendorUnavailable",
      retryAfterMs: 57_000,
    });
  });
});
