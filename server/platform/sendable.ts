/**
 * Serializes objects as JSON like pg, but before anything is sent. A value without JSON, such as one holding a bigint,
 * would fail inside pg while the commit behind it is still sent, and would break its named statement on the connection.
 */
export function sendable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sendable);
  const isObject =
    typeof value === "object" && value !== null && !(value instanceof Date || value instanceof Uint8Array);
  return isObject ? JSON.stringify(value) : value;
}
