import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulators, type System } from "@tradewind/simulators/simulators.ts";
import { findFreePort } from "@tradewind/tools/embedded-postgres.ts";
import { vendors as ours } from "@tradewind/vendors/index.ts";
import type { Vendor } from "@tradewind/vendors/vendor.ts";
import type { DestinationStream } from "pino";
import { afterAll } from "vitest";
import { demoKeys, readConfig } from "../platform/config.ts";
import { openLog } from "../platform/log.ts";
import { startWorker } from "../worker.ts";
import { mostTries } from "./processes.ts";
import type { TestApp } from "./test-app.ts";

export type TestWorker = Awaited<ReturnType<typeof testWorker>>;

/**
 * Starts the worker of a test's product with separate vendor simulators. Closed after the test file, before the
 * product. `log` receives its log lines; `vendors` replaces our own, `systems` their simulators. Vendors send webhooks only
 * where `reached` says that the portal will listen at `publicUrl`. While a test waits, what would look again at a vendor
 * after some seconds does so at once, unless it is `patient`.
 */
export async function testWorker<More extends string = never>(
  app: TestApp,
  {
    log,
    vendors = ours,
    systems,
    reached = false,
    patient = false,
  }: {
    log?: DestinationStream;
    vendors?: readonly Vendor[];
    systems?: Record<More, System>;
    reached?: boolean;
    patient?: boolean;
  } = {},
) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
  const [clock] = await app.sql<{ offset_ms: string }>("select offset_ms from business_clock");
  const simulators = await startSimulators({
    dataDir: folder,
    clockOffsetMs: Number(clock!.offset_ms),
    ...(systems && { more: systems }),
  });
  await provideAtOnce(simulators.urls.microsoft);
  const publicUrl = `http://127.0.0.1:${await findFreePort()}`;
  const config = readConfig(vendors, {
    NODE_ENV: "test",
    DEMO: "true",
    LOG_LEVEL: log ? "trace" : "error",
    ...demoKeys,
    DATABASE_URL: app.database.workerUrl,
    ...simulators.settings,
    MICROSOFT_CALLS_A_MINUTE: "100000",
    ...(reached ? { PUBLIC_URL: publicUrl } : { MICROSOFT_WEBHOOK_AUTHORITIES: "" }),
  });
  const worker = await startWorker(config, openLog(config.LOG_LEVEL, "test-worker", log));

  afterAll(async () => {
    await worker.stop();
    await simulators.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Waits until `look` returns something other than undefined or false. */
  async function until<T>(
    look: () => Promise<T | undefined | false>,
    what: string,
    most = mostTries,
    hurries = !patient,
  ): Promise<T> {
    for (let tries = 0; tries < most; tries++) {
      const seen = await look();
      if (seen !== undefined && seen !== false) return seen;
      if (hurries && tries % 3 === 1) await hurry();
      await sleep(50);
    }
    throw new Error(`Waited in vain for: ${what}`);
  }

  /** Has the worker run now what waits for some seconds only: its next look at a vendor, or its next try. */
  async function hurry(): Promise<void> {
    const waiting = await app.sql<{ name: string }>(
      `with hurried as (
         update pgboss.job set start_after = now()
         where state < 'active' and start_after > now() and start_after < now() + interval '30 seconds' returning name, data),
       looked as (
         update orders set next_look_at = now() from hurried
         where hurried.name = 'orders.fulfil' and id = (hurried.data ->> 'orderId')::uuid and next_look_at > now())
       select name from hurried union select name from pgboss.job where state < 'active' and start_after <= now()`,
    );
    for (const { name } of waiting) worker.platform.jobs.wake(name);
  }

  /** Reads a simulator's data through its control plane. */
  async function control(vendor: keyof typeof simulators.urls, what: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${simulators.urls[vendor]}/__sim/${what}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** Moves business time forward, doing each day's due work. */
  async function moveDays(days: number): Promise<void> {
    const before = await app.sql<{ offset_ms: string }>("select offset_ms from business_clock");
    const target = Number(before[0]!.offset_ms) + days * 86_400_000;
    await app.platform.database.write({ role: "app_operator" }, (tx) =>
      app.platform.jobs.file(tx, "clock.work", { untilOffsetMs: target }),
    );
    const isDone = async () => {
      const [row] = await app.sql<{ done: boolean }>(
        "select offset_ms >= $1 and worked_until >= (clock_timestamp() at time zone 'UTC' + make_interval(secs => $2))::date as done from business_clock",
        [target, target / 1000],
      );
      return row!.done;
    };
    // Each day is work of its own, however little else is waited for, and waits for no other.
    await until(isDone, `business time ${days} days on`, mostTries + 40 * days, false);
    await app.platform.clock.refresh();
  }

  return { platform: worker.platform, until, control, moveDays, simulators, publicUrl };
}

/** Microsoft's orders usually take seconds to appear and to be provided, which the tests of its fulfiller look at. */
async function provideAtOnce(microsoft: string): Promise<void> {
  const delays = { orderVisibleMs: 0, provisioningMs: 0, changeMs: 0, transitionMs: 0 };
  await fetch(`${microsoft}/__sim/seed`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ delays }),
  });
}
