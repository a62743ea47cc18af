import { expect, test } from "vitest";
import { readText } from "./text-files.ts";

const text = "Name;Email\r\nZoë Müller;zoë@acme.example\r\n";
const utf8 = Buffer.from(text);
const utf16 = Buffer.from(text, "utf16le");
const mark = Buffer.from("\uFEFF");

test.each([
  ["UTF-8", utf8],
  ["UTF-8 with its mark", Buffer.concat([mark, utf8])],
  ["UTF-16, little end first", utf16],
  ["UTF-16, little end first, with its mark", Buffer.concat([Buffer.from("\uFEFF", "utf16le"), utf16])],
  ["UTF-16, big end first", Buffer.from(utf16).swap16()],
  ["UTF-16, big end first, with its mark", Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
  ["Windows-1252", Buffer.from(text, "latin1")],
])("reads %s", (_, bytes) => {
  expect(readText(bytes)).toBe(text);
});

test("reads signs that only Windows-1252 has, and nothing from nothing", () => {
  expect(readText(Uint8Array.of(0x4f, 0x92, 0x4e, 0x65, 0x69, 0x6c, 0x80))).toBe("O’Neil€");
  expect(readText(new Uint8Array())).toBe("");
});
