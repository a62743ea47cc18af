import { defineConfig } from "vitest/config";
import { testsOfPart } from "./tests-of-part.ts";

export default defineConfig({
  test: {
    include: testsOfPart(),
    // As in the other runs: what one file loaded is there for the next.
    isolate: false,
    globalSetup: ["server/test/global-setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    provide: { long: false },
  },
});
