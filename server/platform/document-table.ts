import { contentWidth, ink, page, type Document } from "./documents.ts";
import { decoration, part, within } from "./document-tags.ts";

/** Tabular figures: amounts align, and a one does not pull in the decimal point. */
export const figures: PDFKit.Mixins.OpenTypeFeatures[] = ["tnum"];

export type TableColumn = { width: number; align: "left" | "right" };

/** Draws a row at a height, tagged as one, and goes on below its highest cell. Font, size and colour are the caller's. */
export function drawCells(
  document: Document,
  type: "TH" | "TD",
  { columns, texts, y }: { columns: readonly TableColumn[]; texts: readonly string[]; y: number },
): void {
  let x: number = page.margin;
  let bottom = y;
  within(document, "TR", () =>
    columns.forEach(({ width, align }, at) => {
      part(document, type, () => document.text(texts[at]!, x, y, { width: width - 6, align, features: figures }));
      bottom = Math.max(bottom, document.y);
      x += width;
    }),
  );
  document.x = page.margin;
  document.y = bottom;
}

/** Draws a line across the page. */
export function drawRule(document: Document): void {
  const y = document.y + 3;
  decoration(document, () =>
    document
      .moveTo(page.margin, y)
      .lineTo(page.margin + contentWidth, y)
      .lineWidth(0.5)
      .strokeColor(ink.line)
      .stroke(),
  );
  document.y = y + 4;
}
