import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { root } from "../root.ts";
import { placeOf, readEvidence } from "./evidence.ts";
import { vitest } from "./runners.ts";
import type { Stage } from "./stages.ts";
import { runWhole } from "./whole-run.ts";

// Below the project's folder, where the packages are found.
let home: string;
beforeAll(() => {
  fs.mkdirSync(path.join(root, ".cache"), { recursive: true });
  home = fs.mkdtempSync(path.join(root, ".cache/whole-run-"));
});
afterAll(() => fs.rmSync(home, { recursive: true }));
let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(home, "run-"))));
beforeEach(() => {
  // What the made-up tests print would look like ours.
  for (const print of ["log", "error"] as const) vi.spyOn(console, print).mockReturnValue();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const today = new Date().toISOString().slice(0, 10);

/** Writes made-up test files. In them, `isFirst(name)` holds once. */
function write(files: Record<string, string>): void {
  fs.writeFileSync(
    path.join(folder, "vitest.config.ts"),
    "export default { test: { name: 'made-up', maxWorkers: 1, fileParallelism: false } };",
  );
  const head = `
    import fs from "node:fs";
    import { expect, test } from "vitest";
    const isFirst = (name) => {
      const mark = ${JSON.stringify(folder)} + "/" + name;
      return !fs.existsSync(mark) && fs.writeFileSync(mark, "") === undefined;
    };`;
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), head + text);
}

/**
 * Runs them as `npm test` runs its tests. `hangs` says in which of the two runs a file hangs: the time of that run is over
 * as soon as it does.
 */
async function run(hangs: { first?: string; again?: string } = {}) {
  const work = path.join(folder, "work");
  const args = ["--root", folder, "--config", path.join(folder, "vitest.config.ts")];
  const stage = vitest({ work, chromium: "", long: false }, { name: "Made up", budget: 1000, args });
  const kept = { evidence: path.join(folder, "kept"), unsteady: path.join(folder, "unsteady.txt") };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const running = runWhole({ lanes: [[stage]] }, kept, new AbortController().signal);
  for (const [part, file] of [
    ["Made-up", hangs.first],
    ["Made-up-again", hangs.again],
  ])
    if (file) {
      await until(() => isOpen(path.join(work, part!), file) && fs.existsSync(path.join(folder, `${file} began`)));
      vi.advanceTimersByTime(3_000_000);
    }
  const { failed, closing } = await running;
  vi.useRealTimers();
  const tests = readEvidence(kept.evidence).flatMap((evidence) => evidence.tests);
  return {
    failed,
    last: closing.at(-1),
    failures: listed(closing, "What failed:"),
    unsteady: listed(closing, "Unsteady: failed, and passed when run once more alone:"),
    noted: fs.readFileSync(kept.unsteady, "utf8"),
    endings: Object.fromEntries(tests.map(({ title, ending }) => [title, ending])),
  };
}

const isOpen = (kept: string, file: string) =>
  readEvidence(kept).some((one) => one.state === "open" && path.basename(one.file) === file);

/** Waits by a timer that is not made up. */
const until = (holds: () => boolean) =>
  new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!holds()) return;
      clearInterval(timer);
      resolve();
    }, 50);
  });

/** The names below a title of the closing lines. */
const listed = (lines: readonly string[], title: string): string[] =>
  lines.includes(title)
    ? lines
        .slice(lines.indexOf(title) + 1)
        .slice(0, lines.slice(lines.indexOf(title) + 1).indexOf(""))
        .map((line) => line.trim())
    : [];

const nameOf = (file: string) => `${placeOf(path.join(folder, file))}, made-up`;

test("what fails once or hangs once is unsteady, noted with its date, and has passed; a file that cannot be loaded is a failure", async () => {
  write({
    "a.test.ts": `
      test("PORT-01 fails once", () => expect(isFirst("a")).toBe(false));
      test("passes", () => expect(1).toBe(1));`,
    "b.test.ts": `test("passes before", () => expect(isFirst("b")).toBe(true));`,
    "c.test.ts": `test("hangs once", () => { while (isFirst("c.test.ts began")) while (true); expect(1).toBe(1); });`,
    "d.test.ts": `test("waits", () => expect(1).toBe(1));`,
    "e.test.ts": `throw new Error("No such thing");`,
  });
  const { failed, last, failures, unsteady, noted, endings } = await run({ first: "c.test.ts" });
  expect([failed, last]).toEqual([1, "5 passed, 1 failed"]);
  expect(failures).toEqual([
    expect.stringContaining(`${nameOf("e.test.ts")}: outside its tests (Error: No such thing`),
  ]);
  expect(unsteady).toEqual([
    expect.stringContaining(`${nameOf("a.test.ts")}: PORT-01 fails once (AssertionError: expected true to be false`),
    `hung: ${nameOf("c.test.ts")}`,
  ]);
  expect(noted).toBe(unsteady.map((name) => `${today}  ${name}\n`).join(""));
  expect(Object.values(endings).toSorted()).toEqual(["failed", ...Array.from({ length: 5 }, () => "passed")]);
});

test("what fails or hangs twice is a failure, and six that fail once are too many", async () => {
  write({
    "a.test.ts": `test("fails always", () => expect(isFirst("a") ? "first" : "second").toBe("never"));`,
    "c.test.ts": `isFirst("c.test.ts began"); while (true);`,
    "d.test.ts": `test.each([1, 2, 3, 4, 5, 6])("fails once: %i", (n) => expect(isFirst("d" + n)).toBe(false));`,
  });
  const { last, failures, unsteady, endings } = await run({ first: "c.test.ts", again: "c.test.ts" });
  expect(last).toBe("6 passed, 3 failed");
  expect(failures).toEqual([
    `hung: ${nameOf("c.test.ts")}`,
    expect.stringMatching(/a\.test\.ts, made-up: fails always \(.*'first' to be.*; again: .*'second' to be/),
    "6 tests are unsteady, more than 5 are too many",
  ]);
  expect(unsteady).toHaveLength(6);
  expect(endings["fails always"]).toBe("failed");
});

test("what a failed check said last is said once more at the end", async () => {
  const said = "for (let n = 0; n < 40; n++) console.log(`a.ts: fault ${n}`); process.exit(1)";
  const stage = (name: string, code: string): Stage => ({ name, budget: 60, command: ["node", "-e", code] });
  const lanes = [[stage("Lint", said), stage("Format", "console.log('well')")]];
  const kept = { evidence: path.join(folder, "kept"), unsteady: path.join(folder, "unsteady.txt") };
  const { closing } = await runWhole({ lanes }, kept, new AbortController().signal);
  expect(listed(closing, "What failed:")).toEqual(["Lint: failed with code 1"]);
  const words = listed(closing, "Last words of Lint:").join("\n").split("\n");
  expect([words.length, words[0], words.at(-1)]).toEqual([15, "a.ts: fault 25", "a.ts: fault 39"]);
  expect(closing.join("\n")).not.toContain("well");
});

test("when the run's time is over, what runs is ended, and the run has failed", async () => {
  const lanes: Stage[][] = [[{ name: "Slow", budget: 60, command: ["node", "-e", "setInterval(() => {}, 1000)"] }]];
  const kept = { evidence: path.join(folder, "kept"), unsteady: path.join(folder, "unsteady.txt") };
  const { closing } = await runWhole({ lanes }, kept, AbortSignal.timeout(300));
  expect(listed(closing, "What failed:")).toEqual(["Slow: ended with the run", "The run took too long and was ended."]);
  expect(closing.at(-1)).toBe("0 passed, 2 failed");
});
