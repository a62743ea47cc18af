/** Microsoft's limit of requests, and the pauses between looks that keep below it. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulators, startSimulators } from "@tradewind/simulators/simulators.ts";
import { pauseAfter } from "@tradewind/domain/ordering/looks.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Fulfiller, FulfilLine, Outcome } from "../vendor.ts";
import { control, drive, endOf, makeCustomer, makeNames, makeTask, noDirectory, withRefs } from "../test-support.ts";
import { microsoftFulfiller } from "./microsoft-fulfiller.ts";
import { partnerCenter } from "./microsoft-api.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;
let api: ReturnType<typeof partnerCenter>;
let fulfiller: Fulfiller;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "limit-"));
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

const [second, minute] = [1_000, 60_000];
const advance = (advanceMs: number) => control(url, "clock", { advanceMs });
const asked = async () =>
  (await control<{ entries: { path: string; reply?: { status: number } }[] }>(url, "journal")).entries;

async function bought(count: number) {
  const lines: FulfilLine[] = Array.from({ length: count }, () => ({
    key: randomUUID(),
    vendorRef: null,
    offerRef: "CFQ7TTC0LCHC:0002:CFQ7TTC00WHF",
    name: "Premium",
    quantity: 5,
    term: "P1Y",
    billing: "monthly",
  }));
  const outcome = await drive(fulfiller, makeTask("add", { customer: makeCustomer(), lines }), {
    pause: () => advance(2 * second),
  });
  const { tenantRef } = outcome as Extract<Outcome, { state: "ended" }>;
  return { tenantRef: tenantRef!, lines: withRefs(lines, outcome) };
}

test("more than 500 requests a minute for one customer's subscriptions are refused until the minute is over", async () => {
  const [{ tenantRef }, other] = [await bought(1), await bought(1)];
  const { now } = await control<{ now: string }>(url, "clock");
  await advance(minute - (Date.parse(now) % minute));
  for (let count = 0; count < 500; count++) await api.listSubscriptions(tenantRef);
  const refused = await api.listSubscriptions(tenantRef).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: "VendorUnavailable", retryAfterMs: expect.any(Number) });
  const { retryAfterMs } = refused as { retryAfterMs: number };
  expect(retryAfterMs).toBeLessThanOrEqual(minute);
  expect(await api.listSubscriptions(other.tenantRef)).toHaveLength(1);
  await advance(retryAfterMs);
  expect(await api.listSubscriptions(tenantRef)).toHaveLength(1);
});

test("F7 ten waiting orders of one customer stay below the limit, and nobody is asked to wait", async () => {
  const { tenantRef, lines } = await bought(10);
  await control(url, "seed", { delays: { changeMs: 3 * minute } });
  const customer = makeCustomer({ tenantRef });
  const work = lines.map((line) => ({
    task: makeTask("change", { customer, lines: [{ ...line, quantity: 8 }] }),
    memo: {},
    nextAt: 0,
    end: undefined as Outcome | undefined,
  }));
  const before = (await asked()).length;
  // The worker looks again after a quarter of the time for which an order has not got further.
  for (let now = 0, next; (next = work.filter(({ end }) => !end).toSorted((a, b) => a.nextAt - b.nextAt)[0]);) {
    if (next.nextAt > now) await advance(next.nextAt - now);
    now = Math.max(now, next.nextAt);
    const outcome = await fulfiller.fulfil(next.task, next.memo);
    Object.assign(next, { memo: outcome.memo, nextAt: now + pauseAfter(now) });
    if (outcome.state === "ended") next.end = outcome;
  }
  expect(work.map(({ end }) => endOf(end!))).toEqual(work.map(() => "done"));
  const since = (await asked()).slice(before);
  expect(since.filter(({ reply }) => reply?.status === 429)).toEqual([]);
  expect(since.length).toBeGreaterThan(200);
});
