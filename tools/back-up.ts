/**
 * Lets PostgreSQL write a copy of itself to a new folder on its own disk, while it runs: `node tradewind.mjs back-up
 * /var/backups/tradewind/monday`, with BACKUP_DATABASE_URL of a user who may replicate and write files there.
 */
import { blaming } from "@tradewind/server/platform/db-errors.ts";
import pg from "pg";

const folder = process.argv[2] ?? "";
try {
  const connectionString = process.env["BACKUP_DATABASE_URL"];
  if (!connectionString) throw new Error("BACKUP_DATABASE_URL is missing. See docs/operations.md.");
  if (!folder.startsWith("/")) throw new Error("Name a new folder on the database's server, from its root.");
  const options = { connectionString, replication: "true" } as pg.ClientConfig;
  const client = new pg.Client(options);
  await client.connect().catch(blaming("BACKUP_DATABASE_URL"));
  const target = pg.escapeLiteral(folder);
  await client.query(
    `BASE_BACKUP (LABEL 'tradewind', TARGET 'server', TARGET_DETAIL ${target}, CHECKPOINT 'fast', WAL true, MANIFEST 'yes')`,
  );
  await client.end();
  console.log(`The database's server wrote ${folder}/base.tar and ${folder}/backup_manifest.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
