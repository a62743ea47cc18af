import type { PoolClient } from "pg";

/** Milliseconds a finished read stays open for the next `begin` to end it. */
const patience = 5;

const timers = new WeakMap<PoolClient, NodeJS.Timeout>();

/** Ends a read, which nobody waits for: with the next `begin` on its connection, or alone after a moment. */
export function commitLater(client: PoolClient): void {
  timers.set(
    client,
    setTimeout(() => {
      timers.delete(client);
      // A lost or closed connection has ended the read already.
      client.query("commit").catch(() => {});
    }, patience),
  );
}

/** Returns what must precede the next `begin`. */
export function lateCommit(client: PoolClient): "commit; " | "" {
  const timer = timers.get(client);
  if (!timer) return "";
  clearTimeout(timer);
  timers.delete(client);
  return "commit; ";
}
