import type { PoolClient } from "pg";

/** Milliseconds to wait for the next `begin` before a finished read commits by itself. */
const patience = 5;

const timers = new WeakMap<PoolClient, NodeJS.Timeout>();

/** Ends a read without waiting: with the next `begin` on its connection, or alone after a moment. */
export function commitLater(client: PoolClient): void {
  timers.set(
    client,
    setTimeout(() => {
      timers.delete(client);
      // A lost or closed connection has already ended the read.
      client.query("commit").catch(() => {});
    }, patience),
  );
}

/** Returns the prefix for the next `begin`. */
export function lateCommit(client: PoolClient): "commit; " | "" {
  const timer = timers.get(client);
  if (!timer) return "";
  clearTimeout(timer);
  timers.delete(client);
  return "commit; ";
}
