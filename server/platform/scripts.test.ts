import { expect, test } from "vitest";
import { readPdf, streamsOf } from "../test/pdf.ts";
import { bytesOf, openDocument } from "./documents.ts";

const brand = { fill: "#3a53d0", text: "#3a53d0", logo: null };
const lines = {
  Arabic: "شركة النور للتجارة (دبي) 2026",
  Hebrew: "Acme (שלום עולם, בע״מ 12) Ltd",
  Devanagari: "हिन्दी कंपनी (भारत) 42",
  Thai: "บริษัท ไทย จำกัด (มหาชน) 7",
  "simplified Chinese": "北京字节跳动科技有限公司（上海）3",
  "traditional Chinese": "臺灣積體電路製造股份有限公司 (新竹) 4",
  Japanese: "株式会社トヨタ自動車ガルフ (東京) 9",
  Korean: "삼성전자 주식회사 (서울) 10",
};

const drawn = async (text: string, archival = false, issued = archival) => {
  const made = new Date("2026-11-18T09:00:00Z");
  const document = await openDocument({ title: "Names", made, brand, archival, issued });
  document.text(text, { width: 400, align: "right" });
  return bytesOf(document);
};
/** What a document says where it does not draw signs in the order in which they are read. */
const said = (bytes: Buffer): string[] =>
  streamsOf(bytes).flatMap((stream) =>
    [...stream.matchAll(/\/ActualText \(\xFE\xFF((?:\\[^]|[^\\)])*)\)/g)].map(([, text]) =>
      Buffer.from(
        text!.replace(/\\([^])/g, (_, sign: string) => ({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" })[sign] ?? sign),
        "latin1",
      )
        .swap16()
        .toString("utf16le"),
    ),
  );

test.for(Object.entries(lines))(
  "a line in %s is drawn by a font that has its signs, and read back equal",
  async ([, line]) => {
    expect(said(await drawn(line))).toEqual([line]);
    expect(said(await drawn(line, true))).toEqual([line]);
    const glyphs = readPdf(await drawn(line))
      .texts.map(({ text }) => text)
      .join("");
    expect(glyphs).toMatch(/\d/);
    expect(glyphs).not.toContain("\0");
  },
);

test("what runs leftwards is drawn leftwards, its brackets face each other, and figures stay figures", async () => {
  const { texts } = readPdf(await drawn(lines.Arabic));
  const seen = texts.toSorted((a, b) => a.left - b.left).map(({ text }) => text);
  expect(seen.join("|")).toMatch(/^2026\|\(\|[^()]*\|\)/);
  // The first word stands at the right edge, to which the line is aligned.
  expect(texts.at(-1)!.right).toBeCloseTo(
    texts.reduce((most, { right }) => Math.max(most, right), 0),
    1,
  );
});

test("a line of our own font stays one run without a second text", async () => {
  const bytes = await drawn("Łódź, Καλημέρα, Привет (12.50 £)");
  expect(said(bytes)).toEqual([]);
  expect(readPdf(bytes).texts.map(({ text }) => text)).toEqual(["Łódź, Καλημέρα, Привет (12.50 £)"]);
});

test("a sign that no font has refuses the document and names it, unless it was issued", async () => {
  expect(readPdf(await drawn("Acme ქ Ltd", false, true)).texts).toHaveLength(1);
  await expect(drawn("Acme 😀 Ltd")).rejects.toMatchObject({
    code: "signNotDrawn",
    message: "The document has the sign 😀 (U+1F600), which none of our fonts can draw. Write it another way.",
  });
});
