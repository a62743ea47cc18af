import { expect, test } from "vitest";
import { readCsv, writeCsv } from "./csv.ts";

test.each([
  ["", []],
  [
    "a,b\n1,2\n",
    [
      [1, "a", "b"],
      [2, "1", "2"],
    ],
  ],
  [
    "\uFEFFa;b\r\n1;2,5",
    [
      [1, "a", "b"],
      [2, "1", "2,5"],
    ],
  ],
  [
    "a\tb\n1\t",
    [
      [1, "a", "b"],
      [2, "1", ""],
    ],
  ],
  [
    'a,b\n"x, ""y""\nz", 2 \n\n,\n3,4',
    [
      [1, "a", "b"],
      [2, 'x, "y"\nz', "2"],
      [6, "3", "4"],
    ],
  ],
  [
    'a\n"open',
    [
      [1, "a"],
      [2, "open"],
    ],
  ],
  [
    'a,b\n"1"x,2',
    [
      [1, "a", "b"],
      [2, "1", "2"],
    ],
  ],
  [
    "a,b\r1,2",
    [
      [1, "a", "b"],
      [1, "1", "2"],
    ],
  ],
])("reads %j", (text, rows) => {
  expect([...readCsv(text)].map(({ line, cells }) => [line, ...cells])).toEqual(rows);
});

test("long files are read, also where a quote is never closed", () => {
  expect([...readCsv(`a,b\n${'"x ""y""",z\n'.repeat(50_000)}`)]).toHaveLength(50_001);
  expect([...readCsv(`a\n"${'x ""y\n'.repeat(500_000)}`)]).toHaveLength(2);
});

test.each([
  ["-5.00", "-5.00"],
  ["-£1,234.50", "-£1,234.50"],
  ["-12.5 %", "-12.5 %"],
  ["=1+1", "'=1+1"],
  ["-1+cmd", "'-1+cmd"],
  [" \u200b@a", "' \u200b@a"],
  ["\t1", "'\t1"],
  ["+44 117 496", "'+44 117 496"],
  ['Tom "T" Moss', 'Tom ""T"" Moss'],
])("%j is written as %j: amounts as they are, and nothing that runs", (text, cell) =>
  expect(writeCsv([["Name"], [text]])).toBe(`\uFEFF"Name"\r\n"${cell}"\r\n`),
);
