type Document = PDFKit.PDFDocument;

type Element = PDFKit.PDFStructureElement;

/** Where the next part of a tagged document belongs; an untagged one has none, and is drawn as it always was. */
const places = new WeakMap<Document, Element>();

/** Begins the tree in which a screen reader reads the document. */
export function beginTags(document: Document): void {
  const root = document.struct("Document");
  document.addStructure(root);
  places.set(document, root);
}

/** Draws parts that belong together, such as a `Table` or its row `TR`. */
export function within(document: Document, type: string, draw: () => void): void {
  const place = places.get(document);
  if (!place) return draw();
  const element = document.struct(type);
  place.add(element);
  places.set(document, element);
  draw();
  places.set(document, place);
}

/** Draws one part that is read, such as a heading `H1`, a paragraph `P` or a cell `TD`. */
export function part(document: Document, type: string, draw: () => void): void {
  const place = places.get(document);
  if (!place) return draw();
  place.add(document.struct(type, {}, [document.markStructureContent(type)]));
  draw();
  document.endMarkedContent();
}

/** Draws what is not read: rules, colours, and what stands on every page. */
export function decoration(document: Document, draw: () => void): void {
  if (!places.has(document)) return draw();
  document.markContent("Artifact", { type: "Layout" });
  draw();
  document.endMarkedContent();
}
