import { expect, test } from "vitest";
import { readCsv } from "./csv.ts";

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
