import { fileURLToPath } from "node:url";
import { nameOfCountry } from "@tradewind/domain/values/countries.ts";
import { beginTags, decoration } from "./document-tags.ts";
import { drawEveryScript } from "./scripts.ts";

/** A page in points: A4 with our standard margins. */
export const page = { width: 595.28, height: 841.89, margin: 56 } as const;
export const contentWidth = page.width - 2 * page.margin;
export const ink = { text: "#14171c", muted: "#5b6472", line: "#d5dae1" } as const;

/** A document's branding: the accent as a bar and as text, and a PNG with its size in CSS pixels. */
export type DocumentBrand = {
  fill: string;
  text: string;
  logo: { bytes: Uint8Array; width: number; height: number } | null;
};

export type PostalAddress = {
  address1: string | null;
  address2: string | null;
  town_city: string | null;
  county: string | null;
  post_code: string | null;
  country: string;
};

/** Returns an address as documents have it: every line that was given, and the country by name. */
export const postalLines = ({ address1, address2, town_city, county, post_code, country }: PostalAddress): string[] =>
  [address1, address2, town_city, county, post_code, nameOfCountry(country)].flatMap((line) => line || []);

export type Document = PDFKit.PDFDocument;

/** What of fonts pdfkit's types do not tell: the font that was read, and those of its signs that were drawn. */
type OpenedFont = { font: PDFKit.Mixins.PDFFontSource & { _glyphs: object } };
/** Fonts by their file, read once: reading one takes longer than the rest of most documents. */
const opened = new Map<string, OpenedFont["font"]>();

/** Has the document draw in one of our fonts by this name. */
function openFont(document: Document, name: string, file: string): void {
  const kept = opened.get(file);
  // What a document made of a sign, such as an E as a part of an É, is not what it is to the next: each is drawn alone.
  if (kept) kept._glyphs = {};
  document.registerFont(name, kept ?? fileURLToPath(new URL(`fonts/${file}.ttf`, import.meta.url)));
  opened.set(file, (document.font(name) as unknown as { _font: OpenedFont })._font.font);
}

const pointsPerPixel = 0.75;

/**
 * Opens an A4 document with the fonts `text` and `strong`, beside which it draws every script we have a font of. It is a stream:
 * pipe it, or end it with `bytesOf`. `made` is business time. One that is to be kept is PDF/A-3, with fonts and colours of its
 * own, tags for screen readers and room for files.
 */
export async function openDocument({
  title,
  made,
  brand,
  author = "Tradewind Distribution Ltd",
  archival = false,
  issued = archival,
}: {
  title: string;
  made: Date;
  brand: DocumentBrand;
  author?: string;
  archival?: boolean;
  /** Whether what it says cannot be changed any more. */
  issued?: boolean;
}): Promise<Document> {
  // Loaded with the first document: few processes draw one soon after they start.
  const { default: PDFDocument } = await import("pdfkit");
  const document = new PDFDocument({
    size: "A4",
    margin: page.margin,
    bufferPages: true,
    lang: "en-GB",
    info: { Title: title, Author: author, CreationDate: made, ModDate: made },
    ...(archival ? ({ pdfVersion: "1.7", subset: "PDF/A-3a", tagged: true, displayTitle: true } as const) : {}),
  });
  if (archival) beginTags(document);
  openFont(document, "text", "Inter-Regular");
  openFont(document, "strong", "Inter-SemiBold");
  drawEveryScript(document, issued);
  decoration(document, () => document.rect(0, 0, page.width, 4).fill(brand.fill));
  if (brand.logo) {
    const { bytes, width, height } = brand.logo;
    const size = { width: width * pointsPerPixel, height: height * pointsPerPixel };
    document.image(Buffer.from(bytes), page.width - page.margin - size.width, 14, size);
    document.x = page.margin;
    document.y = page.margin;
  }
  return document.font("text").fontSize(10).fillColor(ink.text);
}

/** Writes `left` and the page number at the foot of every page. Call once, after the last line. */
export function numberPages(document: Document, left: string): void {
  const { start, count } = document.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    document.switchToPage(index);
    // Text below the margin would start a new page, as would a foot of more than three lines.
    document.page.margins.bottom = 0;
    const y = page.height - page.margin + 18;
    decoration(document, () => {
      document.font("text").fontSize(8).fillColor(ink.muted);
      document.text(left, page.margin, y, { width: contentWidth - 80, height: 30, ellipsis: true });
      document.text(`Page ${index - start + 1} of ${count}`, page.width - page.margin - 80, y, {
        width: 80,
        align: "right",
      });
    });
  }
}

type Attachment = { bytes: Buffer; name: string; description: string; made: Date };

/** Puts XML that says the same as the document into it. */
export function attach(document: Document, { bytes, name, description, made }: Attachment): void {
  const dates = { creationDate: made, modifiedDate: made };
  // The types do not know the relationship.
  const options = { name, description, type: "text/xml", relationship: "Alternative", ...dates };
  document.file(bytes, options);
}

/** Starts a new page unless `height` points are left on this one, and returns whether it did. */
export function keepTogether(document: Document, height: number): boolean {
  const isFull = document.y + height > page.height - page.margin;
  if (isFull) document.addPage();
  return isFull;
}

/** Writes lines of a label and what it is, the labels in a column of their own. */
export function facts(document: Document, lines: readonly (readonly [label: string, value: string])[]) {
  for (const [label, value] of lines) {
    keepTogether(document, 30);
    const top = document.y;
    document.font("text").fontSize(9).fillColor(ink.muted).text(label, page.margin, top, { width: 150 });
    // Keep the hash on one line.
    document
      .fontSize(/^\S{61,}$/.test(value) ? 7.5 : 9)
      .fillColor(ink.text)
      .text(value, page.margin + 150, top, { width: contentWidth - 150 });
    document.y += 3;
  }
  document.x = page.margin;
}

/** Ends the document and returns its bytes. */
export async function bytesOf(document: Document): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve());
    document.on("error", reject);
  });
  document.end();
  await done;
  return Buffer.concat(chunks);
}
