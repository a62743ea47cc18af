import { expect, test } from "vitest";
import { codeLetters, creditReference, plainCode, spacedCode } from "./credit.ts";

test("a code is read however it is typed, and written in fours of letters that nobody confuses", () => {
  expect(plainCode(" 7qxk-m2pd t9we_w8yz ")).toBe("7QXKM2PDT9WEW8YZ");
  expect(spacedCode("7QXKM2PDT9WEW8YZ")).toBe("7QXK-M2PD-T9WE-W8YZ");
  expect(new Set(codeLetters).size).toBe(32);
  expect(codeLetters).not.toMatch(/[01IO]/);
});

test("a reseller quotes the end of its own id", () => {
  expect(creditReference("019a0000-0000-7000-8000-00007f3a09b1")).toBe("CR-7F3A09B1");
});
