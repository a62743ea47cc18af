import http from "node:http";
import type { Socket } from "node:net";
import { startThrowaway } from "@tradewind/tools/throwaway-postgres.ts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { demoKeys } from "../platform/config.ts";
import { freshDatabase } from "./database.ts";
import { longTest } from "./long-test.ts";
import {
  addAccount,
  bearer,
  beginSignInAt,
  openStream,
  password,
  post,
  signInAt,
  startEntry,
  startWeb,
  statusOf,
  until,
  type WebProcess,
} from "./processes.ts";
import { prepareDatabase } from "../prepare-database.ts";

const database = await freshDatabase();
const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
// Ended with all other connections where the database goes away.
admin.on("error", () => undefined);
const harbour = await addAccount(admin, "Harbour");
const liffey = await addAccount(admin, "Liffey");
const [severn, avon] = [await addAccount(admin, "Severn"), await addAccount(admin, "Avon")];

const running = new Set<WebProcess>();
async function web(settings: Record<string, string> = {}) {
  const started = await startWeb(database.webUrl, settings);
  running.add(started);
  return started;
}

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGKILL");
    await ended;
  }
  running.clear();
});
/** Two processes that no test ends. */
let one: WebProcess;
let two: WebProcess;
beforeAll(async () => {
  one = await startWeb(database.webUrl, { LOG_LEVEL: "trace" });
  two = await startWeb(database.webUrl);
});
afterAll(async () => {
  for (const { child, ended } of [one, two]) {
    child.kill("SIGKILL");
    await ended;
  }
  await admin.end();
  await database.drop();
});

const addCustomer = (url: string, token: string, name: string) =>
  post(`${url}/api/marketplace/customers`, token, { name, organisationTypes: ["Commercial"] });

