import { fixedText, propertyName, type Node } from "./syntax.ts";

const statement =
  /^\s*(?:select\b[\s\S]*\bfrom\b|insert\s+into\b|update\s+(?:only\s+)?[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set\b|delete\s+from\b|truncate\s+(?:table\s+)?[\w."]+\s*$|merge\s+into\b|with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\()/i;
const builders = /^(?:selectFrom|selectNoFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)$/;
const writing =
  /\b(?:(?:insert\s+into|update\s+(?:only\s+)?[\w."]+(?:\s+(?:as\s+)?\w+)?\s+set|delete\s+from|truncate\s+table|merge\s+into|for\s+(?:no\s+key\s+)?(?:update|share)|pg_advisory_\w+)\b|\w+_goods\s*\()/i;
const writers = /^(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto|for(?:NoKey)?Update|for(?:Key)?Share)$/;

/** Recognises an SQL statement: as text in any case, as a tagged template, or through the query builder. */
export function sqlIn(node: Node): boolean {
  if (node.type === "TaggedTemplateExpression") return node.tag.type === "Identifier" && node.tag.name === "sql";
  if (node.type === "MemberExpression") return builders.test(propertyName(node) ?? "");
  return isText(node) && statement.test(fixedText(node) ?? "");
}

/** Recognises an SQL statement that changes or locks rows. */
export function writesIn(node: Node): boolean {
  if (node.type === "MemberExpression") return writers.test(propertyName(node) ?? "");
  return isText(node) && writing.test(fixedText(node) ?? "");
}

const isText = (node: Node) =>
  node.type === "Literal" || node.type === "TemplateLiteral" || node.type === "BinaryExpression";
