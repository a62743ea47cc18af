import fs from "node:fs";
import path from "node:path";

/** A figure and its upper limit. */
export type Row = { name: string; value: number; gate: number; detail: string };

const file = path.join(import.meta.dirname, "results.md");
const head = `# What the product costs

CPU of the process and of PostgreSQL together, read from the operating system, both sides in turn over several rounds, NODE_ENV
production. Answers are compared before speed counts. Believe the ratios; times belong to the machine of the day.
`;

/** Writes the figures to their section of results.md and fails the run if one is over its limit. */
export function report(section: string, about: string, rows: readonly Row[]): void {
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${row.value.toFixed(2)}${row.value > row.gate ? " **over**" : ""} | ${row.gate} | ${row.detail} |`,
  );
  const text = `## ${section}\n\n${about}\n\n| work | figure | gate | of it |\n|---|---|---|---|\n${lines.join("\n")}\n`;
  const before = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  const others = before
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith("## ") && !part.startsWith(`## ${section}\n`));
  const sections = [...others.map((part) => `${part.trim()}\n`), text].toSorted();
  fs.writeFileSync(file, `${head}\n${sections.join("\n")}`);
  if (rows.some((row) => row.value > row.gate)) process.exitCode = 1;
}

export function print({ name, value, gate, detail }: Row): void {
  console.log(
    `${name.padEnd(40)} ${value.toFixed(2).padStart(8)}, gate ${gate}${value > gate ? "  OVER" : ""}  ${detail}`,
  );
}
