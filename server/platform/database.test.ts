import { Socket } from "node:net";
import { sql, type RawBuilder } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { freshDatabase } from "../test/database.ts";
import type { Bounds } from "./bounds.ts";
import { openDatabase } from "./database.ts";
import { brokeUnique, lostDatabase } from "./db-errors.ts";
import type { Db, Tx } from "./db.ts";
import { trail, trailAlone, trailing } from "./trail.ts";

const own = await freshDatabase();
// A single connection, so that every transaction meets the state left by the one before.
const database = openDatabase(own.webUrl, { max: 1 });
const admin = new pg.Client(own.adminUrl);
const events: Bounds = { role: "app_events" };
const tenant: Bounds = { role: "app_tenant", resellerId: "0198c0de-0000-7000-8000-000000000001" };

beforeAll(async () => {
  await admin.connect();
  await admin.query(
    "create table notes (id int primary key, said jsonb); grant select, insert on notes to app_tenant, app_events",
  );
});
beforeEach(async () => void (await admin.query("truncate notes")));
afterAll(async () => {
  await database.close();
  await admin.end();
  await own.drop();
});

const note = (id: number, said: unknown = null): RawBuilder<unknown> =>
  sql`insert into notes values (${id}, ${said}::jsonb)`;
const later = (tx: Tx, write: RawBuilder<unknown>, orRefuse?: (error: unknown) => never) =>
  trail(tx, { compile: () => write.compile(tx) }, orRefuse);
const notes = async () => (await admin.query("select id from notes order by id")).rows.map(({ id }) => id as number);
const one = async <T>(db: Db, query: RawBuilder<T>) => (await query.execute(db)).rows[0]!;
const whoAmI = (db: Db) =>
  one(
    db,
    sql<object>`select current_user as role, current_setting('app.reseller_id') as reseller,
                       current_setting('transaction_read_only') as read_only`,
  );
const pidOf = async (db: Db) => (await one(db, sql<{ pid: number }>`select pg_backend_pid() as pid`)).pid;

