import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAlive } from "../postgres-running.ts";
import { countOf } from "./counts.ts";
import type { Evidence, Ran } from "./evidence.ts";
import { dearest, quiet, runLanes, runStage, shortened, type Stage } from "./stages.ts";

const stopped = new AbortController().signal;
let folder: string;
beforeAll(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-stages-"))));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const it = { name: "It", budget: 10 };
const script = (code: string) => ["node", "-e", code] as const;
const run = (code: string, more: Partial<Stage> = {}, over = stopped) =>
  runStage({ ...it, command: script(code), ...more }, over);
const counts = async (...given: Parameters<typeof run>) => {
  const { passed, failed, failures } = await run(...given);
  expect(failures).toHaveLength(failed);
  return [passed, ...failures];
};

/** A stage of tests, and code that leaves there what a reporter would. */
const tests = () => ({ tests: { folder: path.join(folder, "kept"), alone: () => ({ ...it, command: script("") }) } });
const keeps = (...evidence: Evidence[]) =>
  evidence
    .map(
      (one) => `
        fs.mkdirSync(${JSON.stringify(path.join(folder, "kept", one.file))}, { recursive: true });
        fs.writeFileSync(${JSON.stringify(path.join(folder, "kept", one.file, "unit.json"))}, ${JSON.stringify(JSON.stringify(one))});`,
    )
    .join("\n");
const here = "tools/dev/stages.test.ts";
const passed: Ran = { title: "adds", within: [], ending: "passed" };

test("a check counts as one", async () => {
  expect(await counts("process.exit(0)")).toEqual([1]);
  expect(await counts("process.exit(3)")).toEqual([0, "It: failed with code 3"]);
});

test("a test runner that dies without a word, or runs nothing, has failed", async () => {
  expect(await counts("process.exit(1)", tests())).toEqual([0, "It: failed with code 1"]);
  expect(await counts("process.exit(0)", tests())).toEqual([0, "It: no test ran"]);
});

test("a runner that ends badly after all its tests passed has failed", async () => {
  const kept = keeps({ file: here, project: "unit", tests: [passed, { ...passed, title: "subtracts" }] });
  expect(await counts(kept, tests())).toEqual([2]);
  expect(await counts(`${kept}; process.exit(1)`, tests())).toEqual([2, "It: failed with code 1"]);
});

test("a stage over three times its budget is ended with all it started, also in groups of its own", async () => {
  const pids = path.join(folder, "pids");
  const code = `
    const { spawn } = require("child_process");
    const forever = ["-e", "process.on('SIGINT', () => {}); setInterval(() => {}, 1000)"];
    const both = [false, true].map((detached) => spawn(process.execPath, forever, { detached, stdio: "inherit" }).pid);
    fs.writeFileSync(${JSON.stringify(pids)}, both.join(" "));
    ${keeps({ file: here, project: "unit", tests: [], state: "open" })}
    setInterval(() => {}, 1000);`;
  expect(await counts(code, { ...tests(), budget: 0.7 })).toEqual([0, `hung: ${here}, unit`]);
  const started = fs.readFileSync(pids, "utf8").split(" ").map(Number);
  expect(started).toHaveLength(2);
  await expect.poll(() => started.filter(isAlive), { timeout: 5_000 }).toEqual([]);
  expect(await counts("setInterval(() => {}, 1000)", { limit: 0.3 })).toEqual([0, "It: ended after 0.3 s"]);
});

test("when the run is over, what runs is ended and what follows does not begin", async () => {
  const over = AbortSignal.timeout(300);
  const forever: Stage = { ...it, command: script("setInterval(() => {}, 1000)") };
  const outcomes = await runLanes([[forever, { ...forever, name: "Next" }]], over);
  expect(outcomes.flatMap(({ failures }) => failures)).toEqual(["It: ended with the run", "Next: not run"]);
});

test("the end of the log has twenty names, each on a line, and counts the rest", () => {
  expect(shortened(["a.test.ts: a\n  b"])).toEqual(["a.test.ts: a b"]);
  expect(shortened(Array.from({ length: 25 }, (_, n) => `${n}`)).slice(-2)).toEqual(["19", "and 5 more"]);
});

test("lanes run side by side, the stages of each in turn, and one that failed stops nothing", async () => {
  const stage = (name: string, code: string): Stage => ({ name, budget: 10, command: script(code) });
  const file = path.join(folder, "turns");
  // Each side waits for the other: one after the other, they would never end.
  const meet = (own: string, other: string) =>
    `const fs = require("fs"); fs.writeFileSync("${file}.${own}", "");
     (function look() { if (!fs.existsSync("${file}.${other}")) setImmediate(look); })()`;
  const outcomes = await runLanes(
    [
      [stage("one", meet("one", "two")), stage("after one", "process.exit(1)"), stage("last", "")],
      [stage("two", meet("two", "one"))],
    ],
    stopped,
  );
  expect(outcomes.map(({ stage: { name }, failed }) => [name, failed])).toEqual([
    ["one", 0],
    ["after one", 1],
    ["last", 0],
    ["two", 0],
  ]);
});

test("what costs most is named first, files told in several parts once", () => {
  const [stories, one] = ["e2e/customers.spec.ts", "domain/a.test.ts"] as const;
  const evidence = [
    { file: stories, project: "390", tests: [], seconds: 4 },
    { file: stories, project: "1440", tests: [], seconds: 3 },
    { file: one, project: "unit", tests: [], seconds: 1 },
  ];
  const outcome = { stage: { ...it, command: script("") }, seconds: 9, evidence, ...countOf(evidence) };
  expect(dearest([outcome])).toEqual([`    7 s  ${stories}`, `    1 s  ${one}`]);
});

test("another mode, proxies and flags of Node in the shell do not reach the tests", () => {
  const given = {
    PATH: "/bin",
    NODE_ENV: "production",
    http_proxy: "x",
    HTTPS_PROXY: "x",
    no_proxy: "",
    NODE_OPTIONS: "",
  };
  expect(quiet(given)).toEqual({ PATH: "/bin" });
});
