import { subscribe } from "node:diagnostics_channel";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { prepareDatabase } from "../prepare-database.ts";
import { until } from "./processes.ts";
import { testApp, type Person, type TestApp } from "./test-app.ts";
import { answered, type Answered } from "../platform/replica.ts";

const primary = await startThrowaway();
const admin = new pg.Client(primary.url);
await admin.connect();
// As in production: a commit that was answered is on disk.
await admin.query("alter database postgres set synchronous_commit = on");
await prepareDatabase(primary.url);
const replica = await startThrowaway({ copyOf: primary.url });
const follower = new pg.Client(replica.url);
follower.on("error", () => {});
await follower.connect();
afterAll(async () => {
  await replica.stop();
  await admin.end();
  await primary.stop();
});

const urlOf = (cluster: string, user: string) => {
  const url = new URL(cluster);
  url.username = user;
  return url.href;
};
const database = {
  adminUrl: primary.url,
  webUrl: urlOf(primary.url, "tradewind_web"),
  workerUrl: urlOf(primary.url, "tradewind_worker"),
  drop: async () => {},
};
const hostOf = (url: string) => new URL(url).host;
/** Both servers, the one that only follows first. */
const both = database.webUrl.replace(hostOf(primary.url), `${hostOf(replica.url)},${hostOf(primary.url)}`);
const settings = { DATABASE_URL: both, REPLICA_DATABASE_URL: both, METRICS_PORT: "0" };
const [here, there] = [await testApp(settings, { database }), await testApp(settings, { database })];
const person = await here.signIn();

let by: Answered["by"] | undefined;
subscribe(answered.name, (message) => ({ by } = message as Answered));

const add = async (app: TestApp, who: Person, name: string) =>
  (await app.call(who, customerForms.add, { body: { name, organisationTypes: ["Commercial"] } })).Result!.customerId;
const namesAt = async (app: TestApp, who: Person) =>
  (await app.call(who, customers.list, {})).Result!.Items.map(({ Name }) => Name);
/** Reads until the replica answers: it is given a second's rest after it could not. */
const untilUsed = () =>
  until(async () => {
    await namesAt(here, person);
    return by === "replica";
  }, "the replica to answer");

async function pauseReplica() {
  await follower.query("select pg_wal_replay_pause()");
  await until(async () => {
    const { rows } = await follower.query("select pg_get_wal_replay_pause_state() = 'paused' as paused");
    return rows[0].paused as boolean;
  });
}
const resumeReplica = () => follower.query("select pg_wal_replay_resume()");

test("several servers in one address: writes go to the one that takes them, lists come from the other", async () => {
  await untilUsed();
  await expect(add(here, person, "First")).resolves.toMatch(/-/);
});

test("whoever wrote sees it in the next list, in another session, at another process and for a colleague", async () => {
  const again = await here.signInAgain(person);
  const colleague = await here.signIn({ resellerId: person.resellerId });
  const readers = [
    [here, person],
    [there, person],
    [there, again],
    [there, colleague],
  ] as const;
  for (let round = 0; round < 12; round++) {
    await add(here, person, `Round ${round}`);
    for (const found of await Promise.all(readers.map(([app, who]) => namesAt(app, who))))
      expect(found).toContain(`Round ${round}`);
  }
});

test("a replica that is behind answers nothing: the primary does, and for a read without news it answers again", async () => {
  await untilUsed();
  await pauseReplica();
  await add(here, person, "Unheard of");
  expect(await namesAt(there, person)).toContain("Unheard of");
  expect(by).toBe("primary");
  const file = await there.call(person, activityLog.csv, {});
  expect([file.status, file.text.includes("Unheard of")]).toEqual([200, true]);
  await resumeReplica();
  await untilUsed();
  expect(await namesAt(here, person)).toContain("Unheard of");
});

test("a file that is streamed comes from the replica, and is as fresh", async () => {
  await untilUsed();
  by = undefined;
  await add(here, person, "In the file");
  const { status, text } = await here.call(person, activityLog.csv, {});
  expect([status, text.includes("In the file")]).toEqual([200, true]);
});

test("nobody sees more on the replica than on the primary", async () => {
  const stranger = await here.signIn();
  await until(async () => {
    expect(await namesAt(here, stranger)).toEqual([]);
    return by === "replica";
  }, "the replica to answer a stranger");
  const seen = await there.platform.replica.read({ role: "app_tenant", resellerId: stranger.resellerId }, (db) =>
    db.selectFrom("customers").select("id").execute(),
  );
  expect(seen).toEqual([]);
  const bound = there.platform.replica.read({ role: "app_events" }, (db) =>
    db.selectFrom("customers").select("id").execute(),
  );
  await expect(bound).rejects.toThrow(/permission denied/);
});

test("an address that leads to another database is named", async () => {
  const elsewhere = urlOf(inject("testCluster").url, "tradewind_web");
  await expect(testApp({ ...settings, DIRECT_DATABASE_URL: elsewhere }, { database })).rejects.toThrow(
    "DIRECT_DATABASE_URL: this is another server's database",
  );
  const wrongUser = both.replace("tradewind_web", "nobody_here");
  await expect(testApp({ ...settings, REPLICA_DATABASE_URL: wrongUser }, { database })).rejects.toThrow(
    /^REPLICA_DATABASE_URL: /,
  );
});

test("a replica that is gone is missed by nobody, and a process starts without it", async () => {
  await untilUsed();
  await follower.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'tradewind_web'");
  await add(here, person, "After the cut");
  expect(await namesAt(here, person)).toContain("After the cut");
  await follower.end();
  await replica.stop();
  const late = await testApp(settings, { database });
  for (const app of [here, there, late]) expect(await namesAt(app, person)).toContain("After the cut");
  expect(by).toBe("primary");
});
