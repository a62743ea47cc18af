import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPlaywright, readVitest, runStage } from "./stages.ts";

const stopped = new AbortController().signal;
let folder: string;
beforeAll(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-stages-"))));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const script = (code: string) => ["node", "-e", code] as const;
const counts = async (code: string, read?: typeof readVitest) => {
  const file = path.join(folder, "report.json");
  const outcome = await runStage({ name: "It", command: script(code), report: read && { file, read } }, stopped);
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

test("a file that cannot be loaded, and a test that passed only the second time, are failures", () => {
  const testResults = [{ status: "failed", assertionResults: [] }];
  expect(readVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({ passed: 2, failed: 2 });
  expect(readPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [] })).toEqual({
    passed: 4,
    failed: 2,
  });
});
