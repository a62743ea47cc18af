import { Writable } from "node:stream";
import pg from "pg";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { freshDatabase } from "../test/database.ts";
import { longTest } from "../test/long-test.ts";
import { until } from "../test/processes.ts";
import { openDatabase } from "./database.ts";
import type { QueueName } from "./job-queues.ts";
import { job, jobQueue, TryLater } from "./jobs.ts";
import { openLog } from "./log.ts";

const own = await freshDatabase();
const database = openDatabase(own.workerUrl, { max: 2 });
const admin = new pg.Client(own.adminUrl);
const logged: { level: number; queue: string; tries: number; err: { message: string } }[] = [];
const log = openLog(
  "info",
  "test",
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(JSON.parse(chunk.toString()) as (typeof logged)[0]);
      done();
    },
  }),
);
const told: QueueName[] = [];
const jobs = jobQueue(own.workerUrl, log, true, (queue) => {
  told.push(queue);
  jobs.wake(queue);
});

beforeAll(async () => {
  await admin.connect();
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
  await admin.end();
  await own.drop();
});

const worker = { role: "app_worker" } as const;
const file = (queue: QueueName, payload: Record<string, unknown>) =>
  database.write(worker, (tx) => jobs.file(tx, queue, payload));
const rowsOf = async (queue: QueueName) =>
  (
    await admin.query<{ state: string; n: unknown; wait: number; output: { message: string } | null }>(
      `select state, data->'n' as n, extract(epoch from start_after - created_on)::int as wait, output
       from pgboss.job where name = $1 order by created_on`,
      [queue],
    )
  ).rows;
/** Orders what came in any order. */
const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
const payload = z.object({ n: z.number() });
const [run, gaveUp] = [vi.fn(), vi.fn()];

test("a job that fails is logged and tried again, and after its last try given up once; one that waits is neither", async () => {
  await file("mail.send", { n: 1 });
  await file("webhooks.read", { n: 2 });
  await file("clock.work", { n: 3 });
  await admin.query("update pgboss.job set retry_limit = 0 where name = 'mail.send'");
  const failing = (queue: QueueName) =>
    job({
      queue,
      payload,
      run: async (services: string, { n }) => {
        run(services, n);
        throw queue === "clock.work" ? new TryLater(29_500, "Not yet") : new Error(`No luck with ${n}`);
      },
      gaveUp: async (services, { n }, error) => void gaveUp(services, n, (error as Error).message),
    });
  await jobs.work([failing("mail.send"), failing("webhooks.read"), failing("clock.work")], "services");
  await until(async () => (await rowsOf("mail.send"))[0]!.state === "failed", "the last try");
  await until(async () => (await rowsOf("webhooks.read"))[0]!.state === "retry", "the first try");
  await until(async () => (await rowsOf("clock.work"))[0]!.state === "completed", "the one that waits");
  expect(run.mock.calls.toSorted(byText)).toEqual([1, 2, 3].map((n) => ["services", n]));
  expect(gaveUp.mock.calls).toEqual([["services", 1, "No luck with 1"]]);
  expect((await rowsOf("mail.send"))[0]!.output).toMatchObject({ message: "No luck with 1" });
  expect(logged.map(({ level, queue, tries, err }) => [level, queue, tries, err.message]).toSorted(byText)).toEqual([
    [40, "webhooks.read", 1, "No luck with 2"],
    [50, "mail.send", 1, "No luck with 1"],
  ]);
  expect((await rowsOf("clock.work")).map(({ n, wait }) => [n, wait])).toEqual([
    [3, 0],
    [3, 30],
  ]);
});

test("the queue's connections are told from others", async () => {
  const { rows } = await admin.query(
    "select distinct application_name as name from pg_stat_activity where datname = current_database()",
  );
  expect(rows).toContainEqual({ name: "tradewind-jobs" });
});

test("the job of a quiet reseller runs among the first, however many a noisy one filed before and though none of those ends", async () => {
  const [noisy, quiet] = [randomUUID(), randomUUID()];
  await database.write(worker, async (tx) => {
    for (let n = 0; n < 1_000; n++) await jobs.file(tx, "mail.send", { resellerId: noisy });
  });
  await file("mail.send", { resellerId: quiet });
  const begun: string[] = [];
  const { promise: quietRan, resolve } = Promise.withResolvers<void>();
  const queue = jobQueue(own.workerUrl, log, true, () => {});
  onTestFinished(() => queue.stop());
  await queue.start();
  await queue.work(
    [
      job({
        queue: "mail.send",
        fetchers: 8,
        payload: z.object({ resellerId: z.string() }),
        run: async (_: undefined, { resellerId }) => {
          begun.push(resellerId);
          if (resellerId === quiet) resolve();
          else await quietRan;
        },
      }),
    ],
    undefined,
  );
  await quietRan;
  expect(begun.length).toBeLessThanOrEqual(3);
  await admin.query("delete from pgboss.job where name = 'mail.send' and state = 'created'");
});

