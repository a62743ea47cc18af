/** What stands before a file of ours, by which spreadsheets know that it is UTF-8. */
export const csvMark = "\uFEFF";
/** Ends a line, as RFC 4180 says. */
export const csvLineEnd = "\r\n";

/** A number or an amount, also one below zero: no formula, though it begins like one. */
const amount = /^-?[£€$]?\d[\d,]*(\.\d+)?( ?%| [A-Z]{3})?$/;
/** What hides or stands before the sign of a formula, as `csv_text` of the database has it. */
const before = /^(?:[\s;,"']|\p{Mn}|\p{Cf}|\uFE0F)*/u;
const sign = /^[=+\-@\uFE62\uFE63\uFE66\uFE6B\uFF1D\uFF0B\uFF0D\uFF20]/;
const runs = (text: string) => (sign.test(text.replace(before, "")) && !amount.test(text)) || /^[\t\r]/.test(text);

/** A cell in quotes; an apostrophe keeps spreadsheets from running text as a formula. */
const written = (text: string) => `"${(runs(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Writes rows as a file that spreadsheets open as it is. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  csvMark + rows.map((cells) => cells.map(written).join(",") + csvLineEnd).join("");

/** A row of a file of separated values, with the line of the file on which it begins. */
export type CsvRow = { line: number; cells: string[] };

/**
 * Reads the rows of a file as spreadsheets save it, one after the other: separated by commas, or by semicolons or tabs if
 * its first line says so, with cells in quotes where they hold such signs, quotes (doubled) or line breaks. Blank lines
 * are left out.
 */
export function* readCsv(file: string): Generator<CsvRow> {
  const text = file.replace(/^\uFEFF/, "");
  const [first = ""] = text.split(/\r?\n/, 1);
  const separator = [";", "\t"].find((each) => first.includes(each) && !first.includes(",")) ?? ",";
  // A cell in quotes, which may lack its last one, or one without; and what ends it.
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)(?:"|$)|([^${separator}\\r\\n"]*))[^${separator}\\r\\n]*(${separator}|\\r?\\n|\\r|$)`,
    "y",
  );
  for (let [at, line] = [0, 1]; at < text.length;) {
    const row: CsvRow = { line, cells: [] };
    for (let more = true; more;) {
      cell.lastIndex = at;
      const [whole, quoted, plain = "", end] = cell.exec(text)!;
      row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
      line += whole.split("\n").length - 1;
      at += whole.length;
      more = end === separator;
    }
    if (row.cells.some((each) => each !== "")) yield row;
  }
}
