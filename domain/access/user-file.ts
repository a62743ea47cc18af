/** The file with which many users are added at once: its columns, and what of each row is a user. */
import { csvLineEnd, csvMark, readCsv, type CsvRow } from "../values/csv.ts";

export const mostUsers = 2_000;
/** The most bytes of a file: five hundred for each user. */
export const largestUserFile = 1_000_000;
export const tooLarge = "This file is too large. It can have at most 2,000 users and 1 MB.";

/** The columns by the field that each fills, as the template names them. */
export const userColumns = {
  FirstName: "First name",
  LastName: "Last name",
  Email: "Email",
  Telephone: "Phone",
  JobTitle: "Job title",
  IsAdmin: "Admin (yes/no)",
} as const;
type Field = keyof typeof userColumns;
const fields = Object.keys(userColumns) as Field[];

/** Names no user: whoever fills it in begins with their first. */
export const userTemplate = csvMark + Object.values(userColumns).join(",") + csvLineEnd;

export type FileFault = { line: number; column: string; reason: string };
/** What a row says of a user, and what it says that cannot be read. */
export type UserRow = {
  line: number;
  user: Record<Exclude<Field, "IsAdmin">, string> & { IsAdmin: boolean };
  faults: FileFault[];
};

const plain = (title: string) => title.toLowerCase().replaceAll(/[^a-z]/g, "");
const ofAnswers: Readonly<Record<string, boolean>> = { yes: true, y: true, no: false, n: false, "": false };

/** Reads the rows of a file, or the faults of a file that has none to be read. */
export function readUserFile(file: string): FileFault[] | Iterable<UserRow> {
  const rows = readCsv(file);
  const { value: header } = rows.next();
  const titles: string[] = (header as CsvRow | undefined)?.cells.map(plain) ?? [];
  const missing = fields.filter((field) => !titles.includes(plain(userColumns[field])));
  if (missing.length > 0)
    return missing.map((field) => ({
      line: 1,
      column: userColumns[field],
      reason: "This column is missing. Begin with the template.",
    }));
  const place = Object.fromEntries(fields.map((field) => [field, titles.indexOf(plain(userColumns[field]))]));
  return usersOf(rows, (cells, field) => cells[place[field]!] ?? "");
}

function* usersOf(
  rows: Iterable<CsvRow>,
  textOf: (cells: readonly string[], field: Field) => string,
): Generator<UserRow> {
  for (const { line, cells } of rows) {
    const answer = textOf(cells, "IsAdmin").toLowerCase();
    const faults: FileFault[] = [];
    if (!(answer in ofAnswers)) faults.push({ line, column: userColumns.IsAdmin, reason: "Must be yes or no" });
    if (cells.some((cell) => cell.includes("\uFFFD")))
      faults.push({ line, column: "", reason: "Has signs that cannot be read. Save the file as CSV UTF-8." });
    yield {
      line,
      faults,
      user: {
        FirstName: textOf(cells, "FirstName"),
        LastName: textOf(cells, "LastName"),
        Email: textOf(cells, "Email"),
        Telephone: textOf(cells, "Telephone"),
        JobTitle: textOf(cells, "JobTitle"),
        IsAdmin: ofAnswers[answer] ?? false,
      },
    };
  }
}
