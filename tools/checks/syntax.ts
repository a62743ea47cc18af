import { parseSync, visitorKeys, type EcmaScriptModule, type Node, type Program } from "oxc-parser";
import type { SourceFile } from "../source-files.ts";

/** A file with its syntax tree and its record of imports and exports. */
export type Source = SourceFile & { program: Program; module: EcmaScriptModule };
export type { Node };

export function parseSource(file: SourceFile): Source {
  const { program, module, errors } = parseSync(file.path, file.text);
  if (errors[0]) throw new Error(`${file.path} cannot be parsed: ${errors[0].message}`);
  return { ...file, program, module };
}

export const lineOf = (file: SourceFile, offset: number): number => file.text.slice(0, offset).split("\n").length;

type Visit = (node: Node, parents: readonly Node[]) => void;

/** Visits every node below `root` with its parents, nearest last: a list that holds until the visit ends. */
export function walk(root: Node, visit: Visit, parents: Node[] = []): void {
  visit(root, parents);
  parents.push(root);
  for (const key of visitorKeys[root.type] ?? []) {
    const child = (root as unknown as Record<string, Node | readonly (Node | null)[] | null | undefined>)[key];
    if (Array.isArray(child)) {
      for (const node of child as readonly (Node | null)[]) if (node) walk(node, visit, parents);
    } else if (child) walk(child as Node, visit, parents);
  }
  parents.pop();
}

const typesWithValues = /^TS(?:As|Satisfies|NonNull|Instantiation|TypeAssertion|ParameterProperty|Enum|Export|Module)/;
const isType = (node: Node) => node.type.startsWith("TS") && !typesWithValues.test(node.type);

/** Checks whether an identifier refers to a value, not to a type, a property name or the name being declared. */
export function isReference(node: Node, parents: readonly Node[]): boolean {
  if ((node.type !== "Identifier" && node.type !== "JSXIdentifier") || parents.some(isType)) return false;
  const parent = parents.at(-1);
  if (!parent) return true;
  if (parent.type === "MemberExpression" && parent.property === node) return parent.computed;
  if (parent.type === "Property" && parent.key === node)
    return parent.computed || (parent.shorthand && parents.at(-2)?.type === "ObjectExpression");
  if (parent.type === "PropertyDefinition" || parent.type === "MethodDefinition")
    return parent.key !== node || parent.computed;
  return !/^(?:Import\w*Specifier|ExportSpecifier|JSXAttribute|LabeledStatement)$/.test(parent.type);
}

/** Returns the name by which a property is read: `a.b`, `a["b"]` and `` a[`b`] `` are the same. */
export function propertyName(node: Node): string | undefined {
  if (node.type !== "MemberExpression") return undefined;
  if (!node.computed) return node.property.type === "Identifier" ? node.property.name : undefined;
  return fixedText(node.property);
}

/** Returns the text of a literal, a template or a concatenation, with a space for every interpolated value. */
export function fixedText(node: Node): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral") return node.quasis.map((part) => part.value.cooked ?? part.value.raw).join(" ");
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [fixedText(node.left), fixedText(node.right)];
    return left === undefined && right === undefined ? undefined : `${left ?? " "}${right ?? " "}`;
  }
  return undefined;
}

/** Returns the global that a node reads: `Date` and `globalThis.Date` are the same. */
export function globalRead(node: Node, parents: readonly Node[]): string | undefined {
  if (node.type === "Identifier") return isReference(node, parents) ? node.name : undefined;
  if (
    node.type === "MemberExpression" &&
    node.object.type === "Identifier" &&
    /^(?:globalThis|window|self|global)$/.test(node.object.name)
  )
    return propertyName(node);
  return undefined;
}
