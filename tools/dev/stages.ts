import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "../root.ts";

export type Count = { passed: number; failed: number };
export type Stage = {
  name: string;
  /** Program and arguments; the program is looked up in node_modules/.bin, `node` is this very Node. */
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
  /** Reads the counts out of the report the command wrote; without it the stage counts as one. */
  report?: { file: string; read(report: unknown): Count };
};
export type Outcome = Count & { name: string; seconds: number };

/** Runs one stage to its end. Whatever it printed is on the screen; a stage that fails without a count counts one failure. */
export async function runStage(stage: Stage, stopped: AbortSignal): Promise<Outcome> {
  console.log(`\n== ${stage.name}`);
  const startedAt = performance.now();
  if (stage.report) fs.rmSync(stage.report.file, { force: true });
  const ok = (await runCommand(stage, stopped)) === 0;
  const counted = stage.report && readReport(stage.report);
  const count = counted ?? { passed: 0, failed: 0 };
  if (!stage.report && ok) count.passed = 1;
  if (!ok && count.failed === 0) count.failed = 1;
  if (ok && count.passed + count.failed === 0) {
    console.error(`${stage.name}: no test ran.`);
    count.failed = 1;
  }
  return { name: stage.name, ...count, seconds: (performance.now() - startedAt) / 1000 };
}

function runCommand({ command, env }: Stage, stopped: AbortSignal): Promise<number> {
  const [program, ...args] = command;
  const file = program === "node" ? process.execPath : path.join(root, "node_modules/.bin", program);
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const stop = () => void child.kill("SIGTERM");
    stopped.addEventListener("abort", stop);
    child.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once("exit", (code) => {
      stopped.removeEventListener("abort", stop);
      resolve(code ?? 1);
    });
  });
}

function readReport({ file, read }: NonNullable<Stage["report"]>): Count | undefined {
  try {
    return read(JSON.parse(fs.readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** Vitest's counts; a file that could not even be loaded is a failure. */
export function readVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const unloaded = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
  return { passed: numPassedTests, failed: numFailedTests + unloaded };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] };

/** Playwright's counts; a test that passed only when tried again failed. */
export function readPlaywright(report: unknown): Count {
  const { stats, errors } = report as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
