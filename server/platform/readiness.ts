import pg from "pg";
import { clientFor, WrongServer } from "./servers.ts";

/** Asks the database on a connection of its own, so that the answer waits behind nobody's calls. */
export function readiness(databaseUrl: string) {
  const pool = new pg.Pool({
    Client: clientFor(databaseUrl),
    max: 1,
    application_name: "tradewind-ready",
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  pool.on("error", () => {});
  let asking: Promise<string | undefined> | undefined;
  const ask = async () => {
    try {
      await pool.query("select 1");
      return undefined;
    } catch (error) {
      return error instanceof WrongServer ? "database in recovery" : "no database";
    } finally {
      asking = undefined;
    }
  };
  return {
    /** Why the process cannot take calls; undefined if it can. */
    whyNot: () => (asking ??= ask()),
    close: () => pool.end(),
  };
}
