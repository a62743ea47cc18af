import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findFreePort, startEmbedded } from "./embedded-postgres.ts";
import { isAlive } from "./postgres-running.ts";
import { startThrowaway } from "./throwaway-postgres.ts";

let home: string;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-launcher-"));
  fs.chmodSync(home, 0o755);
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

async function ask(url: string, sql: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("two starts in one folder replace what a killed start left half-made, share a cluster, and the last to leave stops it", async () => {
  const folder = path.join(home, "postgres");
  const abandoned = `${folder}.99999999.init`;
  fs.mkdirSync(abandoned);
  fs.writeFileSync(path.join(abandoned, "PG_VERSION"), "18\n");
  const [first, second] = await Promise.all([startEmbedded(folder), startEmbedded(folder)]);
  expect(second.pid()).toBe(first.pid());
  expect(await ask(first.url, "select current_setting('fsync') as fsync")).toEqual([{ fsync: "on" }]);

  await first.stop();
  expect(isAlive(second.pid())).toBe(true);
  const pid = second.pid();
  await second.stop();
  // On a busy machine its process ends a moment after it has said that it stopped.
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(fs.readdirSync(home).sort()).toEqual(["postgres", "postgres.log"]);
});

test("committed data survives a killed server, at the same address", async () => {
  const cluster = await startEmbedded(path.join(home, "postgres"), { keepAlive: true });
  await ask(cluster.url, "create table kept as select 42 as answer");
  const killed = cluster.pid();
  process.kill(killed, "SIGKILL");
  await expect.poll(() => cluster.pid(), { timeout: 20_000 }).not.toBe(killed);
  expect(await ask(cluster.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await cluster.stop();
});

test("a throwaway cluster leaves nothing behind", async () => {
  const cluster = await startThrowaway();
  const [{ folder }] = await ask(cluster.url, "select current_setting('data_directory') as folder");
  const pid = cluster.pid();
  await cluster.stop();
  // The process may be a zombie until its parent collects its exit status.
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(fs.existsSync(path.dirname(folder))).toBe(false);
});

test("ports that are found at once differ, and are none that a system hands out by itself", async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, findFreePort));
  expect(new Set(ports).size).toBe(100);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
