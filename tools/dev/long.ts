import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../root.ts";

/** How the last run of a part ended, and on which state of the files. */
export type Result = { tree: string; passed: boolean; seconds: number; on: string };

/** Keeps the last result of each part, so that the next call goes on where this one stopped. */
export function openMemory(folder = path.join(root, ".cache/long")) {
  const fileOf = (name: string) => path.join(folder, `${name}.json`);
  return {
    read: (name: string): Result | undefined =>
      fs.existsSync(fileOf(name)) ? (JSON.parse(fs.readFileSync(fileOf(name), "utf8")) as Result) : undefined,
    keep(name: string, result: Result): void {
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(fileOf(name), JSON.stringify(result));
    },
  };
}
export type Memory = ReturnType<typeof openMemory>;

/** The parts to run: the named ones whatever happened before, or else all that have not passed on this state of the files. */
export function chooseParts(all: readonly string[], named: readonly string[], memory: Memory, tree: string): string[] {
  const unknown = named.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(", ")}. There are ${all.join(", ")}.`);
  return named.length > 0 ? [...named] : all.filter((name) => !hasPassed(memory.read(name), tree));
}

const hasPassed = (result: Result | undefined, tree: string) => result?.passed === true && result.tree === tree;

/** One line for each part: what it does and how its last run ended. */
export function listParts(parts: Readonly<Record<string, { does: string }>>, memory: Memory, tree: string): string[] {
  const width = Math.max(...Object.keys(parts).map((name) => name.length));
  return Object.entries(parts).map(([name, { does }]) => {
    const last = memory.read(name);
    const ended = last
      ? `${last.passed ? "passed" : "FAILED"} on ${last.on} in ${minutes(last.seconds)}${last.tree === tree ? "" : ", with other files"}`
      : "not run yet";
    return `${name.padEnd(width)}  ${does}\n${" ".repeat(width)}  ${ended}`;
  });
}

const minutes = (seconds: number) => (seconds < 90 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} min`);

/** Names the state of all files that Git does not ignore, committed or not. */
export function treeOf(folder = root): string {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-index-"));
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, GIT_INDEX_FILE: path.join(scratch, "index") },
    });
  try {
    git("add", "--all");
    return git("write-tree").trim();
  } finally {
    fs.rmSync(scratch, { recursive: true });
  }
}
