import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { begin, goOn, type State } from "./mutation/measure.ts";
import { isMutated, parts, type Part } from "./mutation/parts.ts";
import { reportOf } from "./mutation/report.ts";
import { isSurvivor, scoreOf, type Noticed, type Result } from "./mutation/score.ts";
import { verdicts } from "./mutation/verdicts.data.ts";
import { root } from "./root.ts";
import { readSources } from "./source-files.ts";

/** Percent of the mutants that the tests must notice. */
const least = 90;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Tries what changed since the commit named, or since the last report. */
    changed: { type: "boolean" },
    /** After how many no further mutants are begun; what is known is kept, and the next call goes on from there. */
    minutes: { type: "string", default: "50" },
  },
});
const kept = path.join(root, ".cache/mutation");
const resultsFile = path.join(root, "tools/mutation/results.json");
const report = path.join(root, "docs/mutation.md");

const until = Date.now() + Number(values.minutes) * 60_000;
fs.mkdirSync(kept, { recursive: true });
const passed = values.changed ? await tryChanged(positionals[0]) : await tryParts(positionals);
if (!passed) process.exitCode = 1;

/** Measures the named parts, or all, in turns until the time is up, and writes the report. */
async function tryParts(names: readonly string[]): Promise<boolean> {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(", ")}`);
  const chosen = parts.filter(({ name }) => names.length === 0 || names.includes(name));
  return areEnough(await measure(chosen, keep));
}

function keep(part: Part, state: State): void {
  const results = JSON.parse(fs.readFileSync(resultsFile, "utf8")) as Record<string, Result>;
  results[part.name] = resultOf(state);
  fs.writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  const names = parts.map(({ name }) => name);
  fs.writeFileSync(report, reportOf(names, results, verdicts));
}

/** Measures the files of all parts that changed since a commit: that of the last report where none is named. */
async function tryChanged(base = git("log", "-1", "--format=%H", "--", "docs/mutation.md")): Promise<boolean> {
  if (base === "") throw new Error("docs/mutation.md was never committed: name the commit to compare with.");
  const changed = git("diff", "--name-only", "--diff-filter=d", base).split("\n");
  const touched = parts.flatMap((part): Part[] => {
    const mutate = changed.filter((file) => file.startsWith(`${part.name}/`) && isMutated(file));
    return mutate.length === 0 ? [] : [{ ...part, name: `${part.name} changed`, mutate }];
  });
  const measured = await measure(touched);
  const unfinished = measured.filter(([, state]) => isUnfinished(state)).map(([{ name }]) => name);
  if (unfinished.length > 0) console.error(`Not done yet, call again to go on: ${unfinished.join(", ")}.`);
  return areEnough(measured) && unfinished.length === 0;
}

/** Goes on where an earlier call stopped, unless sources or tests changed since: some mutants of each part in turn. */
async function measure(chosen: readonly Part[], keepIt = (_part: Part, _state: State) => {}): Promise<[Part, State][]> {
  const states = new Map<Part, State>();
  for (const part of chosen) states.set(part, await readOrBegin(part));
  const unfinished = () => chosen.filter((part) => isUnfinished(states.get(part)!));
  while (unfinished().length > 0 && Date.now() < until)
    for (const part of unfinished()) {
      if (Date.now() >= until) break;
      const state = await readOrBegin(part);
      states.set(part, state);
      await goOn(part, state, until, (known) => write(part, known));
      console.log(`${part.name}: ${Object.keys(state.tried).length} of ${Object.keys(state.sample).length} tried`);
      keepIt(part, state);
    }
  return [...states];
}

/**
 * What is known of a part. A mutant is tried again when its file changed, and one that was not noticed also when a test
 * did: tests are added more often than taken away, and the noticed stay noticed.
 */
async function readOrBegin(part: Part): Promise<State> {
  const sources = readSources(root);
  const files = Object.fromEntries(
    sources.filter(({ path: file }) => isOf(part, file)).map(({ path: file, text }) => [file, hashOf(text)]),
  );
  const tests = hashOf(
    sources
      .filter(({ path: file }) => isTestOf(part, file))
      .map(({ text }) => text)
      .join(""),
  );
  const before = read(part);
  const isSame = before !== undefined && hashOf(before.files) === hashOf(files);
  const tried = Object.fromEntries(
    Object.entries(before?.tried ?? {}).filter(([name, outcome]) => {
      const file = name.split(" ")[0]!;
      return before!.files[file] === files[file] && (before!.tests === tests || !isSurvivor(outcome));
    }),
  );
  const known = { tried, missed: before?.missed ?? [], alone: before?.alone ?? [], seconds: before?.seconds ?? 0 };
  const state = { ...(isSame ? { ...before, ...known } : await begin(part, known)), files, tests };
  write(part, state);
  return state;
}

function read(part: Part): State | undefined {
  return fs.existsSync(fileOf(part)) ? (JSON.parse(fs.readFileSync(fileOf(part), "utf8")) as State) : undefined;
}

function write(part: Part, state: State): void {
  fs.writeFileSync(fileOf(part), JSON.stringify(state));
}

function fileOf({ name }: Part): string {
  return path.join(kept, `${name.replace(/\W+/g, "-")}.json`);
}

function isUnfinished({ sample, tried }: State): boolean {
  return Object.keys(sample).some((name) => !(name in tried));
}

function isOf({ name, mutate }: Part, file: string): boolean {
  return mutate.includes(file) || (file.startsWith(`${name}/`) && isMutated(file));
}

function isTestOf({ tests }: Part, file: string): boolean {
  return file.endsWith(".test.ts") && tests.some((place) => file === place || file.startsWith(`${place}/`));
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** Counts the mutants as they were drawn, up to the first not tried: those after it were tried in the order of files. */
function resultOf({ mutants, sample, tried, missed, seconds }: State): Result {
  const drawn = Object.keys(sample);
  const first = drawn.findIndex((name) => !(name in tried));
  const counted = first === -1 ? drawn : drawn.slice(0, first);
  const outcomes = counted.map((name) => tried[name]!);
  const survivors = outcomes.filter(isSurvivor);
  const noticed = outcomes.filter((outcome): outcome is Noticed => !isSurvivor(outcome));
  return {
    measuredOn: new Date().toISOString().slice(0, 10),
    mutants,
    tried: outcomes.length,
    noticed: noticed.length,
    atFirst: outcomes.length - missed.filter((name) => counted.includes(name)).length,
    timeouts: noticed.filter(({ by }) => by === "timeout").length,
    errors: noticed.filter(({ by }) => by === "error").length,
    seconds: Math.round((seconds * counted.length) / Math.max(1, Object.keys(tried).length)),
    survivors: survivors.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)),
  };
}

function areEnough(measured: readonly [Part, State][]): boolean {
  return measured.map(([part, state]) => isEnough(part.name, resultOf(state))).every(Boolean);
}

function isEnough(name: string, result: Result): boolean {
  const { percent, low, high } = scoreOf(result);
  const interval = low === high ? "" : `, with 95 % between ${low.toFixed(0)} and ${high.toFixed(0)}`;
  console.log(`${name}: ${result.noticed} of ${result.tried} noticed, ${percent.toFixed(1)} %${interval}`);
  if (percent >= least) return true;
  const missed = result.survivors.map(({ file, line, before, after }) => `  ${file}:${line} ${before} → ${after}`);
  console.error(`${name}: at least ${least} % of the mutants must be noticed. These were not:\n${missed.join("\n")}`);
  return false;
}

function git(...command: string[]): string {
  return execFileSync("git", command, { cwd: root, encoding: "utf8" }).trim();
}
