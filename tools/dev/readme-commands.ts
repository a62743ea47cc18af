/** Runs every command of README's tables on a new demo, one after the other, as somebody who reads it would. */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../embedded-postgres.ts";
import { root } from "../root.ts";
import { commands, commandsIn } from "./commands.ts";

const data = fs.mkdtempSync(path.join(os.tmpdir(), "tradewind-readme-"));
const port = String(await findFreePort());
const options = { cwd: root, env: { ...process.env, DATA_DIR: data, PORT: port }, stdio: "inherit" } as const;
const failed: string[] = [];

/** Runs a command, and says how it ended. */
function run(name: string, args: readonly string[]): void {
  console.log(`\n== npm run ${[name, ...args].join(" ")}`);
  const { status } = spawnSync("npm", ["run", name, ...args], options);
  if (status !== 0) failed.push(`npm run ${name}: ended with ${status}`);
}

const portal = spawn("npm", ["start"], { ...options, detached: true });
try {
  const until = performance.now() + 900_000;
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (performance.now() > until || portal.exitCode !== null) throw new Error("npm start: no portal became ready");
    await sleep(500);
  }
  for (const name of commandsIn(fs.readFileSync(path.join(root, "README.md"), "utf8"))) {
    const how = commands[name];
    if (typeof how === "object") run(name, how);
    else console.log(`\n== npm run ${name}: ${how ?? "unknown"}`);
  }
} catch (error) {
  failed.push(error instanceof Error ? error.message : String(error));
} finally {
  const ended = new Promise((resolve) => portal.once("exit", resolve));
  // With all that it started.
  if (portal.exitCode === null && process.kill(-portal.pid!, "SIGTERM")) await ended;
  fs.rmSync(data, { recursive: true, force: true });
}
console.log(["", ...failed, failed.length > 0 ? "FAILED" : "Every command of README works."].join("\n"));
process.exitCode = failed.length > 0 ? 1 : 0;
