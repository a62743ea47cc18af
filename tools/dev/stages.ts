import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../root.ts";

/**
 * `failures` names what failed, as far as the runner tells it: file, title and what was wrong. `costs` has the seconds that
 * each file took.
 */
export type Count = { passed: number; failed: number; failures: string[]; costs?: Record<string, number> };
export type Stage = {
  name: string;
  /** Seconds the stage may take on two quiet cores. One that takes longer is named in the summary; it does not fail. */
  budget: number;
  /** Program and arguments; the program is looked up in node_modules/.bin, `node` is this very Node. */
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
  /** Reads the counts out of the report the command wrote; without it the stage counts as one. */
  report?: { file: string; read(report: unknown): Count };
};
export type Outcome = Count & { name: string; seconds: number; budget: number };

/**
 * Runs one stage to its end and then prints everything it wrote, so that stages side by side stay readable. A stage that
 * fails without a count counts one failure.
 */
export async function runStage(stage: Stage, stopped: AbortSignal): Promise<Outcome> {
  console.log(`-- ${stage.name} begins`);
  const startedAt = performance.now();
  if (stage.report) fs.rmSync(stage.report.file, { force: true });
  const { code, output } = await runCommand(stage, stopped);
  const ok = code === 0;
  process.stdout.write(`\n== ${stage.name}\n${output}`);
  const counted = stage.report && readReport(stage.report);
  const count = counted ?? { passed: 0, failed: 0, failures: [] };
  if (!stage.report && ok) count.passed = 1;
  if (!ok && count.failed === 0) count.failed = 1;
  if (ok && count.passed + count.failed === 0) {
    console.error(`${stage.name}: no test ran.`);
    count.failed = 1;
  }
  return { name: stage.name, budget: stage.budget, ...count, seconds: (performance.now() - startedAt) / 1000 };
}

function runCommand({ command, env }: Stage, stopped: AbortSignal): Promise<{ code: number; output: string }> {
  const [program, ...args] = command;
  const file = program === "node" ? process.execPath : path.join(root, "node_modules/.bin", program);
  const pieces: Buffer[] = [];
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...quiet(process.env), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const end = (code: number) => {
      stopped.removeEventListener("abort", stop);
      resolve({ code, output: Buffer.concat(pieces).toString() });
    };
    const stop = () => void child.kill("SIGTERM");
    stopped.addEventListener("abort", stop);
    child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
    child.stderr.on("data", (piece: Buffer) => pieces.push(piece));
    child.once("error", (error) => {
      pieces.push(Buffer.from(`${error.message}\n`));
      end(1);
    });
    child.once("close", (code) => end(code ?? 1));
  });
}

/** Takes away what a shell may hold and a test must not notice: another mode, proxies, flags of Node. */
export const quiet = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(NODE_ENV|NODE_OPTIONS|(https?|all|no)_proxy)$/i.test(name)),
  );

/** Runs lanes of stages side by side, the stages of a lane one after the other, also after one failed. */
export async function runLanes(lanes: readonly (readonly Stage[])[], stopped: AbortSignal): Promise<Outcome[]> {
  const outcomes = await Promise.all(
    lanes.map(async (stages) => {
      const own: Outcome[] = [];
      for (const stage of stages) if (!stopped.aborted) own.push(await runStage(stage, stopped));
      return own;
    }),
  );
  return outcomes.flat();
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
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: Assertion[];
  }[];
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
    costs: Object.fromEntries(
      testResults.map(({ name, startTime, endTime }) => [path.relative(root, name), (endTime - startTime) / 1000]),
    ),
  };
}

type PlaywrightError = { message?: string; location?: { line: number } };
type PlaywrightTest = {
  projectName: string;
  status: string;
  results?: { errors: PlaywrightError[]; duration?: number }[];
};
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
    costs: sumByName(suites.flatMap(costsIn)),
  };
}

const costsIn = ({ suites = [], specs }: PlaywrightSuite): [string, number][] => [
  ...specs.flatMap(({ file, tests }) =>
    tests
      .flatMap(({ results = [] }) => results)
      .map(({ duration = 0 }): [string, number] => [`e2e/${file}`, duration / 1000]),
  ),
  ...suites.flatMap(costsIn),
];

function sumByName(entries: readonly [string, number][]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, seconds] of entries) sums[name] = (sums[name] ?? 0) + seconds;
  return sums;
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

/** The files that cost most, with their seconds, dearest first. */
export const dearest = (outcomes: readonly Outcome[], most = 12): string[] =>
  outcomes
    .flatMap(({ costs = {} }) => Object.entries(costs))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([file, seconds]) => `${seconds.toFixed(0).padStart(5)} s  ${file}`);

/** The first failures by name, for whoever sees only the end of the log: those of a stage without names as the stage. */
export function namesOfFailures(outcomes: readonly Outcome[], most = 20): string[] {
  const all = outcomes.flatMap(({ name, failed, failures }) =>
    failed > 0 && failures.length === 0 ? [name] : failures.map((failure) => failure.replace(/\s+/g, " ")),
  );
  return all.length > most ? [...all.slice(0, most), `and ${all.length - most} more`] : all;
}
