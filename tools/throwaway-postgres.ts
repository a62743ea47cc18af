import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { startEmbedded, type Embedded, type EmbeddedOptions } from "./embedded-postgres.ts";
import { giveToPostgres } from "./postgres-binaries.ts";
import { isAlive, readRunning } from "./postgres-running.ts";

/**
 * Starts a cluster in a temporary folder that is removed at the end. Does not wait for the disk unless asked to:
 * nothing in it outlives the run. First removes the clusters that killed runs left behind. With `copyOf`, the
 * superuser's address of another cluster here, it follows that one. With `inMemory` its files are in memory where there
 * is enough: a new database is 1,600 files, and to create them on a disk takes several times as long.
 */
export async function startThrowaway({
  copyOf,
  inMemory = false,
  ...options
}: EmbeddedOptions & { copyOf?: string; inMemory?: boolean } = {}): Promise<Embedded> {
  sweepThrowaways();
  const home = fs.mkdtempSync(path.join(inMemory ? place() : os.tmpdir(), `${throwawayPrefix}${process.pid}-`));
  fs.chmodSync(home, 0o755);
  const folder = path.join(home, "postgres");
  if (copyOf) await copyCluster(copyOf, folder);
  const cluster = await startEmbedded(folder, { fsync: false, maxConnections: 200, ...options });
  const abandon = () => removeThrowaway(home);
  process.once("exit", abandon);
  return {
    ...cluster,
    async stop() {
      await cluster.stop();
      process.off("exit", abandon);
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Copies a running cluster's files, to follow it from there. */
async function copyCluster(url: string, folder: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ from: string }>(
    "select current_setting('data_directory') as from from pg_backup_start('follower', true)",
  );
  const { from } = rows[0]!;
  const isKept = (file: string) => !/^(postmaster\.|pg_wal\/.|pg_internal\.init)/.test(path.relative(from, file));
  fs.mkdirSync(folder, { mode: 0o700 });
  fs.cpSync(from, folder, { recursive: true, preserveTimestamps: true, filter: isKept });
  const label = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop()");
  await client.end();
  const { port, username } = new URL(url);
  fs.writeFileSync(path.join(folder, "backup_label"), label.rows[0]!.labelfile);
  fs.writeFileSync(path.join(folder, "standby.signal"), "");
  fs.appendFileSync(
    path.join(folder, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username}'\nhot_standby_feedback = on\n`,
  );
  giveToPostgres(folder);
}

const throwawayPrefix = "tradewind-postgres-";

const memory = "/dev/shm";
const enough = 4 * 1024 ** 3;

function place(): string {
  try {
    const { bavail, bsize } = fs.statfsSync(memory);
    return Math.min(bavail * bsize, os.freemem()) >= enough ? memory : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

function sweepThrowaways() {
  for (const folder of [os.tmpdir(), memory].filter((each) => fs.existsSync(each)))
    for (const name of fs.readdirSync(folder)) {
      const owner = new RegExp(`^${throwawayPrefix}(\\d+)-`).exec(name)?.[1];
      if (owner && !isAlive(Number(owner))) removeThrowaway(path.join(folder, name));
    }
}

function removeThrowaway(home: string) {
  const running = readRunning(path.join(home, "postgres"));
  if (running) process.kill(running.pid, "SIGQUIT");
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
