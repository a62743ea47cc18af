/**
 * Rehearses production: does what README's section says, command by command, on a PostgreSQL with TLS and passwords,
 * and then does business on it, restarts it under load, backs it up and restores it. Says each step; fails at the first
 * that does not hold. With `--whole` it first fetches and builds a clone of the last commit, as documented, and runs
 * that instead of the files at hand. With `--pooled` it goes through PgBouncer and HAProxy, which have to be installed.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { findFreePort } from "../embedded-postgres.ts";
import { giveToPostgres } from "../postgres-binaries.ts";
import { root } from "../root.ts";
import { balances, order, signInOperator, welcomeReseller } from "./rehearsal/business.ts";
import { createServer, startServer, type Server } from "./rehearsal/database.ts";
import { compareUnits, unknownMetrics } from "./rehearsal/deployed.ts";
import { documented } from "./rehearsal/documented.ts";
import { installation } from "./rehearsal/installation.ts";
import { call, signIn } from "./rehearsal/people.ts";
import { missing, startBalancer, startPooler } from "./rehearsal/pooler.ts";
import { startProxy } from "./rehearsal/proxy.ts";
import {
  environment,
  hold,
  perform,
  product,
  run,
  say,
  service,
  settings,
  shell,
  start,
  stops,
  until,
  whole,
  words,
  work,
} from "./rehearsal/stage.ts";
import { quiet } from "./stages.ts";

const pooled = process.argv.includes("--pooled");
/** A picture of one dot, as base64. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function rehearse(): Promise<void> {
  const database = path.join(work, "postgres");
  const archive = path.join(work, "archive");
  fs.mkdirSync(archive);
  giveToPostgres(archive);
  createServer(database, words.superuser, documented("archive", { "/var/lib/tradewind-archive": archive }));
  const server = await startServer(database);
  stops.push(() => server.stop());
  const simulators = await startSimulators({ dataDir: path.join(work, "simulators") });
  stops.push(() => simulators.stop());
  say("A PostgreSQL with TLS and passwords, and the vendors' simulators");

  const { block, query } = installation(server, {
    "/var/lib/tradewind-archive": archive,
    "/var/backups/tradewind": `${database}-copy`,
    "/var/lib/postgresql/restored": `${database}-restored`,
  });
  for (const statement of block("superuser").trim().split(";\n")) await query("postgres", statement, "postgres");
  if (whole) {
    run(`git clone -q ${root} ${product}`, { cwd: root });
    // Fetching packages takes the settings of whoever does it.
    run(block("build"), { env: { ...quiet(process.env), PATH: environment.PATH } });
    say("A clone was fetched and built");
  }
  run(block("folder"));
  run(block("keys"));
  const keys = path.join(settings, "keys.env");
  const made = fs.readFileSync(keys, "utf8");
  const again = spawnSync("sh", shell(block("keys")), { cwd: product, env: environment });
  hold(again.status === 1 && fs.readFileSync(keys, "utf8") === made, "keys made again overwrite none");
  say(run(block("migrate")).trim().slice(0, 60) + " …");
  hold(run(block("migrate")).includes("up to date"), "migrated again, there is nothing to do");
  for (const name of ["web.env", "worker.env"])
    fs.writeFileSync(path.join(settings, name), block(name), { mode: 0o600 });
  run(block("rights"));
  const refused = spawnSync("sh", shell(block("web")), {
    cwd: product,
    env: environment,
    encoding: "utf8",
    ...service,
  });
  hold(
    /^DATABASE_URL: password authentication failed/m.test(refused.stderr),
    "without a password, DATABASE_URL is named",
  );
  await query("admin", block("admin"));

  if (pooled) await goThroughPooler(server);
  const vendors = { ...simulators.settings, SIMULATOR_URLS: "" };
  for (const name of ["web.env", "worker.env"])
    fs.appendFileSync(
      path.join(settings, name),
      Object.entries(vendors)
        .map(([key, value]) => `${key}='${value}'\n`)
        .join(""),
    );

  const ports = [await findFreePort(), await findFreePort()];
  const metricsPorts = [await findFreePort(), await findFreePort(), await findFreePort()];
  const startWeb = (port: number) => {
    const metrics = port === ports[0] ? `METRICS_PORT=${metricsPorts[0]} ` : "";
    return start(block("web").replace("PORT=4000", `${metrics}PORT=${port}`));
  };
  const isReady = (port: number) =>
    until(`the portal on ${port}`, async () =>
      (await fetch(`http://127.0.0.1:${port}/readyz`)).ok ? true : undefined,
    );
  const webs = ports.map(startWeb);
  const workers = metricsPorts.slice(1).map((port) => start(`export METRICS_PORT=${port}\n${block("worker")}`));
  await Promise.all(ports.map(isReady));
  const proxy = await openProxy(ports);
  const others = service.uid === process.getuid?.() ? "" : ", as a user that is not ours";
  say(`Two web processes and two workers behind a proxy${others}`);

  const operator = await signInOperator(block("operator"), proxy.url);
  const reseller = await welcomeReseller(operator, proxy.url, simulators.urls.mail);
  const customerId = await order(reseller, proxy.url);

  await call(proxy.url, reseller, ticketFiles.upload, { body: { Name: "dot.png", Content: dot } });
  say("A picture was taken");

  const said = await Promise.all(metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}`)).text()));
  const unknown = unknownMetrics(said.join("\n"));
  hold(
    unknown.length === 0,
    `every metric that an alert names is served${unknown.map((each) => `, not ${each}`).join("")}`,
  );
  hold(compareUnits(block), "the units and the image use the documented commands");

  await query("postgres", block("backup-user"));
  say(run(block("back-up")).trim());

  await restartUnderLoad(reseller, customerId, proxy.url, async () => {
    for (const [at, port] of ports.entries()) {
      const took = await webs[at]!.stop();
      if (took > 10_000) throw new Error(`A web process took ${took} ms to stop`);
      webs[at] = startWeb(port);
      await isReady(port);
      await sleep(500);
    }
  });

  await query("postgres", "update business_clock set offset_ms = offset_ms + 32::bigint * 86400000");
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  workers.push(start(block("worker")), start(block("worker")));
  const token = async () => (await signIn(proxy.url, "nora@northwind.example")).token;
  const invoice = await until("an invoice", async () => (await call(proxy.url, await token(), invoices.list)).Items[0]);
  say(`A month later there is invoice ${invoice.Number}`);

  await Promise.all(workers.map((worker) => worker.stop()));
  await balances(server, "the books balance");
  const owner = await token();
  const rename = (NewName: string) =>
    call(proxy.url, owner, customerForms.rename, { params: { customerId }, body: { NewName } });
  await rename("Before the mistake");
  const { rows } = await query("postgres", "select now()::text as moment");
  await rename("After the mistake");
  await query("postgres", "select pg_switch_wal()");
  await Promise.all(webs.map((web) => web.stop()));
  await server.stop();
  run(block("restore").replace("2026-11-23 09:00:00+00", (rows[0] as { moment: string }).moment));
  giveToPostgres(`${database}-restored`);
  const restored = await startServer(`${database}-restored`);
  stops.push(() => restored.stop());
  say("The copy and the archive were restored into another server, to a moment");
  await balances(restored, "the books balance in the restored database");
  for (const name of ["web.env", "worker.env"]) {
    const file = path.join(settings, name);
    fs.writeFileSync(
      file,
      fs
        .readFileSync(file, "utf8")
        // The pooler goes on leading to the old server.
        .replace(/^DATABASE_URL=.*\nDIRECT_/m, "")
        .replace(`127.0.0.1:${server.port}`, `127.0.0.1:${restored.port}`),
    );
  }
  const [port] = ports as [number];
  startWeb(port);
  await until("the proxy to see it", async () => ((await fetch(`${proxy.url}/readyz`)).ok ? true : undefined));
  const kept = await call(proxy.url, await token(), invoices.list);
  hold(kept.Items[0]?.Number === invoice.Number, "the portal runs on it, and shows the invoice");
  const customer = await call(proxy.url, await token(), customers.byId, { params: { customerId } });
  hold(customer.Name === "Before the mistake", "what came before that moment is there, what came after it is not");
}

/** Puts a pooler between the processes and the server. */
async function goThroughPooler(server: Server): Promise<void> {
  const { port, stop } = await startPooler(server, words.superuser, path.join(work, "pooler"));
  stops.push(stop);
  for (const name of ["web.env", "worker.env"]) {
    const file = path.join(settings, name);
    const written = fs.readFileSync(file, "utf8");
    const direct = /^DATABASE_URL=.*$/m.exec(written)![0];
    const past = direct.replace(`:${server.port}/`, `:${port}/`);
    fs.writeFileSync(file, written.replace(direct, `${past}\nDIRECT_${direct}`));
  }
  say("PgBouncer in transaction mode before it");
}

