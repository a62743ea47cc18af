/** An element of XML: its name, its attributes, and its text or the elements in it. */
export type Xml = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: string | readonly (Xml | null)[];
};

export const xml = (name: string, content: Xml["content"], attributes: Xml["attributes"] = {}): Xml => ({
  name,
  attributes,
  content,
});

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text, and leaves out what XML cannot hold: control characters and halves of characters. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"]/g, (each) => escapes[each]!);

/** Writes a document, one element on a line. */
export const writeXml = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, "")}`;

function written({ name, attributes, content }: Xml, indent: string): string {
  const open = Object.entries(attributes).reduce((text, [key, value]) => `${text} ${key}="${escaped(value)}"`, name);
  if (typeof content === "string") return `${indent}<${open}>${escaped(content)}</${name}>\n`;
  const within = content.map((each) => (each ? written(each, `${indent}  `) : "")).join("");
  return `${indent}<${open}>\n${within}${indent}</${name}>\n`;
}