describe("starting", () => {
  const good = { DATABASE_URL: database.webUrl, PORT: "0", ...demoKeys };
  const refusal = async (settings: Record<string, string>) => {
    const { ended, output } = startEntry("main.ts", settings);
    return { code: await ended, said: output() };
  };

  test("a wrong configuration names each setting that is wrong, never its value", async () => {
    const { code, said } = await refusal({
      ...good,
      NODE_ENV: "test",
      PORT: "harbour",
      DATABASE_URL: "s3cret",
      TOKEN_KEY: "k3y",
    });
    expect(code).toBe(1);
    for (const name of ["PORT", "DATABASE_URL", "TOKEN_KEY", "docs/configuration.md"]) expect(said).toContain(name);
    expect(said).not.toMatch(/s3cret|k3y|harbour|at \S+ \(/);
  });

  longTest("production refuses the demo, its keys and simulators", async () => {
    const { code, said } = await refusal({
      ...good,
      NODE_ENV: "production",
      DEMO: "true",
      SIMULATOR_URLS: "http://127.0.0.1:1",
    });
    expect(code).toBe(1);
    for (const name of ["DEMO", "TOKEN_KEY", "SECRET_KEY", "ENCRYPTION_KEYS", "AUDIT_KEY", "SIMULATOR_URLS"])
      expect(said).toContain(`${name}: `);
  });

  longTest("without a database it says so and ends", async () => {
    const { code, said } = await refusal({
      ...good,
      NODE_ENV: "test",
      DEMO: "true",
      DATABASE_URL: "postgres://x@127.0.0.1:1/x",
    });
    expect(code).toBe(1);
    expect(said).toContain("ECONNREFUSED");
  });

  longTest("a port that is taken is blamed on its setting", async () => {
    const { code, said } = await refusal({ ...good, NODE_ENV: "test", DEMO: "true", PORT: new URL(one.url).port });
    expect(code).toBe(1);
    expect(said).toMatch(/^PORT, HOST: .*EADDRINUSE/m);
  });
});

test("healthz and readyz answer, and unparsable requests get the envelope too", async () => {
  const { url } = one;
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ alive: true });
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ready: true, scanner: "off" });
  const said = await rawly(url, "NONSENSE\r\n\r\n");
  expect(said).toMatch(/^HTTP\/1\.1 400 [\s\S]*"Error":"malformedRequest"/);
  expect(await rawly(url, `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  const both =
    "POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n";
  expect(await rawly(url, both)).not.toContain("alive");
});

function rawly(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = http.globalAgent.createConnection({
      host: hostname,
      port: Number(port),
    }) as Socket;
    let said = "";
    socket.on("data", (chunk: Buffer) => (said += chunk.toString()));
    socket.on("close", () => resolve(said));
    socket.on("error", reject);
    socket.setTimeout(3_000, () => socket.destroy());
    socket.write(text);
  });
}

test("a page key that nobody was given is refused, and what was begun beside it ends nothing", async () => {
  const { url, child, output } = one;
  const headers = bearer(await signInAt(url, harbour.userName));
  for (const path of ["billing-history", "credit"])
    expect((await fetch(`${url}/api/${path}?After=x`, { headers })).status).toBe(400);
  await expect.poll(() => statusOf(`${url}/healthz`)).toBe(200);
  expect(child.exitCode).toBe(null);
  expect(output()).not.toContain("Nobody waited");
});

test("SIGTERM answers everything under way, ends open streams and is gone within ten seconds", async () => {
  const { url, child, ended } = await web();
  const token = await signInAt(url, harbour.userName);
  const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(url, token)));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 10 });
  let told = Infinity;
  let stop = false;
  const lost: object[] = [];
  let answered = 0;
  const clients = Array.from({ length: 10 }, async () => {
    while (!stop) {
      const began = performance.now();
      const outcome = await getOnce(`${url}/api/customers`, agent, token);
      if (outcome === 200) answered++;
      // After the signal, a refused connection tells the load balancer to move on; before it, nothing may be lost.
      else if (began < told) lost.push({ outcome });
      else if (outcome === "ECONNREFUSED") return;
    }
  });
  await until(() => answered > 100, "traffic");
  // Hashing is slow, so these are in progress when the signal arrives; more of one account would be asked for a check.
  const slow = await Promise.all(
    [harbour, liffey, severn, avon].flatMap(({ userName }) => [1, 2, 3].map(() => beginSignInAt(url, userName))),
  );
  told = performance.now();
  child.kill("SIGTERM");
  const code = await ended;
  const took = performance.now() - told;
  stop = true;
  await Promise.all(clients);
  agent.destroy();

  expect({ code, lost }).toEqual({ code: 0, lost: [] });
  expect(took).toBeLessThan(10_000);
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual(slow.map(() => 200));
  await until(() => streams.every((stream) => !stream.isOpen()), "the streams to end");
});

function getOnce(url: string, agent: http.Agent, token: string): Promise<number | string> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent, headers: bearer(token) }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode!));
      response.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

describe("two processes", () => {
  test("an event of one reaches the streams of the other, resumes there, and no other reseller hears it", async () => {
    const ours = await signInAt(one.url, harbour.userName);
    const theirs = await signInAt(one.url, liffey.userName);
    const there = await openStream(two.url, ours);
    const stranger = await openStream(two.url, theirs);

    await addCustomer(one.url, ours, `Heard ${crypto.randomUUID().slice(0, 8)}`);
    await until(() => there.seen.length > 0, "the event");
    expect(there.seen[0]).toMatchObject({ name: "SendMessage", data: '{"Topics":["customers","dashboard"]}' });

    there.close();
    for (let n = 0; n < 3; n++) await addCustomer(two.url, ours, `Missed ${crypto.randomUUID().slice(0, 8)}`);
    const resumed = await openStream(one.url, ours, there.seen[0]!.id);
    await until(() => resumed.seen.length >= 3, "what was missed");
    await addCustomer(two.url, theirs, `Theirs ${crypto.randomUUID().slice(0, 8)}`);
    await until(() => stranger.seen.length > 0, "the stranger's own event");

    expect({ resumed: resumed.seen.length, stranger: stranger.seen.length }).toEqual({ resumed: 3, stranger: 1 });
    resumed.close();
    stranger.close();
  });

  test("a session ended at one is over at the other, its stream too; a ticket opens nothing else", async () => {
    const token = await signInAt(one.url, harbour.userName);
    const stream = await openStream(two.url, token);
    const statusAtTwo = async () => (await fetch(`${two.url}/api/session`, { headers: bearer(token) })).status;
    expect(await statusAtTwo()).toBe(200);

    const ended = await fetch(`${one.url}/api/auth/sign-out`, { method: "POST", headers: bearer(token) });
    expect(ended.status).toBe(200);
    await until(() => !stream.isOpen(), "the stream to end");
    expect(await statusAtTwo()).toBe(401);
    expect(await statusOf(`${two.url}/api/notifications/stream?access_token=${token}`)).toBe(401);
  });
});

test("the database away and back: the process lives on, says it is not ready, and serves again", async () => {
  const { url, child, output } = two;
  const token = await signInAt(url, harbour.userName);
  const { hostname, port, username, pathname } = new URL(database.adminUrl);
  const beside = new pg.Client(`postgres://${username}@${hostname}:${port}/postgres`);
  await beside.connect();
  const name = pathname.slice(1);
  try {
    await beside.query(`alter database ${name} allow_connections false`);
    await beside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    await until(async () => (await statusOf(`${url}/readyz`)) === 503, "the process to miss its database");
  } finally {
    await beside.query(`alter database ${name} allow_connections true`);
    await beside.end();
  }
  await until(async () => (await statusOf(`${url}/readyz`)) === 200, "the database to be back");
  expect({ ended: child.exitCode, said: output() }).toMatchObject({ ended: null });
  const stream = await openStream(url, token);
  await addCustomer(url, token, `Heard ${crypto.randomUUID().slice(0, 8)}`);
  await until(() => stream.seen.length > 0, "events after it is back");
  stream.close();
});

