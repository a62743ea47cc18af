import os from "node:os";
import path from "node:path";
import { testBegins } from "@tradewind/tools/dev/test-day.ts";
import { defineConfig, devices } from "@playwright/test";

// Set once here, so that the workers, which read this file again, use the same port as the first process.
process.env["E2E_PORT"] ??= "4100";
process.env["E2E_DATA"] ??= path.join(os.tmpdir(), "tradewind-e2e");
const root = path.join(import.meta.dirname, "..");
const baseURL = `http://localhost:${process.env["E2E_PORT"]}`;

/** They move the clock of the whole installation, which would disturb every other story. */
const clockMoves = ["month-end", "scheduled"];

/** At both widths, which share what there is to look at. */
const atBoth = ["every-screen", "popups"];
/**
 * What a short run tells: what rows are seen by alone, ways in, and a story or two of each area. A long run
 * (`TEST_LONG=true`) tells all at both widths, and a story that is named is told at one.
 */
const inShort = {
  "1440": [...atBoth, "help", "main-journey", "my-services", "requests", "users"],
  "390": [...atBoth, "customers", "debtors", "pay-invoice", "psa", "quotes", "tickets", "transfers"],
  /** Stories, in a wide window, that meet no others: of staff, of people or customers of their own, or of what nobody else changes. */
  aside: [
    "axe",
    "azure-spend",
    "every-product",
    "frame",
    "hardware-order",
    "invitations",
    "pages-headers",
    "prices",
    "roles",
    "sign-in",
    "tabs",
    "ways-in",
    "work",
  ],
};
const onPhones = inShort["390"].filter((name) => !atBoth.includes(name));
const files = (stories: readonly string[]) => stories.map((name) => `${name}.spec.ts`);
const isLong = process.env["TEST_LONG"] === "true";
const isNamed = process.argv.slice(3).some((argument) => !/^-|config\.ts$/.test(argument));

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./global-setup.ts",
  outputDir: path.join(root, "test-results"),
  // One for each project: `resellerOf` says why.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 180_000,
  // A page without its stream asks again after 15 seconds.
  expect: { timeout: 30_000 },
  reporter: [["list"], ["./evidence-reporter.ts"]],
  use: {
    baseURL,
    // What cannot be pressed says so, instead of keeping its story waiting to the end.
    actionTimeout: 60_000,
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
    {
      name: "1440",
      testMatch: isLong || isNamed ? "*.spec.ts" : files(inShort["1440"]),
      testIgnore: files([...clockMoves, ...inShort.aside, ...(isLong ? [] : onPhones)]),
      workers: 1,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: "390",
      testMatch: isLong ? "*.spec.ts" : files(inShort["390"]),
      testIgnore: files(clockMoves),
      workers: 1,
      use: { ...devices["iPhone 13"], browserName: "chromium", viewport: { width: 390, height: 844 } },
    },
    {
      name: "aside",
      testMatch: files(inShort.aside),
      workers: 1,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: "clock",
      testMatch: files(isLong || isNamed ? clockMoves : ["month-end"]),
      workers: 1,
      dependencies: ["1440", "390", "aside"],
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: "node tools/start.mjs",
    cwd: root,
    url: `${baseURL}/readyz`,
    env: {
      PORT: process.env["E2E_PORT"],
      DATA_DIR: process.env["E2E_DATA"],
      DEMO_TODAY: testBegins,
      DEMO_COLLEAGUE: "off",
    },
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});
