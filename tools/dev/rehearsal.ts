/**
 * Rehearses production: does what README's section says, command by command, on a PostgreSQL with TLS and passwords,
 * and then does business on it, restarts it under load, backs it up and restores it. Says each step; fails at the first
 * that does not hold. With `--whole` it first fetches and builds a clone of the last commit, as documented, and runs
 * that instead of the files at hand. With `--pooled` it goes through PgBouncer and HAProxy, which have to be installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { applications } from "@tradewind/contract/access/applications.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { passwords } from "@tradewind/contract/access/passwords.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { orders } from "@tradewind/contract/ordering/orders.ts";
import { services } from "@tradewind/contract/ordering/services.ts";
import { ticketFiles } from "@tradewind/contract/support/ticket-files.ts";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import pg from "pg";
import { findBreaches } from "../demo/invariants.ts";
import { findFreePort } from "../embedded-postgres.ts";
import { giveToPostgres } from "../postgres-binaries.ts";
import { root } from "../root.ts";
import { caFile, createServer, startServer, type Server } from "./rehearsal/database.ts";
import { documented } from "./rehearsal/documented.ts";
import { compareUnits, unknownMetrics } from "./rehearsal/deployed.ts";
import { call, password, signIn } from "./rehearsal/people.ts";
import { missing, startBalancer, startPooler } from "./rehearsal/pooler.ts";
import { startProxy } from "./rehearsal/proxy.ts";
import { quiet } from "./stages.ts";

const work = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-rehearsal-"));
fs.chmodSync(work, 0o755);
const words = { superuser: "su-Pf4-9", admin: "ad-7yQ-2", web: "we-3Kx-8", worker: "wo-5Zt-1", backup: "ba-2Hd-6" };
const patience = 60_000;
const whole = process.argv.includes("--whole");
const pooled = process.argv.includes("--pooled");
/** Where the commands are run. */
const product = whole ? path.join(work, "product") : root;
const stops: (() => Promise<unknown>)[] = [];

/** A picture of one dot, as base64. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const startedAt = performance.now();
const say = (sentence: string) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s  ${sentence}`);
function hold(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(`Does not hold: ${sentence}`);
  say(sentence);
}

/** Asks again and again until it answers something. */
async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await sleep(100);
  }
  throw new Error(`Waited in vain: ${what}`);
}

const shell = (command: string) => ["-euc", command] as const;
/** This very Node, and no setting that the documented commands do not give. */
const environment = { PATH: `${path.dirname(process.execPath)}:${process.env["PATH"]}`, HOME: work };

