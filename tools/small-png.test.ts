import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./root.ts";
import { readPng, smallPng } from "./small-png.ts";

/** A picture that a browser wrote, in colours that are not its palette's alone. */
function aPicture(): Buffer {
  const folder = path.join(root, "e2e/pictures");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".png"));
  return readFileSync(path.join(folder, files.toSorted()[0]!));
}

test("a picture is less than half as large, and its commonest colour fills the palette's first place", () => {
  const large = aPicture();
  const small = smallPng(large);
  expect(small.length).toBeLessThan(large.length / 2);
  const { width, height, colours } = readPng(large);
  expect([small.readUInt32BE(16), small.readUInt32BE(20)]).toEqual([width, height]);
  const commonest = [...Map.groupBy(colours, (colour) => colour)].toSorted((a, b) => b[1].length - a[1].length)[0]![0];
  expect(small.readUIntBE(small.indexOf("PLTE") + 4, 3)).toBe(commonest);
});

test("what is no plain picture is refused", () => {
  expect(() => readPng(smallPng(aPicture()))).toThrow("Only plain pictures");
});
