import fs from "node:fs";
import path from "node:path";
import {
  strykerPlugins as vitestPlugins,
  strykerValidationSchema as vitestSchema,
} from "@stryker-mutator/vitest-runner";
import type { Vitest } from "vitest/node";
import { keptPool } from "./kept-worker.ts";
import { isTimeLimit } from "./score.ts";

/** How often each test, in the order of running, reached each mutant; under `a.test.ts#` what the file did outside its tests. */
type Reached = Record<string, Record<string, number>>;
type Test = { id: string; timeSpentMs?: number };

/**
 * Of each file the tests up to the last one that reaches a mutant count as reaching it: Stryker runs only those that do,
 * and a test that goes on from where an earlier one ended fails without it, whatever was broken. Where the file reaches
 * the mutant outside its tests, all of them do.
 */
export function wholeStories(tests: readonly Test[], reached: Reached): Reached {
  const later = new Map<string, Record<string, number>>();
  const stories = tests.toReversed().map(({ id }) => {
    const file = fileOf(id);
    const story = { ...once(reached[`${file}#`]), ...once(later.get(file)), ...reached[id] };
    later.set(file, story);
    return [id, story] as const;
  });
  return Object.fromEntries(stories.toReversed());
}

const fileOf = (testId: string) => testId.slice(0, testId.indexOf("#"));
const once = (mutants: Record<string, number> = {}) =>
  Object.fromEntries(Object.keys(mutants).map((mutant) => [mutant, 1]));

/** Mutants noticed in one process before it is asked whether it is sound. */
const mostPerProcess = 20;

/** Milliseconds a test may take by which mutants are measured, besides five times its usual. */
const patience = 15_000;

/** What the runner answers where it cannot tell: the time is up, or the tests fail unbroken as well. */
export const unknown = "It cannot be told";
const cannotTell = { status: "error", errorMessage: unknown };

type Options = {
  /** When no further mutant is tried, in milliseconds since 1970. */
  until?: number;
  /** The mutants that are tried in processes of their own. */
  alone?: string[];
  /** The file that names the mutants to be tried again in processes of their own. */
  doubtful?: string;
};

const makeRunner = vitestPlugins[0]!.factory;
type Runner = Required<ReturnType<typeof makeRunner>>;
type MutantResult = Awaited<ReturnType<Runner["mutantRun"]>>;
type MutantOptions = Parameters<Runner["mutantRun"]>[0];
const survived = (result: MutantResult) => "nrOfTests" in result && !("killedBy" in result);

/**
 * Stryker's plugin that runs tests by Vitest, none without those before it in its file, and tries one mutant after the
 * other in the same process. Before that ends, the tests that noticed them have to pass unbroken: where they do not, a
 * mutant left something behind, and all that were noticed in the process are doubtful.
 */
