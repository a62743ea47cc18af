import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import type { DestinationStream } from "pino";
import { afterAll } from "vitest";
import { demoKeys, readConfig } from "../platform/config.ts";
import { openLog } from "../platform/log.ts";
import { startWorker } from "../worker.ts";
import type { TestApp } from "./test-app.ts";

export type TestWorker = Awaited<ReturnType<typeof testWorker>>;

/** The worker of a test's product, with vendors' stand-ins of its own. Closed after the test file, before the product. `log` takes what it writes down. */
export async function testWorker(app: TestApp, log?: DestinationStream) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
  const simulators = await startSimulators({ dataDir: folder });
  const config = readConfig({
    NODE_ENV: "test",
    DEMO: "true",
    LOG_LEVEL: log ? "trace" : "error",
    ...demoKeys,
    DATABASE_URL: app.database.workerUrl,
    MICROSOFT_URL: simulators.urls.microsoft,
    MICROSOFT_TOKEN_URL: simulators.urls.identity,
    MICROSOFT_TENANT: "b4f0a1d2-6c1e-4d53-9d6b-2f7c8a90e311",
    MICROSOFT_CLIENT_ID: "0c7d5f3e-2b1a-4c8d-9e6f-5a4b3c2d1e0f",
    MICROSOFT_CLIENT_SECRET: "test-partner-secret",
    MICROSOFT_REFRESH_TOKEN: "test-refresh-token",
    ACRONIS_URL: simulators.urls.acronis,
    ACRONIS_CLIENT_ID: "test-client",
    ACRONIS_CLIENT_SECRET: "test-client-secret",
    MAIL_URL: simulators.urls.smtp,
    SIMULATOR_URLS: simulators.urls.microsoft,
  });
  const worker = await startWorker(config, openLog(config.LOG_LEVEL, "test-worker", log));

  afterAll(async () => {
    await worker.stop();
    await simulators.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** Waits until `look` answers something other than undefined or false. */
  async function until<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T> {
    for (let tries = 0; tries < 400; tries++) {
      const seen = await look();
      if (seen !== undefined && seen !== false) return seen;
      await sleep(50);
    }
    throw new Error(`Waited in vain for: ${what}`);
  }

  /** What a simulator holds, by its control plane. */
  async function control(vendor: keyof typeof simulators.urls, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${simulators.urls[vendor]}/__sim/${path}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** Moves business time, doing each day's due work on the way. */
  async function moveDays(days: number): Promise<void> {
    const before = await app.sql<{ offset_ms: string }>("select offset_ms from business_clock");
    const target = Number(before[0]!.offset_ms) + days * 86_400_000;
    await app.platform.database.write({ role: "app_operator" }, (tx) =>
      app.platform.jobs.file(tx, "clock.work", { untilOffsetMs: target }),
    );
    await until(async () => {
      const [row] = await app.sql<{ done: boolean }>(
        "select offset_ms >= $1 and worked_until >= (clock_timestamp() at time zone 'UTC' + make_interval(secs => $2))::date as done from business_clock",
        [target, target / 1000],
      );
      return row!.done;
    }, `business time ${days} days on`);
    await app.platform.clock.refresh();
  }

  return { platform: worker.platform, until, control, moveDays, simulators };
}
