import { isMainThread } from "node:worker_threads";
import { answerTasks } from "../platform/thread.ts";

/** Waits until the number is no longer zero. */
export async function hold(gate: Int32Array) {
  Atomics.wait(gate, 0, 0);
  return new Uint8Array([1]);
}
export const pass = async () => new Uint8Array([2]);
export async function fail(): Promise<Uint8Array> {
  throw new Error("failed");
}
export const end = async () => process.exit();
export async function fill(): Promise<Uint8Array> {
  for (const all: number[][] = []; ;) all.push(Array.from({ length: 100_000 }, () => 0.5));
}

if (!isMainThread) answerTasks({ hold, pass, fail, end, fill });
