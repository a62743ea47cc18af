import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const patience = 30_000;

/** Waits for the simulators to say where they listen and how to sign in to them, as settings of the product. */
export async function readSimulators(map: string, stopped: AbortSignal): Promise<Record<string, string>> {
  const until = performance.now() + patience;
  while (performance.now() < until) {
    stopped.throwIfAborted();
    try {
      return JSON.parse(fs.readFileSync(map, "utf8"));
    } catch {
      await sleep(20);
    }
  }
  throw new Error(`The simulators did not write ${map}.`);
}
