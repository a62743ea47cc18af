import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { auth } from "@tradewind/contract/access/auth.ts";
import { usage } from "@tradewind/contract/insight/usage.ts";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, expect, test } from "vitest";
import { testApp } from "../../test/test-app.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-usage-"));
const simulators = await startSimulators({ dataDir });
const app = await testApp({ USAGE_COLLECTOR_URL: `${simulators.urls.usageCollector}/collect` });
const quiet = await testApp();
afterAll(async () => {
  await simulators.stop();
  fs.rmSync(dataDir, { recursive: true });
});

const press = { Action: "Add product", Page: "Dashboard", Campaign: "First steps" };
const events = async (): Promise<Record<string, string>[]> =>
  ((await (await fetch(`${simulators.urls.usageCollector}/__sim/events`)).json()) as { events: never[] }).events;

test("DASH-06 a press reaches the collector with its action, page and campaign under the person's reference, and nothing else of them", async () => {
  const person = await app.signIn();
  expect((await app.call(person, usage.press, { body: press })).Result).toEqual({ IsCollected: true });
  const { gaUserReference } = (await app.call(person, auth.loginUser)).Result!;
  await expect
    .poll(events, { timeout: 10_000 })
    .toEqual([
      { action: press.Action, page: press.Page, campaign: press.Campaign, gaUserReference, at: expect.any(String) },
    ]);
  const page = await (await fetch(simulators.urls.usageCollector)).text();
  expect(page).toContain("<td>First steps</td>");
});

test("DASH-06 nothing is sent for people who ask not to be tracked, without a collector, or on a staff visit", async () => {
  const before = (await events()).length;
  const person = await app.signIn();
  for (const headers of [{ dnt: "1" }, { "sec-gpc": "1" }] as Record<string, string>[])
    expect((await app.call(person, usage.press, { body: press }, { headers })).Result).toEqual({ IsCollected: false });
  const other = await quiet.signIn();
  expect((await quiet.call(other, usage.press, { body: press })).Result).toEqual({ IsCollected: false });
  const more = await app.call(person, usage.press, { body: { ...press, UserName: person.email } as never });
  expect(more.status).toBe(400);
  expect(await events()).toHaveLength(before);
});
