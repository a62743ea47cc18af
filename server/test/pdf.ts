import { inflateSync } from "node:zlib";

/** A text on a page, with its box in points from the page's lower left corner. */
export type PlacedText = {
  page: number;
  text: string;
  strong: boolean;
  left: number;
  right: number;
  bottom: number;
  top: number;
};
export type Rule = { page: number; left: number; right: number; y: number };

/** Inter's ascender and descender, by which its lines touch each other. */
const [ascender, descender] = [0.96875, 0.2412];

/** Reads a document of ours: its texts as they were drawn, and its ruled lines. */
export function readPdf(bytes: Buffer): { texts: PlacedText[]; rules: Rule[] } {
  const streams = streamsOf(bytes);
  const pages = streams.filter((stream) => /^BT$/m.test(stream));
  // Fonts are written in the order of their names.
  const names = [...new Set(pages.join().match(/(?<=\/)F\d+(?= )/g))].toSorted();
  const letters = streams.filter((stream) => stream.includes("beginbfrange")).map(lettersOf);
  const described = [
    ...bytes.toString("latin1").matchAll(/\/BaseFont \/\w+\+(\S+)\n\/CIDSystemInfo[^]*?\/W \[0 \[(.*?)\]/g),
  ];
  const fonts = new Map(
    described.map(([, name, widths], index) => [
      names[index]!,
      { strong: !name!.endsWith("Regular"), letters: letters[index]!, widths: widths!.split(" ").map(Number) },
    ]),
  );
  const texts = pages.flatMap((drawn, page) =>
    [...drawn.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d+) ([\d.]+) Tf\n[^]*?\[(.*?)\] TJ/g)].map(
      ([, x, y, name, points, shown]): PlacedText => {
        const { strong, letters: letterOf, widths } = fonts.get(name!)!;
        const size = Number(points);
        const glyphs = [...shown!.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) =>
          hex!.match(/.{4}/g)!.map((glyph) => Number.parseInt(glyph, 16)),
        );
        const closer = shown!.replace(/<.*?>/g, " ").trim().split(/\s+/).map(Number);
        const thousandths =
          glyphs.reduce((sum, glyph) => sum + widths[glyph]!, 0) - closer.reduce((sum, each) => sum + each, 0);
        const text = glyphs.map((glyph) => letterOf.get(glyph)).join("");
        const [left, base] = [Number(x), Number(y)];
        return {
          page,
          text: text.trim(),
          strong,
          left,
          right: left + (thousandths * size) / 1000,
          bottom: base - descender * size,
          top: base + ascender * size,
        };
      },
    ),
  );
  const height = 841.89;
  const rules = pages.flatMap((drawn, page) =>
    [...drawn.matchAll(/^([-\d.]+) ([-\d.]+) m\n([-\d.]+) [-\d.]+ l\n[^]*?^S$/gm)].map(([, left, y, right]) => ({
      page,
      left: Number(left),
      right: Number(right),
      y: height - Number(y),
    })),
  );
  return { texts, rules };
}

/** Inflates all that a document of ours draws with: its pages, fonts and tables. */
export function streamsOf(bytes: Buffer): string[] {
  const streams: string[] = [];
  for (let at = 0; (at = bytes.indexOf("stream\n", at)) !== -1;) {
    const from = at + 7;
    const until = bytes.indexOf("endstream", from);
    try {
      streams.push(inflateSync(bytes.subarray(from, until)).toString("latin1"));
    } catch {
      // A font, or a stream that is not compressed.
    }
    at = until + 9;
  }
  return streams;
}

function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first, , codes] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[(.*?)\]/g))
    [...codes!.matchAll(/<([0-9a-f]*)>/g)].forEach(([, code], index) =>
      letters.set(Number.parseInt(first!, 16) + index, Buffer.from(code!, "hex").swap16().toString("utf16le")),
    );
  return letters;
}
