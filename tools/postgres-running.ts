import fs from "node:fs";
import path from "node:path";

export type Running = { pid: number; port: number };

/** Reads the state file of the PostgreSQL in `folder` if that process is alive; removes the file of a dead one. */
export function readRunning(folder: string): (Running & { ready: boolean }) | undefined {
  const file = path.join(folder, "postmaster.pid");
  let lines: string[];
  try {
    lines = fs.readFileSync(file, "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Math.abs(Number(lines[0]));
  if (!pid || !isAlive(pid)) return undefined;
  if (isAnotherProgram(pid)) {
    fs.rmSync(file, { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** After a reboot an old process id may belong to another program, and PostgreSQL would refuse to start. */
function isAnotherProgram(pid: number): boolean {
  try {
    const commandLine = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return commandLine !== "" && !commandLine.includes("postgres");
  } catch {
    return false;
  }
}
