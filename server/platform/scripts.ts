/**
 * Draws lines of a document in scripts that its own font does not know: each run of a line in a font that has its signs,
 * in the order in which it is read (pdfkit alone reverses the words of Arabic and Hebrew, and draws what a font lacks as
 * empty boxes).
 */
import { fileURLToPath } from "node:url";
import bidiFactory from "bidi-js";
import { AppError } from "./app-error.ts";

/** The fonts beside our own and whom they are for. One is opened when a text first needs it. */
const others = [
  { name: "Arabic", file: "NotoArabic-Regular.ttf", script: /\p{Script_Extensions=Arabic}/u },
  { name: "Hebrew", file: "NotoHebrew-Regular.ttf", script: /\p{Script_Extensions=Hebrew}/u },
  { name: "Devanagari", file: "NotoDevanagari-Regular.ttf", script: /\p{Script_Extensions=Devanagari}/u },
  { name: "Thai", file: "NotoThai-Regular.ttf", script: /\p{Script_Extensions=Thai}/u },
  {
    name: "CJK",
    file: "NotoCJK-Regular.otf",
    script:
      /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u,
  },
] as const;

type Fontkit = { hasGlyphForCodePoint(code: number): boolean };
type Font = { font: Fontkit; ascender: number };
type Options = { width?: number; lineWidth?: number; textWidth?: number; align?: string; [name: string]: unknown };
/** What of pdfkit its types do not tell. */
type Drawn = {
  _font: Font;
  _fontSize: number;
  _fragment(text: string, x: number, y: number, options: Options): void;
  widthOfString(text: string, options?: Options): number;
};
/** Signs that stand next to each other and are drawn in one font; `null` is the document's own. */
type Run = { text: string; font: string | null };

const bidi = bidiFactory();
/** Signs that change how their neighbours look, and are drawn with the sign before them. */
const joins = /[\p{M}\u200C\u200D]/u;
const unseen = /[\n\r\t\u200C\u200D]/;

/**
 * Lets a document draw the scripts above wherever it writes `text` or `strong`. A sign that no font has refuses the
 * document, unless it was issued already and can only be drawn as it is: then it is a box.
 */
export function drawEveryScript(document: PDFKit.PDFDocument, isIssued: boolean): void {
  for (const { name, file } of others)
    document.registerFont(name, fileURLToPath(new URL(`fonts/${file}`, import.meta.url)));
  const drawn = document as unknown as Drawn;
  const [drawLine, widthOf] = [drawn._fragment.bind(drawn), drawn.widthOfString.bind(drawn)];
  const known = new Map<string, string | null>();

  const inFont = <T>(name: string | null, work: () => T): T => {
    if (name === null) return work();
    const own = drawn._font;
    document.font(name);
    try {
      return work();
    } finally {
      drawn._font = own;
    }
  };
  const draws = (sign: string) => drawn._font.font.hasGlyphForCodePoint(sign.codePointAt(0)!);
  const fontOf = (sign: string): string | null => {
    let font = known.get(sign);
    if (font !== undefined) return font;
    if (unseen.test(sign) || draws(sign)) font = null;
    else font = others.find(({ name, script }) => script.test(sign) && inFont(name, () => draws(sign)))?.name;
    if (font === undefined && !isIssued) throw new AppError("signNotDrawn", { message: notDrawn(sign) });
    font ??= null;
    known.set(sign, font);
    return font;
  };
  /** The font of each UTF-16 unit of a text; undefined if all are the document's own. */
  const fontsOf = (text: string): (string | null)[] | undefined => {
    let last: string | null = null;
    const fonts = Array.from(text, (sign) => {
      if (!(last !== null && joins.test(sign))) last = fontOf(sign);
      return sign.length === 1 ? [last] : [last, last];
    });
    return fonts.some(([font]) => font !== null) ? fonts.flat() : undefined;
  };

  drawn.widthOfString = (text, options = {}) => {
    const fonts = fontsOf(text);
    if (!fonts) return widthOf(text, options);
    return widths(runsOf(text, fonts), options).reduce((sum, width) => sum + width, 0);
  };
  const widths = (runs: readonly Run[], options: Options) =>
    runs.map(({ text, font }) =>
      inFont(font, () => widthOf(text, font === null ? options : { ...options, features: [] })),
    );

  drawn._fragment = (text, x, y, options) => {
    const fonts = fontsOf(text);
    if (!fonts) return drawLine(text, x, y, options);
    const { width, align, lineWidth = 0, textWidth: _, ...rest } = options;
    const line = text.replace(/\s+$/, "");
    const runs = runsOf(line, fonts);
    const each = widths(runs, rest);
    const free = width ? lineWidth - each.reduce((sum, one) => sum + one, 0) : 0;
    let at = x + (align === "right" ? free : align === "center" ? free / 2 : 0);
    // All stand on the line of the document's own font.
    const baseline = (-drawn._font.ascender / 1000) * drawn._fontSize;
    // Drawn is what is seen from left to right; whoever copies, searches or listens gets what was written.
    document.markContent("Span", { actual: line });
    runs.forEach(({ text: part, font }, index) => {
      inFont(font, () => drawLine(part, at, y, { ...rest, baseline, ...(font === null ? {} : { features: [] }) }));
      at += each[index]!;
    });
    document.endMarkedContent();
  };
}

/** Cuts a line into runs, from left to right as they are drawn. */
function runsOf(line: string, fonts: readonly (string | null)[]): Run[] {
  const found = bidi.getEmbeddingLevels(line, "ltr");
  const turned = (at: number) => (found.levels[at]! & 1) === 1;
  const runs: (Run & { last: number; turned: boolean })[] = [];
  for (const at of bidi.getReorderedIndices(line, found)) {
    const font = fonts[at]!;
    const sign = turned(at) && font === null ? (bidi.getMirroredCharacter(line[at]!) ?? line[at]!) : line[at]!;
    const run = runs.at(-1);
    // Our own font draws signs as they come; fonts of scripts that run leftwards turn a run themselves.
    if (run && run.font === font && run.turned === turned(at) && run.last === at - (turned(at) ? -1 : 1)) {
      run.text = turned(at) && font !== null ? sign + run.text : run.text + sign;
      run.last = at;
    } else runs.push({ text: sign, font, last: at, turned: turned(at) });
  }
  return runs;
}

const notDrawn = (sign: string) =>
  `The document has the sign ${sign} (U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}), which none of our fonts can draw. Write it another way.`;
