/**
 * Rehearses a failover: a primary and two standbys as docs/operations.md makes them, two web processes and a worker
 * that know all three, and orders without a pause. A standby fails, then the primary; the other standby is promoted and
 * the old primary comes back. Whatever was acknowledged is there, once.
 */
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { activityLog } from "@tradewind/contract/insight/activity-log.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { serviceLists } from "@tradewind/contract/ordering/service-lists.ts";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import type pg from "pg";
import { findFreePort } from "../embedded-postgres.ts";
import { giveToPostgres } from "../postgres-binaries.ts";
import { balances, signInOperator, welcomeReseller, wish } from "./rehearsal/business.ts";
import { createServer, startServer, type Server } from "./rehearsal/database.ts";
import { installation } from "./rehearsal/installation.ts";
import { call, signIn } from "./rehearsal/people.ts";
import { startProxy } from "./rehearsal/proxy.ts";
import { hold, perform, run, say, settings, start, stops, until, words, work } from "./rehearsal/stage.ts";

const names = ["a", "b", "c"] as const;
type Name = (typeof names)[number];
const ports = { a: await findFreePort(), b: await findFreePort(), c: await findFreePort() };
const folderOf = (name: Name) => path.join(work, name);
const servers = new Map<Name, Server>();
const drivers = 4;

async function startNamed(name: Name): Promise<void> {
  const server = await startServer(folderOf(name), ports[name]);
  servers.set(name, server);
  stops.push(() => server.stop());
}

/** The documented blocks and SQL for one of the servers. */
const at = (name: Name, values: Record<string, string> = {}) =>
  installation(servers.get(name)!, {
    "host=db1.example.com,db2.example.com,db3.example.com port=5432": `host=${names.map(() => "127.0.0.1").join()} port=${names.map((each) => ports[each]).join()}`,
    ...values,
  });

/** Makes a standby from a copy of another server. */
async function follow(name: Name, from: Name): Promise<void> {
  const copy = path.join(work, `${from}-for-${name}`);
  fs.rmSync(folderOf(name), { recursive: true, force: true });
  const { block } = at(from, {
    "/var/backups/tradewind": copy,
    "/var/lib/postgresql/standby": folderOf(name),
    "cluster_name = 'b'": `cluster_name = '${name}'`,
  });
  run(block("back-up"));
  run(block("standby"));
  giveToPostgres(folderOf(name));
  await startNamed(name);
}

/** Waits until this many standbys follow a server and count for its commits. */
const followers = (name: Name, count: number) =>
  until(`${count} standbys of ${name}`, async () => {
    const { rows } = await at(name).query(
      "postgres",
      "select count(*)::int as count from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'",
    );
    return (rows as { count: number }[])[0]!.count === count || undefined;
  });

type Placed = { orderId: string; customerId: string };
const placed: Placed[] = [];
let over = false;
let failed = false;
/** Longest pause between two acknowledged orders, in milliseconds. */
let pause = 0;
let acknowledgedAt = performance.now();

/** Calls again, as the portal does, while the answer is that it should. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + 120_000; ; await sleep(100))
    try {
      return await ask();
    } catch (error) {
      const { message, cause } = error as Error;
      if (performance.now() > end || failed || (!/: 50[0-4] /.test(message) && !cause)) throw error;
    }
}

/** Orders for one new customer after the other, and looks at each in the list at once. */
async function orderOn(url: string, token: string, driver: number): Promise<void> {
  for (let n = 0; !over; n++) {
    const body = await patiently(() => wish(token, url, `Customer ${driver}-${n}-${crypto.randomUUID().slice(0, 8)}`));
    const key = crypto.randomUUID();
    const { OrderId, InstanceId } = await patiently(() => call(url, token, orders.place, { body }, key));
    pause = Math.max(pause, performance.now() - acknowledgedAt);
    acknowledgedAt = performance.now();
    placed.push({ orderId: OrderId, customerId: body.CustomerId });
    const query = { CustomerId: body.CustomerId };
    const { Items } = await patiently(() => call(url, token, serviceLists.list, { query }));
    if (!Items.some((item) => item.Id === InstanceId)) throw new Error(`Order ${OrderId} is not in the list`);
  }
}

/** Waits until so many more orders were acknowledged. */
async function more(count: number): Promise<void> {
  const wanted = placed.length + count;
  await until(`${count} orders`, async () => placed.length >= wanted || undefined);
}

/** Promotes whichever standby is further. */
async function promoteOneOf(one: Name, other: Name): Promise<Name> {
  const received = async (name: Name, before?: string): Promise<string> => {
    const { rows } = await at(name).query("postgres", at(name).block("received"));
    const [now] = rows as { received: string }[];
    if (now!.received === before) return before;
    await sleep(200);
    return received(name, now!.received);
  };
  const question = `select '${await received(one)}'::pg_lsn >= '${await received(other)}'::pg_lsn as ahead`;
  const { rows } = await at(one).query("postgres", question);
  const next = (rows as { ahead: boolean }[])[0]!.ahead ? one : other;
  await at(next).query("postgres", at(next).block("promote"));
  return next;
}

