import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "./database.ts";

async function connect(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test("a fresh database is migrated, empty and one's own", async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  const admin = await connect(one.adminUrl);
  await admin.query("create table mine ()");
  const stranger = await connect(other.adminUrl);
  expect(
    (await stranger.query("select to_regclass('mine') as mine, to_regclass('resellers') as resellers")).rows,
  ).toEqual([{ mine: null, resellers: "resellers" }]);
  expect((await stranger.query("select * from resellers")).rows).toEqual([]);
});

test("the product's logins have no rights of their own, no superuser and no way past row-level security", async () => {
  const database = await freshDatabase();
  for (const url of [database.webUrl, database.workerUrl]) {
    const client = await connect(url);
    const { rows } = await client.query("select rolsuper, rolbypassrls from pg_roles where rolname = current_user");
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    await expect(client.query("select * from resellers")).rejects.toThrow("permission denied");
  }
});
