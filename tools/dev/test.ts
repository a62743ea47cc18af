import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findFreePort } from "../embedded-postgres.ts";
import { root } from "../root.ts";
import { findChromium } from "./chromium.ts";
import { evidenceFolder } from "./evidence.ts";
import { namesOfFailures, readPlaywright, readVitest, runStage, type Outcome, type Stage } from "./stages.ts";

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopped.abort());
const long = process.argv.includes("--long");
const work = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
fs.chmodSync(work, 0o755);

fs.rmSync(evidenceFolder, { recursive: true, force: true });

try {
  const chromium = findChromium((sentence) => console.log(sentence));
  process.exitCode = await runAll(await stagesWith(chromium));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

async function stagesWith(chromium: string): Promise<Stage[]> {
  const browser = { CHROMIUM_PATH: chromium, TEST_LONG: String(long) };
  const vitest = (name: string, file: string, args: string[]): Stage => ({
    name,
    command: [
      "vitest",
      "run",
      ...args,
      "--reporter=default",
      "--reporter=json",
      `--reporter=${path.join(root, "tools/dev/evidence-reporter.ts")}`,
      `--outputFile.json=${path.join(work, file)}`,
    ],
    env: browser,
    report: { file: path.join(work, file), read: readVitest },
  });
  return [
    { name: "Format", command: ["oxfmt", "--check", "."] },
    { name: "Lint", command: ["oxlint", "--type-aware", "--deny-warnings"] },
    { name: "Types", command: ["tsc", "-p", root] },
    { name: "Imports, habits and sizes", command: ["node", "tools/check.ts"] },
    vitest("Unit, API and connector tests", "vitest.json", []),
    vitest("Screen tests", "screens.json", ["--config", "web/vitest.config.ts"]),
    { name: "Build", command: ["node", "tools/build-web.ts"] },
    { name: "Bytes of the pages", command: ["node", "tools/check-bytes.ts"] },
    {
      name: "Browser tests",
      command: ["playwright", "test", "--config", "e2e/playwright.config.ts"],
      env: {
        ...browser,
        E2E_DATA: path.join(work, "product"),
        E2E_PORT: String(await findFreePort()),
        PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(work, "browser.json"),
      },
      report: { file: path.join(work, "browser.json"), read: readPlaywright },
    },
    // Reads what the tests above left in the evidence folder.
    { name: "Requirements", command: ["node", "tools/requirements.ts", "--check"] },
  ];
}

/** Runs every stage, also after one failed, and says at the end how it went. Answers the exit code. */
async function runAll(stages: readonly Stage[]): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const stage of stages) {
    if (stopped.signal.aborted) break;
    outcomes.push(await runStage(stage, stopped.signal));
  }
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  const width = Math.max(...stages.map((stage) => stage.name.length));
  console.log("\n== Summary");
  for (const { name, ...one } of outcomes) {
    const verdict = one.failed === 0 ? "passed" : "FAILED";
    console.log(
      `${verdict}  ${name.padEnd(width)}  ${one.passed} passed, ${one.failed} failed, ${one.seconds.toFixed(0)} s`,
    );
  }
  if (stopped.signal.aborted) console.log("Stopped before the end.");
  const names = namesOfFailures(outcomes);
  if (names.length > 0) console.log(`\nWhat failed:\n${names.map((name) => `  ${name}`).join("\n")}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || stopped.signal.aborted ? 1 : 0;
}
