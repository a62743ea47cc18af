import { addDays, daysBetween, monthOf } from "@tradewind/domain/values/dates.ts";
import { afterAll, expect, inject, test } from "vitest";
import { dailyWork } from "../daily.ts";
import type { DailyWork } from "../developer/clock/clock.jobs.ts";
import { testApp } from "./test-app.ts";
import { testWorker } from "./test-worker.ts";

const app = await testApp();
const worked: string[] = [];
const parts = dailyWork as DailyWork[];
parts.push({ name: "what this test looks at", run: async (_platform, day) => void worked.push(day) });
afterAll(() => void parts.pop());
const worker = await testWorker(app, { lookEvery: 500 });
const { today } = app.platform.clock;

test("each day on which something is due is worked once, in order, and in a short run hardly any other", async () => {
  const begins = today();
  const first = monthOf(begins).until;
  const due = addDays(first, 16);
  const ends = addDays(first, 20);
  await app.sql("create table appointments (due_on date)");
  await app.sql("insert into appointments values ($1)", [due]);
  await worker.moveDays(daysBetween(begins, ends));
  expect(today()).toBe(ends);
  expect(worked).toEqual([...new Set(worked)].toSorted());
  expect(worked).toEqual(expect.arrayContaining([begins, first, addDays(first, 1), due, ends]));
  if (inject("long")) expect(worked).toHaveLength(daysBetween(begins, ends) + 1);
  else expect(worked.length).toBeLessThan(12);
});

test("what is due is looked for again and again", async () => {
  worked.length = 0;
  await app.sql("update business_clock set worked_until = worked_until - 1");
  await worker.until(async () => worked.includes(today()), "the day to be worked again");
  expect(worked).toEqual([today()]);
});