test("a job is its reseller's, by the transaction or the payload; another of it, filed to try later, too", async () => {
  const { rows } = await admin.query<{ id: string }>(
    "insert into resellers (name, currency, country, created_at) values ('Acme', 'GBP', 'GB', now()) returning id",
  );
  const [{ id: resellerId }] = rows as [{ id: string }];
  const web = openDatabase(own.webUrl, { max: 1 });
  onTestFinished(() => web.close());
  await web.write({ role: "app_tenant", resellerId }, (tx) => jobs.file(tx, "clock.work", { n: 7 }));
  const groups = async () =>
    (await admin.query("select group_id from pgboss.job where name = 'clock.work' and data->>'n' = '7'")).rows;
  await until(async () => (await groups()).length > 1, "the later try");
  expect(await groups()).toEqual([{ group_id: resellerId }, { group_id: resellerId }]);
});

test("workers are told of a job when it is there, and not inside its transaction", async () => {
  told.length = 0;
  const begun = database.write(worker, async (tx) => {
    await jobs.file(tx, "webhooks.read", { n: 8 });
    throw new Error("Rolled back");
  });
  await expect(begun).rejects.toThrow("Rolled back");
  expect(told).toEqual([]);
  await file("webhooks.read", { n: 9 });
  expect(told).toEqual(["webhooks.read"]);
  expect((await admin.query("select name from pgboss.queue where notify")).rows).toEqual([]);
});

test("a queue with several fetchers is not held up by those of its jobs that hang", async () => {
  const begun: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const hanging = job({
    queue: "orders.fulfil",
    fetchers: 5,
    payload,
    run: async (_: undefined, { n }) => {
      begun.push(n);
      if (begun.length === 5) resolve();
      await promise;
    },
  });
  for (const n of [1, 2, 3, 4, 5]) await file("orders.fulfil", { n });
  await jobs.work([hanging], undefined);
  await until(() => begun.length === 5, "all to begin");
  await until(async () => (await rowsOf("orders.fulfil")).every(({ state }) => state === "completed"), "all to end");
  expect(begun.toSorted(byText)).toEqual([1, 2, 3, 4, 5]);
});

/** A worker that mails invoices as told, one at a time. */
async function workerOfInvoices(send: () => Promise<unknown>) {
  const queue = jobQueue(own.workerUrl, log, true, () => {});
  await queue.start();
  await queue.work([job({ queue: "invoices.mail", payload, run: async () => void (await send()) })], undefined);
  return queue;
}
const invoicesIn = async (state: string) => (await rowsOf("invoices.mail")).filter((each) => each.state === state);

test("what is under way when a worker stops is done; what another put off is done when it is due", async () => {
  await admin.query("delete from pgboss.job where name = 'invoices.mail'");
  await file("invoices.mail", { n: 10 });
  const begun = Promise.withResolvers<void>();
  const first = await workerOfInvoices(async () => {
    begun.resolve();
    await sleep(700);
  });
  await begun.promise;
  await first.stop();
  expect(await rowsOf("invoices.mail")).toMatchObject([{ n: 10, state: "completed" }]);

  await file("invoices.mail", { n: 11 });
  await admin.query("update pgboss.job set start_after = now() + interval '2 seconds' where data->>'n' = '11'");
  const second = await workerOfInvoices(async () => {});
  onTestFinished(() => second.stop());
  await until(async () => (await invoicesIn("completed")).length === 2, "the one that was put off", 8_000);
});

longTest("what hangs when a worker stops is given back after eight seconds", async () => {
  await admin.query("delete from pgboss.job where name = 'invoices.mail'");
  await file("invoices.mail", { n: 12 });
  const begun = Promise.withResolvers<void>();
  const hanging = await workerOfInvoices(() => {
    begun.resolve();
    return new Promise(() => {});
  });
  await begun.promise;
  await hanging.stop();
  expect(await invoicesIn("retry")).toMatchObject([{ n: 12 }]);
});
