import fs from "node:fs";
import path from "node:path";

export const migrationsFolder = path.join(import.meta.dirname, "..", "migrations");

/** Lists the migrations of this version in their order. */
export const migrationFiles = (): string[] =>
  fs
    .readdirSync(migrationsFolder)
    .filter((file) => file.endsWith(".sql"))
    .toSorted();
