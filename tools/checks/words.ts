import type { SourceFile } from "../source-files.ts";
import type { Fault } from "./fault.ts";
import { fixedText, lineOf, walk, type Node, type Source } from "./syntax.ts";

/** What may part the two: a hyphen of any kind, a space, an entity, the start of the next line of a comment. */
const parting = String.raw`[\p{Pd}\u00AD\s_]|&#?\w+;|\n\s*(?:\*|//|--|>)\s`;
const otherSpelling = new RegExp(
  String.raw`(?<![\p{L}\d.])(?:[eE](?:(?:${parting})+[mM]|M)ail|E(?:${parting})+MAIL)`,
  "gu",
);

/** The requirements quote the specification; a migration that has run is never edited. */
const isQuoted = (path: string) => /^docs\/requirements\/|^server\/migrations\/00\d\d_/.test(path);

/** Reports every spelling of "email" but this one: in documents, code, comments, and texts that code puts together. */
export const checkWords = (files: readonly SourceFile[], sources: readonly Source[]): Fault[] => [
  ...files
    .filter(({ path }) => !isQuoted(path))
    .flatMap((file) => [...file.text.matchAll(otherSpelling)].map(({ index }) => faultAt(file, index))),
  ...inTexts(sources),
];

/** Finds what only the syntax tree shows: written by escapes, or put together. */
function inTexts(sources: readonly Source[]): Fault[] {
  const faults: Fault[] = [];
  for (const file of sources)
    walk(file.program, (node, parents) => {
      const text = isPart(parents.at(-1)) ? undefined : fixedText(node);
      const written = file.text.slice(node.start, node.end);
      if (text !== undefined && spells(text) && !spells(written)) faults.push(faultAt(file, node.start));
    });
  return faults;
}

const spells = (text: string) => text.search(otherSpelling) >= 0;
const isPart = (parent: Node | undefined) => parent?.type === "BinaryExpression" && parent.operator === "+";

const faultAt = (file: SourceFile, index: number): Fault => ({
  rule: "words",
  key: file.path,
  place: `${file.path}:${lineOf(file, index)}`,
  instead: 'Write "email": docs/decisions/0047.',
});