longTest(
  "the database killed and started again: the process lives on, says it is not ready, and serves again",
  async () => {
    const cluster = await startThrowaway({ keepAlive: true, fsync: true });
    const own = new pg.Pool({ connectionString: cluster.url, max: 1 });
    own.on("error", () => {});
    try {
      await prepareDatabase(cluster.url);
      const { userName } = await addAccount(own, "Harbour");
      const login = new URL(cluster.url);
      login.username = "tradewind_web";
      const process = await startWeb(login.href);
      running.add(process);
      const token = await signInAt(process.url, userName);
      const statuses = new Set<number>();

      global.process.kill(cluster.pid(), "SIGQUIT");
      await until(async () => {
        if (process.child.exitCode !== null) throw new Error(`The process died: ${process.output()}`);
        statuses.add((await fetch(`${process.url}/api/customers`, { headers: bearer(token) })).status);
        return (
          statuses.size > 1 &&
          (await statusOf(`${process.url}/api/customers`)) === 401 &&
          (await statusOf(`${process.url}/readyz`)) === 200
        );
      }, "the database to be back");

      expect(process.child.exitCode).toBeNull();
      expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
      await until(
        async () => (await addCustomer(process.url, token, `Back ${crypto.randomUUID().slice(0, 8)}`)).status === 200,
      );
      const stream = await openStream(process.url, token);
      await addCustomer(process.url, token, `Heard ${crypto.randomUUID().slice(0, 8)}`);
      await until(() => stream.seen.length > 0, "events after the restart");
      stream.close();
    } finally {
      await own.end();
      await cluster.stop();
    }
  },
);

test("the password of these tests never reaches a log", async () => {
  await signInAt(one.url, harbour.userName);
  expect(one.output()).not.toContain(password);
});
