import { writeCsv } from "@tradewind/domain/values/csv.ts";
import type { Column } from "../../ui/table-model.ts";

/** Formats rows as CSV, using the columns that have a text. */
export function csvOf<Row>(columns: readonly Pick<Column<Row>, "header" | "text">[], rows: readonly Row[]): string {
  const written = columns.filter((column) => column.text);
  return writeCsv([written.map(({ header }) => header), ...rows.map((row) => written.map(({ text }) => text!(row)))]);
}

/** Saves text as a file through the browser. */
export function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
