import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startSimulators } from "@tradewind/simulators/simulators.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { clearFaults, control } from "../test-support.ts";
import { VendorUnavailable } from "../vendor.ts";
import { helpjuice } from "./helpjuice.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-helpjuice-"));
const simulators = await startSimulators({ dataDir });
afterAll(async () => {
  await simulators.stop();
  fs.rmSync(dataDir, { recursive: true });
});
const url = simulators.urls.helpjuice;
const settings = { url, apiKey: simulators.settings["HELPJUICE_API_KEY"]!, timeoutMs: 2_000 };
const source = helpjuice(settings);
beforeEach(() => clearFaults(url));

test("all pages of a list are read, and only what is published for everybody", async () => {
  for (let at = 0; at < 120; at++)
    await control(url, "act", {
      article: {
        id: 6000 + at,
        name: `Article ${at}`,
        codename: `article-${at}`,
        categories: [100],
        body: "<p>So</p>",
        views: at,
        isPublished: at !== 0,
        accessibility: at === 1 ? 0 : 1,
      },
    });
  const ids = (await source.entries()).map(({ id }) => id);
  expect(ids.filter((id) => id >= 6000)).toHaveLength(118);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await source.text(6002)).toBe("<p>So</p>");
  expect(await source.text(99_999)).toBe(undefined);
});

test("a picture comes from the account's own host only", async () => {
  expect((await source.picture("/pictures/menu.png"))?.subarray(1, 4).toString()).toBe("PNG");
  expect(await source.picture("https://elsewhere.example/menu.png")).toBe(undefined);
});

test("being asked to slow down says for how long, and a wrong key or shape is no answer", async () => {
  const arm = (fault: object) => control(url, "faults", { fault, times: 1 });
  await arm({ kind: "status", status: 429, headers: { "retry-after": "7" } });
  await expect(source.categories()).rejects.toMatchObject({ retryAfterMs: 7_000 });
  await arm({
    kind: "status",
    status: 200,
    body: { categories: [{ id: "one" }], meta: { current: 1, total_pages: 1 } },
  });
  await expect(source.categories()).rejects.toThrow(VendorUnavailable);
  await expect(helpjuice({ ...settings, apiKey: "wrong" }).entries()).rejects.toThrow("refused our API key");
});
