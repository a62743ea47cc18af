/** PgBouncer and HAProxy as docs/operations.md sets them up, where they are installed. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../embedded-postgres.ts";
import { root } from "../../root.ts";
import { caFile, type Server } from "./database.ts";
import { documented } from "./documented.ts";

type Running = { port: number; stop(): Promise<void> };

/** Names what the rehearsal needs and this machine lacks. */
export const missing = (): string[] =>
  ["pgbouncer", "haproxy"].filter((program) => spawnSync("which", [program]).status !== 0);

/** PgBouncer refuses to run as root. */
const isRoot = process.getuid?.() === 0;

function start(program: string, args: readonly string[], log: string): () => Promise<void> {
  const out = fs.openSync(log, "a");
  const child = spawn(program, args, { stdio: ["ignore", out, out] });
  fs.closeSync(out);
  const ended = once(child, "exit");
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}

/** Starts a pooler in transaction mode in front of the server, which knows the passwords' proofs alone. */
export async function startPooler(server: Server, superuser: string, folder: string): Promise<Running> {
  fs.mkdirSync(folder, { mode: 0o755 });
  const admin = await server.connect("postgres", superuser, "postgres");
  const { rows } = await admin.query<{ line: string }>(documented("pooler-users", {}));
  await admin.end();
  const port = await findFreePort();
  const users = path.join(folder, "users.txt");
  fs.writeFileSync(users, `${rows.map(({ line }) => line).join("\n")}\n`);
  const file = path.join(folder, "pgbouncer.ini");
  const certificates = path.dirname(caFile);
  for (const name of ["server.crt", "server.key", "ca.crt"])
    fs.copyFileSync(path.join(certificates, name), path.join(folder, name));
  const values = {
    "db.example.com": "127.0.0.1",
    "port=5432": `port=${server.port}`,
    "listen_port = 6432": `listen_port = ${port}`,
    "/etc/tradewind": folder,
    "/etc/pgbouncer": folder,
  };
  fs.writeFileSync(file, documented("pgbouncer.ini", values));
  if (isRoot) spawnSync("chown", ["-R", "nobody", folder]);
  return { port, stop: start("pgbouncer", isRoot ? ["-u", "nobody", file] : [file], `${folder}.log`) };
}

/** Starts the proxy of `deploy` in front of two web processes, without TLS of its own. */
export async function startBalancer(
  ports: readonly number[],
  host: string,
  folder: string,
): Promise<Running & { plain: number }> {
  fs.mkdirSync(folder);
  const [port, plain] = [await findFreePort(), await findFreePort()];
  const file = path.join(folder, "haproxy.cfg");
  const text = fs
    .readFileSync(path.join(root, "deploy/haproxy.cfg"), "utf8")
    .replace("bind :80\n", `bind 127.0.0.1:${plain}\n`)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}\n  http-request set-header Host ${host}`)
    .replace("/etc/tradewind/503.http", path.join(root, "deploy/503.http"))
    .replace("127.0.0.1:4000", `127.0.0.1:${ports[0]}`)
    .replace("127.0.0.1:4001", `127.0.0.1:${ports[1]}`);
  fs.writeFileSync(file, text);
  const stop = start("haproxy", ["-f", file], `${folder}.log`);
  await sleep(1_000);
  return { port, plain, stop };
}
