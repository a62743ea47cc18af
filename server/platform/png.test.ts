import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { chunk, pixelsOf, pngOf, pngSignature } from "../test/pictures.ts";
import { bytesOf, openDocument } from "./documents.ts";
import { redrawPng } from "./png.ts";

const most = { width: 100, height: 100, bytes: 10_000 };
const good = pngOf(20, 10);
const said = pngOf(20, 10, { extra: ["tEXt", Buffer.from("Author\0Robin")] });

/** Makes a PNG that claims a different size from its picture. */
function claiming(width: number, height: number): Buffer {
  const header = Buffer.from(good.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([good.subarray(0, 8), chunk("IHDR", header), good.subarray(33)]);
}
/** Makes a PNG of 90 times 90 speckles of 256 colours, which takes far fewer bytes with its palette than without. */
function speckled(): Buffer {
  const header = Buffer.from(good.subarray(16, 29));
  header.writeUInt32BE(90, 0);
  header.writeUInt32BE(90, 4);
  header[9] = 3;
  let last = 1;
  const next = () => (last = (last * 1_103_515_245 + 12_345) % 2 ** 31) >> 16;
  const rows = Buffer.from(Array.from({ length: 90 * 91 }, (_, at) => (at % 91 === 0 ? 0 : next() % 256)));
  return Buffer.concat([
    pngSignature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(Array.from({ length: 768 }, () => next() % 256))),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
const bent = Buffer.from(good);
bent[50] = bent[50]! ^ 1;

test.each<[string, Buffer]>([
  ["nothing", Buffer.alloc(0)],
  ["another kind of file", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ["half a picture", good.subarray(0, good.length - 20)],
  ["a picture with a wrong checksum", bent],
  ["a picture wider than is taken", pngOf(101, 1)],
  ["a picture higher than is taken", pngOf(1, 101)],
  ["a header that asks for far more than there is", claiming(100, 100)],
  ["a header of a picture too large to hold", claiming(0x7fffffff, 0x7fffffff)],
  ["a picture heavier than is taken once it is drawn anew", speckled()],
  ["a file heavier than is taken", pngOf(2, 2, { extra: ["tEXt", Buffer.alloc(10_000)] })],
])("%s is refused", async (_, bytes) => {
  expect(await redrawPng("one", bytes, most)).toBeUndefined();
});

test("a picture that gets heavier is taken up to what it weighs then", async () => {
  const bytes = speckled();
  expect(bytes.length).toBeLessThan(most.bytes);
  expect((await redrawPng("one", bytes, { ...most, bytes: 100_000 }))!.bytes.length).toBeGreaterThan(most.bytes);
});

test("a PNG keeps its pixels and loses everything else in the file", async () => {
  const drawn = (await redrawPng("one", Buffer.concat([said, Buffer.from("<script>1</script>")]), most))!;
  expect([drawn.width, drawn.height]).toEqual([20, 10]);
  expect(await pixelsOf(drawn.bytes)).toEqual(await pixelsOf(good));
  expect(drawn.bytes.toString("latin1")).not.toMatch(/Robin|script/);
});

test("a stored PNG can be drawn in a document", async () => {
  const { bytes } = (await redrawPng("one", good, most))!;
  const logo = { bytes, width: 20, height: 10 };
  const document = await openDocument({ title: "A", made: new Date(0), brand: { fill: "#000", text: "#000", logo } });
  expect((await bytesOf(document)).toString("latin1")).toContain("/Subtype /Image");
});

test("a picture of too many pixels is refused for what it says of itself, and one reseller's pictures wait for each other", async () => {
  const large = { width: 8_000, height: 8_000, bytes: 5_000_000 };
  expect(await redrawPng("noisy", claiming(8_000, 2_501), large)).toBeUndefined();
  const drawn: string[] = [];
  const draw = async (who: string) => {
    expect(await redrawPng(who, good, most)).toBeDefined();
    drawn.push(who);
  };
  const noisy = Array.from({ length: 6 }, () => draw("noisy"));
  await expect(draw("noisy")).rejects.toMatchObject({ code: "overloaded" });
  await draw("quiet");
  expect(drawn.filter((who) => who === "noisy").length).toBeLessThan(6);
  await Promise.all(noisy);
});
