/** What Microsoft's codes do to an order. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import type { Fulfiller, FulfilLine, Outcome } from "../vendor.ts";
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

let simulators: Simulators;
let dataDir: string;
let url: string;
let api: ReturnType<typeof partnerCenter>;
let fulfiller: Fulfiller;
let later = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "codes-"));
  simulators = await startSimulators({ dataDir, begins: inject("testBegins") });
  url = simulators.urls.microsoft;
  api = partnerCenter({
    apiUrl: url,
    identityUrl: simulators.urls.identity,
    tenant: "partner.example",
    clientId: "portal",
    clientSecret: "a-long-secret",
    refreshToken: "a-refresh-token",
    now: () => Date.now() + later,
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
const minute = 60_000;

const answer = (code: string, match: object, more: { status?: number; afterEffect?: boolean; times?: number } = {}) => {
  const { status = 409, afterEffect = false, times = 1 } = more;
  return control(url, "faults", {
    match,
    times,
    fault: { kind: "status", status, afterEffect, body: { code, description: "Something." } },
  });
};

const makeLine = (changes: Partial<FulfilLine> = {}): FulfilLine => ({
  key: randomUUID(),
  vendorRef: null,
  offerRef: "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF",
  name: "Premium",
  quantity: 5,
  term: "P1Y",
  billing: "monthly",
  ...changes,
});

async function bought() {
  const lines = [makeLine()];
  const outcome = await drive(fulfiller, makeTask("add", { customer: makeCustomer(), lines }), { pause });
  const tenantRef = (outcome as Extract<Outcome, { state: "ended" }>).tenantRef!;
  const [line] = withRefs(lines, outcome);
  const read = () => api.findSubscription(tenantRef, line!.vendorRef!);
  const changeTo = (quantity: number) =>
    makeTask("change", { customer: makeCustomer({ tenantRef }), lines: [{ ...line!, quantity }] });
  return { tenantRef, read, changeTo };
}

describe.each(["800060", "800064", "900112", "800003", "900192"])("%s at check-out", (code) => {
  test.each([{ afterEffect: true }, { afterEffect: false }])(
    "is unknown, and ends in one purchase ($afterEffect)",
    async (how) => {
      const task = makeTask("add", { customer: makeCustomer(), lines: [makeLine(), makeLine({ term: "P1M" })] });
      await answer(code, { path: "checkout" }, { ...how, times: 3 });
      const first = await fulfiller.fulfil(task, {});
      expect(first).toMatchObject({
        state: "working",
        message: expect.stringMatching(/^Microsoft (is still|had a fault)/),
      });
      expect(endOf(await drive(fulfiller, task, { memo: first.memo, pause }))).toBe("done");
      await control(url, "clock", { advanceMs: minute });
      expect(await api.listSubscriptions(first.memo.tenant!)).toHaveLength(2);
    },
  );
});

test("an order group that is not decided is checked out again with the same cart, the others are not", async () => {
  const lines = [makeLine(), makeLine({ term: "P1M" })];
  const orderErrors = [{ orderGroupId: "1", code: 800060, description: "There is an order in progress." }];
  await control(url, "faults", {
    match: { path: "checkout" },
    fault: { kind: "status", status: 201, body: { orders: [], orderErrors } },
  });
  const task = makeTask("add", { customer: makeCustomer(), lines });
  const outcome = await drive(fulfiller, task, { pause });
  expect(endOf(outcome)).toBe("done");
  expect(await api.listSubscriptions(outcome.memo.tenant!)).toHaveLength(2);
});

test.each([
  [800023, "Microsoft does not take this order from us at the moment. Contact us."],
  [10018, "This needs a product that it builds on, with enough licences. Order that one first."],
  [10019, "This needs a product that it builds on, with enough licences. Order that one first."],
  [10015, "Microsoft does not allow this number of licences for this product."],
  [424242, "Microsoft refused this: The partner's credit is used up (424242)."],
])("an order group that is refused at check-out with %s says what its code means", async (code, reason) => {
  const orderErrors = [{ orderGroupId: "0", code, description: "The partner's credit is used up." }];
  await control(url, "faults", {
    match: { path: "checkout" },
    fault: { kind: "status", status: 201, body: { orders: [], orderErrors } },
  });
  const task = makeTask("add", { customer: makeCustomer(), lines: [makeLine()] });
  expect(endOf(await drive(fulfiller, task, { pause }))).toMatchObject([{ code: String(code), reason }]);
});

test("a change that Microsoft made meanwhile is read and ours made anew in the same round", async () => {
  const { read, changeTo } = await bought();
  await answer("2055", { method: "PATCH" }, { status: 400, times: 2 });
  expect(endOf(await fulfiller.fulfil(changeTo(9), {}))).toBe("done");
  expect((await read())!.quantity).toBe(9);
  await answer("2055", { method: "PATCH" }, { status: 400, times: 50 });
  expect(await fulfiller.fulfil(changeTo(12), {})).toMatchObject({ state: "working", lines: [] });
});

test("what Microsoft does not show is waited for, and after a quarter of an hour refused", async () => {
  const { changeTo } = await bought();
  const task = changeTo(9);
  await answer("20003", { path: "subscriptions", method: "PATCH" }, { status: 404, times: 3 });
  const first = await fulfiller.fulfil(task, {});
  later += 14 * minute;
  const second = await fulfiller.fulfil(task, first.memo);
  expect([first.state, second.state]).toEqual(["working", "working"]);
  later += minute;
  expect(endOf(await fulfiller.fulfil(task, second.memo))).toEqual([
    expect.objectContaining({ code: "20003", reason: "This is not visible at Microsoft." }),
  ]);
});

test.each([
  ["900117", "Cancel it at the end of the term"],
  ["900213", "Cancel it at the end of the term"],
  ["900214", "Reduce them at the next renewal"],
  ["900257", "Reduce them at the next renewal"],
  ["800090", "Reduce them at the next renewal"],
  ["900279", "has ended at Microsoft"],
  ["800023", "does not take this order from us at the moment"],
  ["424242", "Something (424242)."],
])("%s is refused and says: %s", async (code, words) => {
  const { changeTo } = await bought();
  await answer(code, { method: "PATCH" }, { status: 400 });
  expect(endOf(await fulfiller.fulfil(changeTo(4), {}))).toMatchObject([
    { code, reason: expect.stringContaining(words) },
  ]);
});

test.each(["900278", "800082", "900261", "800073", "800074"])("%s passes by itself", async (code) => {
  const { changeTo } = await bought();
  await answer(code, { method: "PATCH" });
  const first = await fulfiller.fulfil(changeTo(9), {});
  expect(first).toMatchObject({ state: "working", lines: [] });
});

test("a refusal that comes with status 200 is one", async () => {
  const { changeTo } = await bought();
  await answer("400072", { method: "PATCH" }, { status: 200 });
  expect(endOf(await fulfiller.fulfil(changeTo(9), {}))).toMatchObject([{ code: "400072" }]);
});

test("only an etag that Microsoft gave is sent, in double quotes", async () => {
  const { tenantRef, read } = await bought();
  const current = (await read())!;
  const { attributes } = current;
  await api.changeSubscription(tenantRef, { ...current, attributes: {} }, { quantity: 7 }, randomUUID());
  await api.changeSubscription(tenantRef, (await read())!, { quantity: 8 }, randomUUID());
  const { entries } = await control<{ entries: { method: string; headers: Record<string, string> }[] }>(url, "journal");
  const [without, with_] = entries.filter(({ method }) => method === "PATCH").slice(-2);
  expect(without!.headers).not.toHaveProperty("if-match");
  expect(with_!.headers["if-match"]).toMatch(/^".+"$/);
  const stale = { ...current, attributes };
  await expect(api.changeSubscription(tenantRef, stale, { quantity: 9 }, randomUUID())).rejects.toMatchObject({
    code: "2055",
  });
});
