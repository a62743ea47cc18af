/** What every rehearsal stands on: a folder of its own, documented commands, and sentences that have to hold. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../../root.ts";

export const work = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-rehearsal-"));
fs.chmodSync(work, 0o755);
/** What stands for `/etc/tradewind`. */
export const settings = path.join(work, "settings");
export const words = {
  superuser: "su-Pf4-9",
  admin: "ad-7yQ-2",
  web: "we-3Kx-8",
  worker: "wo-5Zt-1",
  backup: "ba-2Hd-6",
  replication: "re-8Ug-3",
};
const patience = 120_000;
export const whole = process.argv.includes("--whole");
/** Where the commands are run. */
export const product = whole ? path.join(work, "product") : root;
/** What ends with the rehearsal, first to last started. */
export const stops: (() => Promise<unknown>)[] = [];

const startedAt = performance.now();
export const say = (sentence: string) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s  ${sentence}`);
export function hold(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(`Does not hold: ${sentence}`);
  say(sentence);
}

/** Asks again and again until it answers something. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    await sleep(100);
  }
  throw new Error(`Waited in vain: ${what}`);
}

export const shell = (command: string) => ["-euc", command] as const;
/** What one process compiled is there for the next, whose user may not write into the product's own folder for it. */
const compiled = path.join(work, "compiled");
fs.mkdirSync(compiled);
fs.chmodSync(compiled, 0o1777);
/** This very Node, and no setting that the documented commands do not give. */
export const environment = {
  PATH: `${path.dirname(process.execPath)}:${process.env["PATH"]}`,
  HOME: work,
  NODE_COMPILE_CACHE: compiled,
};

/** The user as whom the processes run, who is not ours where we are root and the files are for everybody. */
export const service = findService();
function findService(): { uid: number; gid: number } {
  const nobody = { uid: 65_534, gid: 65_534 };
  const mayRead = () =>
    spawnSync(process.execPath, ["--check", path.join(root, "server/main.ts")], { ...nobody, env: environment }).status;
  return process.getuid?.() === 0 && mayRead() === 0
    ? nobody
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
}

/** Runs a documented command to its end. */
export function run(
  command: string,
  { cwd = product, env = environment }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr } = spawnSync("sh", shell(command), { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}\nended with ${status}: ${stderr}${stdout}`);
  return stdout;
}

export type Running = { stop(): Promise<number> };
const sayings: (() => string)[] = [];
/** Starts a documented command that goes on, as the documented user. */
export function start(command: string): Running {
  let said = "";
  const child = spawn("sh", shell(command.replace(/(^|\s)node /, "$1exec node ")), {
    cwd: product,
    env: environment,
    ...service,
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (said += piece.toString()));
  const ended = once(child, "exit");
  const stop = async () => {
    const asked = performance.now();
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
    return performance.now() - asked;
  };
  stops.push(stop);
  sayings.push(() => `${command.trim().split("\n").at(-1)}\n${said}`);
  return { stop };
}

/** Performs a rehearsal to its end, and ends whatever it started. */
export async function perform(rehearse: () => Promise<void>): Promise<void> {
  try {
    await rehearse();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    for (const said of sayings) console.error(said().slice(-2000));
    process.exitCode = 1;
  } finally {
    for (const stop of stops.toReversed()) await stop().catch(() => {});
    if (process.exitCode) console.error(`What it wrote is in ${work}`);
    else fs.rmSync(work, { recursive: true, force: true });
  }
}
