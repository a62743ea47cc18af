import type { CompiledQuery } from "kysely";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Bounds } from "./bounds.ts";
import { csvFile } from "./csv-file.ts";
import { kyselyOn, type Db } from "./db.ts";
import type { Replica } from "./replica.ts";
import { untilReplayed } from "./replay.ts";
import { clientFor, type Wanted } from "./servers.ts";
import { turns } from "./turns.ts";

declare const isBounded: unique symbol;
/** A file that is read as it is made. Only exports make one, so that none is without bounds. */
export type Download = Readable & { readonly [isBounded]: true };

/** What the exports of a process may take. */
type Limits = {
  /** Exports at once, those of one reseller, places kept for resellers that have none, and who may wait. */
  most: number;
  each: number;
  kept: number;
  waiting: number;
  /** Milliseconds to wait for a turn, without anybody reading, and for all. */
  patience: number;
  idle: number;
  longest: number;
  bytes: number;
};
const usual: Limits = {
  most: 4,
  each: 2,
  kept: 1,
  waiting: 4,
  // Longer than `idle`: whoever waits for downloads that nobody reads has a turn.
  patience: 20_000,
  idle: 15_000,
  longest: 120_000,
  bytes: 500_000_000,
};

export type Exports = ReturnType<typeof csvExports>;

/** A query built with Kysely, by its builder or as `sql`. */
type Query = { compile(db: Db): CompiledQuery };

/**
 * Streams CSV straight from the database, row by row, as spreadsheets read it, on separate connections: pipelined ones cannot copy. The query
 * must guard cells that a spreadsheet would run as a formula: see `csv_text` in the migrations.
 */
export function csvExports(
  databaseUrl: string,
  { replica, limits = usual }: { replica?: Replica; limits?: Limits } = {},
) {
  const pool = openPool(databaseUrl, "primary", limits);
  const copies = replica?.url === undefined ? undefined : openPool(replica.url, "replica", limits);
  const inTurn = turns(limits.most, { ...limits, refusal: "exportsBusy" });
  const inOwnTurn = (bounds: Bounds, work: (give: (download: Download) => void) => Promise<void>) =>
    new Promise<Download>((resolve, reject) => {
      inTurn("resellerId" in bounds ? bounds.resellerId : bounds.role, () => work(resolve)).catch(reject);
    });
  return {
    /** Streams a query's rows as CSV with a header line. */
    async stream(bounds: Bounds, query: (db: Db) => Query): Promise<Download> {
      const text = textOf(query(unconnected).compile(unconnected));
      return inOwnTurn(bounds, (give) => copy(bounds, text, give));
    },
    /** Streams pieces of text in the caller's turn, each read by statements of its own once the one before is taken. */
    pieces: (bounds: Bounds, pieces: AsyncIterable<string>): Promise<Download> =>
      inOwnTurn(bounds, (give) => {
        const rows = Readable.from(pieces, { highWaterMark: 1 });
        give(bounded(rows, limits));
        return finished(rows);
      }),
    close: async () => void (await Promise.all([pool.end(), copies?.end()])),
  };

  /** Begins to read the rows, and ends once the reader has them or has gone. */
  async function copy(bounds: Bounds, text: string, begun: (download: Download) => void): Promise<void> {
    const client = copies
      ? await replica!.prefer(
          (upTo) => begin(copies, bounds, upTo),
          () => begin(pool, bounds),
        )
      : await begin(pool, bounds);
    try {
      const rows = client.query(copyTo(`copy (${text}) to stdout with (format csv, header, encoding 'UTF8')`));
      begun(bounded(rows, limits, csvFile));
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
    connectionTimeoutMillis: 5_000,
    statement_timeout: limits.longest,
  });
  pool.on("error", () => {});
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
function bounded(
  rows: Readable,
  { idle, longest, bytes }: Limits,
  written: (rows: AsyncIterable<Buffer | string>) => AsyncIterable<Buffer | string> = (each) => each,
): Download {
  let left = bytes;
  const giveUp = (why: string) => out.destroy(new Error(`The export was cut off: ${why}`));
  const unread = () => setTimeout(giveUp, idle, "nobody reads it");
  let timer = unread();
  const end = setTimeout(giveUp, longest, "it takes too long");
  async function* read() {
    clearTimeout(timer);
    for await (const chunk of written(rows)) {
      left -= Buffer.byteLength(chunk);
      if (left < 0) throw new Error("The export was cut off: it is too large");
      timer = unread();
      yield chunk;
      clearTimeout(timer);
    }
  }
  const out = Readable.from(read(), { objectMode: false });
  // Unheard, it would end the process, and keep the session.
  out.on("error", () => {});
  out.once("close", () => {
    clearTimeout(timer);
    clearTimeout(end);
    rows.destroy();
  });
  return out as Download;
}

const unconnected = kyselyOn(() => Promise.reject(new Error("An export's query is only compiled here")));

/** Inlines a query's values into its text, since COPY takes no parameters. */
const textOf = ({ sql, parameters }: CompiledQuery): string =>
  sql.replace(/\$(\d+)/g, (_, number: string) => valueText(parameters[Number(number) - 1]));

/** Writes a value as SQL text, and lists as PostgreSQL arrays. */
const valueText = (value: unknown) =>
  pg.escapeLiteral(Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join()}}` : String(value));
