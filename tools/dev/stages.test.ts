import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dearest,
  namesOfFailures,
  quiet,
  readPlaywright,
  readVitest,
  runLanes,
  runStage,
  type Stage,
} from "./stages.ts";

const stopped = new AbortController().signal;
let folder: string;
beforeAll(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-stages-"))));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const it = { name: "It", budget: 10 };
const script = (code: string) => ["node", "-e", code] as const;
const counts = async (code: string, read?: typeof readVitest) => {
  const file = path.join(folder, "report.json");
  const outcome = await runStage({ ...it, command: script(code), report: read && { file, read } }, stopped);
  return [outcome.passed, outcome.failed];
};

test("a check counts as one", async () => {
  expect(await counts("process.exit(0)")).toEqual([1, 0]);
  expect(await counts("process.exit(3)")).toEqual([0, 1]);
});

test("a test runner that dies without a report, or runs nothing, has failed", async () => {
  expect(await counts("process.exit(1)", readVitest)).toEqual([0, 1]);
  expect(await counts("process.exit(0)", readVitest)).toEqual([0, 1]);
});

test("a runner that ends badly after all its tests passed has failed", async () => {
  const report = JSON.stringify({ numPassedTests: 3, numFailedTests: 0, testResults: [] });
  const write = `require('fs').writeFileSync(${JSON.stringify(path.join(folder, "report.json"))}, ${JSON.stringify(report)})`;
  expect(await counts(write, readVitest)).toEqual([3, 0]);
  expect(await counts(`${write}; process.exit(1)`, readVitest)).toEqual([3, 1]);
});

const root = path.join(import.meta.dirname, "../..");

test("a file that cannot be loaded, and a test that passed only the second time, are failures", () => {
  const name = path.join(root, "domain/money.test.ts");
  const testResults = [{ name, status: "failed", startTime: 1000, endTime: 3500, assertionResults: [] }];
  expect(readVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({
    passed: 2,
    failed: 2,
    failures: ["domain/money.test.ts: cannot be loaded"],
    costs: { "domain/money.test.ts": 2.5 },
  });
  expect(readPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [], suites: [] })).toEqual({
    passed: 4,
    failed: 2,
    failures: [],
    costs: {},
  });
});

test("what failed is named by file and title, those that passed are not", () => {
  const assertionResults = [
    { status: "passed", fullName: "adds" },
    {
      status: "failed",
      fullName: "takes away all of it",
      failureMessages: ["\u001B[31mError\u001B[39m: 1p\n  is left"],
    },
    { status: "failed", fullName: "says much", failureMessages: ["x".repeat(500)] },
  ];
  const testResults = [{ name: path.join(root, "domain/money.test.ts"), status: "failed", assertionResults }];
  expect(readVitest({ numPassedTests: 1, numFailedTests: 1, testResults }).failures).toEqual([
    "domain/money.test.ts: takes away all of it (Error: 1p is left)",
    `domain/money.test.ts: says much (${"x".repeat(400)}…)`,
  ]);
  const specs = ["expected", "unexpected", "flaky"].map((status) => ({
    title: `is ${status}`,
    file: "customers.spec.ts",
    tests: [
      {
        projectName: "390",
        status,
        results: [{ errors: [{ message: "Test timeout" }, { message: "click:\n  waiting", location: { line: 42 } }] }],
      },
    ],
  }));
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    errors: [{ message: "The server did not start\nand more" }],
    suites: [{ specs: [], suites: [{ specs }] }],
  };
  expect(readPlaywright(report).failures).toEqual([
    "e2e/customers.spec.ts, 390: is unexpected (Test timeout line 42: click: waiting)",
    "e2e/customers.spec.ts, 390: is flaky (Test timeout line 42: click: waiting)",
    "The server did not start",
  ]);
});

test("the end of the log names twenty failures and counts the rest; a check without names is named itself", () => {
  const outcome = (name: string, failed: number, failures: string[]) => ({
    name,
    passed: 1,
    failed,
    failures,
    seconds: 1,
    budget: 1,
  });
  expect(
    namesOfFailures([outcome("Lint", 1, []), outcome("Types", 0, []), outcome("Tests", 1, ["a.test.ts: a\n  b"])]),
  ).toEqual(["Lint", "a.test.ts: a b"]);
  const many = Array.from({ length: 25 }, (_, n) => `a.test.ts: ${n}`);
  expect(namesOfFailures([outcome("Tests", 25, many)]).slice(-2)).toEqual(["a.test.ts: 19", "and 5 more"]);
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
  expect(outcomes.map(({ name, failed }) => [name, failed])).toEqual([
    ["one", 0],
    ["after one", 1],
    ["last", 0],
    ["two", 0],
  ]);
});

test("what costs most is named first, files told in several parts once", () => {
  const spec = (duration: number) => ({
    title: "is told",
    file: "customers.spec.ts",
    tests: [{ projectName: "390", status: "expected", results: [{ errors: [], duration }] }],
  });
  const { costs } = readPlaywright({
    stats: { expected: 2, unexpected: 0, flaky: 0 },
    errors: [],
    suites: [{ specs: [spec(4000)], suites: [{ specs: [spec(3000)] }] }],
  });
  const outcome = { ...it, passed: 2, failed: 0, failures: [], seconds: 9, costs: { ...costs, "domain/a.test.ts": 1 } };
  expect(dearest([outcome])).toEqual(["    7 s  e2e/customers.spec.ts", "    1 s  domain/a.test.ts"]);
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
