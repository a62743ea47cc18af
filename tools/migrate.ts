import { prepareDatabase } from "@tradewind/server/prepare-database.ts";

const url = process.env["MIGRATION_DATABASE_URL"];
if (!url) {
  console.error("MIGRATION_DATABASE_URL is missing: the PostgreSQL address of a user who may create roles and tables.");
  process.exit(1);
}
try {
  const { ran } = await prepareDatabase(url);
  console.log(ran.length > 0 ? `Ran ${ran.join(", ")}.` : "The database is up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
