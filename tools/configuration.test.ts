import fs from "node:fs";
import path from "node:path";
import { readConfig } from "@tradewind/server/platform/config.ts";
import { retentionOf } from "@tradewind/server/platform/retention.store.ts";
import { keptWords } from "@tradewind/server/platform/retention-words.ts";
import { vendors } from "@tradewind/vendors/index.ts";
import { expect, test } from "vitest";
import { root } from "./root.ts";

const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");

test("docs/configuration.md says what is kept how long, as housekeeping works", () => {
  const config = readConfig(vendors, { DEMO: "true", NODE_ENV: "test", DATABASE_URL: "postgres://localhost/x" });
  const rows = retentionOf(config).map(
    (each) => `| ${each.name} | ${keptWords(each)} | ${"setting" in each ? `\`${each.setting}\`` : ""} |`,
  );
  const documented = read("docs/configuration.md")
    .split("| data | kept | setting |\n|---|---|---|\n")[1]!
    .split("\n\n")[0]!;
  expect(documented.trim().split("\n")).toEqual(rows);
});

test("docs/configuration.md names every setting and no unknown one", () => {
  const ours = [...read("server/platform/config.ts").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1]!);
  const settings = [...ours, ...vendors.flatMap((vendor) => Object.keys(vendor.settings))];
  const [ofProcesses] = read("docs/configuration.md").split("## What is kept how long");
  const table = ofProcesses!.match(/^\|.*\|$/gm)!.join("\n");
  const documented = [...table.matchAll(/`([A-Z][A-Z_]+)`/g)].map((match) => match[1]!);
  expect(settings.length).toBeGreaterThan(10);
  expect([...new Set(documented)].toSorted()).toEqual([...new Set(settings)].toSorted());
});
