import pg from "pg";
import pino from "pino";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../test/database.ts";
import { watchClock } from "./clock-watch.ts";
import { openDatabase } from "./database.ts";

const { adminUrl, webUrl, drop } = await freshDatabase();
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
afterAll(async () => {
  await admin.end();
  await drop();
});

test("a clock that goes wrong while a process runs is said once, and so is that it is right again", async () => {
  await admin.query(`
    create table public.slow (seconds integer);
    insert into public.slow values (0);
    grant select on public.slow to public;
    create function public.clock_timestamp() returns timestamptz language sql volatile as
      $$ select pg_catalog.clock_timestamp() - seconds * interval '1 second' from public.slow $$;
    do $$ begin execute format('alter role tradewind_web in database %I set search_path = public, pg_catalog', current_database()); end $$`);
  const said: string[] = [];
  const log = pino({}, { write: (line: string) => void said.push(line) });
  const database = openDatabase(webUrl, { max: 1 });
  const { ahead, stop } = watchClock({ database, log }, "app_identity", 5);
  onTestFinished(() => stop().then(() => database.close()));
  const slow = async (seconds: number) => {
    await admin.query("update public.slow set seconds = $1", [seconds]);
    await expect.poll(() => Math.abs(ahead() - seconds) < 5, { timeout: 30_000 }).toBe(true);
  };

  await slow(0);
  expect(said).toEqual([]);
  await slow(600);
  await slow(900);
  expect(said).toEqual([expect.stringMatching(/"level":50.*"secondsAhead":(59\d|600),.*clock differs/)]);
  await slow(-600);
  expect(said).toHaveLength(1);
  await slow(0);
  expect(said.slice(1)).toEqual([expect.stringMatching(/"level":30.*agrees with the database's again/)]);
});