function wholeStoryRunner(injector: NonNullable<Parameters<typeof makeRunner>[0]>): Runner {
  const { until = Infinity, alone = [], doubtful } = injector.resolve("options") as Options;
  const runner = makeRunner(injector) as Runner;
  const init = runner.init.bind(runner);
  const dryRun = runner.dryRun.bind(runner);
  const mutantRun = runner.mutantRun.bind(runner);
  const dispose = runner.dispose.bind(runner);
  const projects = () => (runner as unknown as { ctx: Vitest }).ctx.projects;
  const pool = keptPool();
  let tests: readonly Test[] = [];
  let failedLast: string | undefined;
  /** The mutants noticed in the present process, and the tests that did. */
  const noticed = new Map<string, readonly string[]>();

  /**
   * Runs the tests file by file until one fails: first the file that failed last, since the next mutant mostly stands
   * nearby, then those beside the mutant, then the quickest.
   */
  async function runFiles(options: MutantOptions): Promise<MutantResult> {
    const wanted = options.testFilter && new Set(options.testFilter);
    const files = new Map<string, { ids: string[]; ms: number; longest: number }>();
    for (const { id, timeSpentMs = 0 } of tests)
      if (!wanted || wanted.has(id)) {
        const { ids, ms, longest } = files.get(fileOf(id)) ?? { ids: [], ms: 0, longest: 0 };
        files.set(fileOf(id), {
          ids: [...ids, id],
          ms: ms + timeSpentMs,
          longest: Math.max(longest, timeSpentMs),
        });
      }
    const beside = path.dirname(path.relative(process.cwd(), options.sandboxFileName));
    const place = (file: string) => (file === failedLast ? 0 : path.dirname(file) === beside ? 1 : 2);
    const inOrder = [...files].toSorted(([a, { ms: aMs }], [b, { ms: bMs }]) => place(a) - place(b) || aMs - bMs);
    let result: MutantResult | undefined;
    for (const [file, { ids, longest }] of inOrder) {
      for (const { config } of projects()) config.testTimeout = patience + 5 * longest;
      result = await mutantRun({ ...options, testFilter: ids });
      if (survived(result)) continue;
      failedLast = file;
      break;
    }
    return result ?? mutantRun(options);
  }

  async function endProcess() {
    const killers = [...noticed.values()].flat();
    if (killers.length > 0 && pool.isWarm()) {
      const stories = wholeStories(tests, Object.fromEntries(killers.map((id) => [id, { any: 1 }])));
      const testFilter = tests.map(({ id }) => id).filter((id) => stories[id]?.["any"]);
      if (!survived(await runFiles({ ...unbroken, testFilter })))
        fs.appendFileSync(doubtful!, [...noticed.keys(), ""].join("\n"));
    }
    noticed.clear();
    await pool.retire();
  }

  runner.init = async () => {
    await init();
    for (const { config } of projects()) if (!config.isolate) Object.assign(config, pool.config);
  };
  runner.dryRun = async (options) => {
    const result = await dryRun(options);
    if ("mutantCoverage" in result && result.mutantCoverage) {
      tests = result.tests;
      result.mutantCoverage.perTest = wholeStories(tests, result.mutantCoverage.perTest);
    }
    return result;
  };
  runner.mutantRun = async (options) => {
    if (Date.now() >= until) return cannotTell as MutantResult;
    const { id } = options.activeMutant;
    const needsOwn = options.reloadEnvironment || alone.includes(id);
    if (needsOwn || noticed.size >= mostPerProcess) await endProcess();
    const result = await runFiles(options);
    if ("killedBy" in result && !needsOwn && !isTimeLimit(result.failureMessage)) noticed.set(id, result.killedBy);
    if (noticed.has(id) || (survived(result) && !needsOwn)) return result;
    const wasUsed = noticed.size > 0;
    await endProcess();
    const own = wasUsed && !needsOwn ? await runFiles(options) : result;
    if (!survived(own)) await pool.retire();
    if (!("errorMessage" in own)) return own;
    // An error outside of any test: files may have changed that Stryker did not copy.
    const testFilter = tests.map((test) => test.id).filter((test) => fileOf(test) === failedLast);
    return survived(await runFiles({ ...unbroken, testFilter })) ? own : (cannotTell as MutantResult);
  };
  runner.dispose = async () => {
    await endProcess();
    await dispose();
  };
  return runner;
}
wholeStoryRunner.inject = ["$injector"] as const;

const unbroken = {
  activeMutant: {
    id: "none",
    fileName: "",
    mutatorName: "",
    replacement: "",
    location: { start: { line: 0, column: 0 }, end: { line: 0, column: 0 } },
  },
  mutantActivation: "runtime" as const,
  sandboxFileName: "",
  reloadEnvironment: false,
  disableBail: false,
  timeout: Infinity,
};

export const strykerPlugins = [{ kind: "TestRunner", name: "whole-story", factory: wholeStoryRunner }];
export const strykerValidationSchema = {
  ...vitestSchema,
  properties: {
    ...vitestSchema["properties"],
    until: { type: "number" },
    alone: { type: "array", items: { type: "string" } },
    doubtful: { type: "string" },
  },
};
