import { csvMark } from "@tradewind/domain/values/csv.ts";

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

/**
 * Turns the rows that the database writes into a file for spreadsheets. Line ends within cells stay as they are. Each
 * chunk is written into one buffer: objects for its lines would be most of what a large file costs.
 */
export async function* csvFile(rows: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let isQuoted = false;
  yield Buffer.from(csvMark);
  for await (const chunk of rows) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    const file = Buffer.allocUnsafe(bytes.length + countOf(bytes, lineFeed));
    let [size, from] = [0, 0];
    let quoteAt = bytes.indexOf(quote);
    const passQuotes = (until: number) => {
      for (; quoteAt >= 0 && quoteAt < until; quoteAt = bytes.indexOf(quote, quoteAt + 1)) isQuoted = !isQuoted;
    };
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
      passQuotes(at);
      if (isQuoted) continue;
      size += bytes.copy(file, size, from, at);
      file[size++] = carriageReturn;
      from = at;
    }
    passQuotes(bytes.length);
    size += bytes.copy(file, size, from);
    yield file.subarray(0, size);
  }
}

function countOf(bytes: Buffer, sign: number): number {
  let count = 0;
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) count++;
  return count;
}
