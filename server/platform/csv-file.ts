import { csvLineEnd, csvMark } from "@tradewind/domain/values/csv.ts";

const [quote, lineFeed] = [0x22, 0x0a];
const end = Buffer.from(csvLineEnd);

/** Turns the rows that the database writes into a file for spreadsheets. Line ends within cells stay as they are. */
export async function* csvFile(rows: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let mark = Buffer.from(csvMark);
  let isQuoted = false;
  for await (const chunk of rows) {
    const bytes = Buffer.from(chunk);
    const pieces = [mark];
    mark = Buffer.alloc(0);
    let from = 0;
    for (let at = 0; at < bytes.length; at++)
      if (bytes[at] === quote) isQuoted = !isQuoted;
      else if (bytes[at] === lineFeed && !isQuoted) {
        pieces.push(bytes.subarray(from, at), end);
        from = at + 1;
      }
    yield Buffer.concat([...pieces, bytes.subarray(from)]);
  }
}
