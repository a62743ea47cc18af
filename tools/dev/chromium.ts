import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const usualPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** A Chromium for the browser tests: the named one, the machine's, Playwright's, or one installed now where we may. */
export function findChromium(say: (sentence: string) => void): string {
  const named = process.env["CHROMIUM_PATH"];
  if (named && !fs.existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`);
  const found = named || findInstalled();
  if (found) return found;
  if (mayInstall()) {
    say("Installing Chromium for the browser tests.");
    const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
    spawnSync("apt-get", ["update", "-qq"], options);
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], options);
    const installed = findInstalled();
    if (installed) return installed;
  }
  throw new Error(
    `The browser tests need Chromium, and there is none here. Install it and run npm test again:\n  ${installCommand()}\nor set CHROMIUM_PATH to one.`,
  );
}

function findInstalled(): string | undefined {
  const onPath = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...onPath, ...usualPlaces, chromium.executablePath()].find((file) => file && fs.existsSync(file));
}

const mayInstall = () => process.getuid?.() === 0 && fs.existsSync("/etc/debian_version");

function installCommand(): string {
  if (fs.existsSync("/etc/debian_version")) return "sudo apt-get install chromium";
  return "node_modules/.bin/playwright install chromium";
}
