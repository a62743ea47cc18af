import fs from "node:fs";
import path from "node:path";
import { claimsOf, faultsOf, rowsOf } from "./requirement-claims.ts";
import { root } from "./root.ts";
import { readSources } from "./source-files.ts";

const pages = path.join(root, "docs/requirements");
const areas = fs
  .readdirSync(pages)
  .filter((name) => name.endsWith(".md"))
  .toSorted()
  .map((name) => ({ name, rows: rowsOf(fs.readFileSync(path.join(pages, name), "utf8")) }))
  .filter((area) => area.rows.length > 0);
const rows = areas.flatMap((area) => area.rows);
const tests = readSources(root).filter((file) => /\.(test|spec)\.tsx?$/.test(file.path));
const claims = tests.flatMap(claimsOf);
const faults = faultsOf(rows, claims);
const proven = new Set(claims.filter((claim) => !claim.skipped).map((claim) => claim.id));
const isCovered = (row: { id: string }) => proven.has(row.id);

if (rows.length === 0 || tests.length === 0) {
  console.error("No requirement rows or no tests were found: this looked at nothing.");
  process.exit(1);
}
if (!process.argv.includes("--check")) {
  for (const { name, rows: own } of areas) {
    const open = own.filter((row) => !isCovered(row));
    console.log(`${path.basename(name, ".md").toUpperCase().padEnd(6)} ${own.length - open.length} of ${own.length}`);
    for (const row of open) console.log(`  ${row.id}  ${row.statement.split(" — observe:")[0]}`);
  }
}
console.log(`${rows.filter(isCovered).length} of ${rows.length} requirement rows are proven by a test.`);
for (const { place, instead } of faults) console.error(`${place}  ${instead}`);
if (faults.length > 0) process.exit(1);
