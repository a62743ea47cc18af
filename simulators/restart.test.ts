import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "simulators-"));
});

afterEach(async () => {
  await end("SIGKILL");
  await rm(folder, { recursive: true });
});

async function start(): Promise<Record<string, string>> {
  const map = join(folder, "map.json");
  await rm(map, { force: true });
  running = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: { ...process.env, SIM_DATA: join(folder, "data"), SIM_MAP: map },
    stdio: "ignore",
  });
  while (!existsSync(map)) await wait(20);
  return JSON.parse(readFileSync(map, "utf8"));
}

async function end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
  const process = running;
  running = undefined;
  if (!process || process.exitCode !== null) return null;
  process.kill(signal);
  const [code] = await once(process, "exit");
  return code;
}

async function call(method: string, url: string, body?: unknown): Promise<any> {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", authorization: `Basic ${btoa("portal:a-long-secret")}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.json();
}

async function acronisToken(base: string): Promise<string> {
  const reply = await fetch(`${base}/api/2/idp/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("portal:a-long-secret")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return ((await reply.json()) as { access_token: string }).access_token;
}

test("everything answered survives kill -9, and so does the clock", async () => {
  const { acronis } = await start();
  await call("POST", `${acronis}/__sim/clock`, { to: "2027-05-01T00:00:00Z" });
  const headers = { authorization: `Bearer ${await acronisToken(acronis!)}`, "content-type": "application/json" };
  const client = (await (await fetch(`${acronis}/api/2/clients/portal`, { headers })).json()) as { tenant_id: string };
  const names = Array.from({ length: 20 }, (_, index) => `Customer ${index}`);
  for (const name of names) {
    const body = JSON.stringify({ name, kind: "customer", parent_id: client.tenant_id });
    await fetch(`${acronis}/api/2/tenants`, { method: "POST", headers, body });
  }
  await end("SIGKILL");

  const { acronis: again } = await start();
  const list = await fetch(`${again}/api/2/tenants?parent_id=${client.tenant_id}`, { headers });
  const { items } = (await list.json()) as { items: { name: string }[] };
  expect(items.map((tenant) => tenant.name)).toEqual(names);
  expect((await call("GET", `${again}/__sim/clock`)).now).toMatch(/^2027-05-01/);
});

test("a second start finds state whose last line was torn", async () => {
  const { acronis } = await start();
  await call("POST", `${acronis}/__sim/act`, { action: "use", tenantId: "t", item: "i", value: 5 });
  await end("SIGKILL");
  const file = join(folder, "data", "acronis.jsonl");
  appendFileSync(file, '[["used","t:i",{"val');
  await start();
  expect(readFileSync(file, "utf8")).toBe('[["used","t:i",{"value":5}]]\n');
});

test("SIGTERM ends it cleanly", async () => {
  await start();
  expect(await end("SIGTERM")).toBe(0);
});
