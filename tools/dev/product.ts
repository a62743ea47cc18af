import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { prepareDatabase } from "@tradewind/server/prepare-database.ts";
import { startEmbedded, type Embedded } from "../embedded-postgres.ts";
import { root } from "../root.ts";
import { buildWeb } from "../web-build.ts";
import { keepRunning, runOnce, type Child } from "./child.ts";
import { takeDataFolder } from "./data-lock.ts";
import { choosePorts, readSimulators, tellPortal } from "./simulator-settings.ts";

export type ProductOptions = {
  /** Folder of everything this run keeps: the database, the simulators' state, the logs. */
  data: string;
  port: number;
  say(sentence: string): void;
};

export type Product = {
  address: string;
  /** Where the mails it sends can be read. */
  mails: string;
  stop(): Promise<void>;
};

/** Something a person can mend: shown without a stack. */
export class StartError extends Error {}

const database = "tradewind";
/** How long web and worker may finish what they are doing; with the rest it stays below ten seconds. */
const drain = 8_000;

/** Starts the whole product on this machine: database, simulators, portal and worker, with the demo data. */
export async function startProduct({ data, port, say }: ProductOptions, stopped: AbortSignal): Promise<Product> {
  const address = `http://localhost:${port}`;
  const hold = takeDataFolder(data, address);
  if (hold.holder)
    throw new StartError(
      `Tradewind already runs on ${data}: ${hold.holder.address} (process ${hold.holder.pid}).\nStop it first, or set DATA_DIR to run a second one beside it.`,
    );
  const logs = path.join(data, "logs");
  fs.mkdirSync(logs, { recursive: true });
  const { release } = hold;
  // The demo data is loaded whole or not at all: what an interrupted load left is thrown away.
  const needsDemo = !fs.existsSync(loadedMark(data)) && fs.existsSync(path.join(root, demoLoader));
  const wasInterrupted = needsDemo && fs.existsSync(path.join(data, "postgres", "PG_VERSION"));
  const children: Child[] = [];
  let simulators: Child | undefined;
  let cluster: Embedded | undefined;

  async function stop() {
    await Promise.all(children.map((child) => child.stop(drain)));
    await Promise.all([simulators?.stop(1_000), cluster?.stop()]);
    release();
  }

  const launch = (name: string, script: string, env: Record<string, string>) =>
    keepRunning(name, script, { env, log: path.join(logs, `${name}.log`), say });

  async function startDatabase() {
    cluster = await startEmbedded(path.join(data, "postgres"), { keepAlive: true, say });
    await createDatabase(cluster.url, needsDemo);
    await prepareDatabase(withDatabase(cluster.url));
    return cluster.url;
  }

  async function startSimulators() {
    const state = path.join(data, "simulators");
    const map = path.join(data, "simulators.json");
    const ports = await choosePorts(map);
    fs.rmSync(map, { force: true });
    if (needsDemo) fs.rmSync(state, { recursive: true, force: true });
    simulators = launch("simulators", "simulators/main.ts", {
      SIM_DATA: state,
      SIM_MAP: map,
      SIM_PORTS: JSON.stringify(ports),
    });
    return readSimulators(map, stopped);
  }

  try {
    await refuseTakenPort(port);
    const [url, { settings, mails, psas }] = await allOrFirstFailure([
      startDatabase(),
      startSimulators(),
      buildWeb({ signal: stopped }),
    ]);
    const env = {
      NODE_ENV: "development",
      DEMO: "true",
      LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
      PORT: String(port),
      PUBLIC_URL: address,
      SECURITY_CONTACT: "mailto:security@tradewind.example",
      ...settings,
    };
    const web = { ...env, DATABASE_URL: withDatabase(url, "tradewind_web") };
    const worker = { ...env, DATABASE_URL: withDatabase(url, "tradewind_worker") };
    if (needsDemo) {
      say(
        wasInterrupted
          ? "An earlier load of the demo data did not finish. Loading it again from the beginning."
          : "Loading the demo data: half a year of business, done through the portal. This happens once.",
      );
      const log = path.join(logs, "demo.log");
      await runOnce(
        demoLoader,
        {
          env: {
            ...web,
            WORKER_DATABASE_URL: worker.DATABASE_URL,
            MIGRATION_DATABASE_URL: withDatabase(url),
            DEMO_MAILS_URL: mails,
            DEMO_CONNECTWISE_URL: psas.connectwise,
            DEMO_AUTOTASK_URL: psas.autotask,
          },
          log,
          say,
        },
        stopped,
      );
      fs.writeFileSync(loadedMark(data), "");
    }
    stopped.throwIfAborted();
    const portal = launch("web", "server/main.ts", web);
    children.push(portal);
    // The first page comes first; the worker starts beside it.
    await becomeReady(port, portal, logs, stopped);
    children.push(launch("worker", "server/worker-main.ts", worker));
    await tellPortal(settings, `http://127.0.0.1:${port}`, address);
    return { address, mails, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const demoLoader = "tools/demo/load.ts";
const loadedMark = (data: string) => path.join(data, "demo-loaded");

/** As Promise.all, but waits for every part to end, so that none goes on behind the back of whoever cleans up. */
async function allOrFirstFailure<T extends readonly Promise<unknown>[]>(parts: readonly [...T]) {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

async function createDatabase(clusterUrl: string, fromScratch: boolean) {
  const admin = new pg.Client(clusterUrl);
  await admin.connect();
  try {
    if (fromScratch) await admin.query(`drop database if exists ${database} with (force)`);
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [database]);
    if (!rowCount) await admin.query(`create database ${database}`);
  } finally {
    await admin.end();
  }
}

function withDatabase(clusterUrl: string, user?: string) {
  const url = new URL(clusterUrl);
  url.pathname = `/${database}`;
  if (user) url.username = user;
  return url.href;
}

/** What a killed run left behind lets go of its port within moments. */
async function refuseTakenPort(port: number) {
  for (let tries = 0; tries < 8; tries++) {
    if (await canListen(port).catch(() => false)) return;
    await sleep(250);
  }
  await canListen(port);
}

async function canListen(port: number) {
  return new Promise<true>((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EACCES" ? "may not be used by this user" : "is taken by another program";
      reject(
        new StartError(
          `Port ${port} ${reason}. Choose another one: PORT=${port + 1 > 65_535 ? 4001 : port + 1} npm start`,
        ),
      );
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

const readyTimeout = 60_000;
/** A portal that fell this often before it was ready will fall again. */
const mostFalls = 3;

async function becomeReady(port: number, portal: Child, logs: string, stopped: AbortSignal) {
  const until = performance.now() + readyTimeout;
  while (performance.now() < until && portal.falls() < mostFalls) {
    stopped.throwIfAborted();
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await sleep(30);
  }
  throw new StartError(
    `The portal did not become ready. Its last words, in ${logs}/web.log:\n${tail(path.join(logs, "web.log"))}`,
  );
}

function tail(file: string) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").slice(-2000) : "";
}
