import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAlive } from "../postgres-running.ts";
import { keepRunning, runOnce } from "./child.ts";
import { takeDataFolder } from "./data-lock.ts";

let folder: string;
let said: string[];
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-child-"));
  said = [];
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

function script(code: string) {
  const file = path.join(folder, "script.mjs");
  fs.writeFileSync(file, code);
  return file;
}
const options = () => ({ env: {}, log: path.join(folder, "log"), say: (sentence: string) => said.push(sentence) });
const printed = () => fs.readFileSync(path.join(folder, "log"), "utf8");
const forever = "setInterval(() => {}, 1000); console.log('up', process.pid);";

test("a process that ends is started again, until it is stopped", async () => {
  const child = keepRunning("worker", script(forever), options());
  await expect.poll(printed).toMatch(/up \d+/);
  const first = child.pid()!;
  process.kill(first, "SIGKILL");
  await expect.poll(() => printed().match(/up/g)?.length, { timeout: 10_000 }).toBe(2);
  expect(child.falls()).toBe(1);
  expect(said).toEqual([expect.stringContaining("The worker process ended (SIGKILL)")]);

  const second = child.pid()!;
  await child.stop(5_000);
  expect([isAlive(first), isAlive(second)]).toEqual([false, false]);
});

test("a process that does not listen to its end is ended", async () => {
  const child = keepRunning("deaf", script(`process.on('SIGTERM', () => {}); ${forever}`), options());
  await expect.poll(printed).toMatch(/up/);
  const pid = child.pid()!;
  await child.stop(100);
  expect(isAlive(pid)).toBe(false);
});

test("a script that fails is quoted", async () => {
  const run = runOnce(
    script("console.error('no such reseller'); process.exit(2)"),
    options(),
    new AbortController().signal,
  );
  await expect(run).rejects.toThrow("no such reseller");
});

test("a data folder has one holder; what a dead one left does not count", () => {
  fs.writeFileSync(path.join(folder, "running.json"), JSON.stringify({ pid: 99_999_999, address: "gone" }));
  const hold = takeDataFolder(folder, "http://localhost:1");
  expect(hold.holder).toBeUndefined();

  fs.writeFileSync(path.join(folder, "running.json"), JSON.stringify({ pid: process.ppid, address: "theirs" }));
  expect(takeDataFolder(folder, "http://localhost:2").holder).toEqual({ pid: process.ppid, address: "theirs" });
});
