import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runInvoices } from "../billing/invoices/invoice-run.actions.ts";
import { dailyWork } from "../daily.ts";
import { clockWork } from "../developer/clock/clock.jobs.ts";
import { turnDuePeriods } from "../ordering/renewals/due-work.actions.ts";
import { openDatabase } from "../platform/database.ts";
import { openLog } from "../platform/log.ts";
import { addCharges, noisyReseller, smallSlices } from "./charges.ts";
import { orderStory } from "./order-story.ts";
import { openStream, until } from "./processes.ts";
import { signAgreements } from "./sign-agreements.ts";
import { testApp } from "./test-app.ts";

// What one reseller's work may do to its neighbours: nothing.

const app = await testApp();
const origin = await app.app.listen({ host: "127.0.0.1", port: 0 });
const database = openDatabase(app.database.workerUrl, { max: 6, name: "the run" });
const admin = new pg.Client(app.database.adminUrl);
beforeAll(() => admin.connect());
afterAll(() => admin.end());
afterAll(() => database.close());
const story = orderStory(app, { until: () => Promise.reject(new Error("Nothing works here")) });
const platform = { ...app.platform, database };

/** Whose connections wait for somebody else's lock. */
const waiting = async () =>
  (
    await app.sql<{ name: string }>(
      "select distinct application_name as name from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0",
    )
  ).map(({ name }) => name);

test("while a large month is being issued, orders of its reseller and of others are placed, seen and invoiced", async () => {
  const [noisy, quiet] = [await noisyReseller(app), await story.signInSigned()];
  const busy = await app.signIn({ resellerId: noisy });
  await signAgreements(app, busy);
  const customers = [
    [quiet, await story.addCustomer(quiet)],
    [busy, await story.addCustomer(busy)],
  ] as const;
  await addCharges(app, quiet.resellerId, [{ due: "2026-01-20", minor: 500 }]);
  const stream = await openStream(origin, quiet.token);

  // A line cannot be written: the run stands still in the middle of a slice.
  await admin.query("begin");
  await admin.query("select from charges where reseller_id = $1 for update", [noisy]);
  const month = { until: "2026-02-01", issuedOn: "2026-02-01", now: platform.clock.now() };
  const run = runInvoices(platform, month, smallSlices);
  await until(async () => (await waiting()).length > 0, "the run to wait");
  try {
    for (const [person, customer] of customers) {
      const { OfferId } = await story.offer(person, customer, { term: "P1M", billing: "monthly" });
      const lines = [{ Key: "line", OfferId, Quantity: 1 }];
      expect(await story.order(person, customer, { Kind: "add", Lines: lines })).toMatchObject({
        placed: { Succeed: true },
      });
    }
    await until(() => stream.seen.some(({ data }) => data.includes("orders")), "the event of the order");
    await until(async () => (await issued(quiet.resellerId)) === 1, "the quiet one's invoice");
    expect([await issued(noisy), await waiting()]).toEqual([0, ["the run"]]);
  } finally {
    await admin.query("rollback");
    await run;
  }
  expect(await issued(noisy)).toBe(1);
  stream.close();
});

test("the period of a quiet reseller is turned after the first slice of a noisy one's hundred, not after all", async () => {
  const [noisy, quiet] = [await story.signInSigned(), await story.signInSigned()];
  for (const person of [noisy, quiet]) {
    const customer = await story.addCustomer(person);
    const { OfferId } = await story.offer(person, customer, { term: "P1M", billing: "monthly" });
    await story.order(person, customer, { Kind: "add", Lines: [{ Key: "line", OfferId, Quantity: 1 }] });
  }
  await app.sql(
    `insert into subscriptions select (jsonb_populate_record(s, jsonb_build_object('id', uuidv7()))).*
     from subscriptions s, generate_series(1, 99) where s.reseller_id = $1`,
    [noisy.resellerId],
  );
  // Only what is provided has further periods.
  await app.sql("update subscriptions set vendor_ref = id::text where reseller_id in ($1, $2)", [
    noisy.resellerId,
    quiet.resellerId,
  ]);
  const [due] = await app.sql<{ day: string }>("select max(period_until)::text as day from subscriptions");

  const clock = { ...app.platform.clock, now: () => new Date(`${due!.day}T06:00:00Z`) };
  expect(await turnDuePeriods({ ...platform, clock }, due!.day, 50)).toBeGreaterThan(100);

  const [before] = await app.sql<{ noisy: number }>(
    `with turned as (select reseller_id, xmin::text::bigint as at from charges where order_id is null and kind = 'recurring')
     select count(*)::int as noisy from turned where reseller_id = $1 and at < (select at from turned where reseller_id = $2)`,
    [noisy.resellerId, quiet.resellerId],
  );
  expect(before!.noisy).toBeLessThanOrEqual(50);
});

test("a reseller that cannot be charged holds up no period and no invoice of another, on that day or the days after it", async () => {
  const [broken, other] = [await story.signInSigned(), await story.signInSigned()];
  for (const person of [broken, other]) {
    const customer = await story.addCustomer(person);
    const { OfferId } = await story.offer(person, customer, { term: "P1M", billing: "monthly" });
    await story.order(person, customer, { Kind: "add", Lines: [{ Key: "line", OfferId, Quantity: 1 }] });
  }
  const ids = [broken.resellerId, other.resellerId];
  await app.sql("update subscriptions set vendor_ref = id::text where reseller_id = any($1)", [ids]);
  // The other's period ends two days later.
  await app.sql(
    "update subscriptions set period_until = period_until + 2, term_until = term_until + 2 where reseller_id = $1",
    [other.resellerId],
  );
  const [days] = await app.sql<{ before: string; due: string; monthEnd: string }>(
    `select (min(period_until) - 1)::text as before, max(period_until)::text as due,
       (date_trunc('month', max(period_until)) + interval '1 month')::date::text as "monthEnd"
     from subscriptions where reseller_id = any($1)`,
    [ids],
  );
  await app.sql("update business_clock set worked_until = $1", [days!.before]);
  await app.sql(
    `create function refuse_charge() returns trigger language plpgsql as $$ begin raise exception 'This cannot be charged'; end $$;
     create trigger refused before insert on charges for each row when (new.reseller_id = '${broken.resellerId}') execute function refuse_charge()`,
  );
  const workOn = (day: string) => {
    const clock = {
      ...platform.clock,
      refresh: async () => {},
      now: () => new Date(`${day}T06:00:00Z`),
      today: () => day,
    };
    const billing = dailyWork.filter(({ name }) => /^(billing|invoices)/.test(name));
    return clockWork.run({ platform: { ...platform, clock, log: openLog("silent", "test") }, dailyWork: billing }, {});
  };
  for (const day of [days!.due, days!.monthEnd]) await expect(workOn(day)).rejects.toThrow("The day's work failed");
  expect([await issued(broken.resellerId), await issued(other.resellerId)]).toEqual([0, 1]);

  await app.sql("drop trigger refused on charges");
  await workOn(days!.monthEnd);
  const charges = await app.sql("select from charges where reseller_id = $1", [broken.resellerId]);
  expect(charges.length).toBeGreaterThan(0);
});

const issued = async (resellerId: string) =>
  (await app.sql("select from invoices where reseller_id = $1", [resellerId])).length;
