import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createFaults } from "./kit/faults.ts";
import { openStore } from "./kit/store.ts";
import { createWebhooks } from "./kit/webhooks.ts";
import { type Simulators, startSimulators } from "./simulators.ts";

let simulators: Simulators;
let dataDir: string;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kit-"));
  simulators = await startSimulators({ dataDir: join(dataDir, "simulators"), clockOffsetMs: 0 });
  url = simulators.urls.acronis;
});

afterEach(() => fetch(`${url}/__sim/faults`, { method: "DELETE" }));

afterAll(async () => {
  await simulators.stop();
  await rm(dataDir, { recursive: true });
});

const post = (path: string, body: unknown, base = url) =>
  fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const token = () =>
  fetch(`${url}/api/2/idp/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("portal:a-long-secret")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });

describe("the clock", () => {
  test("is shared by all vendors", async () => {
    await post("/__sim/clock", { to: "2030-01-01T00:00:00Z" });
    const seen = await (await fetch(`${simulators.urls.microsoft}/__sim/clock`)).json();
    expect(seen).toMatchObject({ now: expect.stringMatching(/^2030-01-01T00:00/) });
    await post("/__sim/clock", { advanceMs: 86_400_000 });
    expect(await (await fetch(`${url}/__sim/clock`)).json()).toMatchObject({
      now: expect.stringMatching(/^2030-01-02/),
    });
    await post("/__sim/clock", { offsetMs: 0 });
    expect(await (await fetch(`${url}/__sim/clock`)).json()).toMatchObject({ offsetMs: 0 });
  });

  test("explains what it needs when called wrongly", async () => {
    expect((await post("/__sim/clock", { to: "tomorrow" })).status).toBe(400);
  });
});

describe("faults", () => {
  test("hit the request they name, as often as they say", async () => {
    await post("/__sim/faults", {
      match: { method: "POST", path: "token", nth: 2 },
      times: 2,
      fault: { kind: "status", status: 503 },
    });
    expect([(await token()).status, (await token()).status, (await token()).status, (await token()).status]).toEqual([
      200, 503, 503, 200,
    ]);
  });

  test.each(["reset", "commitThenReset"])("%s cuts the connection", async (kind) => {
    await post("/__sim/faults", { fault: { kind } });
    await expect(token()).rejects.toThrow("fetch failed");
    expect((await token()).status).toBe(200);
  });

  test("are recorded in the journal, without secrets", async () => {
    await post("/__sim/faults", { fault: { kind: "html502" } });
    expect((await token()).status).toBe(502);
    const { entries } = (await (await fetch(`${url}/__sim/journal?since=0`)).json()) as { entries: any[] };
    expect(entries.at(-1)).toMatchObject({
      method: "POST",
      path: "/api/2/idp/token",
      fault: "html502",
      headers: { authorization: "Basic" },
    });
  });

  test("a mixture is the same for the same seed, and ends when told to", () => {
    const day = (seed: number) => {
      const faults = createFaults();
      faults.setChaos({ seed, rate: 0.5, max: 10 });
      return Array.from({ length: 60 }, () => faults.pick("GET", "/")?.kind ?? "-").join(" ");
    };
    expect(day(7)).toBe(day(7));
    expect(day(7)).not.toBe(day(8));
    expect(
      day(7)
        .split(" ")
        .filter((kind) => kind !== "-"),
    ).toHaveLength(10);
  });
});

test("webhooks are delivered in the order and number asked for", async () => {
  const received: string[] = [];
  const listener = createServer(async (request, reply) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    received.push(JSON.parse(text).EventName);
    reply.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const store = openStore(join(dataDir, "webhooks.jsonl"), "webhooks");
  const webhooks = createWebhooks(store);
  webhooks.register(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  webhooks.setMode("hold");
  for (const name of ["first", "second", "third"]) webhooks.emit({ EventName: name });
  const [first, second, third] = webhooks.held().map((event) => event.id);
  await webhooks.release({ order: [third!, first!, second!], duplicate: [first!], drop: [second!] });
  expect(received).toEqual(["third", "first", "first"]);
  listener.close();
  store.close();
});

test("a store gives the same ids for the same seed", () => {
  const ids = ["one", "two"].map((file) => {
    const store = openStore(join(dataDir, `${file}.jsonl`), "seed");
    const id = store.newId();
    store.close();
    return id;
  });
  expect(ids[0]).toBe(ids[1]);
});
