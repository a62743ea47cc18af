import { fieldMessage } from "@tradewind/contract/validation.ts";
import { messages as words } from "@tradewind/domain/values/field-messages.ts";
import { turnsText } from "@tradewind/domain/values/patterns.ts";
import type * as z from "zod/mini";
import { AppError } from "./app-error.ts";

type Issue = z.core.$ZodIssue;

/** Returns one message per field, by wire name; nested fields as `Lines.0.Quantity`. */
export function fieldMessages(issues: readonly Issue[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) messages[[...issue.path, key].join(".")] ??= words.unknownField;
    else messages[issue.path.join(".")] ??= fieldMessage(issue.message, String(issue.path.at(-1) ?? "A body"));
  }
  return messages;
}

/**
 * Refuses at start a schema that would silently drop fields: every object in a request must list its fields and accept
 * no others.
 */
export function strict<S extends z.ZodMiniType>(schema: S): S {
  walk(schema, []);
  return schema;
}

function walk(schema: unknown, path: string[]): void {
  const { def } = (schema as { _zod: { def: Record<string, unknown> & { type: string } } })._zod;
  if (def.type === "object") {
    const rest = def["catchall"] as { _zod: { def: { type: string } } } | undefined;
    if (rest?._zod.def.type !== "never")
      throw new Error(`Use z.strictObject for what a request sends (at ${path.join(".") || "its top"})`);
    for (const [key, child] of Object.entries(def["shape"] as Record<string, unknown>)) walk(child, [...path, key]);
  }
  for (const child of [
    def["innerType"],
    def["element"],
    def["in"],
    ...((def["options"] as unknown[] | undefined) ?? []),
  ]) {
    if (child) walk(child, path);
  }
}

/**
 * Refuses text that PostgreSQL cannot store or that no person types: U+0000 and lone surrogates, in values and names.
 */
export function refuseStrangeText(value: unknown): void {
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === "string") {
      if (next.includes("\0") || !next.isWellFormed())
        throw new AppError("malformedRequest", { message: "The request has text that cannot be stored." });
    } else if (next && typeof next === "object") {
      for (const [key, child] of Object.entries(next)) rest.push(key, child);
    }
  }
}

/**
 * Writes each text of what was sent in one form, so that é is one sign whatever keyboard it came from, and returns it.
 * Passwords stay as they were typed: `password.ts` knows both forms.
 */
export function composed<T>(value: T): T {
  const all = [value] as Record<string, unknown>[];
  const rest = [all as unknown as Record<string, unknown>];
  while (rest.length > 0) {
    const next = rest.pop()!;
    for (const [key, child] of Object.entries(next)) {
      if (typeof child === "string" && !/password$/i.test(key)) next[key] = child.normalize("NFC");
      else if (child && typeof child === "object" && !ArrayBuffer.isView(child))
        rest.push(child as Record<string, unknown>);
    }
  }
  return all[0] as T;
}

/** Texts of several lines, where quoting another script is common, and the answers, which the form engine judges. Passwords are nobody's to read. */
const turnedElsewhere = new Set(["Text", "Description", "Message", "Note", "Body", "Comments", "Details"]);

/** Refuses single-line texts with hidden marks of direction, which make a name or a file's ending read as another. */
export function refuseTurnedText(body: unknown): void {
  const fields: Record<string, string> = {};
  const look = (value: unknown, path: readonly string[]): void => {
    if (typeof value === "string" && turnsText(value)) fields[path.join(".")] = words.turned;
    else if (value && typeof value === "object")
      for (const [key, child] of Object.entries(value))
        if (!turnedElsewhere.has(key) && !/password$/i.test(key)) look(child, [...path, key]);
  };
  look(body, []);
  if (Object.keys(fields).length > 0) throw new AppError("invalidRequest", { fields });
}
