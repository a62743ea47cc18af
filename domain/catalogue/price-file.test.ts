import { expect, test } from "vitest";
import { ownPriceColumns, readPriceLines, wholeLines } from "./price-file.ts";

const sheet = "ProductId,SkuId,TermDuration,BillingPlan,Market,Currency,UnitPrice,ERP Price,Segment";

test("a row for others need not be right, one for us must be", () => {
  const { rows, faults } = readPriceLines(
    sheet,
    [
      "CFQ7TTC0LH18,0001,P1Y,Monthly,US,USD,0.0000023,,Commercial",
      "CFQ7TTC0LH18,0001,P1Y,Monthly,GB,GBP,4.80,,Education",
      "CFQ7TTC0LH18,0001,P1Y,Monthly,GB,GBP,0.0000023,6,Commercial",
      "",
    ].join("\n"),
    1,
    "2026-12-01",
  );
  expect(rows.map(({ line, leftOut, cost }) => [line, leftOut, cost])).toEqual([
    [2, "In USD", null],
    [3, "For Education", null],
  ]);
  expect(faults).toEqual([{ line: 4, column: "UnitPrice", reason: "Must be a price, as in 12.50" }]);
});

test("a piece ends with a line, also where a cell has an inch sign or a break", () => {
  const lines = [`19" screen,1`, `"a ""wide"" one\nof two lines",2`, "c,3"].map((line) => `${line}\n`);
  const text = lines.join("");
  expect(wholeLines(text, text.length)).toBe(text.length);
  expect(wholeLines(text, lines[0]!.length + 20)).toBe(lines[0]!.length);
  expect(wholeLines(text, lines[0]!.length + lines[1]!.length + 1)).toBe(lines[0]!.length + lines[1]!.length);
  expect(ownPriceColumns).toContain("SKU");
});
