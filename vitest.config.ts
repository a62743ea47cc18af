import { defineConfig } from "vitest/config";
import { testBegins } from "./tools/dev/test-day.ts";

const isLong = process.env["TEST_LONG"] === "true";
const everywhere = ["**/node_modules/**", "**/dist/**", "**/.data/**"];
/** Run by `npm run test:long` alone: each takes longer than all others of its feature, which prove the same by stories. */
const onlyLong = [
  "server/ordering/services/as-of-stories.test.ts",
  "server/test/billing-histories.test.ts",
  "server/test/buffers.test.ts",
  "server/test/crash-plans.test.ts",
  "server/test/crash.test.ts",
];

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be extended from outside
  interface ProvidedContext {
    /** Whether this is the long run: more cases, more rounds. Read it with `inject("long")`. */
    long: boolean;
    /** When business time begins in every test, in ISO format. */
    testBegins: string;
  }
}

export default defineConfig({
  test: {
    // Two cores: more processes than that only wait for each other.
    maxWorkers: 2,
    // What one file loaded is there for the next: loading the server for each would take a third of the time.
    isolate: false,
    reporters: ["default", "./tools/dev/evidence-reporter.ts"],
    // A test that asserts nothing fails; what is waited for may take more than a second on a busy machine.
    expect: { requireAssertions: true, poll: { timeout: 15_000 } },
    // Only what hangs takes so long, even on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    provide: { long: isLong, testBegins },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["domain/**/*.test.ts", "contract/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: everywhere,
        },
      },
      {
        extends: true,
        test: {
          name: "vendors",
          include: ["vendors/**/*.test.ts", "simulators/**/*.test.ts"],
          exclude: everywhere,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          exclude: isLong ? everywhere : [...everywhere, ...onlyLong],
          globalSetup: ["server/test/global-setup.ts"],
        },
      },
    ],
  },
});
