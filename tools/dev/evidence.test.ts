import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../root.ts";
import { readEvidence } from "./evidence.ts";

// Below the project's folder, where the packages are found.
let folder: string;
beforeAll(() => {
  fs.mkdirSync(path.join(root, ".cache"), { recursive: true });
  folder = fs.mkdtempSync(path.join(root, ".cache/evidence-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Runs a test file with a runner of ours, and answers how each test ended and whether the run was green. */
function endings(file: string, text: string, runner: readonly string[]) {
  const kept = path.join(folder, `kept by ${file}`);
  fs.writeFileSync(path.join(folder, file), text);
  const run = spawnSync(process.execPath, runner, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, EVIDENCE_FOLDER: kept, VITEST: "", NODE_OPTIONS: "" },
  });
  const tests = readEvidence(kept).flatMap((evidence) => evidence.tests);
  return { ended: Object.fromEntries(tests.map((one) => [one.title, one.ending])), green: run.status === 0 };
}

test("Vitest: only what ran, once, and asserted something is told as passed", () => {
  fs.writeFileSync(
    path.join(folder, "vitest.config.ts"),
    `export default { test: { expect: { requireAssertions: true }, reporters: [${JSON.stringify(path.join(import.meta.dirname, "evidence-reporter.ts"))}] } };`,
  );
  const text = `
    import { describe, expect, test } from "vitest";
    test("asserts", () => { expect(1).toBe(1); });
    test.each([["a"], ["b"]])("each %s", (word) => { expect(word).toBeTruthy(); });
    describe("a group", () => { test("in a group", () => { expect(1).toBe(1); }); });
    test("is empty", () => {});
    test("returns first", () => { if (Math) return; expect(1).toBe(1); });
    test("catches it", () => { try { expect(1).toBe(2); } catch {} });
    test("fails", () => { expect(1).toBe(2); });
    test("skips itself", (context) => { context.skip(); expect(1).toBe(1); });
    test("is told to skip", { skip: true }, () => { expect(1).toBe(1); });
    test.skip("is skipped", () => { expect(1).toBe(1); });
    test.skipIf(true)("is skipped if", () => { expect(1).toBe(1); });
    test.todo("is to do");
    test.fails("fails as said", () => { expect(1).toBe(2); });
    let tries = 0;
    test("is tried again", { retry: 1 }, () => { expect(++tries).toBe(2); });
    test.each([])("each of nothing %s", () => { expect(1).toBe(1); });
    if (process.env.NOT_SET) test("only somewhere else", () => { expect(1).toBe(1); });
  `;
  const { ended, green } = endings("a.test.ts", text, [path.join(root, "node_modules/vitest/vitest.mjs"), "run"]);
  expect(ended).toEqual({
    asserts: "passed",
    "each a": "passed",
    "each b": "passed",
    "in a group": "passed",
    "is empty": "failed",
    "returns first": "failed",
    "catches it": "passed",
    fails: "failed",
    "skips itself": "skipped",
    "is told to skip": "skipped",
    "is skipped": "skipped",
    "is skipped if": "skipped",
    "is to do": "skipped",
    "fails as said": "failed as expected",
    "is tried again": "passed on a retry",
  });
  expect(green).toBe(false);
});

test("Playwright: a story that asserts nothing is told so, and the run is not green", () => {
  fs.writeFileSync(
    path.join(folder, "playwright.config.ts"),
    `export default { testMatch: "*.spec.ts", retries: 1, reporter: [[${JSON.stringify(path.join(root, "e2e/evidence-reporter.ts"))}]] };`,
  );
  const text = `
    import { expect, test } from "@playwright/test";
    test("asserts", async () => { await test.step("deep inside", () => expect(1).toBe(1)); });
    test("is empty", () => {});
    test("skips itself", () => { test.skip(true); expect(1).toBe(1); });
    test.fixme("is to be mended", () => { expect(1).toBe(1); });
    test.fail("fails as said", () => { expect(1).toBe(2); });
    test("is tried again", ({}, { retry }) => { expect(retry).toBe(1); });
  `;
  const runner = [path.join(root, "node_modules/@playwright/test/cli.js"), "test"];
  const { ended, green } = endings("a.spec.ts", text, runner);
  expect(ended).toEqual({
    asserts: "passed",
    "is empty": "asserted nothing",
    "skips itself": "skipped",
    "is to be mended": "skipped",
    "fails as said": "failed as expected",
    "is tried again": "passed on a retry",
  });
  expect(green).toBe(false);
});
