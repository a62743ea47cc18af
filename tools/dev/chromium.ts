import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

/** Chromium without its windows, which takes under half the processor time of a whole one. */
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
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
  if (found && (named || path.basename(found) === shell || !mayInstall())) return found;
  if (mayInstall()) {
    say("Installing Chromium for the browser tests.");
    apt("update");
    // Ubuntu has no package of the shell alone.
    if (!apt("install", "-y", "--no-install-recommends", shell) && !found)
      apt("install", "-y", "--no-install-recommends", "chromium");
    const installed = findInstalled();
    if (installed) return installed;
  }
  throw new Error(
    `The browser tests need Chromium, and there is none here. Install it and run npm test again:\n  ${installCommand()}\nor set CHROMIUM_PATH to one.`,
  );
}

function apt(command: string, ...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", [command, "-qq", ...args], { stdio: "inherit", env }).status === 0;
}

function findInstalled(): string | undefined {
  const onPath = (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...onPath, ...usualPlaces, chromium.executablePath()].find((file) => file && fs.existsSync(file));
}

const mayInstall = () => process.getuid?.() === 0 && fs.existsSync("/etc/debian_version");

function installCommand(): string {
  if (fs.existsSync("/etc/debian_version")) return `sudo apt-get install ${shell}`;
  return "node_modules/.bin/playwright install chromium";
}
