import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findChromium } from "./chromium.ts";

const before = { path: process.env["PATH"], named: process.env["CHROMIUM_PATH"] };
let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-chromium-"));
  delete process.env["CHROMIUM_PATH"];
});
afterEach(() => {
  process.env["PATH"] = before.path;
  if (before.named) process.env["CHROMIUM_PATH"] = before.named;
  fs.rmSync(folder, { recursive: true });
});

test("the browser that is named comes first, and must be there", () => {
  const file = path.join(folder, "my-browser");
  process.env["CHROMIUM_PATH"] = file;
  expect(() => findChromium(() => {})).toThrow(`CHROMIUM_PATH names ${file}, and there is no such file.`);
  fs.writeFileSync(file, "");
  expect(findChromium(() => {})).toBe(file);
});

test("else the machine's own is found on the path, the one without windows first", () => {
  process.env["PATH"] = folder;
  // As root on Debian, one would be installed beside the whole browser.
  const mayInstall = process.getuid?.() === 0 && fs.existsSync("/etc/debian_version");
  for (const name of mayInstall ? ["chromium-headless-shell"] : ["google-chrome", "chromium-headless-shell"]) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, "");
    expect(findChromium(() => {})).toBe(file);
  }
});
