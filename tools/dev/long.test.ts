import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { root } from "../root.ts";
import { readSources } from "../source-files.ts";
import { parts } from "./long-parts.ts";
import { chooseParts, listParts, openMemory, treeOf, type Memory } from "./long.ts";

const folders: string[] = [];
const makeFolder = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-parts-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => fs.rmSync(folder, { recursive: true })));

const names = ["crash", "fuzz", "looks"];
const ended = { seconds: 300, on: "2026-11-22" };
let memory: Memory;
beforeEach(() => (memory = openMemory(makeFolder())));

test("a run goes on with the parts that have not passed on these files", () => {
  expect(chooseParts(names, [], memory, "now")).toEqual(names);
  memory.keep("crash", { ...ended, tree: "now", passed: true });
  memory.keep("fuzz", { ...ended, tree: "now", passed: false });
  memory.keep("looks", { ...ended, tree: "before", passed: true });
  expect(chooseParts(names, [], memory, "now")).toEqual(["fuzz", "looks"]);
});

test("a named part runs whether or not it has passed; one that is not there is refused", () => {
  memory.keep("crash", { ...ended, tree: "now", passed: true });
  expect(chooseParts(names, ["crash"], memory, "now")).toEqual(["crash"]);
  expect(() => chooseParts(names, ["crush"], memory, "now")).toThrow("No such part: crush. There are crash, fuzz");
});

test("the list says of each part what it does, how it ended, when, and whether files changed since", () => {
  memory.keep("crash", { ...ended, tree: "before", passed: true });
  memory.keep("fuzz", { ...ended, tree: "now", passed: false, seconds: 12 });
  const does = { does: "Tries hard" };
  expect(listParts({ crash: does, fuzz: does, looks: does }, memory, "now").join("\n")).toBe(
    [
      "crash  Tries hard",
      "       passed on 2026-11-22 in 5 min, with other files",
      "fuzz   Tries hard",
      "       FAILED on 2026-11-22 in 12 s",
      "looks  Tries hard",
      "       not run yet",
    ].join("\n"),
  );
});

test("the state of the files changes with every file, committed or not, but not with ignored ones", () => {
  const folder = makeFolder();
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  write(".gitignore", "*.log\n");
  const empty = treeOf(folder);
  write("a.ts", "1");
  const one = treeOf(folder);
  write("a.ts", "2");
  const two = treeOf(folder);
  write("a.log", "noise");
  expect(new Set([empty, one, two]).size).toBe(3);
  expect(treeOf(folder)).toBe(two);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: folder, encoding: "utf8" })).toContain("?? a.ts");
});

test("every file that does more in a long run is in a part", async () => {
  const shared = { work: "/work", chromium: "/chromium", long: true };
  const told: string[] = [];
  for (const part of Object.values(parts))
    told.push(...(await part.stages(shared)).flatMap(({ command }) => [...command]));
  const asking = readSources(root)
    .filter(
      ({ path: place, text }) =>
        /\.(test|spec)\.tsx?$/.test(place) && /inject\("long"\)|"TEST_LONG"\]|longTest\(|isLong\b/.test(text),
    )
    .map(({ path: place }) => place)
    .filter((place) => !place.startsWith("tools/"));
  expect(asking.length).toBeGreaterThan(3);
  const isTold = (place: string) =>
    told.some((each) => each === place || (each.endsWith("/") && place.startsWith(each)));
  expect(asking.filter((place) => !isTold(place))).toEqual([]);
});
