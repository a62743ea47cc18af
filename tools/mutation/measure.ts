import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { root } from "../root.ts";
import type { Part } from "./parts.ts";
import { tested, type Mutant } from "./reporter.ts";
import { drawSample, isSurvivor, isTimeLimit, type Outcome } from "./score.ts";
import { unknown } from "./whole-story-runner.ts";

/** Mutants tried after one run of the unbroken tests: Stryker tries them in the order of files, not as they were drawn. */
const most = 100;
const seed = "tradewind";
/** Of what Stryker copies to break, only what the tests of domain and server read: of the screens their first pages. */
const unread = ["web/*/**", "e2e", "bench", "docs/*/**", "dist", ".data", ".cache", ".pictures", ".ci"];

/** What is known of a part: all its mutants, which of them are drawn, and what came of those that were tried. */
export type State = {
  mutants: number;
  /** The names of those drawn, and Stryker's numbers for them. */
  sample: Record<string, string>;
  tried: Record<string, Outcome>;
  /** Those that no test noticed when they were first tried. */
  missed: string[];
  /** Those to be tried in processes of their own, since one before them may have left something behind. */
  alone: string[];
  /** A hash of each file that is broken, and one of all tests. */
  files: Record<string, string>;
  tests: string;
  seconds: number;
};

const usual = (part: Pick<Part, "mutate" | "tests" | "config">) => ({
  mutate: part.mutate,
  ignorePatterns: unread,
  tempDirName: ".stryker-tmp",
  cleanTempDir: "always" as const,
  plugins: ["sample-checker", "reporter", "whole-story-runner"].map((plugin) =>
    path.join(root, `tools/mutation/${plugin}.ts`),
  ),
  checkers: ["sample"],
  reporters: [],
  concurrency: 1,
  coverageAnalysis: "perTest" as const,
  // Reading a tsconfig needs TypeScript's JavaScript interface, which 7 does not have.
  tsconfigFile: "none.json",
  allowEmpty: true,
  // A loaded machine is slow, and slow is not noticed.
  timeoutMS: 180_000,
  timeoutFactor: 5,
  dryRunTimeoutMinutes: 30,
  allowConsoleColors: false,
  logLevel: "error",
  vitest: { configFile: `tools/mutation/${part.config}.vitest.config.ts`, related: false },
});

/** Lists all mutants of a part, without running a test, and draws those that will be tried. Keeps what is known of them. */
export async function begin(
  part: Part,
  before: Pick<State, "tried" | "missed" | "alone" | "seconds">,
): Promise<Omit<State, "files" | "tests">> {
  const listed = await run({ ...usual(part), testRunner: "command", commandRunner: { command: "node --version" } });
  const ids = new Map(listed.filter(({ status }) => status !== "Ignored").map((mutant) => [nameOf(mutant), mutant.id]));
  const drawn = drawSample([...ids.keys()], part.most ?? ids.size, `${seed} ${part.name}`);
  const sample = Object.fromEntries(drawn.map((name) => [name, ids.get(name)!]));
  const tried = Object.fromEntries(Object.entries(before.tried).filter(([name]) => name in sample));
  const missed = before.missed.filter((name) => name in sample);
  const alone = before.alone.filter((name) => name in sample);
  return { mutants: ids.size, sample, tried, missed, alone, seconds: before.seconds };
}

/** Tries the next mutants of the sample until the time is up, and keeps what came of each. */
export async function goOn(part: Part, state: State, until: number, keep: (state: State) => void): Promise<void> {
  const untried = Object.keys(state.sample).filter((name) => !(name in state.tried));
  const next = new Map(untried.slice(0, most).map((name) => [state.sample[name]!, name]));
  const doubtful = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "mutation-")), "doubtful");
  const startedAt = performance.now() - state.seconds * 1000;
  const note = (mutant: Mutant) => {
    const name = next.get(mutant.id);
    if (name === undefined || nameOf(mutant) !== name || mutant.statusReason === unknown) return;
    const outcome = outcomeOf(mutant);
    state.tried[name] = outcome;
    if (isSurvivor(outcome) && !state.missed.includes(name)) state.missed.push(name);
    state.seconds = (performance.now() - startedAt) / 1000;
    keep(state);
  };
  tested.on("mutant", note);
  process.env["MUTATION_TESTS"] = part.tests.join(" ");
  const sample = [...next.keys()];
  const alone = state.alone.map((name) => state.sample[name]);
  const tried = { ...usual(part), testRunner: "whole-story", reporters: ["each"], sample, until, alone, doubtful };
  await run(tried).finally(() => tested.off("mutant", note));
  if (Date.now() < until && ![...next.values()].every((name) => name in state.tried))
    throw new Error(
      `${part.name}: of some mutants it cannot be told. Did files change meanwhile, or does Stryker number them anew?`,
    );
  const again = fs.existsSync(doubtful) ? fs.readFileSync(doubtful, "utf8").trim().split("\n") : [];
  for (const name of again.map((id) => next.get(id)!)) {
    delete state.tried[name];
    state.alone.push(name);
  }
  fs.rmSync(path.dirname(doubtful), { recursive: true });
  keep(state);
}

const run = (options: Record<string, unknown>) => new Stryker(options).runMutationTest();

/** Tells a mutant from all others by its place and what stands there instead, whatever its number. */
function nameOf({ fileName, location: { start, end }, mutatorName, replacement }: Mutant): string {
  const place = `${start.line}:${start.column}-${end.line}:${end.column}`;
  return `${relative(fileName)} ${place} ${mutatorName} ${replacement}`;
}

const relative = (file: string) => path.relative(root, file).replaceAll(path.sep, "/");

function outcomeOf(mutant: Mutant): Outcome {
  const message = (mutant.statusReason ?? "").slice(0, 200);
  if (mutant.status === "Timeout" || (mutant.status === "Killed" && isTimeLimit(message)))
    return { by: "timeout", message };
  if (mutant.status === "Killed") return { by: "failure", message };
  // The same tests ran through before it was broken.
  if (mutant.status === "RuntimeError") return { by: "error", message };
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
    file: relative(mutant.fileName),
    line: start.line,
    code: touched[0]!.trim(),
    before,
    after: mutant.replacement,
  };
}
