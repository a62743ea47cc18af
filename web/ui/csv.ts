import type { Column } from "./table-model.ts";

/** Formats a CSV cell; an apostrophe keeps spreadsheets from running text as a formula. */
const cellOf = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Formats rows as CSV, using the columns that have a text. Lines end as in RFC 4180. */
export function csvOf<Row>(columns: readonly Pick<Column<Row>, "header" | "text">[], rows: readonly Row[]): string {
  const written = columns.filter((column) => column.text);
  return [
    written.map(({ header }) => cellOf(header)),
    ...rows.map((row) => written.map(({ text }) => cellOf(text!(row)))),
  ]
    .map((line) => `${line.join(",")}\r\n`)
    .join("");
}

/** Saves text as a file through the browser. */
export function saveText(text: string, name: string, type = "text/csv"): void {
  // The byte order mark tells spreadsheets that it is UTF-8.
  const address = URL.createObjectURL(new Blob(["\uFEFF", text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
