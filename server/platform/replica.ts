import { channel } from "node:diagnostics_channel";
import { sql } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { AppError } from "./app-error.ts";
import type { Bounds } from "./bounds.ts";
import type { Config } from "./config.ts";
import { openDatabase, type Database } from "./database.ts";
import { lostDatabase } from "./db-errors.ts";
import type { Db } from "./db.ts";
import { Behind } from "./replay.ts";
import { WrongServer } from "./servers.ts";

/** Milliseconds for which a replica that could not answer is left alone. */
const rest = 1_000;

/** Says of each read that may come from the replica where it came from. */
export type Answered = { by: "replica" | "primary" };
export const answered = channel("tradewind:replica-read");

export type Replica = ReturnType<typeof openReplica>;

/**
 * Reads from a server that follows the primary, and never anything older than the primary had committed when the read
 * was asked for: whoever wrote, in whichever session and process, and whatever an event told. Where the replica has not
 * come that far within a moment, is away, or there is none, the primary answers.
 */
export function openReplica(
  { REPLICA_DATABASE_URL: url, DATABASE_POOL }: Pick<Config, "REPLICA_DATABASE_URL" | "DATABASE_POOL">,
  primary: Database,
  log: Logger,
) {
  const database = url
    ? openDatabase(url, {
        max: DATABASE_POOL,
        each: Math.max(1, DATABASE_POOL - 2),
        wanted: "replica",
        name: "tradewind-replica",
      })
    : undefined;
  const position = together(() => primary.read({ role: "app_events" }, findPosition));
  let restsUntil = -Infinity;

  async function prefer<T>(replica: (upTo: string) => Promise<T>, instead: () => Promise<T>): Promise<T> {
    if (!database) return instead();
    const say = (by: Answered["by"]) => answered.publish({ by } satisfies Answered);
    if (performance.now() >= restsUntil) {
      const upTo = await position();
      try {
        const value = await replica(upTo);
        if (restsUntil > 0) log.info("The replica is used again");
        restsUntil = -Infinity;
        say("replica");
        return value;
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        if (restsUntil < 0) log.warn({ err: error }, "The replica cannot be used");
        restsUntil = performance.now() + rest;
      }
    }
    say("primary");
    return instead();
  }

  return {
    url,
    /** Calls `replica` with the position that it must have reached, and `instead` if it cannot be used. */
    prefer,
    /** Runs a read, perhaps twice. */
    read: <T>(bounds: Bounds, work: (db: Db) => Promise<T>) =>
      prefer(
        (upTo) => database!.read(bounds, work, upTo),
        () => primary.read(bounds, work),
      ),
    close: async () => database?.close(),
  };
}

/** Returns how far the primary's log is on disk, which covers every commit that anybody was told of. */
async function findPosition(db: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(db);
  return rows[0]!.position;
}

/** Lets calls share one answer that was asked for after each of them came. */
function together<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () =>
    (next ??= underWay.then(() => {
      const answer = ask();
      underWay = answer.catch(() => {});
      next = undefined;
      return answer;
    }));
}

/** Tells whether the primary may succeed where the replica failed: it is late, away, or had to stop the read. */
const isOfReplica = (error: unknown): boolean =>
  error instanceof Behind ||
  error instanceof WrongServer ||
  lostDatabase(error) ||
  (error instanceof pg.DatabaseError
    ? /^(28|40001|57P0|25006)/.test(error.code ?? "")
    : !(error instanceof AppError) && (error as NodeJS.ErrnoException).code !== undefined);
