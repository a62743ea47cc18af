import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { testApp } from "../test/test-app.ts";
import { openDatabase } from "./database.ts";
import { chores } from "./housekeeping.store.ts";
import { pruneOld } from "./housekeeping.ts";

const app = await testApp();
const database = openDatabase(app.database.workerUrl, { max: 1 });
afterAll(() => database.close());
const { resellerId, membershipId } = await app.signIn();

/** What is kept for how long since when, and what else a row needs: `person` is a new one. */
test.each<[table: string, life: string, since: string, row: Record<string, string>]>([
  ["events", "1 hour", "created_at", { reseller_id: `'${resellerId}'`, topics: "'{orders}'" }],
  [
    "idempotency",
    "3 days",
    "created_at",
    { reseller_id: `'${resellerId}'`, person_id: "person", key: "'1'", operation: "'x'", body_hash: "''" },
  ],
  ["sign_in_attempts", "0 s", "until", { key: "person", count: "1" }],
  ["factor_setups", "0 s", "until", { person_id: "person", id: "person", secret: "'x'" }],
  ["used_tickets", "1 hour", "used_at", { id: "person" }],
  ["password_keys", "0 s", "expires_at", { hash: "uuid_send(person)", person_id: "person", purpose: "'mail'" }],
  ["used_robot_solutions", "0 s", "expires_at", { nonce: "person" }],
  ["passkey_challenges", "0 s", "until", { challenge: "person", purpose: "'signIn'", origin: "'x'" }],
  ["known_devices", "400 days", "last_seen_at", { person_id: "person", device_hash: "sha256(uuid_send(person))" }],
  [
    "notifications",
    "90 days",
    "created_at",
    {
      reseller_id: `'${resellerId}'`,
      membership_id: `'${membershipId}'`,
      category: "'Orders'",
      content: "'x'",
      view: "1",
    },
  ],
  [
    "ticket_files",
    "1 day",
    "created_at",
    { reseller_id: `'${resellerId}'`, sent_by: "person", name: "'x'", media_type: "'text/plain'", bytes: "'x'" },
  ],
  ["sessions", "90 days", "expires_at", { person_id: "person", revoked_at: "null" }],
  [
    "webhook_inbox",
    "30 days",
    "received_at",
    { vendor: "'microsoft'", event_id: "person", headers: "'{}'", body: "'x'", state: "'read'" },
  ],
])("of %s what is older than %s is removed, and the rest kept", async (table, life, since, row) => {
  const add = (at: string) =>
    app.sql(
      `with someone as (insert into people (user_name) values (gen_random_uuid()) returning id as person)
       insert into ${table} (${[since, ...Object.keys(row)].join(", ")})
       select ${[at, ...Object.values(row)].join(", ")} from someone`,
    );
  await add(`now() - interval '${life}' - interval '1 minute'`);
  await add(`now() - interval '${life}' + interval '1 minute'`);
  await pruneOld({ ...app.platform, database });
  expect(await app.sql(`select distinct ${since} > now() - interval '${life}' as young from ${table}`)).toEqual([
    { young: true },
  ]);
});

test("a webhook that waits is kept, however old", async () => {
  await app.sql("update webhook_inbox set state = 'waiting', received_at = now() - interval '1 year'");
  await pruneOld({ ...app.platform, database });
  expect(await app.sql("select state from webhook_inbox")).toEqual([{ state: "waiting" }]);
});

test("what a long outage left is caught up with at once, in transactions of a thousand rows; a locked table is passed over", async () => {
  const count = async () => (await app.sql<{ n: number }>("select count(*)::int as n from events"))[0]!.n;
  await app.sql(
    "insert into events (reseller_id, topics, created_at) select $1, '{orders}', now() - interval '2 days' from generate_series(1, 2500)",
    [resellerId],
  );
  const another = new pg.Client(app.database.adminUrl);
  await another.connect();
  onTestFinished(() => another.end());
  await another.query("begin");
  await another.query("select pg_advisory_xact_lock(hashtextextended('housekeeping events', 0))");
  await pruneOld({ ...app.platform, database });
  expect(await count()).toBeGreaterThanOrEqual(2500);
  await another.query("commit");
  const [before] = await app.sql<{ xid: string }>("select pg_current_xact_id()::text as xid");
  await pruneOld({ ...app.platform, database });
  const [after] = await app.sql<{ xid: string }>("select pg_current_xact_id()::text as xid");
  expect(await count()).toBeLessThan(2500);
  expect(Number(after!.xid) - Number(before!.xid)).toBeGreaterThan(3);
});

test("every search of housekeeping can use an index", async () => {
  const found: string[] = [];
  for (const { table } of chores(app.config)) {
    const indexes = await app.sql<{ def: string }>("select indexdef as def from pg_indexes where tablename = $1", [
      table,
    ]);
    const column = /(created_at|until|expires_at|used_at|received_at|last_seen_at|xid)/;
    if (!indexes.some(({ def }) => column.test(/\(([^,]*)/.exec(def.slice(def.indexOf(" USING ")))?.[1] ?? "")))
      found.push(table);
  }
  expect(found).toEqual([]);
});
