/**
 * Tests what differs from a commit, which is the last one unless told: `npm run test:changed -- main`. It proves less than
 * `npm test`, in minutes: the tests that import a changed file, and the stories of changed features.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "../root.ts";
import { changedSince, storiesOf } from "./changed.ts";
import { findChromium } from "./chromium.ts";
import { build, playwright, vitest, type Shared } from "./runners.ts";
import { runLanes, shortened, type Stage } from "./stages.ts";

const commit = process.argv[2] ?? "HEAD";
const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopped.abort());
const work = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-changed-"));
fs.chmodSync(work, 0o755);
const shared: Shared = { work, chromium: findChromium(console.log), long: false };

/** Vitest's own choice of tests. It counts as one, since there may be none. */
function tests(name: string, ...args: string[]): Stage {
  const changed = ["--changed", commit, "--passWithNoTests"];
  const { budget, command, env = {} } = vitest(shared, { name, budget: 120, args: [...args, ...changed] });
  return { name, budget, command, env };
}

try {
  const changed = changedSince(commit);
  const there = fs.globSync("e2e/**/*.spec.ts", { cwd: root }).map((file) => file.replaceAll(path.sep, "/"));
  const stories = storiesOf(changed, there);
  const code = changed.filter((file) => /\.(tsx?|mjs)$/.test(file));
  const args = ["--no-deps", ...stories.map((file) => file.slice("e2e/".length))];
  const outcomes = await runLanes(
    [
      [
        { name: "Format", budget: 5, command: ["oxfmt", "--check", "."] },
        ...(code.length > 0 ? [lint(code)] : []),
        { name: "Types", budget: 120, command: ["tsc", "-p", root] },
        { name: "House rules", budget: 60, command: ["node", "tools/check.ts"] },
      ],
      [tests("Tests"), tests("Screen tests", "--config", "web/vitest.config.ts")],
      stories.length > 0 ? [build, await playwright(shared, { name: "Stories", budget: 120, args })] : [],
    ],
    stopped.signal,
  );
  const failures = shortened(outcomes.flatMap((outcome) => outcome.failures));
  console.log(["", ...failures, failures.length > 0 ? "FAILED" : "What changed passed."].join("\n"));
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}

function lint(code: readonly string[]): Stage {
  return { name: "Lint", budget: 60, command: ["oxlint", "--type-aware", "--deny-warnings", ...code] };
}
