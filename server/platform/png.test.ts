import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { chunk, pngOf, pngSignature } from "../test/pictures.ts";
import { bytesOf, openDocument } from "./documents.ts";
import { readPng } from "./png.ts";

type Header = {
  width?: number;
  height?: number;
  depth?: number;
  colour?: number;
  tail?: readonly [number, number, number];
};
function header({ width = 2, height = 1, depth = 8, colour = 2, tail = [0, 0, 0] }: Header = {}): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, ...tail], 8);
  return chunk("IHDR", data);
}
const row = Buffer.from([0, 1, 2, 3, 4, 5, 6]);
const packed = deflateSync(row);
const [half, rest] = [packed.subarray(0, 5), packed.subarray(5)];
const idat = (data: Buffer = packed) => chunk("IDAT", data);
const end = chunk("IEND", Buffer.alloc(0));
const plte = (entries: number, odd = 0) => chunk("PLTE", Buffer.alloc(entries * 3 + odd));
const trns = (length: number) => chunk("tRNS", Buffer.alloc(length));
const note = chunk("tEXt", Buffer.from("a\0b"));
const byPalette = header({ colour: 3, width: 6 });
const read = (...parts: Buffer[]) => readPng(Buffer.concat([pngSignature, ...parts]), 100, 100);

test.each<[string, Buffer[]]>([
  ["a second header, which asks for more than was looked at", [header(), header({ width: 0xffffffff }), idat(), end]],
  ["an end in the middle of the picture", [header(), idat(half), end, idat(rest), end]],
  ["two ends", [header(), idat(), end, end]],
  ["an end that holds something", [header(), idat(), chunk("IEND", Buffer.alloc(4))]],
  ["no picture", [header(), end]],
  ["a picture in two places", [header(), idat(half), note, idat(rest), end]],
  ["half a picture", [header(), idat(half), end]],
  ["something after the picture's stream", [header(), idat(Buffer.concat([packed, Buffer.from("more")])), end]],
  ["a second stream after the first", [header(), idat(), idat(), end]],
  ["a row too many", [header(), idat(deflateSync(Buffer.concat([row, row]))), end]],
  ["a row too few", [header({ height: 2 }), idat(), end]],
  ["far more than it says", [header(), idat(deflateSync(Buffer.alloc(5_000_000))), end]],
  ["an unknown filter", [header(), idat(deflateSync(Buffer.from([5, 1, 2, 3, 4, 5, 6]))), end]],
  ["an unknown way to pack", [header({ tail: [1, 0, 0] }), idat(), end]],
  ["an unknown way to filter", [header({ tail: [0, 1, 0] }), idat(), end]],
  ["interlaced rows", [header({ tail: [0, 0, 1] }), idat(), end]],
  ["two palettes", [byPalette, plte(7), plte(7), idat(), end]],
  ["no palette where it needs one", [byPalette, idat(), end]],
  ["a palette of odd length", [byPalette, plte(7, 1), idat(), end]],
  ["a palette of nothing", [byPalette, plte(0), idat(), end]],
  ["a palette too long", [byPalette, plte(257), idat(), end]],
  ["a palette after the picture", [byPalette, idat(), plte(7), end]],
  ["two transparencies", [header(), trns(6), trns(6), idat(), end]],
  ["a transparency longer than its palette", [byPalette, plte(7), trns(8), idat(), end]],
  ["a transparency before its palette", [byPalette, trns(7), plte(7), idat(), end]],
  ["a transparency of a wrong length", [header(), trns(5), idat(), end]],
])("a PNG with %s is refused", (_, parts) => {
  expect(read(...parts)).toBeUndefined();
});

test("a PNG has no transparency beside its alpha channel", () => {
  const withAlpha = (...extra: Parameters<typeof chunk>) => readPng(pngOf(2, 1, { extra }), 100, 100);
  expect(withAlpha("tRNS", Buffer.alloc(6))).toBeUndefined();
  expect(withAlpha("tEXt", Buffer.from("a\0b"))!.bare).toEqual(pngOf(2, 1));
});

test.each<[string, Buffer[]]>([
  ["true colour", [header(), idat(), end]],
  ["a picture in several parts", [header(), note, idat(half), idat(rest), note, end]],
  ["a colour that is transparent", [header(), trns(6), idat(), end]],
  ["a palette that it only suggests", [header(), plte(2), idat(), end]],
  ["a palette with transparency", [byPalette, plte(7), trns(3), idat(), end]],
])("a PNG with %s is read, and a document can draw what is kept of it", async (_, parts) => {
  const { bare, pixels } = read(...parts)!;
  expect(pixels).toEqual(row);
  expect(bare.includes("tEXt")).toBe(false);
  const logo = { bytes: bare, width: 2, height: 1 };
  const document = await openDocument({ title: "A", made: new Date(0), brand: { fill: "#000", text: "#000", logo } });
  expect((await bytesOf(document)).toString("latin1")).toContain("/Subtype /Image");
});