async function rehearse(): Promise<void> {
  createServer(folderOf("a"), words.superuser, "wal_level = replica\n");
  await startNamed("a");
  const simulators = await startSimulators({ dataDir: path.join(work, "simulators") });
  stops.push(() => simulators.stop());
  const { block, query } = at("a");
  const each = async (name: string, database: string) => {
    for (const statement of block(name).trim().split(";\n")) await query("postgres", statement, database);
  };
  await each("superuser", "postgres");
  run(block("folder"));
  run(block("keys"));
  run(block("migrate"));
  await query("admin", block("admin"));
  await query("postgres", block("backup-user"));
  await each("replication", "postgres");
  await follow("b", "a");
  await follow("c", "a");
  await query("postgres", block("wait-for-standby"));
  await followers("a", 2);
  say("A primary and two standbys; a commit waits for one of them");

  const all = names.map((name) => `127.0.0.1:${ports[name]}`).join();
  const vendors = Object.entries({ ...simulators.settings, SIMULATOR_URLS: "" }).map(
    ([key, value]) => `${key}='${value}'`,
  );
  for (const name of ["web.env", "worker.env"]) {
    const written = block(name).replace(`127.0.0.1:${ports.a}`, all);
    const own = /^DATABASE_URL=.*$/m.exec(written)![0];
    fs.writeFileSync(path.join(settings, name), [written, `REPLICA_${own}`, ...vendors].join("\n"));
  }
  run(block("rights"));
  const portals = [await findFreePort(), await findFreePort()];
  const metrics = await findFreePort();
  const startWeb = (port: number) =>
    start(block("web").replace("PORT=4000", `${port === portals[0] ? `METRICS_PORT=${metrics} ` : ""}PORT=${port}`));
  const isReady = (port: number) =>
    until(`the portal on ${port}`, async () =>
      (await fetch(`http://127.0.0.1:${port}/readyz`)).ok ? true : undefined,
    );
  const webs = portals.map(startWeb);
  start(block("worker"));
  await Promise.all(portals.map(isReady));
  const listsBy = async (whom: string) => {
    const said = await (await fetch(`http://127.0.0.1:${metrics}`)).text();
    return Number(new RegExp(`^tradewind_replica_reads_total\\{by="${whom}"\\} (\\d+)`, "m").exec(said)?.[1]);
  };
  const proxy = await startProxy(portals, "portal.example.com");
  stops.push(() => proxy.stop());
  const operator = await signInOperator(block("operator").replace(`127.0.0.1:${ports.a}`, all), proxy.url);
  const token = await welcomeReseller(operator, proxy.url, simulators.urls.mail);

  const load = Promise.all(Array.from({ length: drivers }, (_, driver) => orderOn(proxy.url, token, driver)));
  const show = async () => {
    await more(20);
    say(`Orders are placed, and each is in the next list; ${await listsBy("replica")} lists came from a standby`);
    await servers.get("c")!.kill();
    await more(20);
    say("one standby was killed, and orders go on");
    await startNamed("c");
    await followers("a", 2);
    await more(10);

    pause = 0;
    const before = placed.length;
    await servers.get("a")!.kill();
    const next = await promoteOneOf("b", "c");
    say(`The primary was killed after ${before} orders; ${next}, which was further, was promoted`);
    await more(40);
    say(`Orders go on there; the longest pause was ${(pause / 1000).toFixed(1)} s`);
    await webs[0]!.stop();
    startWeb(portals[0]!);
    await isReady(portals[0]!);
    say("A web process starts although the first server of its address is gone");
    await follow("a", next);
    await followers(next, 2);
    say("The old primary is back, as a standby");
    const other = next === "b" ? "c" : "b";
    await servers.get(other)!.kill();
    await more(20);
    say("and suffices alone: the other standby was killed, and orders go on");
    await startNamed(other);
    await followers(next, 2);

    await Promise.all([servers.get("a")!.kill(), servers.get(other)!.kill()]);
    await sleep(1_000);
    await servers.get(next)!.kill();
    await Promise.all([startNamed("a"), startNamed(other)]);
    const last = await promoteOneOf("a", other);
    say(`Both standbys were killed, a second later the primary; the two are back, and ${last} was promoted`);
    await more(20);
    over = true;
    return last;
  };
  const [last] = await Promise.all([show(), load]).catch((error: unknown) => {
    over = failed = true;
    throw error;
  });

  const now = at(last);
  const ask = async <Row extends pg.QueryResultRow>(text: string) => (await now.query("postgres", text)).rows as Row[];
  const list = (values: readonly string[]) => `array[${values.map((value) => `'${value}'`).join()}]::uuid[]`;
  const [kept] = await ask<{ kept: number; all: number }>(
    `select count(*) filter (where id = any(${list(placed.map(({ orderId }) => orderId))}))::int as kept, count(*)::int as all
     from orders where customer_id = any(${list(placed.map(({ customerId }) => customerId))})`,
  );
  hold(
    kept!.kept === placed.length && kept!.all === placed.length,
    `of ${placed.length} acknowledged orders ${kept!.kept} are there, with ${kept!.all - kept!.kept} doubled`,
  );
  await until("all orders to be done", async () => {
    const [left] = await ask<{ left: number }>("select count(*)::int as left from orders where status <> 'Completed'");
    return left!.left === 0 || undefined;
  });
  say("The worker brought all of them to the vendor");
  await balances(servers.get(last)!, "the books balance");

  const { token: late } = await signIn(proxy.url, "nora@northwind.example");
  await until(
    "the log to be sealed",
    async () => (await call(proxy.url, late, activityLog.state)).Waiting === 0 || undefined,
  );
  const sealed = await fetch(proxy.url + activityLog.sealed.path, { headers: { authorization: `Bearer ${late}` } });
  fs.writeFileSync(path.join(work, "activity-log.jsonl"), await sealed.text());
  const key = /it: (\S+)/.exec(fs.readFileSync(path.join(settings, "keys.env"), "utf8"))![1]!;
  say(run(`node tradewind.mjs audit-verify ${work}/activity-log.jsonl ${key}`).trim());
  await until("a list from a standby", async () => {
    await call(proxy.url, late, serviceLists.list);
    return (await listsBy("replica")) > 0 || undefined;
  });
  say(
    `One web process, since it started: ${await listsBy("replica")} lists from a standby, ${await listsBy("primary")} from the primary`,
  );
}

await perform(rehearse);
