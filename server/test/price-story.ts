import { priceImports } from "@tradewind/contract/catalogue/price-imports.ts";
import { ownPriceColumns } from "@tradewind/domain/catalogue/price-file.ts";
import type { Person, TestApp } from "./test-app.ts";

/** A file of prices in our own columns. */
export const priceFile = (...lines: readonly string[]) => `${[ownPriceColumns.join(","), ...lines].join("\r\n")}\r\n`;

/** The shared steps of tests with imported prices. */
export function priceStory(app: TestApp, operator: Person) {
  const begin = (From: string, FileName = "prices.csv") =>
    app.call(operator, priceImports.begin, { body: { FileName, From } });
  const read = (priceImportId: string, Number: number, Text: string) =>
    app.call(operator, priceImports.read, { params: { priceImportId }, body: { Number, Text } });
  const compare = (priceImportId: string) => app.call(operator, priceImports.compare, { params: { priceImportId } });
  const commit = (priceImportId: string) => app.call(operator, priceImports.commit, { params: { priceImportId } });

  /** Imports a file as far as its comparison. */
  async function importFile(From: string, ...pieces: readonly string[]) {
    const { Id } = (await begin(From)).Result!;
    for (const [at, piece] of pieces.entries()) await read(Id, at + 1, piece);
    return (await compare(Id)).Result!;
  }
  return { begin, read, compare, commit, importFile };
}
