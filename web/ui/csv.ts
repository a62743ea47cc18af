import type { Column } from "./table-model.ts";

/** A cell of CSV; what a spreadsheet would run as a formula is told to be text by an apostrophe. */
const cellOf = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The rows as CSV, by the columns that say what they are in text. Lines end as RFC 4180 has it. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter((column) => column.text);
  return [
    written.map(({ header }) => cellOf(header)),
    ...rows.map((row) => written.map(({ text }) => cellOf(text!(row)))),
  ]
    .map((line) => `${line.join(",")}\r\n`)
    .join("");
}

/** Hands text to the browser as a file to keep. */
export function saveText(text: string, name: string, type = "text/csv"): void {
  // The mark at the beginning tells spreadsheets that it is UTF-8.
  const address = URL.createObjectURL(new Blob(["\uFEFF", text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
