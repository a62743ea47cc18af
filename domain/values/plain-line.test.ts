import { expect, test } from "vitest";
import { plainLine } from "./plain-line.ts";

test.each([
  ["Unit 3\tThe Old Mill", "Unit 3 The Old Mill"],
  ["Kaizen\u00A0Ltd", "Kaizen Ltd"],
  ["\u200Fشركة النور\u200E", "شركة النور"],
  ["\uFEFFAcme\u200B", "Acme"],
  ["Cafe\u0301", "Caf\u00E9"],
  ["می\u200Cخواهم", "می\u200Cخواهم"],
  ["Jo\u202Eelpmaxe", "Jo\u202Eelpmaxe"],
  ["Two\nlines", "Two\nlines"],
])("%j is kept as %j", (typed, kept) => expect(plainLine(typed)).toBe(kept));
