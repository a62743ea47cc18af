import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../root.ts";
import { isMutated, parts } from "./parts.ts";

const sourcesIn = (folder: string) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => !name.includes("node_modules") && isMutated(name));

test("every folder of the domain is a part, and every part has code and tests", () => {
  const folders = fs
    .readdirSync(path.join(root, "domain"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map(({ name }) => `domain/${name}`);
  const names = parts.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("domain/")).toSorted()).toEqual(folders.toSorted());
  expect(new Set(names).size).toBe(names.length);
  const hasTests = (place: string) =>
    place.endsWith(".test.ts")
      ? fs.existsSync(path.join(root, place))
      : fs
          .readdirSync(path.join(root, place), { recursive: true, encoding: "utf8" })
          .some((file) => file.endsWith(".test.ts"));
  expect(parts.filter(({ name }) => sourcesIn(name).length === 0)).toEqual([]);
  expect(parts.filter(({ tests }) => !tests.every(hasTests))).toEqual([]);
});

test("tests, what only they use, and files of values are not broken", () => {
  expect(["vat.ts", "a/money.ts"].map(isMutated)).toEqual([true, true]);
  expect(["vat.test.ts", "pricing-fixtures.ts", "icons.data.ts", "screen.tsx", "x.sql"].map(isMutated)).toEqual(
    Array(5).fill(false),
  );
});
