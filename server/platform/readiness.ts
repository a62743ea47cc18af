import pg from "pg";

/** Asks the database on a connection of its own, so that the answer waits behind nobody's calls. */
export function readiness(databaseUrl: string) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    application_name: "tradewind-ready",
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  let asking: Promise<string | undefined> | undefined;
  const ask = async () => {
    try {
      const { rows } = await pool.query<{ recovers: boolean }>("select pg_is_in_recovery() as recovers");
      return rows[0]!.recovers ? "database in recovery" : undefined;
    } catch {
      return "no database";
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
