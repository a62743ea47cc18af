import { defineConfig } from "vitest/config";
import { testsOfPart } from "./tests-of-part.ts";

export default defineConfig({
  test: {
    include: testsOfPart(),
    // As in the other runs: what one file loaded is there for the next.
    isolate: false,
    globalSetup: ["server/test/global-setup.ts"],
    setupFiles: ["tools/mutation/server-setup.ts"],
    sequence: { setupFiles: "list" },
    // What is broken is waited for in vain: a fifth of the usual tries tells as much.
    env: { WAIT_TRIES: "80" },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    provide: { long: false },
  },
});