/** Counts writes to the connection's socket while `work` runs. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  const { port } = await database.read(events, (db) =>
    one(db, sql<{ port: number }>`select inet_client_port() as port`),
  );
  const spies = [vi.spyOn(Socket.prototype, "_write"), vi.spyOn(Socket.prototype, "_writev")];
  await work();
  const sockets = spies.flatMap((spy) => spy.mock.contexts as Socket[]);
  for (const spy of spies) spy.mockRestore();
  return sockets.filter(({ localPort }) => localPort === port).length;
}

test("a transaction has its own role and tenant and none of the one before", async () => {
  expect(await database.read(tenant, whoAmI)).toEqual({
    role: "app_tenant",
    reseller: "0198c0de-0000-7000-8000-000000000001",
    read_only: "on",
  });
  expect(await database.write(events, whoAmI)).toEqual({ role: "app_events", reseller: "", read_only: "off" });
});

test("refused bounds fail for their own reason and keep no connection", async () => {
  for (const _ of [1, 2])
    await expect(database.read({ role: "app_tenant", resellerId: "'" }, whoAmI)).rejects.toThrow("by its id");
  const ran = vi.fn(whoAmI);
  await expect(database.read({ role: "app_worker" }, ran)).rejects.toThrow("permission denied to set role");
  await expect(database.write({ role: "app_worker" }, async () => 1)).rejects.toThrow("permission denied to set role");
  expect(await database.read(events, pidOf)).toBeGreaterThan(0);
});

test("a read leaves in one write with its begin, a transaction's trail in one more with its commit", async () => {
  const write = (tx: Tx) => {
    later(tx, sql`select ${1}::int`);
    later(tx, sql`select ${2}::int`);
    trailAlone(tx, sql`select ${3}::int`.compile(tx));
  };
  expect(await writesOf(() => database.read(events, pidOf))).toBe(1);
  expect(await writesOf(() => database.read(events, (db) => Promise.all([pidOf(db), whoAmI(db)])))).toBe(1);
  expect(await writesOf(() => database.write(events, async (tx) => write(tx)))).toBe(1);
  expect(await writesOf(() => database.write(events, async (tx) => (await pidOf(tx), write(tx))))).toBe(2);
});

test("a read ends with the next begin, which sees a later time and all commits since", async () => {
  const now = (db: Db) => one(db, sql<{ now: number }>`select extract(epoch from now())::float8 as now`);
  const first = await database.read(events, now);
  await admin.query("insert into notes values (1)");
  const [second, seen] = await database.read(events, (db) =>
    Promise.all([now(db), one(db, sql`select id from notes`)]),
  );
  expect(second.now).toBeGreaterThan(first.now);
  expect(seen).toEqual({ id: 1 });
});

test("a read sees one moment, whatever is committed between its statements", async () => {
  const count = (db: Db) => one(db, sql<{ count: number }>`select count(*)::int from notes`);
  const [before, after] = await database.read(events, async (db) => {
    const first = await count(db);
    await admin.query("insert into notes values (7)");
    return [first, await count(db)];
  });
  expect(after).toEqual(before);
  expect(await database.read(events, count)).toEqual({ count: before.count + 1 });
});

test("a read that swallowed an error ends like any other", async () => {
  await database.read(events, (db) => one(db, sql`select 1 / 0`).catch(() => {}));
  await database.write(events, (tx) => note(2).execute(tx));
  expect(await notes()).toEqual([2]);
});

test("a read that no other follows ends by itself", async () => {
  const pid = await database.read(events, pidOf);
  const state = async () =>
    (await admin.query("select state from pg_stat_activity where pid = $1", [pid])).rows[0].state as string;
  await expect.poll(state, { timeout: 10_000 }).toBe("idle");
});

test("a connection lost in mid-transaction fails that transaction alone, which keeps nothing", async () => {
  const lost = database.write(events, async (tx) => {
    await note(3).execute(tx);
    await admin.query("select pg_terminate_backend($1)", [await pidOf(tx)]);
    await pidOf(tx);
  });
  await expect(lost).rejects.toSatisfy(lostDatabase);
  expect(await notes()).toEqual([]);
  expect(await database.read(events, pidOf)).toBeGreaterThan(0);
});

test("a connection lost before its read was ended is given up", async () => {
  const lost = await database.read(events, pidOf);
  await admin.query("select pg_terminate_backend($1)", [lost]);
  await expect.poll(() => database.read(events, pidOf).catch(() => lost), { timeout: 10_000 }).not.toBe(lost);
});

test("trailed writes run as one statement with renumbered parameters, and their values are never read as SQL", async () => {
  await database.write(events, async (tx) => {
    later(tx, note(4, JSON.stringify("$1")));
    later(tx, note(5, JSON.stringify("$2 and $11")));
    await note(6).execute(trailing(tx));
    expect(await notes()).toEqual([]);
  });
  expect((await admin.query("select id, said from notes order by id")).rows).toEqual([
    { id: 4, said: "$1" },
    { id: 5, said: "$2 and $11" },
    { id: 6, said: null },
  ]);
});

test("a failed trailed write rolls its transaction back and throws the translated refusal", async () => {
  const write = (tx: Tx) => {
    later(tx, note(8), (error) => {
      throw brokeUnique(error, "notes_pkey") ? new Error("There is a note 8 already") : error;
    });
  };
  await database.write(events, async (tx) => write(tx));
  const again = database.write(events, async (tx) => {
    await note(9).execute(tx);
    write(tx);
  });
  await expect(again).rejects.toThrow("There is a note 8 already");
  const alone = database.write(events, async (tx) => {
    await note(9).execute(tx);
    trailAlone(tx, note(8).compile(tx));
  });
  await expect(alone).rejects.toSatisfy((error) => brokeUnique(error, "notes_pkey"));
  expect(await notes()).toEqual([8]);
});

test("a trailed write that cannot be sent rolls its transaction back and leaves its statement usable", async () => {
  const unsendable = database.write(events, async (tx) => {
    await note(10).execute(tx);
    later(tx, note(11, { amount: 1n }));
  });
  await expect(unsendable).rejects.toThrow("BigInt");
  expect(await notes()).toEqual([]);
  await database.write(events, async (tx) => later(tx, note(11, { amount: 1 })));
  expect(await notes()).toEqual([11]);
});

test("a transaction that swallowed an error is reported as rolled back", async () => {
  const forgiven = database.write(events, async (tx) => {
    await note(12).execute(tx);
    await one(tx, sql`select 1 / 0`).catch(() => {});
  });
  await expect(forgiven).rejects.toThrow("was rolled back");
  expect(await notes()).toEqual([]);
});

test("a transaction kept beyond its end neither reads nor writes, since its connection may serve another tenant", async () => {
  const kept = await database.write(events, async (tx) => ({ tx, later: trailing(tx) }));
  await expect(database.read(tenant, () => pidOf(kept.tx))).rejects.toThrow("is over");
  await expect(note(13).execute(kept.later)).rejects.toThrow("Only an open transaction");
  expect(() => trailAlone(kept.tx, note(13).compile(kept.tx))).toThrow("Only an open transaction");
  let failed: Tx | undefined;
  const undone = database.write(events, async (tx) => {
    failed = tx;
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await expect(database.read(tenant, () => pidOf(failed!))).rejects.toThrow("is over");
  expect(() => trailAlone(failed!, note(13).compile(failed!))).toThrow("Only an open transaction");
});

test("a transaction opens no other inside, and a write says how many rows it touched", async () => {
  const nested = database.write(events, (tx) => tx.transaction().execute(async () => {}));
  await expect(nested).rejects.toThrow("opened by read and write only");
  const { numAffectedRows } = await database.write(events, (tx) => note(15).execute(tx));
  expect(numAffectedRows).toBe(1n);
});

test("a connection reads and writes times in UTC, and plans a statement once for all values", async () => {
  const settings = sql`select current_setting('TimeZone') as zone, current_setting('plan_cache_mode') as plans`;
  expect(await database.read(events, (db) => one(db, settings))).toEqual({ zone: "UTC", plans: "force_generic_plan" });
});

test("a statement is prepared once per connection, even if its first use failed", async () => {
  const asked = (db: Db) => one(db, sql`select ${1}::int as asked_once`);
  await database.read(events, async (db) => {
    await one(db, sql`select 1 / 0`).catch(() => {});
    await asked(db).catch(() => {});
  });
  for (const _ of [1, 2]) expect(await database.read(events, asked)).toEqual({ asked_once: 1 });
  const { rows } = await database.read(events, (db) =>
    sql`select statement from pg_prepared_statements where statement like '%asked_once'`.execute(db),
  );
  expect(rows).toEqual([{ statement: "select $1::int as asked_once" }]);
});

test("whatever fails after a statement that failed says why that one did", async () => {
  const both = database.read(tenant, (db) =>
    Promise.allSettled([one(db, sql`select ${"no"}::uuid`), one(db, sql`select 1`)]),
  );
  const malformed = { status: "rejected", reason: { code: "22P02" } };
  expect(await both.catch((error: unknown) => error)).toMatchObject([malformed, malformed]);
});
