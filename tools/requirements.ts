import fs from "node:fs";
import path from "node:path";
import { readEvidence } from "./dev/evidence.ts";
import {
  faultsOfNames,
  faultsOfRun,
  gainsOfRun,
  idsOf,
  listsSeveral,
  readLines,
  recorded,
  rowsOf,
  writeLines,
  type Line,
} from "./requirement-proof.ts";
import { root } from "./root.ts";

const pages = path.join(root, "docs/requirements");
const list = path.join(pages, "proven.csv");
const areas = fs
  .readdirSync(pages)
  .filter((name) => name.endsWith(".md"))
  .toSorted()
  .map((name) => ({ name, rows: rowsOf(fs.readFileSync(path.join(pages, name), "utf8")) }))
  .filter((area) => area.rows.length > 0);
const rows = areas.flatMap((area) => area.rows);
const evidence = readEvidence();
const given = process.argv[2];

let lines = readLines(fs.readFileSync(list, "utf8"));
if (given === "--record") {
  lines = recorded(lines, evidence);
  fs.writeFileSync(list, writeLines(lines));
}
if (given === undefined) tellOpen(lines);
if (given === "--lists") tellLists();
if (given === "--check" && evidence.length === 0) {
  console.error("No test left evidence: this looked at nothing.");
  process.exit(1);
}
const faults = [...faultsOfNames(rows, lines, evidence), ...(given === "--check" ? faultsOfRun(lines, evidence) : [])];
if (given === "--check")
  for (const { place, instead } of gainsOfRun(lines, evidence)) console.log(`${place}  ${instead}`);
for (const { place, instead } of faults) console.error(`${place}  ${instead}`);
console.log(`${lines.filter(({ proven }) => proven.length > 0).length} of ${rows.length} requirement rows are proven.`);
if (faults.length > 0) process.exit(1);

/** Prints the rows that still need a test, by area, and where each must be observed. */
function tellOpen(all: readonly Line[]): void {
  const open = new Map(all.filter(({ proven }) => proven.length === 0).map((line) => [line.id, line]));
  for (const { name, rows: own } of areas) {
    const waiting = own.filter(({ id }) => open.has(id));
    console.log(
      `${path.basename(name, ".md").toUpperCase().padEnd(6)} ${own.length - waiting.length} of ${own.length}`,
    );
    for (const { id, statement } of waiting)
      console.log(`  ${id}  ${open.get(id)!.observed.join(" and ")}: ${statement.split(" — observe:")[0]}`);
  }
}

/** Prints the rows that list several things with the tests the last runs found for them, for review. */
function tellLists(): void {
  const titles = evidence.flatMap(({ file, tests }) => tests.map(({ title }) => ({ ids: idsOf(title), file, title })));
  for (const { id, statement } of rows.filter(listsSeveral)) {
    console.log(`${id}  ${statement}`);
    for (const { file, title } of titles.filter(({ ids }) => ids.includes(id))) console.log(`    ${file}: ${title}`);
  }
}
