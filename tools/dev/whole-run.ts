import fs from "node:fs";
import path from "node:path";
import { countOf, join, mustRunAgain } from "./counts.ts";
import { keepEvidence } from "./evidence.ts";
import { dearest, runLanes, runStage, shortened, type Outcome, type Stage } from "./stages.ts";

/** More unsteady tests than that are a failure. */
const mostUnsteady = 5;

/** Lanes of stages, those that come after all lanes, one by one, and the one that reads what all of them left. */
export type Stages = { lanes: readonly (readonly Stage[])[]; after?: readonly Stage[]; last?: Stage };
/** Where a run keeps what its tests said, and the list of unsteady tests. */
export type Kept = { evidence: string; unsteady: string };

/**
 * Runs every stage, also after one failed, and then once more, alone, the test files that failed or did not end. Returns
 * the number of failures and the closing lines, which say how it went.
 */
export async function runWhole({ lanes, after = [], last }: Stages, kept: Kept, over: AbortSignal) {
  const outcomes: Outcome[] = [];
  const first = [...(await runLanes(lanes, over)), ...(await runLanes([after], over))];
  for (const one of first) outcomes.push(await runAgain(one, over));
  for (const one of outcomes.flatMap(({ evidence }) => evidence)) keepEvidence(one, kept.evidence);
  const unsteady = outcomes.flatMap((outcome) => outcome.unsteady);
  noteUnsteady(unsteady, kept.unsteady);
  if (last) outcomes.push(await runStage(last, over));

  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (unsteady.length > mostUnsteady)
    failures.push(`${unsteady.length} tests are unsteady, more than ${mostUnsteady} are too many`);
  if (over.aborted) failures.push(isTimeout(over) ? "The run took too long and was ended." : "Stopped before the end.");
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const closing = [
    "",
    "== Files that cost most",
    ...dearest(outcomes),
    "",
    "== Summary",
    ...outcomes.map(summaryOf(Math.max(...outcomes.map(({ stage }) => stage.name.length)))),
    ...list("Unsteady: failed, and passed when run once more alone", unsteady),
    ...list("What failed", failures),
    ...outcomes.flatMap(({ stage, failed, lastWords }) =>
      failed > 0 && lastWords ? ["", `Last words of ${stage.name}:`, lastWords] : [],
    ),
    "",
    `${passed} passed, ${failures.length} failed`,
  ];
  return { failed: failures.length, closing };
}

/** Runs once more, with nothing beside it, what failed in a stage of tests; answers what both runs say together. */
async function runAgain(first: Outcome, over: AbortSignal): Promise<Outcome> {
  const files = first.evidence.filter(mustRunAgain);
  if (files.length === 0 || over.aborted) return first;
  const second = await runStage(await first.stage.tests!.alone(files), over);
  const joined = first.evidence.map((one) =>
    files.includes(one)
      ? join(
          one,
          second.evidence.find(({ file, project }) => file === one.file && project === one.project),
        )
      : { both: one, unsteady: [] },
  );
  // What went wrong outside all files fails the run, whichever run it was in.
  const evidence = [...joined.map(({ both }) => both), ...second.evidence.filter(({ file }) => file === "")];
  const count = countOf(evidence);
  const broken = countOf(second.evidence).failed === 0 ? second.failures : [];
  return {
    ...first,
    ...count,
    failed: count.failed + broken.length,
    failures: [...count.failures, ...broken],
    evidence,
    unsteady: joined.flatMap(({ unsteady }) => unsteady),
  };
}

/** Adds to the list what was unsteady today. */
function noteUnsteady(names: readonly string[], file: string): void {
  const today = new Date().toISOString().slice(0, 10);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.appendFileSync(file, names.map((name) => `${today}  ${name}\n`).join(""));
}

const isTimeout = ({ reason }: AbortSignal) => reason instanceof DOMException && reason.name === "TimeoutError";

const summaryOf =
  (width: number) =>
  ({ stage: { name, budget }, passed, failed, unsteady, seconds }: Outcome): string => {
    const shaky = unsteady.length > 0 ? `, ${unsteady.length} unsteady` : "";
    const over = seconds > budget ? `, over its budget of ${budget} s` : "";
    return `${failed === 0 ? "passed" : "FAILED"}  ${name.padEnd(width)}  ${passed} passed, ${failed} failed${shaky}, ${seconds.toFixed(0)} s${over}`;
  };

const list = (title: string, names: readonly string[]): string[] =>
  names.length > 0 ? ["", `${title}:`, ...shortened(names).map((name) => `  ${name}`)] : [];
