import { subscribe, unsubscribe } from "node:diagnostics_channel";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addDays, daysBetween } from "@tradewind/domain/values/dates.ts";
import { startSimulators, type System } from "@tradewind/simulators/simulators.ts";
import { findFreePort } from "@tradewind/tools/embedded-postgres.ts";
import { vendors as ours } from "@tradewind/vendors/index.ts";
import type { Vendor } from "@tradewind/vendors/vendor.ts";
import type { DestinationStream } from "pino";
import { afterAll, inject } from "vitest";
import { demoKeys, readConfig } from "../platform/config.ts";
import { jobEnded, type JobEnd } from "../platform/jobs.ts";
import { openLog } from "../platform/log.ts";
import { startWorker } from "../worker.ts";
import { sqlToday } from "./database.ts";
import { mostTries } from "./processes.ts";
import type { TestApp } from "./test-app.ts";

const dayMs = 86_400_000;
/** How often a vendor is looked at again on one day. */
const mostLooks = 6;

export type TestWorker = Awaited<ReturnType<typeof testWorker>>;

/**
 * Starts the worker of a test's product with separate vendor simulators. Closed after the test file, before the
 * product. `log` receives its log lines; `vendors` replaces our own, `systems` their simulators. Vendors send webhooks only
 * where `reached` says that the portal will listen at `publicUrl`. While a test waits, what would look again at a vendor
 * after some seconds does so at once, unless it is `patient`. What was lost or is due is looked for as it starts, and then
 * by the tests that are about it, so that it comes between no others, unless they say how often to look. Articles of help are read only where asked for: reading them all
 * and drawing their pictures anew takes a second, and few look at any.
 */
