import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Fulfiller, FulfilLine, FulfilTask, Outcome, TermEnd } from "../vendor.ts";
import {
  agreed,
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
import { seenOf } from "./microsoft-seen.ts";

const [premium, standard] = ["CFQ7TTC0LCHC:0002:CFQ7TTC00WHF", "CFQ7TTC0LDPB:0001:CFQ7TTC08VPM"];
const day = 86_400_000;

let simulators: Simulators;
let api: ReturnType<typeof partnerCenter>;
let fulfiller: Fulfiller;
let [dataDir, url] = ["", ""];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "microsoft-"));
  await start();
  await moveTo("2026-02-10T09:00:00Z");
});

async function start() {
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
}

afterEach(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const moveTo = (to: string) => control(url, "clock", { to });
const advance = (advanceMs: number) => control(url, "clock", { advanceMs });
const run = (task: FulfilTask, memo = {}) => drive(fulfiller, task, { memo, pause: () => advance(2_000) });

const makeLine = (changes: Partial<FulfilLine> = {}): FulfilLine => ({
  key: randomUUID(),
  vendorRef: null,
  offerRef: premium,
  name: "Microsoft 365 Business Premium",
  quantity: 10,
  term: "P1Y",
  billing: "monthly",
  ...changes,
});

/** Creates a customer with one subscription, or adds one to a customer, and helpers to change it. */
async function bought(changes: Partial<FulfilLine> = {}, to = makeCustomer()) {
  const lines = [makeLine(changes)];
  const outcome = await run(makeTask("add", { customer: to, lines }));
  const customer = makeCustomer({ tenantRef: (outcome as Extract<Outcome, { state: "ended" }>).tenantRef });
  const line = withRefs(lines, outcome)[0]!;
  return {
    line,
    customer,
    tenant: customer.tenantRef!,
    read: async () => (await api.findSubscription(customer.tenantRef!, line.vendorRef!))!,
    act: (kind: "cancel" | "suspend" | "resume") => run(makeTask(kind, { customer, lines: [line] })),
    setSeats: (quantity: number) => run(makeTask("change", { customer, lines: [{ ...line, quantity }] })),
    schedule: (termEnd: TermEnd) => run(makeTask("schedule", { customer, lines: [{ ...line, termEnd }] })),
  };
}

const renewAs = (changes: Partial<TermEnd>): TermEnd => ({
  outcome: "renew",
  offerRef: premium,
  quantity: 10,
  term: "P1Y",
  billing: "monthly",
  ...changes,
});

describe("buying", () => {
  test("several lines of different terms end as one subscription each", async () => {
    const lines = [makeLine(), makeLine({ term: "P1M" }), makeLine({ offerRef: standard, quantity: 3 })];
    const outcome = await run(makeTask("add", { customer: makeCustomer(), lines }));
    expect(new Set(withRefs(lines, outcome).map((line) => line.vendorRef)).size).toBe(3);
  });

  test("without a confirmed customer agreement it fails and says so, and works once confirmed", async () => {
    const input = { customer: makeCustomer(), lines: [makeLine()] };
    const task = makeTask("add", { ...input, details: {} });
    const refused = await run(task);
    const reason = expect.stringContaining("Microsoft Customer Agreement");
    expect(endOf(refused)).toMatchObject([{ code: "13605", reason }]);
    const agreedTask = { ...task, details: makeTask("add", input).details };
    expect(endOf(await run(agreedTask, refused.memo))).toBe("done");
  });

  test("a provisioning failure gives the reason, and a retry after the fix buys once", async () => {
    const customer = makeCustomer({ domain: "fail-harbour.example" });
    const task = makeTask("add", { customer, lines: [makeLine()] });
    const failed = await run(task);
    expect(endOf(failed)).toMatchObject([{ code: "provisioningFailed", reason: expect.stringContaining("domain") }]);
    const again = await run(task, failed.memo);
    expect(endOf(again)).toMatchObject([{}]);
    await control(url, "act", { action: "heal", domain: "fail-harbour" });
    const done = await run(task, again.memo);
    expect(endOf(done)).toBe("done");
    await advance(60_000);
    expect(await api.listSubscriptions(failed.memo.tenant!)).toHaveLength(1);
  });

  test("when part of a cart is refused the retry buys only the rest", async () => {
    await control(url, "act", {
      action: "refuseAtCheckout",
      catalogItemId: standard,
      reason: "Not for this customer.",
    });
    const lines = [makeLine(), makeLine({ offerRef: standard, term: "P1M" })];
    const task = makeTask("add", { customer: makeCustomer(), lines });
    const failed = await run(task);
    expect(failed).toMatchObject({
      state: "ended",
      lines: [
        { key: lines[0]!.key, state: "done" },
        { key: lines[1]!.key, state: "refused", reason: "Microsoft does not offer this product to this customer." },
      ],
    });
    expect(endOf(await run({ ...task, lines: [lines[1]!] } as FulfilTask, failed.memo))).toBe("done");
    await advance(60_000);
    expect(await api.listSubscriptions(failed.memo.tenant!)).toHaveLength(2);
  });

  test("a domain that belongs to another organisation is refused in plain words", async () => {
    const details = { ...makeTask("add", { customer: makeCustomer(), lines: [] }).details, MicrosoftDomain: "taken" };
    await run(makeTask("add", { customer: makeCustomer({ name: "First" }), lines: [makeLine()], details }));
    const second = await run(
      makeTask("add", { customer: makeCustomer({ name: "Second" }), lines: [makeLine()], details }),
    );
    expect(endOf(second)).toMatchObject([
      { code: "600043", reason: expect.stringMatching(/belongs to an organisation.*bring its tenant in/) },
    ]);
  });

  test("the name and domain of another customer lead nobody into its tenant, nor a change or cancellation", async () => {
    const details = { ...agreed, MicrosoftDomain: "lookalike" };
    const first = makeCustomer();
    const line = makeLine();
    const held = await run(makeTask("add", { customer: first, lines: [line], details }));
    const second = makeCustomer({ name: first.name });
    expect(endOf(await run(makeTask("add", { customer: second, lines: [makeLine()], details })))).toMatchObject([
      { code: "600043" },
    ]);
    for (const kind of ["change", "suspend"] as const)
      expect(endOf(await run(makeTask(kind, { customer: second, lines: [line], details })))).toMatchObject([
        { code: "subscriptionNotFound" },
      ]);
    expect(await run(makeTask("cancel", { customer: second, lines: [line], details }))).toMatchObject({
      tenantRef: null,
    });
    await advance(60_000);
    expect(await api.listSubscriptions(held.memo.tenant!)).toMatchObject([{ status: "active" }]);
  });

  test("a domain is free again where Microsoft refused the customer", async () => {
    const details = { AgreementName: "Ada Moss", MicrosoftDomain: "comes-back" };
    const early = makeTask("add", { customer: makeCustomer({ address: null }), lines: [makeLine()], details });
    expect(endOf(await run(early))).toMatchObject([{ code: "600032" }]);
    const right = makeTask("add", {
      customer: makeCustomer(),
      lines: [makeLine()],
      details: { ...agreed, MicrosoftDomain: "comes-back" },
    });
    expect(endOf(await run(right))).toBe("done");
  });

  test("waits for an order that Microsoft does not show yet", async () => {
    await control(url, "seed", { delays: { orderVisibleMs: 15 * 60_000, provisioningMs: 20 * 60_000 } });
    const task = makeTask("add", { customer: makeCustomer(), lines: [makeLine()] });
    const first = await fulfiller.fulfil(task, {});
    expect(first).toMatchObject({ state: "working", message: expect.stringContaining("has not set it up yet") });
    await advance(21 * 60_000);
    expect(endOf(await run(task, first.memo))).toBe("done");
  });

  test("an expired token is fetched again", async () => {
    await bought();
    await advance(2 * day);
    expect((await bought()).line.vendorRef).toBeTruthy();
  });
});

describe("terms", () => {
  test.each([
    { from: "2026-01-31", term: "P1M", end: "2026-02-27", why: "the last day of a month, before a short one" },
    { from: "2026-01-31", term: "P1Y", end: "2027-01-30", why: "the end is inclusive" },
    { from: "2024-01-31", term: "P1M", end: "2024-02-28", why: "a leap year" },
    { from: "2026-03-31", term: "P1M", end: "2026-04-29", why: "a month of thirty days" },
    { from: "2026-02-15", term: "P1Y", end: "2027-02-14", why: "an ordinary day" },
  ] as const)("$why: a $term from $from ends on $end", async ({ from, term, end }) => {
    await moveTo(`${from}T10:00:00Z`);
    const { read } = await bought({ term });
    expect((await read()).commitmentEndDate).toBe(`${end}T00:00:00Z`);
  });

  test("a monthly term that began on the 31st returns to the 31st", async () => {
    await moveTo("2026-01-31T10:00:00Z");
    const { read } = await bought({ term: "P1M" });
    await moveTo("2026-03-05T10:00:00Z");
    expect((await read()).commitmentEndDate).toBe("2026-03-30T00:00:00Z");
  });
});

describe("seats", () => {
  test("more at any time; fewer only from seats still in their seven days", async () => {
    const { setSeats, read } = await bought({ quantity: 10 });
    await advance(20 * day);
    expect(endOf(await setSeats(14))).toBe("done");
    expect(endOf(await setSeats(11))).toBe("done");
    const refused = await setSeats(9);
    expect(endOf(refused)).toMatchObject([{ code: "900257", reason: expect.stringContaining("seven days") }]);
    expect((await read()).quantity).toBe(11);
  });

  test("of one change, what Microsoft refuses stays as it was and the rest is done", async () => {
    const old = await bought({ quantity: 10 });
    await advance(20 * day);
    const young = await bought({ quantity: 5, term: "P1M" }, old.customer);
    const lines = [
      { ...old.line, quantity: 9 },
      { ...young.line, quantity: 7 },
    ];
    expect(await run(makeTask("change", { customer: young.customer, lines }))).toMatchObject({
      state: "ended",
      lines: [
        { key: old.line.key, state: "refused", code: "900257" },
        { key: young.line.key, state: "done", vendorRef: young.line.vendorRef },
      ],
    });
    expect([(await old.read()).quantity, (await young.read()).quantity]).toEqual([10, 7]);
  });

  test("waits for an earlier change that is still in progress", async () => {
    await control(url, "seed", { delays: { changeMs: 60_000 } });
    const { setSeats, read } = await bought();
    expect(endOf(await setSeats(12))).toBe("done");
    expect(endOf(await setSeats(13))).toBe("done");
    expect((await read()).quantity).toBe(13);
  });

  test("a stale etag is read again", async () => {
    const { read, tenant } = await bought();
    const stale = await read();
    await api.changeSubscription(tenant, stale, { quantity: 11 }, randomUUID());
    await expect(api.changeSubscription(tenant, stale, { quantity: 12 }, randomUUID())).rejects.toMatchObject({
      code: "2055",
    });
    expect((await read()).quantity).toBe(11);
  });
});

const renewing = (quantity: number) => ({
  autoRenewEnabled: true,
  scheduledActions: [{ scheduleType: "TermEnd", actionType: "RenewToNewTerm", instructions: { quantity } }],
});

describe("the end of the term", () => {
  test("scheduled changes apply from the renewal on", async () => {
    const { schedule, read } = await bought();
    await advance(10 * day);
    await schedule(renewAs({ offerRef: standard, quantity: 6, term: "P1M" }));
    expect(await read()).toMatchObject({ offerId: premium, quantity: 10 });
    await moveTo("2027-02-10T00:00:01Z");
    expect(await read()).toMatchObject({ offerId: standard, quantity: 6, termDuration: "P1M", status: "active" });
  });

  test("a change of seats wipes the schedule, and scheduling again restores it", async () => {
    const { schedule, setSeats, read } = await bought();
    await schedule(renewAs({ quantity: 6 }));
    await setSeats(12);
    expect((await read()).scheduledActions).toBeUndefined();
    await schedule(renewAs({ quantity: 6 }));
    expect(await read()).toMatchObject(renewing(6));
  });

  test("cancelling at the end lets it expire", async () => {
    const { schedule, read } = await bought();
    await schedule(renewAs({ outcome: "cancel" }));
    expect(await read()).toMatchObject({
      autoRenewEnabled: false,
      scheduledActions: [{ scheduleType: "TermEnd", actionType: "Cancel" }],
    });
    await moveTo("2027-02-10T00:00:01Z");
    expect((await read()).status).toBe("expired");
  });

  test("with renewal off and nothing said, Microsoft extends within a day; saying that it ends is what ends it", async () => {
    const { schedule, read, tenant } = await bought();
    await api.changeSubscription(tenant, await read(), { autoRenewEnabled: false }, randomUUID());
    await advance(day);
    expect(await read()).toMatchObject({
      autoRenewEnabled: true,
      scheduledActions: [{ actionType: "RenewToExtendedServiceTerm" }],
    });
    expect(seenOf(await read()).termEnd).toMatchObject({ outcome: "extend" });
    await schedule(renewAs({ outcome: "cancel" }));
    expect(seenOf(await read()).termEnd).toMatchObject({ outcome: "cancel" });
    await moveTo("2027-02-10T00:00:01Z");
    expect((await read()).status).toBe("expired");
  });

  test("a term that ended before there was extended service ends with its flag", async () => {
    const { read, tenant } = await bought({ term: "P1M" });
    await api.changeSubscription(tenant, await read(), { autoRenewEnabled: false }, randomUUID());
    expect(seenOf(await read()).termEnd).toMatchObject({ outcome: "cancel" });
    await moveTo("2026-03-10T00:00:01Z");
    expect((await read()).status).toBe("expired");
  });

  test("extended service goes on by the month, and is cancelled on any day", async () => {
    const { schedule, act, read } = await bought();
    await schedule(renewAs({ outcome: "extend" }));
    await moveTo("2027-02-10T00:00:01Z");
    expect(seenOf(await read())).toEqual({
      status: "active",
      quantity: 10,
      termFrom: "2027-02-10",
      termUntil: null,
      isExtended: true,
    });
    await moveTo("2027-05-27T00:00:01Z");
    expect(seenOf(await read())).toMatchObject({ status: "active", isExtended: true });
    expect(endOf(await act("cancel"))).toBe("done");
    expect((await read()).status).toBe("deleted");
  });

  test("of the two fields for the end only the newer one is sent, whichever Microsoft holds", async () => {
    const { schedule, read, tenant } = await bought();
    const [productId, skuId, availabilityId] = premium.split(":");
    const product = { productId, skuId, availabilityId, billingCycle: "monthly", termDuration: "P1Y" };
    const next = { scheduledNextTermInstructions: { product, quantity: 4 } };
    await api.changeSubscription(tenant, await read(), next, randomUUID());
    expect(seenOf(await read()).termEnd).toMatchObject({ outcome: "renew", quantity: 4 });
    await schedule(renewAs({ quantity: 6 }));
    const held = await read();
    expect(held).toMatchObject(renewing(6));
    expect(held.scheduledNextTermInstructions).toBeUndefined();
  });
});

describe("stopping", () => {
  test("after the window Microsoft refuses to cancel, in plain words", async () => {
    const { act } = await bought();
    await advance(9 * day);
    expect(endOf(await act("cancel"))).toMatchObject([
      { code: "900117", reason: expect.stringContaining("at the end of the term") },
    ]);
  });

  test("a suspension turns renewal off and wipes the schedule; resuming does not bring them back", async () => {
    const { act, schedule, read } = await bought();
    await schedule(renewAs({ quantity: 6 }));
    await act("suspend");
    expect(await read()).toMatchObject({ status: "suspended", autoRenewEnabled: false });
    await act("resume");
    const resumed = await read();
    expect(resumed).toMatchObject({ status: "active", autoRenewEnabled: false });
    expect(resumed.scheduledActions).toBeUndefined();
    await schedule(renewAs({ quantity: 6 }));
    expect(await read()).toMatchObject(renewing(6));
  });
});

test("everything survives a restart, and pending work continues", async () => {
  const { line, tenant } = await bought();
  const task = makeTask("add", { customer: makeCustomer(), lines: [makeLine()] });
  const { memo } = await fulfiller.fulfil(task, {});
  await simulators.stop();
  await start();
  expect(await api.findSubscription(tenant, line.vendorRef!)).toMatchObject({ status: "active", quantity: 10 });
  expect(endOf(await run(task, memo))).toBe("done");
  expect(await api.listSubscriptions(memo.tenant!)).toHaveLength(1);
});
