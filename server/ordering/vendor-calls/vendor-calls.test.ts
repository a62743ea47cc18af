import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Connection } from "@tradewind/vendors/vendor.ts";
import { VendorUnavailable } from "@tradewind/vendors/vendor.ts";
import { countCall, type Pace } from "@tradewind/vendors/calls.ts";
import { openDatabase } from "../../platform/database.ts";
import { TryLater } from "../../platform/jobs.ts";
import { testApp } from "../../test/test-app.ts";
import { vendorCalls, type Calls } from "./vendor-calls.actions.ts";

afterEach(() => void vi.useRealTimers());

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 4 });
afterAll(() => database.close());
const platform = { ...app.platform, database };

const pace: Pace = {
  aMinute: 500,
  aMinuteOfTenant: 300,
  order: 10,
  line: 4,
  subscription: 1,
  tenant: 1,
  invitation: 4,
};
const connections = new Map([["acronis", { pace } as Connection]]);
const minute = 60_000;
// From now on: a timer of the queue that was set years ahead would fire each millisecond until then.
let begun = Date.now();

/** Two workers, a simulated clock, and the times of all calls that they made. */
function twoWorkers() {
  begun += 24 * 60 * minute;
  let now = begun;
  vi.useFakeTimers({ toFake: ["Date"], now });
  const made: number[] = [];
  const workers = [vendorCalls(platform, connections), vendorCalls(platform, connections)];
  return {
    made,
    passed: () => now - begun,
    /** Makes calls at the present moment; answers when to ask again if there are none left. */
    async ask(
      why: Calls["why"],
      calls: number,
      { used = calls, tenantRef }: { used?: number; tenantRef?: string } = {},
    ) {
      const which = workers[made.length % 2]!;
      try {
        await which("acronis", { most: () => calls, why, ...(tenantRef ? { tenantRef } : {}) }, async () => {
          for (let count = 0; count < used; count++) {
            countCall();
            made.push(now);
          }
        });
        return 0;
      } catch (error) {
        if (error instanceof TryLater) return Math.max(1, error.delayMs);
        throw error;
      }
    },
    pass(milliseconds: number) {
      now += milliseconds;
      vi.setSystemTime(now);
    },
  };
}

/** The most calls in any sixty seconds. */
const busiest = (made: readonly number[]) =>
  Math.max(...made.map((from) => made.filter((at) => at >= from && at < from + minute).length));

test("whatever is asked by whom, no sixty seconds have more calls than the vendor grants, and most of them are used", async () => {
  const { ask, pass, made, passed } = twoWorkers();
  for (let turn = 0; passed() < 10 * minute; turn++) {
    const calls = 1 + ((turn * 37) % 60);
    const wait = await ask((["waiting", "settling", "sweeping"] as const)[turn % 3]!, calls, {
      used: 1 + ((turn * 13) % calls),
    });
    pass(wait === 0 ? 50 : Math.min(wait, 500));
  }
  expect(busiest(made)).toBeLessThanOrEqual(pace.aMinute);
  expect(made.length).toBeGreaterThan(10 * 0.75 * 400);
});

test("who waits comes before what is settled, and that before a sweep, which uses what is left", async () => {
  const { ask, pass, passed } = twoWorkers();
  const later = { waiting: 0, settling: 0, sweeping: 0 };
  const done = { waiting: 0, settling: 0, sweeping: 0 };
  for (; passed() < 3 * minute; pass(200))
    for (const why of ["sweeping", "settling", "waiting"] as const)
      // Somebody waits for five calls every second: 300 a minute of the 400 that come back.
      if (why !== "waiting" || passed() % 1_000 === 0) ((await ask(why, 5)) === 0 ? done : later)[why]++;
  expect(later.waiting).toBe(0);
  expect(done.settling).toBeGreaterThan(20);
  expect(done.sweeping).toBeLessThanOrEqual(10);
  while (passed() < 6 * minute) pass(Math.max(200, await ask("sweeping", 5)));
  expect(await ask("waiting", 20)).toBe(0);
});

test("a tenant has a share of its own, and what asks too much at once is let through and made up for", async () => {
  const { ask, pass } = twoWorkers();
  expect(await ask("waiting", 250, { tenantRef: "one" })).toBe(0);
  const wait = await ask("waiting", 1, { tenantRef: "one" });
  expect(wait).toBeGreaterThan(30_000);
  pass(wait);
  expect(await ask("waiting", 1, { tenantRef: "one" })).toBe(0);
});

test("whom a vendor tells to wait makes all others wait as long", async () => {
  const { ask, pass } = twoWorkers();
  const call = vendorCalls(platform, connections);
  const told = call("acronis", { most: () => 1, why: "waiting" }, () =>
    Promise.reject(new VendorUnavailable("Later", { retryAfterMs: 30_000 })),
  );
  await expect(told).rejects.toThrow("Later");
  const wait = await ask("waiting", 1);
  expect(wait).toBeGreaterThanOrEqual(30_000);
  expect(wait).toBeLessThan(31_000);
  pass(wait);
  expect(await ask("waiting", 1)).toBe(0);
});

test("workers that ask at the same moment get what is granted once between them", async () => {
  const { ask, made } = twoWorkers();
  await Promise.all(Array.from({ length: 60 }, () => ask("waiting", 5)));
  await sleep(0);
  expect(made).toHaveLength(100);
});
