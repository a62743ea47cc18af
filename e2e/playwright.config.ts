import os from "node:os";
import path from "node:path";
import { testBegins } from "@tradewind/tools/dev/test-day.ts";
import { defineConfig, devices } from "@playwright/test";

// Set once here, so that the workers, which read this file again, use the same port as the first process.
process.env["E2E_PORT"] ??= "4100";
process.env["E2E_DATA"] ??= path.join(os.tmpdir(), "tradewind-e2e");
const root = path.join(import.meta.dirname, "..");
const baseURL = `http://localhost:${process.env["E2E_PORT"]}`;

// They move the clock of the whole installation, which would disturb every other story.
const clockMoves = ["month-end.spec.ts", "scheduled.spec.ts"];

/** Stories that a short run tells at one width only, a phone's or a wide one; `TEST_LONG=true` tells all at both. */
const shared = process.env["TEST_LONG"] !== "true";
const wideOnly = [
  "every-product",
  "invitations",
  "plans",
  "roles",
  "sign-in",
  "single-experience",
  "tabs",
  "time-control",
  "ways-in",
];
const phoneOnly = ["forms", "passkeys", "passwords", "price-rules", "support", "transfers", "white-label"];
const without = (stories: readonly string[]) => [
  ...clockMoves,
  ...(shared ? stories.map((name) => `${name}.spec.ts`) : []),
];

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./global-setup.ts",
  outputDir: path.join(root, "test-results"),
  snapshotPathTemplate: "{testDir}/pictures/{arg}-{projectName}{ext}",
  // Reports a missing picture; `--update-snapshots` takes it.
  updateSnapshots: "none",
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["./evidence-reporter.ts"]],
  use: {
    baseURL,
    locale: "en-GB",
    contextOptions: { reducedMotion: "reduce" },
    timezoneId: "Europe/London",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] || undefined,
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "1440", testIgnore: without(phoneOnly), use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "390",
      testIgnore: without(wideOnly),
      use: { ...devices["iPhone 13"], browserName: "chromium", viewport: { width: 390, height: 844 } },
    },
    {
      name: "clock",
      testMatch: clockMoves,
      workers: 1,
      dependencies: ["1440", "390"],
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: "node tools/start.mjs",
    cwd: root,
    url: `${baseURL}/readyz`,
    env: { PORT: process.env["E2E_PORT"], DATA_DIR: process.env["E2E_DATA"], DEMO_TODAY: testBegins },
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});
