import type { Readable } from "node:stream";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Bounds } from "./bounds.ts";

export type Exports = ReturnType<typeof csvExports>;

/**
 * Streams CSV straight from the database, row by row, on separate connections: pipelined ones cannot copy. The query
 * must guard cells that a spreadsheet would run as a formula: see `csv_text` in the migrations.
 */
export function csvExports(databaseUrl: string) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    application_name: "tradewind-exports",
    statement_timeout: 120_000,
  });
  pool.on("error", () => {});
  // A connection lost during a read fails the stream; its own error event, unhandled, would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    /** Streams a query's rows as CSV with a header line. The query takes no parameters: build it with `literal`. */
    async stream(bounds: Bounds, query: string): Promise<Readable> {
      const client = await pool.connect();
      const release = onceOnly(async (error?: Error) => {
        client.release(error ?? (await commitFailure(client)));
      });
      try {
        await client.query("begin read only");
        await client.query(
          "select set_config('role', $1, true), set_config('app.reseller_id', $2, true), set_config('app.restricted_to', $3, true)",
          [
            bounds.role,
            "resellerId" in bounds ? bounds.resellerId : "",
            "restrictedTo" in bounds ? bounds.restrictedTo : "",
          ],
        );
        const rows = client.query(copyTo(`copy (${query}) to stdout with (format csv, header, encoding 'UTF8')`));
        rows.on("end", () => void release());
        rows.on("error", (error: Error) => void release(error));
        rows.on("close", () => void release(rows.readableEnded ? undefined : new Error("The export was given up")));
        return rows;
      } catch (error) {
        await release(asError(error));
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const commitFailure = async (client: pg.PoolClient): Promise<Error | undefined> => {
  try {
    await client.query("commit");
    return undefined;
  } catch (error) {
    return asError(error);
  }
};

function onceOnly<T>(work: (value?: T) => Promise<void>): (value?: T) => Promise<void> {
  let done = false;
  return async (value) => {
    if (done) return;
    done = true;
    await work(value);
  };
}

/** Quotes a value for the text of an export's query. */
export const literal = (value: string): string => pg.escapeLiteral(value);
