import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@tradewind/tools/embedded-postgres.ts";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import { turnClock } from "@tradewind/tools/demo/behind-the-scenes.ts";
import pg from "pg";
import { demoKeys } from "../platform/config.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { testOffsetMs } from "./database.ts";
import type { Dice } from "./mutations.ts";
import { addAccount, startEntry, statusOf, until, withPatience, type Started } from "./processes.ts";

const root = path.join(import.meta.dirname, "..", "..");
type Addresses = {
  microsoft: string;
  acronis: string;
  bitdefender: string;
  identity: string;
  settings: Record<string, string>;
};

/** A process that is restarted whenever it ends, until told to stop. */
type Kept = { kill(): void; stop(): Promise<void> };
function keep(start: () => Started): Kept {
  let current: Started = start();
  let stopping = false;
  const watch = (started: Started) =>
    void started.ended.then(() => {
      if (stopping) return;
      current = start();
      watch(current);
    });
  watch(current);
  return {
    kill: () => void current.child.kill("SIGKILL"),
    async stop() {
      stopping = true;
      current.child.kill("SIGKILL");
      await current.ended;
    },
  };
}

/**
 * Starts two web processes, a worker, the vendors' simulators and a database with durable commits: all real processes.
 */
export async function crashWorld() {
  const cluster = await startThrowaway({ fsync: true, keepAlive: true });
  const admin = new pg.Pool({ connectionString: cluster.url, max: 2 });
  admin.on("error", () => {});
  await prepareDatabase(cluster.url);
  await turnClock(admin, testOffsetMs());
  const account = await addAccount(admin, "Harbour");
  const { vendors, child, folder } = await startVendors();

  const settings = (login: string) => {
    const url = new URL(cluster.url);
    url.username = login;
    return {
      NODE_ENV: "test",
      DEMO: "true",
      LOG_LEVEL: "silent",
      DATABASE_URL: url.href,
      ...demoKeys,
      ...vendors.settings,
    };
  };
  const ports = [await findFreePort(), await findFreePort()];
  const webs = ports.map((port) =>
    keep(() => startEntry("main.ts", { ...settings("tradewind_web"), PORT: String(port) })),
  );
  const worker = keep(() => startEntry("worker-main.ts", settings("tradewind_worker")));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);

  /** Kills a database process with SIGKILL: the database drops every connection and recovers from its log. */
  async function killDatabase() {
    const { rows } = await admin.query(
      "select pid from pg_stat_activity where usename like 'tradewind%' order by random() limit 1",
    );
    if (rows[0]) process.kill(rows[0].pid as number, "SIGKILL");
  }

  const faultsOfAll = (init?: RequestInit) =>
    Promise.all(
      [vendors.microsoft, vendors.acronis, vendors.bitdefender].map((vendor) =>
        withPatience(async () => (await (await fetch(`${vendor}/__sim/faults`, init)).json()) as { chaosHits: number }),
      ),
    );

  return {
    urls,
    vendors,
    admin,
    account,
    /** Waits until the portal answers at both addresses. */
    async serves() {
      for (const url of urls) await until(async () => (await statusOf(`${url}/readyz`)) === 200, "the portal", 240_000);
    },
    /** Waits until it answers at one of them: on a slow machine nothing would ever start between two kills. */
    async servesSomewhere() {
      const statuses = () => Promise.all(urls.map((url) => statusOf(`${url}/readyz`)));
      await until(async () => (await statuses()).includes(200), "the portal at one address", 240_000);
    },
    /** Kills a random process, the servers more often than the database. */
    async killOne(dice: Dice): Promise<string> {
      const victim = dice.pick(["web", "web", "worker", "worker", "database"] as const);
      if (victim === "web") dice.pick(webs).kill();
      else if (victim === "worker") worker.kill();
      else await killDatabase().catch(() => {});
      return victim;
    },
    /**
     * Makes the vendors answer late, twice, with 429 or 500, or not at all after doing the work; null restores them.
     */
    async misbehave(chaos: { seed: number; rate: number } | null) {
      await faultsOfAll({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ chaos: chaos && { ...chaos, lateMs: 300 } }),
      });
    },
    /** Counts the requests the vendors have mistreated so far. */
    async badDays(): Promise<number> {
      return (await faultsOfAll()).reduce((sum, { chaosHits }) => sum + chaosHits, 0);
    },
    async stop() {
      await Promise.all([...webs, worker].map((each) => each.stop()));
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      await admin.end();
      await cluster.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startVendors(): Promise<{ vendors: Addresses; child: ChildProcess; folder: string }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-crash-"));
  const map = path.join(folder, "simulators.json");
  const child = spawn(process.execPath, [path.join(root, "simulators", "main.ts")], {
    env: {
      PATH: process.env["PATH"] ?? "",
      SIM_DATA: folder,
      SIM_MAP: map,
      SIM_CLOCK_OFFSET_MS: String(testOffsetMs()),
    },
    stdio: "ignore",
  });
  while (!fs.existsSync(map)) await sleep(25);
  return { vendors: JSON.parse(fs.readFileSync(map, "utf8")) as Addresses, child, folder };
}
