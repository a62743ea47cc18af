/**
 * A month of subscriptions at a vendor that answers a partner so many requests a minute: its limit, our budget and the
 * month are on one clock. Real time stands still while a job runs, so all of its calls are made in one moment.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import { afterAll, expect, inject, test, vi } from "vitest";
import { connectVendors } from "../../connections.ts";
import { dailyWork } from "../../daily.ts";
import { clockWork } from "../../developer/clock/clock.jobs.ts";
import { joinPlatform } from "../../join.ts";
import { demoKeys, readConfig } from "../../platform/config.ts";
import { TryLater } from "../../platform/jobs.ts";
import { openLog } from "../../platform/log.ts";
import { testOffsetMs } from "../../test/database.ts";
import { diceOf } from "../../test/mutations.ts";
import { orderStory } from "../../test/order-story.ts";
import { testApp, type Person } from "../../test/test-app.ts";
import { fulfilOrder } from "../fulfilment/fulfil.jobs.ts";
import { fileSweeps, sweepVendor } from "../vendor-views/vendor-views.jobs.ts";
import { vendorCalls } from "./vendor-calls.actions.ts";

const long = inject("long");
/** In the short form the vendor grants less, so that as little is as much. */
const { customers, linesEach, days, changesADay, aMinute } = long
  ? { customers: 1_000, linesEach: 5, days: 30, changesADay: 100, aMinute: 500 }
  : { customers: 6, linesEach: 5, days: 2, changesADay: 8, aMinute: 60 };
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-month-"));
const app = await testApp();
const simulators = await startSimulators({ dataDir: folder, clockOffsetMs: testOffsetMs() });
const config = readConfig(vendors, {
  NODE_ENV: "test",
  DEMO: "true",
  LOG_LEVEL: "silent",
  ...demoKeys,
  DATABASE_URL: app.database.workerUrl,
  ...simulators.settings,
  MICROSOFT_CALLS_A_MINUTE: String(aMinute),
});
const platform = await joinPlatform(config, openLog("silent", "month"), "app_worker");
await platform.jobs.start();
const connections = connectVendors(platform);
const services = { platform, dailyWork, connections, vendorCalls: vendorCalls(platform, connections) };

