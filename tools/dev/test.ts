import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../root.ts";
import { findChromium } from "./chromium.ts";
import { evidenceFolder } from "./evidence.ts";
import { build, dataFor, playwright, vitest } from "./runners.ts";
import type { Stage } from "./stages.ts";
import { runWhole, type Stages } from "./whole-run.ts";

/** Milliseconds that a run may take; what still runs is ended then, and the run has failed. */
const longest = 45 * 60_000;

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopped.abort());
const work = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-test-"));
fs.chmodSync(work, 0o755);

fs.rmSync(evidenceFolder, { recursive: true, force: true });

/** Reads what the tests left in the evidence folder. */
const requirements: Stage = { name: "Requirements", budget: 5, command: ["node", "tools/requirements.ts", "--check"] };

const lint: Stage = {
  name: "Lint and types",
  budget: 150,
  command: ["oxlint", "--type-aware", "--type-check", "--deny-warnings"],
  // Tidying memory up less often takes a fifth less of both cores, and 7 GB instead of 5.
  env: Math.min(os.totalmem(), process.constrainedMemory() || Infinity) > 16 * 1024 ** 3 ? { GOGC: "400" } : {},
};

try {
  const chromium = findChromium((sentence) => console.log(sentence));
  const kept = { evidence: evidenceFolder, unsteady: path.join(root, ".cache/unsteady.txt") };
  const over = AbortSignal.any([stopped.signal, AbortSignal.timeout(longest)]);
  const { failed, closing } = await runWhole(await stagesWith(chromium), kept, over);
  console.log(closing.join("\n"));
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

/**
 * Two lanes for two cores, of which each ends with what can use both, and what comes after them: pages in a browser tell
 * what happens while somebody looks on, and beside thousands of other tests they wait longer for the worker than anybody
 * would.
 */
async function stagesWith(chromium: string): Promise<Stages> {
  const shared = { work, chromium, long: false };
  const stories = await playwright(shared, { name: "Browser tests", budget: 300 });
  return {
    lanes: [
      [
        build,
        { name: "Bytes of the pages", budget: 5, command: ["node", "tools/check-bytes.ts"] },
        { name: "Production rehearsal", budget: 80, command: ["node", "tools/dev/rehearsal.ts"] },
        { name: "Format", budget: 5, command: ["oxfmt", "--check", "."] },
        lint,
        { name: "House rules", budget: 40, command: ["node", "tools/check.ts"] },
        dataFor(stories),
        vitest(shared, { name: "Screen tests", budget: 450, args: ["--config", "web/vitest.config.ts"] }),
      ],
      [vitest(shared, { name: "Unit, API and vendor tests", budget: 900 })],
    ],
    after: [stories],
    last: requirements,
  };
}
