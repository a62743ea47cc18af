import { defineConfig } from "vitest/config";

const everywhere = ["**/node_modules/**", "**/dist/**", "**/.data/**"];

export default defineConfig({
  test: {
    // Two cores: more processes than that only wait for each other.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
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
          name: "connectors",
          include: ["connectors/**/*.test.ts", "simulators/**/*.test.ts"],
          exclude: everywhere,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          exclude: everywhere,
          globalSetup: ["server/test/global-setup.ts"],
        },
      },
    ],
  },
});
