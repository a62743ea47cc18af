import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { root } from "./root.ts";

const dist = path.join(root, "web/dist");
const stampFile = "built-from.txt";

/** Builds the portal's pages if their sources changed since the last build. Returns whether it built them. */
export async function buildWeb({
  force = false,
  signal,
}: { force?: boolean; signal?: AbortSignal } = {}): Promise<boolean> {
  const stamp = hashSources();
  if (!force && readStamp() === stamp) return false;
  // Build next to the old files and move into place, so that a running portal never misses a file for long.
  const workshop = path.join(root, "web/.cache", `build-${process.pid}`);
  const fresh = path.join(workshop, "new");
  try {
    await vite(["build", path.join(root, "web"), "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"], signal);
    fs.writeFileSync(path.join(fresh, stampFile), stamp);
    if (fs.existsSync(dist)) fs.renameSync(dist, path.join(workshop, "old"));
    fs.renameSync(fresh, dist);
  } finally {
    fs.rmSync(workshop, { recursive: true, force: true });
  }
  return true;
}

function readStamp() {
  const file = path.join(dist, stampFile);
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
}

/** Hashes everything the pages are built from: sources, contract, rules, and the versions of the packages. */
function hashSources(): string {
  const hash = createHash("sha256");
  for (const folder of ["web", "contract", "domain"]) {
    const names = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).toSorted();
    for (const name of names) {
      const file = path.join(root, folder, name);
      if (/^(dist|node_modules|\.cache)\b|\.test\.tsx?$/.test(name) || !fs.statSync(file).isFile()) continue;
      hash.update(`${folder}/${name}\0`).update(fs.readFileSync(file));
    }
  }
  hash.update(fs.readFileSync(path.join(root, "package-lock.json")));
  return hash.digest("hex");
}

async function vite(args: string[], signal?: AbortSignal): Promise<void> {
  const program = path.join(root, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let printed = "";
  child.stdout.on("data", (part) => (printed += part));
  child.stderr.on("data", (part) => (printed += part));
  const code = await new Promise((resolve, reject) => child.once("exit", resolve).once("error", reject));
  if (code !== 0) throw new Error(`The portal's pages could not be built:\n${printed.slice(-4000)}`);
}
