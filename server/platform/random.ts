import { randomBytes, randomInt, randomUUIDv7 } from "node:crypto";

/** Returns a new id. Ids sort by age, so that indexes grow at their end. */
export const newId = (): string => randomUUIDv7();

/** Returns random bytes as text; 32 of them give 43 letters, digits, hyphens and underscores. */
export const randomText = (bytes: number, encoding: "base64url" | "hex" = "base64url"): string =>
  randomBytes(bytes).toString(encoding);

/** Returns a random integer from 0 up to, but not including, `limit`. */
export const randomBelow = (limit: number): number => randomInt(limit);
