import { fitted } from "@tradewind/domain/portal/white-label.ts";

/** More of either is no logo, and would keep the reader busy for minutes. */
const mostParts = 1000;
const deepest = 40;

/** What may run, load or lead elsewhere. The library's own list for SVG leaves some of these in. */
const forbidden = [
  "style",
  "image",
  "a",
  "use",
  "script",
  "foreignObject",
  "animate",
  "animateTransform",
  "animateMotion",
  "animateColor",
  "set",
];
const drawn = /<(path|rect|circle|ellipse|line|polyline|polygon|text)\b/;

export type CleanSvg = { svg: string; width: number; height: number } | { wrong: string };

const unreadable = { wrong: "This SVG cannot be read. Save it again as a plain SVG and try again." };

/** An SVG with nothing in it but what draws, sized to the box of a logo; or what is wrong with it. */
export async function cleanSvg(text: string): Promise<CleanSvg> {
  const source = text.replace(/^\uFEFF?\s*(<\?xml[^>]*\?>|<!DOCTYPE[^>[]*>|<!--[\s\S]*?-->|\s)*/i, "");
  if (!/^<svg[\s>]/i.test(source)) return unreadable;
  if (isIntricate(source)) return { wrong: `The drawing has more than ${mostParts} parts. Simplify it and try again.` };
  const { default: purify } = await import("isomorphic-dompurify");
  const clean = purify
    .sanitize(source, {
      USE_PROFILES: { svg: true },
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      FORBID_TAGS: forbidden,
      FORBID_ATTR: ["href", "xlink:href"],
    })
    // The library writes HTML, where a space has a name that SVG does not know.
    .replaceAll("&nbsp;", "&#160;")
    // Whatever points at something outside the drawing.
    .replace(/ [\w:-]+="[^"]*url\((?!\s*(?:'|&quot;)?#)[^"]*"/gi, "")
    .replace(/ style="[^"]*[\\@][^"]*"/gi, "")
    .trim();
  const root = /^<svg\b([^>]*)>/.exec(clean)?.[1];
  if (root === undefined || !clean.endsWith("</svg>") || /="[^"<>]*</.test(clean)) return unreadable;
  if (!drawn.test(clean))
    return {
      wrong: "The SVG has nothing to draw. Pictures and links inside it are taken out; save the logo as paths.",
    };
  const size = sizeOf(root);
  if (!size) return { wrong: "The SVG does not say its size. Save it with a viewBox and try again." };
  const shown = fitted(size);
  const others = root.replace(/ (?:xmlns|width|height|viewBox|style)="[^"]*"/g, "");
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${shown.width}" height="${shown.height}" viewBox="${size.box}"${others}>`;
  return { svg: head + clean.slice(clean.indexOf(">") + 1), ...shown };
}

function isIntricate(source: string): boolean {
  let [parts, depth] = [0, 0];
  for (const [tag, closes] of source.matchAll(/<(\/?)[a-z][^>]*>?/gi)) {
    if (closes) depth--;
    else if (!tag.endsWith("/>")) depth++;
    if (++parts > 2 * mostParts || depth > deepest) return true;
  }
  return false;
}

/** The drawing's own size: its viewBox, else its width and height in pixels. */
function sizeOf(root: string): { width: number; height: number; box: string } | undefined {
  const [, box] = / viewBox="([^"]*)"/.exec(root) ?? [];
  const numbers = box
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const side = (name: string) => Number(new RegExp(` ${name}="([0-9.]+)(?:px)?"`).exec(root)?.[1]);
  const [x, y, width, height] = numbers ?? [0, 0, side("width"), side("height")];
  const isSize = (value: number | undefined): value is number => value !== undefined && value > 0 && value <= 100_000;
  if (numbers && (numbers.length !== 4 || numbers.some((each) => !Number.isFinite(each)))) return undefined;
  return isSize(width) && isSize(height) ? { width, height, box: `${x} ${y} ${width} ${height}` } : undefined;
}
