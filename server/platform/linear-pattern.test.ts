import { expect, test } from "vitest";
import { matchesLinearly, patternFault } from "./linear-pattern.ts";

test("a pattern must match the whole text", () => {
  expect(["12", "123", "x12", "12\n"].map((text) => matchesLinearly("\\d{2}", text))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("a pattern that would take a backtracking engine a thousand years finishes at once", () => {
  expect(matchesLinearly("(a+)+b", "a".repeat(5_000))).toBe(false);
});

test.each(["(?=a)b", "(?!a)b", "(?<=a)b", "(?<!a)b"])("%s is refused: it looks ahead or behind", (pattern) => {
  expect(patternFault(pattern)).toBe("looking ahead or behind cannot be judged in linear time. Write it without.");
});

test.each(["a(b", "(a)\\1", "[a"])("%s is refused with what is wrong", (pattern) => {
  expect(patternFault(pattern)).toMatch(/^it cannot be read \(.+\)\.$/);
  expect(patternFault("a|b")).toBeUndefined();
});
