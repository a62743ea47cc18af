import { expect, test } from "vitest";
import { isJump, parseWhole, wholeFault } from "./typed-number.ts";

test.each([
  ["25", 25],
  [" 25 ", 25],
  ["25.00", 25],
  ["25.", 25],
  ["007", 7],
  ["0", 0],
  ["25.50", undefined],
  ["25,00", undefined],
  ["2,500", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["-5", undefined],
  ["+5", undefined],
  ["9.5", undefined],
  ["1 000", undefined],
  ["1.000,00", undefined],
  ["１２", undefined],
  ["12 (was 10)", undefined],
  ["25\n30", undefined],
  ["", undefined],
])("the whole number written as %j is %j", (text, number) => {
  expect(parseWhole(text)).toBe(number);
});

test.each([
  ["25", undefined],
  ["", undefined],
  ["25,00", "Must be a whole number, not “25,00”"],
  [`${"9".repeat(50)} or so`, `Must be a whole number, not “${"9".repeat(40)}…”`],
  ["0", "Must be at least 1"],
  ["99999999999999999999", "Must be at most 300"],
])("what is wrong with %j is %j", (text, fault) => {
  expect(wholeFault(text, 1, 300)).toBe(fault);
});

test.each([
  [2500, 25, true],
  [250, 25, false],
  [251, 25, true],
  [50, 1, false],
  [51, 1, true],
  [2500, 2000, false],
])("%i in place of %i is a jump: %j", (number, present, is) => {
  expect(isJump(number, present)).toBe(is);
});
