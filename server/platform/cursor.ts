import { messages } from "@tradewind/domain/values/field-messages.ts";
import { AppError } from "./app-error.ts";

/** Encodes a page's last key as opaque text. */
export const writeCursor = (key: Record<string, string>): string =>
  Buffer.from(JSON.stringify(key)).toString("base64url");

/**
 * Decodes a cursor made by us with these fields. Refuses any other text: falling back to the first page would pass it
 * off as a later one.
 */
export function readCursor<K extends string>(
  cursor: string | undefined,
  fields: readonly K[],
): Record<K, string> | undefined {
  if (cursor === undefined) return undefined;
  try {
    const key = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as Record<string, unknown>;
    if (fields.every((field) => typeof key[field] === "string")) return key as Record<K, string>;
  } catch {
    // Refused below, as not made by us.
  }
  throw new AppError("invalidRequest", { fields: { After: messages.pageKey } });
}

/** Cuts off the extra row that indicates a next page. */
export function pageOf<Row>(rows: Row[], size: number, keyOf: (last: Row) => Record<string, string>) {
  const page = rows.slice(0, size);
  return { page, next: rows.length > size ? writeCursor(keyOf(page.at(-1)!)) : null };
}