export async function testWorker<More extends string = never>(
  app: TestApp,
  {
    log,
    vendors = ours,
    systems,
    reached = false,
    patient = false,
    help = false,
    lookEvery = dayMs,
  }: {
    log?: DestinationStream;
    vendors?: readonly Vendor[];
    systems?: Record<More, System>;
    reached?: boolean;
    patient?: boolean;
    help?: boolean;
    lookEvery?: number;
  } = {},
) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
  const [clock] = await app.sql<{ offset_ms: string }>("select offset_ms from business_clock");
  const simulators = await startSimulators({
    dataDir: folder,
    clockOffsetMs: Number(clock!.offset_ms),
    ...(systems && { more: systems }),
  });
  // Orders usually take seconds to appear and to be provided, which the tests of their fulfillers look at; so do reports.
  const delays = { orderVisibleMs: 0, provisioningMs: 0, changeMs: 0, transitionMs: 0, exportMs: 0 };
  await control("microsoft", "seed", { delays });
  await control("acronis", "act", { action: "saveAtOnce", on: true });
  const publicUrl = `http://127.0.0.1:${await findFreePort()}`;
  const config = readConfig(vendors, {
    NODE_ENV: "test",
    DEMO: "true",
    LOG_LEVEL: log ? "trace" : "error",
    ...demoKeys,
    DATABASE_URL: app.database.workerUrl,
    ...simulators.settings,
    ...(!help && { HELPJUICE_API_KEY: "" }),
    MICROSOFT_CALLS_A_MINUTE: "100000",
    ...(reached ? { PUBLIC_URL: publicUrl } : { MICROSOFT_WEBHOOK_AUTHORITIES: "" }),
  });
  const worker = await startWorker(config, openLog(config.LOG_LEVEL, "test-worker", log), { lookEvery });
  const endings = endsOfJobs();
  // It begins with the day's work by itself: tests are about what they have done, not about what that meets.
  await until(async () => {
    const [row] = await app.sql<{ done: boolean }>("select worked_until is not null as done from business_clock");
    return row!.done;
  }, "the first day's work");

  afterAll(async () => {
    endings.forget();
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
    const end = performance.now() + most * 100;
    for (let tries = 0; performance.now() < end; tries++) {
      const seen = await look();
      if (seen !== undefined && seen !== false) return seen;
      if (hurries && (endings.isLater() || tries % 3 === 1)) await hurry();
      await endings.next();
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

  /**
   * Moves business time forward and does the work of each day on which anything may be due, the last one among them, once
   * that of the day before has ended. Days on which nothing is are jumped over, except in a long run.
   */
  async function moveDays(days: number): Promise<void> {
    const { offsetMs: begins, today } = await clockOf(app);
    const ends = addDays(today, days);
    const offsetOn = (day: string) => begins + daysBetween(today, day) * dayMs;
    for (let at = today; at < ends;) {
      const due = inject("long") ? addDays(at, 1) : await nextDue(app, at, ends);
      const before = addDays(due, -1);
      // A day whose work is still to be done is not left behind.
      await app.sql(
        "update business_clock set offset_ms = $1, worked_until = $2 where worked_until between $3 and $2",
        [offsetOn(before), before, at],
      );
      await workUntil(offsetOn(due), daysBetween(at, due));
      if (due < ends) await rest();
      at = due;
    }
    await app.platform.clock.refresh();
  }

  async function workUntil(target: number, days: number): Promise<void> {
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
    await until(isDone, "the work of each day", mostTries + 40 * days, false);
  }

  /**
   * Lets the jobs of a day come to their end, as they would in 24 hours. What waits for its next look is given a few; what its
   * vendor keeps waiting goes on waiting.
   */
  async function rest(): Promise<void> {
    const end = performance.now() + 15_000;
    for (let looks = 0; performance.now() < end;) {
      const [left] = await app.sql<{ waits: boolean | null }>(
        `select bool_and(state < 'active' and start_after > now()) as waits from pgboss.job
         where state < 'completed' and start_after < now() + interval '30 seconds'`,
      );
      if (left!.waits === null || (left!.waits && looks === mostLooks)) return;
      if (left!.waits) {
        looks++;
        await hurry();
      }
      await endings.next();
    }
  }

  return { platform: worker.platform, until, control, moveDays, simulators, publicUrl };
}

/** The ends of jobs, which run in this process: whoever waits for one need not look again and again. */
function endsOfJobs() {
  let later = false;
  let ended = Promise.withResolvers<void>();
  const note = (message: unknown) => {
    later ||= (message as JobEnd).outcome === "later";
    ended.resolve();
  };
  subscribe(jobEnded.name, note);
  return {
    /** Waits a little, or until a job has ended since the last time, and the queue knows. */
    async next(): Promise<void> {
      await Promise.race([ended.promise, sleep(50)]);
      ended = Promise.withResolvers();
      await sleep(10);
    },
    /** Whether a job has ended to look again later, since this was asked last. */
    isLater(): boolean {
      const was = later;
      later = false;
      return was;
    },
    forget: () => unsubscribe(jobEnded.name, note),
  };
}

async function clockOf({ sql }: TestApp) {
  const [row] = await sql<{ offset_ms: string; today: string }>(
    `select offset_ms, ${sqlToday}::text as today from business_clock`,
  );
  return { offsetMs: Number(row!.offset_ms), today: row!.today };
}

/**
 * The next day on which anything may be due: one that stands anywhere in the database, the first or second of a month, on
 * which months are closed and reported, or the last.
 */
async function nextDue({ sql }: TestApp, after: string, last: string): Promise<string> {
  const columns = await sql<{ name: string; of: string }>(
    `select quote_ident(attname) as name, attrelid::regclass::text as of from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'date'::regtype and not attisdropped
       and pg_relation_size(c.oid) > 0`,
  );
  const named = columns.map(({ name, of }) => `select ${name} as day from ${of}`).join(" union all ");
  const [row] = await sql<{ day: string }>(
    `select min(day)::text as day from (
       ${named} union all select $2::date union all
       select day::date from generate_series($1::date, $2::date, interval '1 day') day where extract(day from day) < 3
     ) days where day > $1::date and day <= $2::date`,
    [after, last],
  );
  return row!.day;
}
