import { existsSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

// Use the configured browser, else the system's, else Playwright's.
const system = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => existsSync(path));
const executablePath = process.env["CHROMIUM_PATH"] || system;
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Rules are `*.test.ts` and run in Node; components are `*.test.tsx` and run in Chromium. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: ".cache",
  plugins: [tailwindcss(), react()],
  test: {
    maxWorkers: 2,
    reporters: ["default", "../tools/dev/evidence-reporter.ts"],
    testTimeout: 30_000,
    provide: { long: process.env["TEST_LONG"] === "true" },
    // A test that asserts nothing fails. Screens may settle slowly on a busy machine; the default gives up after a
    // second.
    expect: { requireAssertions: true, poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "web",
          // As in the server's tests: what one file loaded is there for the next.
          isolate: false,
          include: ["**/*.test.ts"],
          exclude: ["**/node_modules/**", "dist/**"],
        },
      },
      {
        extends: true,
        // A package found during the tests would be optimised then, reloading every page: list all of them in advance.
        optimizeDeps: {
          noDiscovery: true,
          include: [
            "react",
            "react-dom",
            "react-dom/client",
            "react/jsx-dev-runtime",
            "react/jsx-runtime",
            "@tanstack/react-query",
            "@tanstack/react-router",
            "@hookform/resolvers/standard-schema",
            "react-hook-form",
            "signature_pad",
            "vitest-browser-react",
            "altcha-lib",
            "altcha-lib/algorithms/web/pbkdf2",
            "@zxcvbn-ts/core",
            "@zxcvbn-ts/language-common",
            "axe-core",
            "zod/mini",
            "@simplewebauthn/browser",
            "dompurify",
            "lucide",
            "re2js",
            "react-day-picker",
            "react-day-picker/locale/en-GB",
          ],
        },
        test: {
          name: "screens",
          // Files share a page, so that modules are loaded once and run warm; test/setup.ts puts back what a file changes.
          isolate: false,
          include: ["**/*.test.tsx"],
          exclude: ["**/node_modules/**", "dist/**"],
          setupFiles: ["./test/setup.ts"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: { executablePath, args },
              contextOptions: { reducedMotion: "reduce" },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
