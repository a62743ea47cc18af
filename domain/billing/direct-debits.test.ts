import { expect, test } from "vitest";
import { isIban, plainAccount } from "./direct-debits.ts";

test("accounts are read however their digits are grouped", () => {
  expect(["20-00-00", "20 00 00", " ie29 aibk 9311 5212 3456 78"].map(plainAccount)).toEqual([
    "200000",
    "200000",
    "IE29AIBK93115212345678",
  ]);
});

test.each([
  ["IE29AIBK93115212345678", true],
  ["DE89370400440532013000", true],
  ["FR1420041010050500013M02606", true],
  ["GB60BARC20000055779911", true],
  ["IE29AIBK93115212345679", false],
  ["IE92AIBK93115212345678", false],
  ["ie29aibk93115212345678", false],
  ["IE29", false],
  ["", false],
])("%s: an IBAN is known by its check digits", (text, expected) => expect(isIban(text)).toBe(expected));
