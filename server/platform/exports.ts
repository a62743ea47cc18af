import type { CompiledQuery } from "kysely";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Bounds } from "./bounds.ts";
import { kyselyOn, type Db } from "./db.ts";
import type { Replica } from "./replica.ts";
import { untilReplayed } from "./replay.ts";
import { clientFor, type Wanted } from "./servers.ts";
import { turns } from "./turns.ts";

/** What the exports of a process may take. */
type Limits = {
  /** Exports at once, those of one reseller, and its further ones that wait. */
  most: number;
  each: number;
  waiting: number;
  /** Milliseconds to wait for a turn, without anybody reading, and for all. */
  patience: number;
  idle: number;
  longest: number;
  bytes: number;
};
const usual: Limits = {
  most: 3,
  each: 2,
  waiting: 4,
  patience: 5_000,
  idle: 15_000,
  longest: 120_000,
  bytes: 500_000_000,
};

export type Exports = ReturnType<typeof csvExports>;

/** A query built with Kysely, by its builder or as `sql`. */
type Query = { compile(db: Db): CompiledQuery };

/**
 * Streams CSV straight from the database, row by row, on separate connections: pipelined ones cannot copy. The query
 * must guard cells that a spreadsheet would run as a formula: see `csv_text` in the migrations.
 */
export function csvExports(
  databaseUrl: string,
  { replica, limits = usual }: { replica?: Replica; limits?: Limits } = {},
) {
  const pool = openPool(databaseUrl, "primary", limits);
  const copies = replica?.url === undefined ? undefined : openPool(replica.url, "replica", limits);
  const inTurn = turns(limits.most, { ...limits, refusal: "exportsBusy" });
  return {
    /** Streams a query's rows as CSV with a header line. */
    async stream(bounds: Bounds, query: (db: Db) => Query): Promise<Readable> {
      const text = textOf(query(unconnected).compile(unconnected));
      const who = "resellerId" in bounds ? bounds.resellerId : bounds.role;
      return new Promise((resolve, reject) => {
        inTurn(who, () => copy(bounds, text, resolve)).catch(reject);
      });
    },
    close: async () => void (await Promise.all([pool.end(), copies?.end()])),
  };

  /** Begins to read the rows, and ends once the reader has them or has gone. */
  async function copy(bounds: Bounds, text: string, begun: (stream: Readable) => void): Promise<void> {
    const client = copies
      ? await replica!.prefer(
          (upTo) => begin(copies, bounds, upTo),
          () => begin(pool, bounds),
        )
      : await begin(pool, bounds);
    try {
      const rows = client.query(copyTo(`copy (${text}) to stdout with (format csv, header, encoding 'UTF8')`));
      begun(bounded(rows, limits));
      await finished(rows);
      await client.query("commit");
      client.release();
    } catch (error) {
      // A connection that was left in the middle, or lost, is closed, which ends its session even while it sends.
      client.release(error as Error);
      throw error;
    }
  }
}

function openPool(url: string, wanted: Wanted, limits: Limits): pg.Pool {
  const pool = new pg.Pool({
    Client: clientFor(url, wanted),
    max: limits.most,
    application_name: "tradewind-exports",
    connectionTimeoutMillis: limits.patience,
    statement_timeout: limits.longest,
  });
  pool.on("error", () => {});
  // A connection lost during a read fails the stream; its own error event, unhandled, would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Begins a transaction as its caller alone, on a replica once it has replayed the primary's log up to a position. */
async function begin(pool: pg.Pool, bounds: Bounds, upTo?: string): Promise<pg.PoolClient> {
  const client = await pool.connect();
  try {
    await client.query("begin read only");
    if (upTo !== undefined) await untilReplayed((text) => client.query(text), upTo);
    await client.query(
      "select set_config('role', $1, true), set_config('app.reseller_id', $2, true), set_config('app.restricted_to', $3, true)",
      [
        bounds.role,
        "resellerId" in bounds ? bounds.resellerId : "",
        "restrictedTo" in bounds ? bounds.restrictedTo : "",
      ],
    );
    return client;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}

/** Passes the rows on, and gives up if nobody reads them, or if they are too many or take too long. */
function bounded(rows: Readable, { idle, longest, bytes }: Limits): Readable {
  let left = bytes;
  const giveUp = (why: string) => out.destroy(new Error(`The export was cut off: ${why}`));
  const unread = () => setTimeout(giveUp, idle, "nobody reads it");
  let timer = unread();
  const end = setTimeout(giveUp, longest, "it takes too long");
  async function* read() {
    clearTimeout(timer);
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) throw new Error("The export was cut off: it is too large");
      timer = unread();
      yield chunk;
      clearTimeout(timer);
    }
  }
  const out = Readable.from(read(), { objectMode: false });
  return out.once("close", () => {
    clearTimeout(timer);
    clearTimeout(end);
    rows.destroy();
  });
}

const unconnected = kyselyOn(() => Promise.reject(new Error("An export's query is only compiled here")));

/** Inlines a query's values into its text, since COPY takes no parameters. */
const textOf = ({ sql, parameters }: CompiledQuery): string =>
  sql.replace(/\$(\d+)/g, (_, number: string) => valueText(parameters[Number(number) - 1]));

/** Writes a value as SQL text, and lists as PostgreSQL arrays. */
const valueText = (value: unknown) =>
  pg.escapeLiteral(Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join()}}` : String(value));
