import { setTimeout as sleep } from "node:timers/promises";
import { WrongServer } from "./servers.ts";

/** Milliseconds to wait for a replica to catch up, between two looks, and for it to answer at all. */
const patience = { behind: 50, look: 3, silent: 2_000 };

/** The replica has not yet replayed what the reader may expect to see. */
export class Behind extends Error {
  constructor() {
    super("the replica is behind");
  }
}

type Look = { follows: boolean; reached: boolean | null };

/**
 * Waits until a replica has replayed the primary's log up to a position, and throws if that takes longer than a moment.
 * Ask on the connection that is then read from: a replica that restarts may be further back for a while.
 */
export async function untilReplayed(ask: (query: string) => Promise<{ rows: unknown[] }>, upTo: string): Promise<void> {
  for (const end = performance.now() + patience.behind; ; await sleep(patience.look)) {
    const look = `select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= '${upTo}'::pg_lsn as reached`;
    const { rows } = await inTime(ask(look));
    const { follows, reached } = rows[0] as Look;
    if (!follows) throw new WrongServer("replica");
    if (reached) return;
    if (performance.now() > end) throw new Behind();
  }
}

/** A server that vanished without a word would otherwise be waited for until the network gives up. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(
    () => timer.reject(new Error("Connection terminated: the replica does not answer")),
    patience.silent,
  );
  return Promise.race([answer, timer.promise]).finally(() => clearTimeout(timeout));
}
