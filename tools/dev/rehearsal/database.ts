/** A PostgreSQL as in production: with TLS and passwords, and nobody trusted for where they come from. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { findFreePort } from "../../embedded-postgres.ts";
import { findPostgres, giveToPostgres } from "../../postgres-binaries.ts";

const certificates = path.join(import.meta.dirname, "certificates");
export const caFile = path.join(certificates, "ca.crt");

export type Server = {
  port: number;
  /** Connects as a user; the certificate has to be right. */
  connect(user: string, password: string, database: string, more?: pg.ClientConfig): Promise<pg.Client>;
  stop(): Promise<void>;
  /** Ends all of it at once, as when the machine fails. */
  kill(): Promise<void>;
};

/** Creates the files of a new server in `folder`, with `settings` as lines of its configuration. */
export function createServer(folder: string, superuserPassword: string, settings: string): void {
  const words = `${folder}.password`;
  fs.writeFileSync(words, superuserPassword, { mode: 0o644 });
  const locale = ["-E", "UTF8", "--locale-provider=icu", "--icu-locale=en-GB", "--locale=C"];
  runAsPostgres("initdb", folder, [
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    `--pwfile=${words}`,
    "--no-sync",
    ...locale,
  ]);
  fs.rmSync(words);
  fs.appendFileSync(path.join(folder, "postgresql.conf"), settings);
  fs.writeFileSync(
    path.join(folder, "pg_hba.conf"),
    "hostssl all all 127.0.0.1/32 scram-sha-256\nhostssl replication backup,replicator 127.0.0.1/32 scram-sha-256\n",
  );
}

/** Starts the server in `folder`, new or made from a copy. */
export async function startServer(folder: string, port?: number): Promise<Server> {
  port ??= await findFreePort();
  for (const file of ["server.crt", "server.key"]) {
    const place = path.join(folder, file);
    fs.copyFileSync(path.join(certificates, file), place);
    fs.chmodSync(place, 0o600);
    giveToPostgres(place);
  }
  // A killed server leaves its state behind.
  fs.rmSync(path.join(folder, "postmaster.pid"), { force: true });
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    ssl: "on",
    ssl_cert_file: "server.crt",
    ssl_key_file: "server.key",
    fsync: "off",
    // The product's times must not depend on it.
    timezone: "Pacific/Auckland",
  };
  const { file, args, ids } = findPostgres().command("postgres", [
    "-D",
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  const log = fs.openSync(`${folder}.log`, "a");
  const child = spawn(file, args, { ...ids, stdio: ["ignore", log, log], detached: true });
  fs.closeSync(log);
  const ended = once(child, "exit");
  const connect = async (user: string, password: string, database: string, more: pg.ClientConfig = {}) => {
    const ssl = { ca: fs.readFileSync(caFile, "utf8") };
    const client = new pg.Client({ host: "127.0.0.1", port, user, password, database, ssl, ...more });
    await client.connect();
    return client;
  };
  await untilReady(folder);
  return {
    port,
    connect,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT");
      await ended;
    },
    async kill() {
      const { stdout } = spawnSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" });
      child.kill("SIGKILL");
      for (const each of stdout.trim().split("\n")) process.kill(Number(each), "SIGKILL");
      await ended;
    },
  };
}

async function untilReady(folder: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const file = path.join(folder, "postmaster.pid");
    if (fs.existsSync(file) && /\b(ready|standby)\b/.test(fs.readFileSync(file, "utf8"))) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`PostgreSQL did not become ready:\n${fs.readFileSync(`${folder}.log`, "utf8").slice(-2000)}`);
}

function runAsPostgres(program: "initdb", folder: string, more: readonly string[]): void {
  fs.mkdirSync(folder, { mode: 0o700 });
  giveToPostgres(folder);
  const { file, args, ids } = findPostgres().command(program, ["-D", folder, ...more]);
  const { status, stderr, stdout } = spawnSync(file, args, { ...ids, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}${stdout}`);
}
