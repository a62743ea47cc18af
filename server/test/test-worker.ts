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
 * where `reached` says that the portal will listen at `publicUrl`.
 */
export async function testWorker<More extends string = never>(
  app: TestApp,
  {
    log,
    vendors = ours,
    systems,
    reached = false,
  }: {
    log?: DestinationStream;
    vendors?: readonly Vendor[];
    systems?: Record<More, System>;
    reached?: boolean;
  } = {},
) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
  const simulators = await startSimulators({ dataDir: folder, ...(systems && { more: systems }) });
  await provideAtOnce(simulators.urls.microsoft);
  const publicUrl = `http://127.0.0.1:${await findFreePort()}`;
  const config = readConfig(vendors, {
    NODE_ENV: "test",
    DEMO: "true",
    LOG_LEVEL: log ? "trace" : "error",
    ...demoKeys,
    DATABASE_URL: app.database.workerUrl,
    ...simulators.settings,
    ...(reached ? { PUBLIC_URL: publicUrl } : { MICROSOFT_WEBHOOK_AUTHORITIES: "" }),
  });
  const worker = await startWorker(config, openLog(config.LOG_LEVEL, "test-worker", log));

  afterAll(async () => {
    await worker.stop();
    await simulators.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Waits until `look` returns something other than undefined or false. */
  async function until<T>(look: () => Promise<T | undefined | false>, what: string, most = mostTries): Promise<T> {
    for (let tries = 0; tries < most; tries++) {
      const seen = await look();
      if (seen !== undefined && seen !== false) return seen;
      await sleep(50);
    }
    throw new Error(`Waited in vain for: ${what}`);
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
    // Each day is work of its own, however little else is waited for.
    await until(isDone, `business time ${days} days on`, mostTries + 40 * days);
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
