import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../root.ts";

export type Child = {
  /** Settles when the process has ended: asked first, made to after `grace` milliseconds. */
  stop(grace: number): Promise<void>;
  pid(): number | undefined;
  /** How often it ended without being asked to. */
  falls(): number;
};

export type ChildOptions = {
  env: Record<string, string>;
  /** File that takes everything the process prints. */
  log: string;
  say(sentence: string): void;
};

const longestWait = 10_000;
/** A process that ran this long was well: the next restart waits little again. */
const wellAfter = 60_000;

/** Runs a script of this project in its own process, and again when it ends without being asked to. */
export function keepRunning(name: string, script: string, options: ChildOptions): Child {
  let child: ChildProcess | undefined;
  let stopping = false;
  let falls = 0;
  let wait = 250;
  let timer: NodeJS.Timeout | undefined;
  launch();

  function launch() {
    const startedAt = performance.now();
    const log = fs.openSync(options.log, "a");
    // A process group of its own: Ctrl-C goes to this process, which stops the others in order.
    child = spawn(
      process.execPath,
      ["--import", path.join(root, "tools/follow-parent.mjs"), path.resolve(root, script)],
      {
        cwd: root,
        env: { ...process.env, ...options.env },
        stdio: ["ignore", log, log, "ipc"],
        detached: true,
      },
    );
    fs.closeSync(log);
    child.once("exit", (code, signal) => {
      if (stopping) return;
      falls++;
      if (performance.now() - startedAt > wellAfter) wait = 250;
      options.say(`The ${name} process ended (${signal ?? `code ${code}`}); starting it again. See ${options.log}`);
      timer = setTimeout(launch, wait);
      wait = Math.min(wait * 2, longestWait);
    });
  }

  return {
    pid: () => child?.pid,
    falls: () => falls,
    async stop(grace) {
      stopping = true;
      clearTimeout(timer);
      if (child) await endProcess(child, grace);
    },
  };
}

/** Runs a script to its end and says what it tells us on the way; throws with what it printed last where it fails. */
export async function runOnce(script: string, options: ChildOptions, signal: AbortSignal): Promise<void> {
  const log = fs.openSync(options.log, "w");
  const child = spawn(
    process.execPath,
    ["--import", path.join(root, "tools/follow-parent.mjs"), path.resolve(root, script)],
    {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", log, log, "ipc"],
      detached: true,
    },
  );
  fs.closeSync(log);
  child.on("message", (sentence) => {
    if (typeof sentence === "string") options.say(sentence);
  });
  const end = () => void endProcess(child, 5_000);
  signal.addEventListener("abort", end);
  const code = await new Promise((resolve) => child.once("exit", resolve));
  signal.removeEventListener("abort", end);
  if (signal.aborted) throw new Error("Stopped.");
  if (code !== 0) throw new Error(`${script} failed:\n${fs.readFileSync(options.log, "utf8").slice(-4000)}`);
}

/** Asks a process to end, and ends it after `grace` milliseconds. */
export async function endProcess(child: ChildProcess, grace: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), grace);
  await ended;
  clearTimeout(force);
}

/**
 * Asks a process with a group of its own to end, as Ctrl-C does: a test runner then stops what it started. At the latest
 * after `grace` milliseconds ends all that is left of the group and of what it started, also in other groups.
 */
export async function endFamily(child: ChildProcess, grace: number): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const family = startedBy(pid);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  send(-pid, "SIGINT");
  for (const until = performance.now() + grace; !hasEnded() && performance.now() < until;) await sleep(50);
  for (const each of [-pid, ...family]) send(each, "SIGKILL");
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** The processes that this one started, those that they started, and so on. */
function startedBy(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const all = (stdout ?? "").split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    all.filter(([, by]) => by === parent).flatMap(([own = 0]) => [own, ...below(own)]);
  return below(pid);
}