/** Opens the way in: a proxy of ours, or HAProxy. */
async function openProxy(ports: readonly number[]): Promise<{ url: string }> {
  const host = "portal.example.com";
  if (!pooled) {
    const proxy = await startProxy(ports, host);
    stops.push(() => proxy.stop());
    return proxy;
  }
  const { port, plain, stop } = await startBalancer(ports, host, path.join(work, "balancer"));
  stops.push(stop);
  const url = `http://127.0.0.1:${port}`;
  await until("the proxy to see a process", async () => ((await fetch(`${url}/readyz`)).ok ? true : undefined));
  const { status, headers } = await fetch(`http://127.0.0.1:${plain}/customers`, { redirect: "manual" });
  const secure = `https://127.0.0.1:${plain}/customers`;
  hold(status === 301 && headers.get("location") === secure, "an address without https leads to the one with it");
  return { url };
}

/** Reads and writes all the time while `restart` goes on, and leaves it the processor in between: nothing may fail. */
async function restartUnderLoad(
  token: string,
  customerId: string,
  url: string,
  restart: () => Promise<void>,
): Promise<void> {
  const pause = 50;
  let done = false;
  let answered = 0;
  const read = async () => {
    for (; !done; answered++, await sleep(pause)) await call(url, token, customers.byId, { params: { customerId } });
  };
  const write = async (name: string) => {
    for (; !done; answered++, await sleep(pause))
      await call(url, token, customerForms.rename, {
        params: { customerId },
        body: { NewName: `${name} ${answered}` },
      });
  };
  const load = Promise.all([read(), read(), read(), write("Acme Dental")]);
  await Promise.race([restart(), load]);
  done = true;
  await load;
  hold(answered > 50, `a rolling restart: ${answered} requests, none failed`);
}

await perform(async () => {
  if (pooled && missing().length > 0) throw new Error(`Install ${missing().join(" and ")} first.`);
  await rehearse();
});
