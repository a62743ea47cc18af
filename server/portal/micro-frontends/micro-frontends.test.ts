import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { microFrontends } from "@tradewind/contract/portal/micro-frontends.ts";
import type { FrontendFault } from "@tradewind/simulators/micro-frontends/micro-frontends.ts";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { testApp } from "../../test/test-app.ts";
import { frameShelf } from "./micro-frontends.reads.ts";
import { readFrame } from "@tradewind/vendors/shared-frame.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tradewind-frontends-"));
const simulators = await startSimulators({ dataDir: folder });
afterAll(async () => {
  await simulators.stop();
  rmSync(folder, { recursive: true });
});
const host = simulators.urls.microFrontends;
const manifestUrl = `${host}/manifest.json`;
const app = await testApp({ MICRO_FRONTENDS_URL: manifestUrl });

const control = (method: string, call: string, body?: unknown) =>
  fetch(`${host}/__sim/${call}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const act = (setting: { version?: "1" | "2"; fault?: FrontendFault }) => control("POST", "act", setting);
beforeEach(async () => {
  await control("POST", "reset");
  await act({ version: "1" });
});

const headerText = async (shelf: ReturnType<typeof frameShelf>) => (await shelf.frame())?.header.source.toString();
const says = (version: string) => expect.stringContaining(`version = "${version}"`);

test("SHELL-33 the server hands out the shared header and footer, each script by its content from our own host", async () => {
  const { Result } = await app.call(await app.signIn(), microFrontends.current);
  expect(Result).toMatchObject({
    Header: { Element: "tradewind-shared-header" },
    Footer: { Element: "tradewind-shared-footer" },
  });
  for (const { Script, Integrity } of [Result!.Header, Result!.Footer]) {
    const file = await app.app.inject({ url: Script });
    expect(file.statusCode).toBe(200);
    expect(`sha384-${createHash("sha384").update(file.rawPayload).digest("base64")}`).toBe(Integrity);
    expect(Script).toBe(`/micro-frontends/${createHash("sha384").update(file.rawPayload).digest("hex")}.js`);
    expect(file.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": expect.stringContaining("script-src 'self';"),
    });
  }
});

test("only scripts of the frame have an address", async () => {
  for (const name of [`${"0".repeat(96)}.js`, "header.js", "..%2fmanifest.json", "x".repeat(190)]) {
    const { statusCode, headers } = await app.app.inject({ url: `/micro-frontends/${name}` });
    expect([statusCode, headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
  }
});

test("without a host there is no shared frame", async () => {
  const plain = await testApp();
  expect((await plain.call(await plain.signIn(), microFrontends.current)).Result).toBeNull();
  expect((await plain.app.inject({ url: `/micro-frontends/${"0".repeat(96)}.js` })).statusCode).toBe(404);
});

const refusals: Record<Exclude<FrontendFault, "throws" | "definesNothing" | "drawsNothing">, RegExp> = {
  wrongHash: /is not what the manifest says/,
  oversized: /is larger than 262144 bytes/,
  oversizedManifest: /is larger than 65536 bytes/,
  wrongType: /is of another type/,
  redirect: /answered 302/,
  otherHost: /is on another host/,
  malformed: /The manifest cannot be used/,
};
test.each(Object.entries(refusals) as [FrontendFault, RegExp][])(
  "a host with the fault %s is refused and the reason logged",
  async (fault, reason) => {
    await act({ fault });
    const warn = vi.fn<(what: { err: Error }, words: string) => void>();
    const shelf = frameShelf(manifestUrl, { warn: warn as never });
    expect(await shelf.frame()).toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]![0].err.message).toMatch(reason);
  },
);

test.each([
  ["down", { kind: "reset" }, "fetch failed"],
  ["failing", { kind: "status", status: 503 }, "answered 503"],
  ["cut off half-way", { kind: "truncate" }, "is not what the manifest says"],
  ["slower than two seconds", { kind: "delay", ms: 2_500 }, "aborted due to timeout"],
])("a host that is %s is refused", async (_state, fault, reason) => {
  await control("POST", "faults", { match: { path: "header.js" }, times: 10, fault });
  await expect(readFrame(manifestUrl)).rejects.toThrow(reason);
  await control("DELETE", "faults");
});

test("the frame is asked for again after five minutes, and kept while the host cannot be used", async () => {
  let now = 0;
  const shelf = frameShelf(manifestUrl, { warn: () => undefined }, () => now);
  expect(await headerText(shelf)).toEqual(says("1"));
  const first = (await shelf.frame())!.header.hash;

  await act({ version: "2", fault: "wrongHash" });
  now += 5 * 60_000;
  expect(await headerText(shelf)).toEqual(says("1"));
  await control("POST", "faults", { times: 100, fault: { kind: "reset" } });
  now += 60_000;
  expect(await headerText(shelf)).toEqual(says("1"));

  await control("DELETE", "faults");
  await act({ version: "2" });
  now += 60_000;
  await expect.poll(() => headerText(shelf)).toEqual(says("2"));
  // A page opened earlier still finds its script.
  expect((await shelf.script(first))?.toString()).toEqual(says("1"));
});

test("a script another process already knows is fetched, and guesses reach the host once in five seconds", async () => {
  let now = 0;
  const [here, elsewhere] = [0, 1].map(() => frameShelf(manifestUrl, { warn: () => undefined }, () => now));
  await here!.frame();
  await act({ version: "2" });
  const released = (await elsewhere!.frame())!.header.hash;
  now += 4_999;
  expect(await here!.script(released)).toBeUndefined();
  now += 1;
  expect((await here!.script(released))?.toString()).toEqual(says("2"));
});

test("many simultaneous callers ask the host once, and a failing host is left alone for a while", async () => {
  const shelf = frameShelf(manifestUrl, { warn: () => undefined }, () => 0);
  await Promise.all(Array.from({ length: 20 }, () => shelf.frame()));
  const asked = async () => {
    const { entries } = (await (await control("GET", "journal")).json()) as { entries: { path: string }[] };
    return entries.filter((entry) => entry.path === "/manifest.json").length;
  };
  expect(await asked()).toBe(1);
  await act({ fault: "malformed" });
  const failing = frameShelf(manifestUrl, { warn: () => undefined }, () => 0);
  for (let n = 0; n < 5; n++) expect(await failing.frame()).toBeUndefined();
  expect(await failing.script("0".repeat(96))).toBeUndefined();
  expect(await asked()).toBe(2);
});
