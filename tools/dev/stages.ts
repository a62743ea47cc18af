import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "../root.ts";
import { endFamily } from "./child.ts";
import { countOf, type Count } from "./counts.ts";
import { readEvidence, type Evidence } from "./evidence.ts";

export type Stage = {
  name: string;
  /** Seconds the stage may take on two quiet cores. One that takes longer is named in the summary; it does not fail. */
  budget: number;
  /** Seconds after which it is ended: three times its budget unless told. */
  limit?: number;
  /** Program and arguments; the program is looked up in node_modules/.bin, `node` is this very Node. */
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
  /** What a test runner has: a folder where its reporter keeps what each file said, and how to run some files alone. */
  tests?: { folder: string; alone(files: readonly Evidence[]): Promise<Stage> | Stage };
};
/** How a stage ended, and what it said last where its command failed. One that is no test runner counts as one and left no evidence. */
export type Outcome = Count & { stage: Stage; seconds: number; evidence: Evidence[]; lastWords?: string };

/** How long what is asked to end may take. */
const grace = 20_000;

/** Runs one stage to its end and then prints everything it wrote, so that stages side by side stay readable. */
export async function runStage(stage: Stage, stopped: AbortSignal): Promise<Outcome> {
  const startedAt = performance.now();
  const { name, tests } = stage;
  if (stopped.aborted) return { stage, seconds: 0, evidence: [], ...countOf([]), ...failure(`${name}: not run`) };
  console.log(`-- ${name} begins`);
  if (tests) fs.rmSync(tests.folder, { recursive: true, force: true });
  const { fault, ended, output } = await runCommand(stage, stopped);
  process.stdout.write(`\n== ${name}\n${output}`);
  const seconds = (performance.now() - startedAt) / 1000;
  const kept = tests ? readEvidence(tests.folder) : [];
  // What a runner says of no file while it is ended, we caused.
  const evidence = ended ? kept.filter(({ file }) => file !== "") : kept;
  const count = countOf(evidence);
  if (!tests && !fault) count.passed = 1;
  const ranNothing = count.passed + count.failed === 0 ? "no test ran" : "";
  const wrong = count.failed === 0 && (fault || ranNothing);
  if (wrong) console.error(`${name}: ${wrong}`);
  if (!wrong) return { stage, seconds, evidence, ...count };
  const lastWords = output.trimEnd().split("\n").slice(-15).join("\n");
  return { stage, seconds, evidence, ...count, ...failure(`${name}: ${wrong}`), lastWords };
}

const failure = (said: string) => ({ failed: 1, failures: [said] });

/** Runs a command until it ends, its time is over or the run is stopped; says what was wrong, if anything. */
function runCommand({ command, env, budget, limit = 3 * budget }: Stage, stopped: AbortSignal) {
  const [program, ...args] = command;
  const file = program === "node" ? process.execPath : path.join(root, "node_modules/.bin", program);
  const pieces: Buffer[] = [];
  return new Promise<{ fault: string; ended: boolean; output: string }>((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...quiet(process.env), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // A process group of its own, which can be ended whole.
      detached: true,
    });
    let ended = "";
    const settle = (fault: string) => {
      clearTimeout(timer);
      stopped.removeEventListener("abort", stop);
      resolve({ fault, ended: ended !== "", output: Buffer.concat(pieces).toString() });
    };
    const endIt = async (why: string) => {
      if (ended) return;
      ended = why;
      await endFamily(child, grace);
      settle(why);
    };
    const stop = () => void endIt("ended with the run");
    const timer = setTimeout(() => void endIt(`ended after ${limit} s`), limit * 1000);
    stopped.addEventListener("abort", stop);
    child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
    child.stderr.on("data", (piece: Buffer) => pieces.push(piece));
    child.once("error", (error) => settle(error.message));
    child.once("close", (code, signal) => {
      if (!ended) settle(code === 0 ? "" : `failed with ${signal ?? `code ${code}`}`);
    });
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
      for (const stage of stages) own.push(await runStage(stage, stopped));
      return own;
    }),
  );
  return outcomes.flat();
}

/** The files that cost most, with their seconds, dearest first. */
export const dearest = (outcomes: readonly Outcome[], most = 12): string[] =>
  outcomes
    .flatMap(({ costs }) => Object.entries(costs))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([file, seconds]) => `${seconds.toFixed(0).padStart(5)} s  ${file}`);

/** The first names, for whoever sees only the end of the log. */
export function shortened(names: readonly string[], most = 20): string[] {
  const lines = names.map((name) => name.replace(/\s+/g, " "));
  return lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines;
}
