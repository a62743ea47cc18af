import type { SourceFile } from "../source-files.ts";
import type { Fault } from "./fault.ts";

const folder = "docs/decisions/";
const list = `${folder}README.md`;
const sections = ["Status", "Context", "Decision", "Consequences"];

/** Checks that decision records have their sections, name each other in their Status, and are all in the list. */
export function checkDecisions(documents: readonly SourceFile[]): Fault[] {
  const records = documents
    .filter(({ path }) => path.startsWith(folder) && path !== list)
    .map(readRecord)
    .toSorted((a, b) => a.number.localeCompare(b.number));
  const known = new Map(records.map((record) => [record.number, record]));
  const listed = documents.find(({ path }) => path === list)?.text.split("\n") ?? [];
  const wanted = records.map((record) => rowOf(record, known));
  return [
    ...records.flatMap((record) => shapeOf(record).map((instead) => fault(record.path, instead))),
    ...records.flatMap(({ path, number, names }) =>
      names
        .filter((other) => !known.get(other)?.names.includes(number))
        .map((other) => fault(path, `names ${other} in its Status. Name ${number} in the Status of ${other} as well.`)),
    ),
    ...wanted.filter((row) => !listed.includes(row)).map((row) => fault(list, `lacks this row: ${row}`)),
    ...listed
      .filter((row) => row.startsWith("| [") && !wanted.includes(row))
      .map((row) => fault(list, `has a row of no record: ${row}`)),
  ];
}

type DecisionRecord = {
  path: string;
  number: string;
  title: string;
  status: string;
  names: string[];
  headings: string[];
};

function readRecord({ path, text }: SourceFile): DecisionRecord {
  const number = path.slice(folder.length, folder.length + 4);
  const status = /^## Status\n\n(.*)$/m.exec(text)?.[1] ?? "";
  return {
    path,
    number,
    title: /^# \d{4}\. (.+)$/m.exec(text)?.[1] ?? "",
    status,
    names: [...new Set(status.match(/\b0\d{3}\b/g))],
    headings: [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!),
  };
}

function shapeOf({ number, title, status, headings }: DecisionRecord): string[] {
  const missing = sections.filter((section) => !headings.includes(section));
  return [
    ...(title ? [] : [`does not begin with "# ${number}. " and a title.`]),
    ...(missing.length > 0 ? [`has no section ${missing.join(", ")}.`] : []),
    ...(/^(?:Accepted|Superseded), \d{1,2} [A-Z][a-z]+ \d{4}\./.test(status)
      ? []
      : ['has no Status such as "Accepted, 22 November 2026."']),
  ];
}

function rowOf(
  { path, number, title, status, names }: DecisionRecord,
  known: ReadonlyMap<string, DecisionRecord>,
): string {
  const link = (to: string, place: string) => `[${to}](${place.slice(folder.length)})`;
  const later = names.flatMap((other) => (other > number ? link(other, known.get(other)?.path ?? "") : [])).toSorted();
  return `| ${link(number, path)} | ${title} | ${status.split(",")[0]!.toLowerCase()} | ${later.join(", ")} |`;
}

const fault = (place: string, instead: string): Fault => ({ rule: "decisions", key: place, place, instead });
