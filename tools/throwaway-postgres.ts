import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmbedded, type Embedded, type EmbeddedOptions } from "./embedded-postgres.ts";
import { isAlive, readRunning } from "./postgres-running.ts";

/**
 * Starts a cluster in a temporary folder that is removed at the end. Does not wait for the disk unless asked to:
 * nothing in it outlives the run. First removes the clusters that killed runs left behind.
 */
export async function startThrowaway(options: EmbeddedOptions = {}): Promise<Embedded> {
  sweepThrowaways();
  const home = fs.mkdtempSync(path.join(os.tmpdir(), `${throwawayPrefix}${process.pid}-`));
  fs.chmodSync(home, 0o755);
  const folder = path.join(home, "postgres");
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

const throwawayPrefix = "tradewind-postgres-";

function sweepThrowaways() {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const owner = new RegExp(`^${throwawayPrefix}(\\d+)-`).exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) removeThrowaway(path.join(os.tmpdir(), name));
  }
}

function removeThrowaway(home: string) {
  const running = readRunning(path.join(home, "postgres"));
  if (running) process.kill(running.pid, "SIGQUIT");
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