/** Runs a documented command to its end. */
function run(
  command: string,
  { cwd = product, env = environment }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr } = spawnSync("sh", shell(command), { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}\nended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

type Running = { stop(): Promise<number> };
const sayings: (() => string)[] = [];
/** Starts a documented command that goes on. */
function start(command: string): Running {
  let said = "";
  const child = spawn("sh", shell(command.replace(/(^|\s)node /, "$1exec node ")), { cwd: product, env: environment });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (said += piece.toString()));
  const ended = once(child, "exit");
  const stop = async () => {
    const asked = performance.now();
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
    return performance.now() - asked;
  };
  stops.push(stop);
  sayings.push(() => `${command.trim().split("\n").at(-1)}\n${said}`);
  return { stop };
}

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

  const values = {
    "/etc/tradewind/ca.crt": caFile,
    "/etc/tradewind": work,
    "db.example.com:5432": `127.0.0.1:${server.port}`,
    "<admin password>": words.admin,
    "<web password>": words.web,
    "<worker password>": words.worker,
    "<backup password>": words.backup,
    "/var/lib/tradewind-archive": archive,
    "/var/backups/tradewind": `${database}-copy`,
    "/var/lib/postgresql/restored": `${database}-restored`,
  };
  const block = (name: string) => documented(name, values);
  const query = async (user: keyof typeof words | "postgres", statement: string, at = "tradewind") => {
    const name = user === "postgres" ? user : `tradewind_${user}`;
    const client = await server.connect(name, words[user === "postgres" ? "superuser" : user], at);
    return client.query(statement).finally(() => client.end());
  };
  for (const statement of block("superuser").trim().split(";\n")) await query("postgres", statement, "postgres");
  if (whole) {
    run(`git clone -q ${root} ${product}`, { cwd: root });
    // Fetching packages takes the settings of whoever does it.
    run(block("build"), { env: { ...quiet(process.env), PATH: environment.PATH } });
    say("A clone was fetched and built");
  }
  run(block("keys"));
  say(run(block("migrate")).trim().slice(0, 60) + " …");
  hold(run(block("migrate")).includes("up to date"), "migrated again, there is nothing to do");
  for (const name of ["web.env", "worker.env"]) fs.writeFileSync(path.join(work, name), block(name), { mode: 0o600 });
  const refused = spawnSync("sh", shell(block("web")), { cwd: product, env: environment, encoding: "utf8" });
  hold(
    /^DATABASE_URL: password authentication failed/m.test(refused.stderr),
    "without a password, DATABASE_URL is named",
  );
  await query("admin", block("admin"));

  if (pooled) await goThroughPooler(server);
  const vendors = { ...simulators.settings, SIMULATOR_URLS: "" };
  for (const name of ["web.env", "worker.env"])
    fs.appendFileSync(
      path.join(work, name),
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
  say("Two web processes and two workers behind a proxy");

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
  for (const worker of workers.splice(0)) await worker.stop();
  workers.push(start(block("worker")), start(block("worker")));
  const token = async () => (await signIn(proxy.url, "nora@northwind.example")).token;
  const invoice = await until("an invoice", async () => (await call(proxy.url, await token(), invoices.list)).Items[0]);
  say(`A month later there is invoice ${invoice.Number}`);

  for (const worker of workers) await worker.stop();
  await balances(server, "the books balance");
  const owner = await token();
  const rename = (NewName: string) =>
    call(proxy.url, owner, customerForms.rename, { params: { customerId }, body: { NewName } });
  await rename("Before the mistake");
  const { rows } = await query("postgres", "select now()::text as moment");
  await rename("After the mistake");
  await query("postgres", "select pg_switch_wal()");
  for (const web of webs) await web.stop();
  await server.stop();
  run(block("restore").replace("2026-11-23 09:00:00+00", (rows[0] as { moment: string }).moment));
  giveToPostgres(`${database}-restored`);
  const restored = await startServer(`${database}-restored`);
  stops.push(() => restored.stop());
  say("The copy and the archive were restored into another server, to a moment");
  await balances(restored, "the books balance in the restored database");
  for (const name of ["web.env", "worker.env"]) {
    const file = path.join(work, name);
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
    const file = path.join(work, name);
    const settings = fs.readFileSync(file, "utf8");
    const direct = /^DATABASE_URL=.*$/m.exec(settings)![0];
    const past = direct.replace(`:${server.port}/`, `:${port}/`);
    fs.writeFileSync(file, settings.replace(direct, `${past}\nDIRECT_${direct}`));
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
  const { port, stop } = await startBalancer(ports, host, path.join(work, "balancer"));
  stops.push(stop);
  const url = `http://127.0.0.1:${port}`;
  await until("the proxy to see a process", async () => ((await fetch(`${url}/readyz`)).ok ? true : undefined));
  return { url };
}

async function signInOperator(command: string, url: string): Promise<string> {
  const link = /https:\/\/portal\.example\.com(\S+)/.exec(run(command))?.[1];
  const key = link?.split("/").at(-1);
  if (!link || !key) throw new Error("The command printed no link");
  await call(url, null, passwords.change, { body: { key, oldPassword: null, newPassword: password } });
  const { token, hadToSetUp } = await signIn(url, "ada@example.com");
  hold(hadToSetUp, "the first operator chose a password by the link, and had to set up a second factor");
  const used = await call(url, null, passwords.checkKey, { body: { key } });
  hold(!used.Works, "the link worked once");
  return token;
}

async function welcomeReseller(operator: string, url: string, mails: string): Promise<string> {
  const email = "nora@northwind.example";
  await call(url, null, applications.apply, {
    body: {
      CompanyName: "Northwind IT",
      ContactName: "Nora Wind",
      Email: email,
      Telephone: "01174 960 000",
      Country: "GB",
    },
  });
  const { Items } = await call(url, operator, applications.list, { query: { Status: "waiting" } });
  await call(url, operator, applications.decide, { params: { applicationId: Items[0]!.Id }, body: { Accept: true } });
  const key = await until("the invitation's mail", async () => {
    const answer = await fetch(`${mails}/__sim/mails?to=${email}`);
    return /\/([0-9a-f-]{36})\b/.exec(JSON.stringify(await answer.json()))?.[1];
  });
  await call(url, null, invitations.accept, { body: { Key: key, NewPassword: password } });
  const { token } = await signIn(url, email);
  say("A company applied, was accepted, and its first person joined by the mailed link");
  for (const { AgreementId } of (await call(url, token, agreements.list)).Items) {
    const params = { agreementId: AgreementId };
    const { Version, TextHash } = await call(url, token, agreements.byId, { params });
    const body = { Version, TextHash, ReadToEnd: true as const, Name: "Nora Wind", JobTitle: "Director" };
    await call(url, token, agreements.sign, { params, body });
  }
  say("She signed the agreements");
  return token;
}

async function order(token: string, url: string): Promise<string> {
  const { customerId } = await call(url, token, customerForms.add, {
    body: {
      name: "Acme Dental",
      organisationTypes: ["Commercial"],
      ContactName: "Dee Acme",
      ContactEmail: "dee@acme.example",
    },
  });
  const line = { Key: "one", OfferId: "acronis.pw_base_workstations:none:monthly", Quantity: 5, AddOnTo: null };
  const wanted = {
    CustomerId: customerId,
    ProductId: "acronis-backup",
    UserId: null,
    Details: {},
    Change: { Kind: "add" as const, Lines: [line], DeliveryOption: null },
  };
  const { Hash } = await call(url, token, orders.propose, { body: wanted });
  const { InstanceId } = await call(url, token, orders.place, { body: { ...wanted, ProposalHash: Hash } });
  await until("the service", async () => {
    const { Service } = await call(url, token, services.byId, { params: { instanceId: InstanceId } });
    return Service.Status === "Active" || undefined;
  });
  say("An order became an active service at the vendor");
  return customerId;
}

/** Reads and writes without a pause while `restart` goes on: nothing may fail. */
async function restartUnderLoad(
  token: string,
  customerId: string,
  url: string,
  restart: () => Promise<void>,
): Promise<void> {
  let done = false;
  let answered = 0;
  const read = async () => {
    for (; !done; answered++) await call(url, token, customers.byId, { params: { customerId } });
  };
  const write = async (name: string) => {
    for (; !done; answered++)
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

/** Checks the books as the database's administrator. */
async function balances(server: Server, sentence: string): Promise<void> {
  const address = `postgres://postgres:${words.superuser}@127.0.0.1:${server.port}/tradewind`;
  const pool = new pg.Pool({ connectionString: `${address}?sslmode=verify-full&sslrootcert=${caFile}` });
  const breaches = await findBreaches(pool).finally(() => pool.end());
  hold(breaches.length === 0, breaches.length === 0 ? sentence : breaches.join("\n"));
}

try {
  if (pooled && missing().length > 0) throw new Error(`Install ${missing().join(" and ")} first.`);
  await rehearse();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  for (const said of sayings) console.error(said().slice(-2000));
  process.exitCode = 1;
} finally {
  for (const stop of stops.toReversed()) await stop().catch(() => {});
  if (process.exitCode) console.error(`What it wrote is in ${work}`);
  else fs.rmSync(work, { recursive: true, force: true });
}
