import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPostgres } from "./postgres-binaries.ts";
import { isAlive, readRunning, type Running } from "./postgres-running.ts";

export type EmbeddedOptions = {
  /** Restarts PostgreSQL on the same port if it stops unexpectedly. */
  keepAlive?: boolean;
  /** Whether commits wait for the disk. Turn off for throwaway test clusters only. */
  fsync?: boolean;
  maxConnections?: number;
  /** Receives a sentence about each restart or failure. */
  say?: (sentence: string) => void;
};

export type Embedded = {
  /** The superuser's URL of the database `postgres`. */
  url: string;
  /** The postmaster's process id; changes when it is restarted. */
  pid(): number;
  /** Releases the cluster; the last process that uses it stops it. */
  stop(): Promise<void>;
};

type Held = Running & { session: pg.Client };

const startTimeout = 60_000;
/** Advisory lock: shared by every process that uses the cluster, exclusive for the one that stops it. */
const usersLock = 727_001;

/**
 * Starts the PostgreSQL cluster in `folder`, creating it if necessary. Joins a cluster that is already running there,
 * whether another process uses it or a killed one left it behind.
 */
export async function startEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const postgres = findPostgres();
  const say = options.say ?? (() => {});
  createCluster();
  let held = await hold();
  let stopping = false;
  watch();

  return {
    url: addressOf(held.port),
    pid: () => held.pid,
    async stop() {
      if (stopping) return;
      stopping = true;
      if (await isLastUser(held)) await stopCluster();
      await held.session.end().catch(() => {});
    },
  };

  function createCluster() {
    if (fs.existsSync(path.join(folder, "PG_VERSION"))) return;
    fs.mkdirSync(path.dirname(folder), { recursive: true });
    for (const name of fs.readdirSync(path.dirname(folder))) {
      const [, base, maker] = /^(.+)\.(\d+)\.init$/.exec(name) ?? [];
      if (base === path.basename(folder) && !isAlive(Number(maker)))
        fs.rmSync(path.join(path.dirname(folder), name), { recursive: true });
    }
    const fresh = `${folder}.${process.pid}.init`;
    fs.rmSync(fresh, { recursive: true, force: true });
    fs.mkdirSync(fresh, { mode: 0o700 });
    const locale = ["-E", "UTF8", "--locale-provider=icu", "--icu-locale=en-GB", "--locale=C"];
    const sync = options.fsync === false ? ["--no-sync"] : [];
    const initdb = postgres.command("initdb", ["-D", fresh, "-U", "postgres", "-A", "trust", ...locale, ...sync]);
    if (initdb.ids.uid !== undefined) fs.chownSync(fresh, initdb.ids.uid, initdb.ids.gid!);
    const result = spawnSync(initdb.file, initdb.args, { ...initdb.ids, encoding: "utf8" });
    if (result.status !== 0) throw new Error(`PostgreSQL could not create ${folder}: ${result.stderr}${result.stdout}`);
    try {
      fs.renameSync(fresh, folder);
    } catch (error) {
      fs.rmSync(fresh, { recursive: true, force: true });
      if (!fs.existsSync(path.join(folder, "PG_VERSION"))) throw error;
    }
  }

  /** Finds the running cluster or starts it, and registers this process as one of its users. */
  async function hold(port?: number): Promise<Held> {
    const until = performance.now() + startTimeout;
    let problem = "";
    while (performance.now() < until) {
      const running = readRunning(folder);
      if (running?.ready) {
        const session = await register(running.port);
        if (session) return { ...running, session };
      } else if (!running) {
        problem = await launch(port ?? (await findFreePort()));
      }
      await sleep(25);
    }
    throw new Error(`PostgreSQL in ${folder} did not become ready. ${problem}\nIts log: ${folder}.log`);
  }

  /** Starts the server and waits until it is ready or has exited; returns the reason for an exit. */
  async function launch(port: number): Promise<string> {
    const log = fs.openSync(`${folder}.log`, "w");
    const server = postgres.command("postgres", ["-D", folder, "-p", String(port), ...settingsOf(options)]);
    // Use a separate process group, so that Ctrl-C reaches this process first and the database last.
    const child = spawn(server.file, server.args, { ...server.ids, stdio: ["ignore", log, log], detached: true });
    fs.closeSync(log);
    child.unref();
    let failure = "";
    child.once("error", (error) => (failure = error.message));
    while (!hasEnded(child) && !failure && !readRunning(folder)?.ready) await sleep(10);
    return failure || (hasEnded(child) ? fs.readFileSync(`${folder}.log`, "utf8").slice(-2000) : "");
  }

  function watch() {
    const { port, session } = held;
    session.once("end", async () => {
      if (stopping || !options.keepAlive) return;
      say("PostgreSQL ended unexpectedly. Starting it again.");
      try {
        held = await hold(port);
        if (stopping) await held.session.end();
        else watch();
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    });
  }

  async function stopCluster() {
    const stop = postgres.command("pg_ctl", ["stop", "-D", folder, "-m", "fast", "-w", "-t", "60"]);
    await new Promise<void>((resolve) => {
      spawn(stop.file, stop.args, { ...stop.ids, stdio: "ignore" })
        .once("exit", () => resolve())
        .once("error", () => resolve());
    });
  }
}

const addressOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

function settingsOf(options: EmbeddedOptions): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: options.maxConnections ?? 100,
    shared_buffers: "128MB",
    max_parallel_workers_per_gather: 0,
    jit: "off",
    dynamic_shared_memory_type: process.platform === "win32" ? "windows" : "mmap",
    logging_collector: "off",
    timezone: "UTC",
  };
  if (options.fsync === false)
    Object.assign(settings, { fsync: "off", synchronous_commit: "off", full_page_writes: "off" });
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Opens a session that counts as one user of the cluster; undefined while another process is stopping it. */
async function register(port: number): Promise<pg.Client | undefined> {
  const session = new pg.Client({ connectionString: addressOf(port), application_name: "tradewind-launcher" });
  session.on("error", () => {});
  try {
    await session.connect();
    const { rows } = await session.query("select pg_try_advisory_lock_shared($1) as held", [usersLock]);
    if (rows[0].held) return session;
    await session.end();
  } catch {
    return undefined;
  }
  return undefined;
}

async function isLastUser({ session }: Held): Promise<boolean> {
  try {
    await session.query("select pg_advisory_unlock_shared($1)", [usersLock]);
    const { rows } = await session.query("select pg_try_advisory_lock($1) as alone", [usersLock]);
    return rows[0].alone;
  } catch {
    return false;
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const given = new Set<number>();

/**
 * Finds a port of the loopback address that nobody listens on: below those that a system hands out by itself, so that it is
 * still free when it is used, minutes later.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

/** Whether nobody listens on a port of the loopback address. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