afterAll(async () => {
  vi.useRealTimers();
  await platform.jobs.stop();
  await platform.database.close();
  await simulators.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const control = async (what: string, body: unknown) =>
  (
    await fetch(`${simulators.urls.microsoft}/__sim/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json();
const refusedByLimit = async () => ((await control("seed", {})) as { refused: number }).refused;

const kinds = { "orders.fulfil": fulfilOrder, "vendors.sweep": sweepVendor };
type Job = { id: string; name: keyof typeof kinds; data: Record<string, unknown> };

/** The worker's queue, in simulated time: each job is run when it is due, and again when it asks to be. */
function simulatedQueue() {
  const begun = Date.now();
  let now = begun;
  vi.useFakeTimers({ toFake: ["Date"], now });
  const due = new Map<string, { job: Job; at: number }>();

  async function look() {
    const found = await app.sql<Job>(
      "update pgboss.job set state = 'active' where state = 'created' and name = any($1) returning id, name, data",
      [Object.keys(kinds)],
    );
    for (const job of found) due.set(job.id, { job, at: now });
  }

  async function run({ id, name, data }: Job) {
    try {
      await kinds[name].run(services, data);
      due.delete(id);
      await app.sql("update pgboss.job set state = 'completed', completed_on = now() where id = $1", [id]);
    } catch (error) {
      if (!(error instanceof TryLater)) throw error;
      // As the queue does, in whole seconds.
      due.get(id)!.at = now + Math.max(1, Math.ceil(error.delayMs / second)) * second;
    }
  }

  return {
    now: () => now,
    passed: () => now - begun,
    /** Lets time pass up to a moment and does what falls due. */
    async until(moment: number) {
      for (;;) {
        await look();
        const [next] = [...due.values()].toSorted((one, other) => one.at - other.at);
        if (!next || next.at > moment) break;
        now = Math.max(now, next.at);
        vi.setSystemTime(now);
        await run(next.job);
      }
      now = Math.max(now, moment);
      vi.setSystemTime(now);
    },
  };
}

test(
  `a month of subscriptions within what the vendor grants: nobody is asked to wait, and nothing is late`,
  { timeout: 3_500_000 },
  async () => {
    const story = orderStory(app, { until: () => Promise.reject(new Error("Nothing goes on by itself")) });
    await control("seed", {
      limits: { ofPartner: aMinute },
      delays: { orderVisibleMs: second, provisioningMs: 3 * second },
    });
    const dice = diceOf(20_261_123);
    const signed = await story.signInSigned();
    const queue = simulatedQueue();
    const someone = async (): Promise<Person> => ({
      ...signed,
      token: await app.platform.tokens.signAccess({
        sid: signed.sessionId,
        sub: signed.personId,
        currencyCode: "GBP",
        resellerSource: "Tradewind",
        use_se: false,
      }),
    });
    /** When orders that somebody waits for were placed, in simulated time. */
    const placedAt = new Map<string, number>();
    const late: number[] = [];
    const note = async () => {
      const ended = await app.sql<{ id: string; status: string; at: Date }>(
        "select id, status, completed_at as at from orders where status <> 'Working' and id = any($1)",
        [[...placedAt.keys()]],
      );
      for (const { id, status, at } of ended) {
        expect(status).toBe("Completed");
        late.push(at.getTime() - placedAt.get(id)!);
        placedAt.delete(id);
      }
    };

    // Everybody orders in the same moment; the vendor takes what it takes.
    const held: { customerId: string; InstanceId: string }[] = [];
    const first = await story.addCustomer(await someone());
    const { OfferId } = await story.offer(await someone(), first, { term: "P1Y", billing: "monthly" });
    for (let count = 0; count < customers; count++) {
      const person = await someone();
      const customerId = count === 0 ? first : await story.addCustomer(person);
      const Lines = Array.from({ length: linesEach }, (_, index) => ({
        Key: `l${index}`,
        OfferId,
        Quantity: 2 + index,
      }));
      const { placed } = await story.order(person, customerId, { Kind: "add", Lines });
      held.push({ customerId, InstanceId: placed.Result!.InstanceId });
      placedAt.set(placed.Result!.OrderId, queue.now());
    }
    // A round of an order takes at most so many calls, and it takes some three.
    const takes = ((3 * customers * (12 + 4 * linesEach)) / (aMinute * 0.8)) * minute;
    await queue.until(queue.now() + takes + 5 * minute);
    await note();
    expect(placedAt.size).toBe(0);
    const [{ standing } = { standing: 0 }] = await app.sql<{ standing: number }>(
      "select count(*)::int as standing from subscriptions where vendor_ref is not null",
    );
    expect(standing).toBe(customers * linesEach);

    expect(Math.max(...late.splice(0))).toBeLessThan(takes);

    for (let today = 0; today < days; today++) {
      const begins = queue.now();
      await clockWork.run(services, {});
      await app.platform.clock.refresh();
      await fileSweeps(platform);
      for (let change = 0; change < changesADay; change++) {
        const { customerId, InstanceId } = dice.pick(held);
        const [target] = await app.sql<{ id: string; quantity: number }>(
          "select id, quantity from subscriptions where instance_id = $1 order by id offset $2 limit 1",
          [InstanceId, dice.below(linesEach)],
        );
        const Targets = [{ Key: target!.id, Quantity: target!.quantity + 1 }];
        const { placed } = await story.order(
          await someone(),
          customerId,
          { Kind: "setQuantity", Targets },
          { InstanceId },
        );
        // Whoever comes while the one before is at work is told so.
        if (placed?.Succeed) placedAt.set(placed.Result!.OrderId, queue.now());
        await queue.until(queue.now() + dice.below(Math.floor(hour / changesADay)));
      }
      // For ten minutes of the second day nobody answers.
      if (today === 1) {
        await control("faults", { times: 1_000_000, fault: { kind: "status", status: 503 } });
        await queue.until(queue.now() + 10 * minute);
        await fetch(`${simulators.urls.microsoft}/__sim/faults`, { method: "DELETE" });
      }
      await queue.until(begins + day + minute);
      await note();
      expect(placedAt.size, "what is at work at the end of a day").toBe(0);
    }

    expect(await refusedByLimit()).toBe(0);
    const unsure = late.filter((took) => took > minute);
    expect(late.length).toBeGreaterThan(days);
    // What somebody waits for is done within a minute, but for what met the ten minutes of silence.
    expect(unsure.length).toBeLessThanOrEqual(changesADay);
    expect(Math.max(...late)).toBeLessThan(15 * minute);
    const [swept] = await app.sql<{ least: Date; number: number }>(
      "select min(swept_at) as least, count(swept_at)::int as number from provider_tenants",
    );
    expect(swept!.number).toBe(customers);
    expect(platform.clock.now().getTime() - swept!.least.getTime()).toBeLessThan(day + hour);
    expect(await app.sql("select from notifications where content ~ 'has not answered'")).toEqual([]);
  },
);
