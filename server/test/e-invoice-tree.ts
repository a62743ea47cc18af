/** An element of an e-invoice, by its name without a prefix. */
export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string) => text.replace(/&(\w+);/g, (all, name: string) => entities[name] ?? all);
const plain = (name: string) => name.replace(/^.*:/, "");

/** Reads XML as an e-invoice has it: elements, attributes and text. Throws if tags do not match. */
export function readXml(source: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  for (const [, close, name, attributes, empty, text] of source
    .replace(/<\?.*?\?>/gs, "")
    .matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>|([^<]+)/g)) {
    const within = open.at(-1)!;
    if (name === undefined) within.text += unescaped(text!);
    else if (close) {
      if (open.pop()!.name !== plain(name)) throw new Error(`</${name}> closes another element`);
    } else {
      const pairs = [...attributes!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, unescaped(value!)]);
      const element = {
        name: plain(name),
        attributes: Object.fromEntries(pairs) as Record<string, string>,
        children: [],
        text: "",
      };
      within.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (open.length !== 1) throw new Error(`${open.at(-1)!.name} is not closed`);
  return root.children[0]!;
}

/** Finds the elements at a path of names, such as `TaxTotal/TaxSubtotal`. */
export const all = (from: Element, path: string): Element[] =>
  path
    .split("/")
    .reduce<Element[]>(
      (found, name) => found.flatMap((each) => each.children.filter((child) => child.name === name)),
      [from],
    );

export const textAt = (from: Element, path: string): string | undefined => all(from, path)[0]?.text.trim() || undefined;
export const has = (from: Element, path: string): boolean =>
  textAt(from, path) !== undefined || (all(from, path)[0]?.children.length ?? 0) > 0;

/** Reads a decimal as a whole number of 10^-8; NaN has none, so that every comparison with it fails. */
export function numberAt(from: Element, path: string): bigint | undefined {
  const found = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(textAt(from, path) ?? "");
  if (!found) return undefined;
  const magnitude = BigInt(found[2]! + (found[3] ?? "").padEnd(8, "0"));
  return found[1] ? -magnitude : magnitude;
}

/** A business rule of EN 16931 by its id; those that begin with TW are ours. True where the document keeps it. */
export type Rule = readonly [id: string, holds: (document: Element) => boolean];

export const linesOf = (document: Element) => [...all(document, "InvoiceLine"), ...all(document, "CreditNoteLine")];
export const subtotals = (document: Element) => all(document, "TaxTotal/TaxSubtotal");
export const sum = (values: (bigint | undefined)[]) =>
  values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);

/** Divides, rounding halves away from zero. */
export function rounded(numerator: bigint, denominator: bigint): bigint {
  const magnitude = ((numerator < 0n ? -numerator : numerator) * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -magnitude : magnitude;
}
