import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { findChromium } from "./chromium.ts";
import { hour, parts } from "./long-parts.ts";
import { chooseParts, listParts, openMemory, treeOf } from "./long.ts";
import type { Shared } from "./runners.ts";
import { runStage, shortened, type Outcome } from "./stages.ts";

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopped.abort());

const memory = openMemory();
const tree = treeOf();
const args = process.argv.slice(2);
if (args.includes("--list")) console.log(listParts(parts, memory, tree).join("\n"));
else await runParts(chooseParts(Object.keys(parts), args, memory, tree));

async function runParts(names: readonly string[]): Promise<void> {
  for (const name of names) if (!stopped.signal.aborted && !(await runPart(name))) process.exitCode = 1;
  if (names.length === 0) console.log("Every part has passed on these files. Name one to run it again.");
  if (stopped.signal.aborted) process.exitCode = 1;
  console.log(`\n== Parts\n${listParts(parts, memory, tree).join("\n")}`);
}

/** Runs one part and keeps how it ended, unless somebody stopped it. Its evidence stays apart from that of `npm test`. */
async function runPart(name: string): Promise<boolean> {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-long-"));
  fs.chmodSync(work, 0o755);
  const startedAt = performance.now();
  try {
    const shared: Shared = { work, chromium: findChromium(console.log), long: true };
    const over = AbortSignal.any([stopped.signal, AbortSignal.timeout(hour * 1000)]);
    const outcomes: Outcome[] = [];
    for (const stage of await parts[name]!.stages(shared)) outcomes.push(await runStage(stage, over));
    const passed = outcomes.every(({ failed }) => failed === 0);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(
      `\n${name} ${passed ? "passed" : "FAILED"}\n${shortened(outcomes.flatMap(({ failures }) => failures)).join("\n")}`,
    );
    if (!stopped.signal.aborted)
      memory.keep(name, { tree, passed, seconds, on: new Date().toISOString().slice(0, 10) });
    return passed;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
