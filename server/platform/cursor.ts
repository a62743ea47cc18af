/** A page's last key as opaque text. */
export const writeCursor = (key: Record<string, string>): string =>
  Buffer.from(JSON.stringify(key)).toString("base64url");

/** The key of a cursor that we made with these fields; undefined for any other text, so that a bent cursor starts at the first page. */
export function readCursor<K extends string>(
  cursor: string | undefined,
  fields: readonly K[],
): Record<K, string> | undefined {
  if (cursor === undefined) return undefined;
  try {
    const key = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as Record<string, unknown>;
    return fields.every((field) => typeof key[field] === "string") ? (key as Record<K, string>) : undefined;
  } catch {
    return undefined;
  }
}

/** Cuts the one row too many that tells whether there is a next page. */
export function pageOf<Row>(rows: Row[], size: number, keyOf: (last: Row) => Record<string, string>) {
  const page = rows.slice(0, size);
  return { page, next: rows.length > size ? writeCursor(keyOf(page.at(-1)!)) : null };
}
