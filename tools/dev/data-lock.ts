import fs from "node:fs";
import path from "node:path";
import { isAlive } from "../postgres-running.ts";

type Holder = { pid: number; address: string };

/** Makes this process the only one that runs the product on `folder`; answers the holder where there is another. */
export function takeDataFolder(
  folder: string,
  address: string,
): { holder: Holder } | { holder?: undefined; release(): void } {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "running.json");
  const holder = readHolder(file);
  if (holder && holder.pid !== process.pid && isAlive(holder.pid) && isOurs(holder.pid)) return { holder };
  fs.writeFileSync(file, JSON.stringify({ pid: process.pid, address }));
  return { release: () => fs.rmSync(file, { force: true }) };
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** A process id is used again after a while; where the system tells, look at what it runs. */
function isOurs(pid: number): boolean {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("node");
  } catch {
    return process.platform !== "linux";
  }
}
