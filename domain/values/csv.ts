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
