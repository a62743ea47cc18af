import path from "node:path";
import { fixedText, lineOf, walk, type Source } from "./syntax.ts";

/** One import of a file: its specifier, the file it resolves to if that is ours, and the imported names. */
export type Import = {
  from: string;
  specifier: string;
  /** Undefined for a package. */
  to: string | undefined;
  line: number;
  /** Maps local names to imported names. */
  names: ReadonlyMap<string, string>;
  isType: boolean;
};

/** Returns everything a file imports, re-exports or loads lazily, including `import()` and `import.meta.glob`. */
export function importsOf(file: Source, known: ReadonlySet<string>): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, at: number, names = new Map<string, string>(), isType = false) =>
    found.push({
      from: file.path,
      specifier,
      to: resolve(file.path, specifier),
      line: lineOf(file, at),
      names,
      isType,
    });
  for (const { moduleRequest, entries } of file.module.staticImports) {
    const names = entries.map((entry) => [entry.localName.value, entry.importName.name ?? "*"] as const);
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    add(moduleRequest.value, moduleRequest.start, new Map(names), isType);
  }
  for (const { entries } of file.module.staticExports)
    for (const { moduleRequest, exportName, importName, isType } of entries)
      if (moduleRequest)
        add(
          moduleRequest.value,
          moduleRequest.start,
          new Map([[exportName.name ?? "*", importName.name ?? "*"]]),
          isType,
        );
  walk(file.program, (node) => {
    if (node.type === "ImportExpression") {
      const specifier = fixedText(node.source);
      if (specifier !== undefined) add(specifier, node.start);
    }
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return;
    const { object, property } = node.callee;
    if (object.type !== "MetaProperty" || property.type !== "Identifier" || property.name !== "glob") return;
    const [first] = node.arguments;
    if (!first) return;
    for (const each of first.type === "ArrayExpression" ? first.elements : [first]) {
      const pattern = each && fixedText(each);
      if (!pattern || pattern.startsWith("!")) continue;
      const wanted = resolve(file.path, pattern) ?? pattern;
      const matches = [...known].filter((one) => path.posix.matchesGlob(one, wanted));
      for (const match of matches)
        add(`./${path.posix.relative(path.posix.dirname(file.path), match)}`.replace("./../", "../"), node.start);
    }
  });
  return found;
}

/** Resolves an import to the path of our file; undefined for a package. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ""));
  return /^@tradewind\/(.+)$/.exec(specifier)?.[1];
}
