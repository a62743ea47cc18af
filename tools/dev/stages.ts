import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../root.ts";

/** `failures` names what failed, as far as the runner tells it: file, title and what was wrong. */
export type Count = { passed: number; failed: number; failures: string[] };
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
  const count = counted ?? { passed: 0, failed: 0, failures: [] };
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

type Assertion = { status: string; fullName: string; failureMessages?: string[] };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: Assertion[] }[];
};

/** Vitest's counts; a file that could not even be loaded is a failure. */
export function readVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const unloaded = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${path.relative(root, name)}: ${fullName}${wrong(failureMessages)}`),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    failures: [...failures, ...unloaded.map(({ name }) => `${path.relative(root, name)}: cannot be loaded`)],
  };
}

type PlaywrightError = { message?: string; location?: { line: number } };
type PlaywrightTest = { projectName: string; status: string; results?: { errors: PlaywrightError[] }[] };
type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: PlaywrightTest[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

/** Playwright's counts; a test that passed only when tried again failed. */
export function readPlaywright(report: unknown): Count {
  const { stats, errors, suites } = report as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [...suites.flatMap(failuresIn), ...errors.map(({ message = "" }) => message.split("\n")[0]!)],
  };
}

const failuresIn = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results = [] }) => `e2e/${file}, ${projectName}: ${title}${wrong(results.flatMap(saidBy))}`),
  ),
  ...suites.flatMap(failuresIn),
];

const saidBy = ({ errors }: { errors: PlaywrightError[] }): string[] =>
  errors.map(({ message = "", location }) => (location ? `line ${location.line}: ${message}` : message));

/** What the errors of a test say, as the end of one line. */
function wrong(messages: readonly string[] = []): string {
  const said = stripVTControlCharacters(messages.join(" ")).replace(/\s+/g, " ").trim();
  return said === "" ? "" : ` (${said.length > 400 ? `${said.slice(0, 400)}…` : said})`;
}

/** The first failures by name, for whoever sees only the end of the log: those of a stage without names as the stage. */
export function namesOfFailures(outcomes: readonly Outcome[], most = 20): string[] {
  const all = outcomes.flatMap(({ name, failed, failures }) =>
    failed > 0 && failures.length === 0 ? [name] : failures.map((failure) => failure.replace(/\s+/g, " ")),
  );
  return all.length > most ? [...all.slice(0, most), `and ${all.length - most} more`] : all;
}
