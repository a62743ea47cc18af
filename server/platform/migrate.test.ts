import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../test/database.ts";
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
