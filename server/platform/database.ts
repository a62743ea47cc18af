import pg from "pg";
import { boundsText, type Bounds } from "./bounds.ts";
import { columnTypes } from "./column-types.ts";
import { kyselyOn, type Db, type Tx } from "./db.ts";
import type { GatheringClient } from "./gathering-client.ts";
import { commitLater, lateCommit } from "./late-commit.ts";
import { Behind, untilReplayed } from "./replay.ts";
import { sendable } from "./sendable.ts";
import { clientFor, type Wanted } from "./servers.ts";
import { statementNames } from "./statement-names.ts";
import { openTrail, type Statement } from "./trail.ts";
import { turns } from "./turns.ts";

export type Database = ReturnType<typeof openDatabase>;

/** A reseller's transactions that wait for a connection, and milliseconds before one of them is refused. */
const queue = { waiting: 200, patience: 5_000 };

/**
 * Opens a connection pool on which every transaction first states whom it acts for. `each` is how many connections one
 * reseller may hold at once. A `pooled` address leads to a pooler in transaction mode, where a connection may be another
 * with each transaction: it keeps no statements, takes its settings from the role, and is given back at once.
 */
export function openDatabase(
  url: string,
  {
    max = 10,
    each = max,
    pooled = false,
    wanted = "primary",
    ...options
  }: {
    max?: number;
    each?: number;
    pooled?: boolean;
    wanted?: Wanted;
    name?: string;
    onIdleError?: (error: Error) => void;
  } = {},
) {
  const inTurn = turns(max, { each, ...queue });
  const pool = new pg.Pool({
    max,
    types: columnTypes,
    pipeline: true,
    Client: clientFor(url, wanted),
    application_name: options.name ?? "tradewind",
    ...(pooled
      ? {}
      : {
          // Plans each statement once per connection rather than once per call: plans here do not depend on values.
          options: "-c plan_cache_mode=force_generic_plan -c timezone=UTC",
          statement_timeout: 30_000,
          idle_in_transaction_session_timeout: 60_000,
        }),
    connectionTimeoutMillis: 5_000,
  });
  pool.on("error", (error) => options.onIdleError?.(error));
  const nameOf = statementNames(2000);
  const prepared = ({ sql, parameters }: Statement): pg.QueryConfig => ({
    text: sql,
    values: parameters.map(sendable),
    ...(parameters.length > 0 && !pooled ? { name: nameOf(sql) } : {}),
  });
  let statements = 0;

  const transact = <T>(mode: "read only" | "read write", bounds: Bounds, work: (db: Db) => Promise<T>, upTo?: string) =>
    inTurn("resellerId" in bounds ? bounds.resellerId : bounds.role, () => runTransaction(mode, bounds, work, upTo));

  /**
   * Sends `begin`, role and tenant together with the first statement of `work`; role and tenant reset with the
   * transaction.
   */
  async function runTransaction<T>(
    mode: "read only" | "read write",
    bounds: Bounds,
    work: (db: Db) => Promise<T>,
    upTo: string | undefined,
  ): Promise<T> {
    // Looking whether a replica has caught up would fix the moment before it has.
    const isolation = mode === "read only" && upTo === undefined ? " isolation level repeatable read" : "";
    const opening = `begin ${mode}${isolation}; ${boundsText(bounds)}`;
    const client = (await pool.connect()) as pg.PoolClient & GatheringClient;
    const send = (query: pg.QueryConfig) => {
      statements++;
      client.gather();
      return client.query(query);
    };
    let over = false;
    let failed: unknown;
    const db = kyselyOn(async (query) => {
      // The connection may already serve another tenant.
      if (over) throw new Error("This transaction is over");
      const { rows, rowCount } = await send(prepared(query)).catch((error: unknown) => {
        // Whatever follows a statement that failed only fails because of it.
        throw (failed ??= error);
      });
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    });
    const trail = openTrail(db, bounds);
    statements++;
    const opened = send({ text: lateCommit(client) + opening });
    opened.catch(() => {});
    if (upTo !== undefined)
      await untilReplayed((text) => send({ text }), upTo).catch((error: Error) => {
        client.query("rollback").catch(() => {});
        client.release(error instanceof Behind ? undefined : error);
        throw error;
      });
    let broken: Error | undefined;
    try {
      const value = await work(db);
      over = true;
      const last = trail.close().map(prepared).map(send);
      if (mode === "read only" && !pooled) {
        await Promise.all([opened, ...last]);
        statements++;
        commitLater(client);
      } else {
        const [, end] = await Promise.all([opened, send({ text: "commit" }), ...last]);
        if (end.command === "ROLLBACK") throw new Error("The transaction was rolled back");
        trail.committed();
      }
      return value;
    } catch (error) {
      over = true;
      trail.close();
      await client.query("rollback").catch((failure: Error) => (broken = failure));
      // If the bounds were refused, that error explains any later one.
      await opened;
      trail.explain(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    /** Runs a read, which sees one moment; on a replica, once it has replayed the primary's log up to a position. */
    read: <T>(bounds: Bounds, work: (db: Db) => Promise<T>, upTo?: string) => transact("read only", bounds, work, upTo),
    write: <T>(bounds: Bounds, work: (tx: Tx) => Promise<T>) => transact("read write", bounds, (db) => work(db as Tx)),
    /** Counts the SQL statements sent so far, including begin and commit, for endpoints' statement budgets. */
    statementsSent: () => statements,
    /** Counts the pool's connections, and the calls that wait for one. */
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: inTurn.waiting(),
    }),
    close: () => pool.end(),
  };
}
