import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { addDays } from "@tradewind/domain/values/dates.ts";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../platform/database.ts";
import { testApp } from "../../test/test-app.ts";
import { clockWork, fileTheDay, type DailyWork } from "./clock.jobs.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());

test("a part of the day's work that fails stops neither the others nor the days after it, and its days are done again", async () => {
  const platform = { ...app.platform, database, log: pino({ level: "silent" }) };
  const today = platform.clock.today();
  const [before, first, second] = [-3, -2, -1].map((days) => addDays(today, days));
  await app.sql("update business_clock set worked_until = $1", [before]);
  const workedUntil = async () =>
    (await app.sql<{ day: string }>("select worked_until::text as day from business_clock"))[0]!.day;
  const done: [part: string, day: string][] = [];
  const part = (name: string, fails: (day: string) => boolean): DailyWork => ({
    name,
    async run(_, day) {
      if (fails(day)) throw new Error(`${name} cannot work on ${day}`);
      done.push([name, day]);
    },
  });
  const run = (billing: DailyWork) =>
    clockWork.run({ platform, dailyWork: [billing, part("tickets", () => false)] }, {});

  await expect(run(part("billing", (day) => day === second))).rejects.toThrow("The day's work failed: billing");
  expect(done).toEqual([
    ["billing", first],
    ["tickets", first],
    ["tickets", second],
    ["billing", today],
    ["tickets", today],
  ]);
  expect(await workedUntil()).toBe(first);

  done.length = 0;
  await run(part("billing", () => false));
  expect(done).toEqual([second, today].flatMap((day) => ["billing", "tickets"].map((name) => [name, day])));
  expect(await workedUntil()).toBe(today);
});

test("the day's work waits once, however often and by however many it is filed, and a move of the clock is other work", async () => {
  const platform = { ...app.platform, database };
  const move = () =>
    database.write({ role: "app_worker" }, (tx) => platform.jobs.file(tx, "clock.work", { untilOffsetMs: 1 }));
  const filed = async () => (await app.sql("select from pgboss.job where not data ? 'untilOffsetMs'")).length;
  await move();
  for (const _ of [1, 2, 3]) await fileTheDay(platform);
  expect(await filed()).toBe(1);
  for (const state of ["retry", "active"]) {
    await app.sql("update pgboss.job set state = $1", [state]);
    await fileTheDay(platform);
    expect([state, await filed()]).toEqual([state, 1]);
  }
  await app.sql("update pgboss.job set state = 'completed'");
  await fileTheDay(platform);
  expect(await filed()).toBe(2);
});

test("the simulators' clock follows where a move was cut off between the two", async () => {
  const told: unknown[] = [];
  const simulator = createServer((request, response) => {
    request.on("data", (body) => told.push(JSON.parse(String(body)))).on("end", () => response.end());
  }).listen(0, "127.0.0.1");
  await once(simulator, "listening");
  const SIMULATOR_URLS = `http://127.0.0.1:${(simulator.address() as AddressInfo).port}`;
  const platform = { ...app.platform, database, config: { ...app.config, DEMO: true, SIMULATOR_URLS } };
  const [{ offset_ms }] = (await app.sql("select offset_ms::float8 from business_clock")) as [{ offset_ms: number }];
  await clockWork.run({ platform, dailyWork: [] }, { untilOffsetMs: offset_ms });
  expect(told).toEqual([{ offsetMs: offset_ms }]);
  simulator.close();
});
