/** The numbers on our calls, by which Microsoft's support finds them, and what is kept of its answers. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import type { Fulfiller, Outcome, VendorUnavailable } from "../vendor.ts";
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
} from "../test-support.ts";
import { microsoftFulfiller } from "./microsoft-fulfiller.ts";
import { partnerCenter } from "./microsoft-api.ts";

type Entry = {
  method: string;
  path: string;
  headers: Record<string, string>;
  reply?: { status: number; headers: Record<string, string> };
};

let simulators: Simulators;
let dataDir: string;
let url: string;
let api: ReturnType<typeof partnerCenter>;
let fulfiller: Fulfiller;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ids-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.microsoft;
  api = partnerCenter({
    apiUrl: url,
    identityUrl: simulators.urls.identity,
    tenant: "partner.example",
    clientId: "portal",
    clientSecret: "a-long-secret",
    refreshToken: "a-refresh-token",
    now: Date.now,
    newId: randomUUID,
  });
  fulfiller = microsoftFulfiller(api, makeNames(), noDirectory);
});

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

afterEach(() => clearFaults(url));

const pause = () => control(url, "clock", { advanceMs: 2_000 });
const arm = (match: object, fault: object) => control(url, "faults", { match, fault });

async function lastCalls() {
  const { entries } = await control<{ entries: (Entry & { seq: number })[] }>(url, "journal");
  const seen = entries.at(-1)?.seq ?? 0;
  return async () => (await control<{ entries: Entry[] }>(url, `journal?since=${seen}`)).entries;
}

async function bought(lines = 1) {
  const wanted = Array.from({ length: lines }, () => ({
    key: randomUUID(),
    vendorRef: null,
    offerRef: "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF",
    name: "Premium",
    quantity: 5,
    term: "P1Y" as const,
    billing: "monthly" as const,
  }));
  const outcome = await drive(fulfiller, makeTask("add", { customer: makeCustomer(), lines: wanted }), { pause });
  const tenantRef = (outcome as Extract<Outcome, { state: "ended" }>).tenantRef;
  return { customer: makeCustomer({ tenantRef }), lines: withRefs(wanted, outcome), outcome };
}

const unanswered = (error: VendorUnavailable) => error;
const valuesOf = (references: Outcome["references"], label: string) =>
  references!.filter((each) => each.label === label).map(({ value }) => value);

describe("the number of a write", () => {
  test("is the same while it is not answered, and another one after a refusal", async () => {
    const { customer, lines } = await bought();
    const task = makeTask("change", { customer, lines: [{ ...lines[0]!, quantity: 8 }] });
    const calls = await lastCalls();
    await arm({ method: "PATCH" }, { kind: "reset" });
    const silent = (await fulfiller.fulfil(task, {}).catch(unanswered)) as VendorUnavailable;
    await arm({ method: "PATCH" }, { kind: "status", status: 400, body: { code: "2002", description: "No." } });
    const refused = await fulfiller.fulfil(task, silent.memo!);
    expect(endOf(refused)).toMatchObject([{ code: "2002" }]);
    expect(endOf(await fulfiller.fulfil(task, refused.memo))).toBe("done");
    const numbers = (await calls())
      .filter(({ method }) => method === "PATCH")
      .map((each) => each.headers["ms-requestid"]);
    expect(numbers).toHaveLength(3);
    expect(numbers[1]).toBe(numbers[0]);
    expect(numbers[2]).not.toBe(numbers[1]);
  });

  test("of a purchase leads to one cart, however often checking out is not answered", async () => {
    const calls = await lastCalls();
    for (const nth of [1, 2, 3]) await arm({ path: "checkout", nth }, { kind: "commitThenReset" });
    const { outcome } = await bought();
    expect(endOf(outcome)).toBe("done");
    const made = (await calls()).filter(({ method, path }) => method === "POST" && path.endsWith("/carts"));
    expect(made).toHaveLength(1);
  });
});

describe("the number of a round", () => {
  test("is on all its calls, and another round has another", async () => {
    const { customer, lines } = await bought();
    const task = makeTask("change", { customer, lines: [{ ...lines[0]!, quantity: 9 }] });
    const rounds: string[] = [];
    for (const _ of [1, 2]) {
      const calls = await lastCalls();
      await fulfiller.fulfil(task, {});
      const numbers = new Set((await calls()).map(({ headers }) => headers["ms-correlationid"]!));
      expect(numbers.size).toBe(1);
      rounds.push(...numbers);
    }
    expect(rounds[0]).not.toBe(rounds[1]);
  });
});

describe("what is kept for Microsoft's support", () => {
  test("of a refusal is what Microsoft answered it with", async () => {
    const { customer, lines } = await bought(2);
    const calls = await lastCalls();
    await arm({ method: "PATCH" }, { kind: "status", status: 400, body: { code: "2002", description: "No." } });
    const task = makeTask("change", { customer, lines: lines.map((line) => ({ ...line, quantity: 8 })) });
    const { references } = await fulfiller.fulfil(task, {});
    const [refused, done] = (await calls())
      .filter(({ method }) => method === "PATCH")
      .map(({ reply }) => reply!.headers);
    expect(valuesOf(references, "MS-RequestId")).toEqual([done!["ms-requestid"], refused!["ms-requestid"]]);
    expect(valuesOf(references, "MS-CorrelationId")).toEqual([refused!["ms-correlationid"]]);
    expect(valuesOf(references, "MS-CV")).toEqual([done!["ms-cv"], refused!["ms-cv"]]);
  });

  test("of a call without an answer is what we sent, with what was learnt until then", async () => {
    const { customer, lines } = await bought();
    const calls = await lastCalls();
    await arm({ method: "PATCH" }, { kind: "commitThenReset" });
    const task = makeTask("change", { customer, lines: [{ ...lines[0]!, quantity: 8 }] });
    const { references, memo } = (await fulfiller.fulfil(task, {}).catch(unanswered)) as VendorUnavailable;
    const { headers } = (await calls()).find(({ method }) => method === "PATCH")!;
    expect(references).toEqual([
      { label: "MS-RequestId", value: headers["ms-requestid"] },
      { label: "MS-CorrelationId", value: headers["ms-correlationid"] },
    ]);
    expect(memo).toMatchObject({ tenant: customer.tenantRef });
  });

  test("of a fault has Microsoft's own number, too", async () => {
    const { customer, lines } = await bought();
    const calls = await lastCalls();
    await arm({ method: "PATCH" }, { kind: "status", status: 503 });
    const task = makeTask("change", { customer, lines: [{ ...lines[0]!, quantity: 8 }] });
    const { references } = (await fulfiller.fulfil(task, {}).catch(unanswered)) as VendorUnavailable;
    const { reply } = (await calls()).find(({ method }) => method === "PATCH")!;
    expect(valuesOf(references, "MS-CV")).toEqual([reply!.headers["ms-cv"]]);
  });
});
