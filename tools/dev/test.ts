import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../root.ts";
import { findChromium } from "./chromium.ts";
import { evidenceFolder } from "./evidence.ts";
import { build, playwright, vitest } from "./runners.ts";
import { dearest, namesOfFailures, runLanes, runStage, type Stage } from "./stages.ts";

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopped.abort());
const work = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
fs.chmodSync(work, 0o755);

fs.rmSync(evidenceFolder, { recursive: true, force: true });

/** Reads what the tests left in the evidence folder. */
const requirements: Stage = { name: "Requirements", budget: 5, command: ["node", "tools/requirements.ts", "--check"] };

try {
  const chromium = findChromium((sentence) => console.log(sentence));
  process.exitCode = await runAll(await lanesWith(chromium));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

/**
 * Two lanes for two cores, about equally long. The browser's lane waits a good deal for pages, and the other one works
 * meanwhile. What reads the results of all comes after both.
 */
async function lanesWith(chromium: string): Promise<Stage[][]> {
  const shared = { work, chromium, long: false };
  return [
    [
      build,
      { name: "Bytes of the pages", budget: 5, command: ["node", "tools/check-bytes.ts"] },
      { name: "Production rehearsal", budget: 60, command: ["node", "tools/dev/rehearsal.ts"] },
      await playwright(shared, { name: "Browser tests", budget: 800 }),
    ],
    [
      { name: "Format", budget: 5, command: ["oxfmt", "--check", "."] },
      { name: "Lint", budget: 60, command: ["oxlint", "--type-aware", "--deny-warnings"] },
      { name: "Types", budget: 60, command: ["tsc", "-p", root] },
      { name: "House rules", budget: 20, command: ["node", "tools/check.ts"] },
      vitest(shared, { name: "Unit, API and vendor tests", budget: 560 }),
      vitest(shared, { name: "Screen tests", budget: 450, args: ["--config", "web/vitest.config.ts"] }),
    ],
  ];
}

/** Runs every stage, also after one failed, and says at the end how it went. Returns the exit code. */
async function runAll(lanes: readonly (readonly Stage[])[]): Promise<number> {
  const outcomes = await runLanes(lanes, stopped.signal);
  if (!stopped.signal.aborted) outcomes.push(await runStage(requirements, stopped.signal));
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  console.log(`\n== Files that cost most\n${dearest(outcomes).join("\n")}`);
  const width = Math.max(...outcomes.map((outcome) => outcome.name.length));
  console.log("\n== Summary");
  for (const { name, seconds, budget, ...one } of outcomes) {
    const verdict = one.failed === 0 ? "passed" : "FAILED";
    const over = seconds > budget ? `, over its budget of ${budget} s` : "";
    console.log(
      `${verdict}  ${name.padEnd(width)}  ${one.passed} passed, ${one.failed} failed, ${seconds.toFixed(0)} s${over}`,
    );
  }
  if (stopped.signal.aborted) console.log("Stopped before the end.");
  const names = namesOfFailures(outcomes);
  if (names.length > 0) console.log(`\nWhat failed:\n${names.map((name) => `  ${name}`).join("\n")}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || stopped.signal.aborted ? 1 : 0;
}
