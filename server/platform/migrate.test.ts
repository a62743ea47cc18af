import fs from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../test/database.ts";
import { queues } from "./job-queues.ts";
import { migrate } from "./migrate.ts";

test("a migration that differs from the one that ran is refused; one from before checksums gets its own", async () => {
  const { adminUrl, drop } = await freshDatabase();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const keep = (checksum: string | null) =>
    admin.query("update schema_migrations set checksum = $1 where name = '0001_platform.sql'", [checksum]);
  await keep("another");
  await expect(migrate(adminUrl)).rejects.toThrow("Migration 0001_platform.sql is not the one that ran here");
  await keep(null);
  expect(await migrate(adminUrl)).toEqual({ ran: [] });
  const { rows } = await admin.query(
    "select name from schema_migrations where checksum !~ '^[0-9a-f]{64}$' or checksum is null",
  );
  expect(rows).toEqual([]);
  await admin.end();
  await drop();
});

test("a migration takes nothing away that the version before it may still use", () => {
  const folder = new URL("../migrations/", import.meta.url);
  const taken = /\bdrop (table|column)\b|\brename (to|column)\b|\balter (column )?\w+ type\b/i;
  // A column that only grows holds whatever the version before writes, and is read by it as before.
  const reason = /^-- (Unused since version |Only grows: )/m;
  const breaking = fs
    .readdirSync(folder)
    .filter((name) => name > "0177")
    .filter((name) => {
      const text = fs.readFileSync(new URL(name, folder), "utf8");
      return taken.test(text) && !reason.test(text);
    });
  expect(breaking).toEqual([]);
});

test("a check of a table with many rows is added without reading them under its lock", () => {
  const folder = new URL("../migrations/", import.meta.url);
  const added =
    /\balter table (charges|invoice_lines|ledger_entries|payables)\b[^;]*\badd constraint \w+ check\b[^;]*/gi;
  const reading = fs
    .readdirSync(folder)
    .filter((name) => name >= "0280")
    .filter((name) => {
      const statements = fs.readFileSync(new URL(name, folder), "utf8").match(added) ?? [];
      return statements.some((statement) => !/\bnot valid$/i.test(statement));
    });
  expect(reading).toEqual([]);
});

test("an empty database gets every migration in order, once, and every queue as it is set", async () => {
  const { adminUrl, drop } = await freshDatabase();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  // The template that every fresh database is copied from was empty before.
  const { rows: ran } = await admin.query<{ name: string }>("select name from schema_migrations order by at");
  expect(ran.map(({ name }) => name)).toEqual(fs.readdirSync(new URL("../migrations", import.meta.url)).toSorted());
  const { rows: made } = await admin.query<{ name: string; limit: number; heartbeat: number }>(
    "select name, retry_limit as limit, heartbeat_seconds as heartbeat from pgboss.queue order by name",
  );
  expect(made.map(({ name, limit, heartbeat }) => [name, limit, heartbeat])).toEqual(
    Object.entries(queues)
      .map(([name, { retryLimit, heartbeatSeconds }]) => [name, retryLimit, heartbeatSeconds])
      .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  );
  await admin.query("update pgboss.queue set retry_limit = 7");
  expect(await migrate(adminUrl)).toEqual({ ran: [] });
  expect((await admin.query("select from pgboss.queue where retry_limit = 7")).rowCount).toBe(0);
  await admin.end();
  await drop();
});

test("a database that cannot be reached is blamed on its setting", async () => {
  await expect(migrate("postgres://x@127.0.0.1:1/x")).rejects.toThrow(/^MIGRATION_DATABASE_URL: .*ECONNREFUSED/);
  await expect(migrate("mysql://x@127.0.0.1:1/x")).rejects.toThrow("MIGRATION_DATABASE_URL: must begin with postgres:");
  await expect(migrate("postgres://x:a#b/c@127.0.0.1:1/x")).rejects.toThrow(/^MIGRATION_DATABASE_URL: .*URL/);
  await expect(migrate("postgres://x@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/none")).rejects.toThrow(
    /^MIGRATION_DATABASE_URL: ENOENT/,
  );
});

test("a PostgreSQL that is too old is named with the one that is needed", async () => {
  const { adminUrl, drop } = await freshDatabase();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(
    "create function public.current_setting(name text) returns text language sql return case name when 'server_version' then '15.8' else '150008' end",
  );
  await admin.query(
    "do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$",
  );
  await expect(migrate(adminUrl)).rejects.toThrow(
    "MIGRATION_DATABASE_URL: PostgreSQL 18 or newer is needed, and this is 15.8",
  );
  await admin.end();
  await drop();
});
