import fs from "node:fs";
import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { root } from "../root.ts";
import type { Part } from "./parts.ts";
import { drawSample, type Survivor } from "./score.ts";

/** Mutants tried in one go, after which what is known is kept. */
const most = 50;
const seed = "tradewind";
/** Of what Stryker copies to break, only what the tests of domain and server read. */
const unread = ["web", "e2e", "bench", "docs", "dist", ".data", ".cache", ".pictures", ".ci"];

type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** What is known of a part: all its mutants, which of them are tried, and what came of those. */
export type State = {
  mutants: number;
  sample: string[];
  tried: Record<string, Survivor | "noticed" | "invalid">;
  seconds: number;
};

const usual = (part: Pick<Part, "mutate" | "tests" | "config">) => ({
  mutate: part.mutate,
  ignorePatterns: unread,
  tempDirName: ".stryker-tmp",
  cleanTempDir: "always" as const,
  plugins: ["@stryker-mutator/vitest-runner", path.join(root, "tools/mutation/sample-checker.ts")],
  checkers: ["sample"],
  reporters: [],
  concurrency: 1,
  coverageAnalysis: "perTest" as const,
  // Reading a tsconfig needs TypeScript's JavaScript interface, which 7 does not have.
  tsconfigFile: "none.json",
  allowEmpty: true,
  // A loaded machine is slow, and slow is not noticed.
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 30,
  allowConsoleColors: false,
  logLevel: "error",
  vitest: { configFile: `tools/mutation/${part.config}.vitest.config.ts`, dir: part.tests },
});

/** Lists all mutants of a part, without running a test, and draws those that will be tried. */
export async function begin(part: Part): Promise<State> {
  const listed = await run({ ...usual(part), testRunner: "command", commandRunner: { command: "node --version" } });
  const ids = listed.filter(({ status }) => status !== "Ignored").map(({ id }) => id);
  const sample = drawSample(ids, part.most ?? ids.length, `${seed} ${part.name}`);
  return { mutants: ids.length, sample, tried: {}, seconds: 0 };
}

/** Tries the next mutants of the sample. */
export async function goOn(part: Part, state: State): Promise<State> {
  const next = state.sample.filter((id) => !(id in state.tried)).slice(0, most);
  const startedAt = performance.now();
  const results = await run({ ...usual(part), testRunner: "vitest", sample: next });
  if (!results.some(({ id }) => id === next[0]))
    throw new Error(`${part.name}: Stryker lists its mutants in another way now.`);
  const seconds = state.seconds + (performance.now() - startedAt) / 1000;
  const chosen = new Set(next);
  const tried = { ...state.tried };
  for (const mutant of results) if (chosen.has(mutant.id)) tried[mutant.id] = outcomeOf(mutant);
  return { ...state, tried, seconds };
}

const run = (options: Record<string, unknown>) => new Stryker(options).runMutationTest();

function outcomeOf(mutant: Mutant): Survivor | "noticed" | "invalid" {
  if (mutant.status === "Killed" || mutant.status === "Timeout") return "noticed";
  if (mutant.status !== "Survived" && mutant.status !== "NoCoverage") return "invalid";
  const lines = fs.readFileSync(mutant.fileName, "utf8").split("\n");
  const { start, end } = mutant.location;
  const touched = lines.slice(start.line - 1, end.line);
  const before =
    touched.length === 1
      ? touched[0]!.slice(start.column - 1, end.column - 1)
      : [touched[0]!.slice(start.column - 1), ...touched.slice(1, -1), touched.at(-1)!.slice(0, end.column - 1)].join(
          "\n",
        );
  return {
    file: path.relative(root, mutant.fileName).replaceAll(path.sep, "/"),
    line: start.line,
    code: touched[0]!.trim(),
    before,
    after: mutant.replacement,
  };
}
