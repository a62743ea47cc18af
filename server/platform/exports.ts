import type { CompiledQuery } from "kysely";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Bounds } from "./bounds.ts";
import { kyselyOn, type Db } from "./db.ts";

export type Exports = ReturnType<typeof csvExports>;

/** A query built with Kysely, by its builder or as `sql`. */
type Query = { compile(db: Db): CompiledQuery };

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
    /** Streams a query's rows as CSV with a header line. */
    async stream(bounds: Bounds, query: (db: Db) => Query): Promise<Readable> {
      const text = textOf(query(unconnected).compile(unconnected));
      const client = await pool.connect();
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
        const rows = client.query(copyTo(`copy (${text}) to stdout with (format csv, header, encoding 'UTF8')`));
        void giveBack(client, rows);
        return rows;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

/** Waits until all rows are read. A connection that was left in the middle, or lost, is closed. */
async function giveBack(client: pg.PoolClient, rows: Readable): Promise<void> {
  try {
    await finished(rows);
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(error as Error);
  }
}

const unconnected = kyselyOn(() => Promise.reject(new Error("An export's query is only compiled here")));

/** Inlines a query's values into its text, since COPY takes no parameters. */
const textOf = ({ sql, parameters }: CompiledQuery): string =>
  sql.replace(/\$(\d+)/g, (_, number: string) => valueText(parameters[Number(number) - 1]));

/** Writes a value as SQL text, and lists as PostgreSQL arrays. */
const valueText = (value: unknown) =>
  pg.escapeLiteral(Array.isArray(value) ? `{${value.map((each) => JSON.stringify(each)).join()}}` : String(value));
