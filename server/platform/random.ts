import { randomBytes, randomInt, randomUUIDv7 } from "node:crypto";

/** A new id. Later ones sort after earlier ones, so that an index grows at its end. */
export const newId = (): string => randomUUIDv7();

/** Random bytes as text; 32 of them are 43 letters, digits, hyphens and underscores. */
export const randomText = (bytes: number, encoding: "base64url" | "hex" = "base64url"): string =>
  randomBytes(bytes).toString(encoding);

/** A whole number from 0 to just below `limit`. */
export const randomBelow = (limit: number): number => randomInt(limit);
