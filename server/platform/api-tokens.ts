import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * API tokens: a prefix by which people and secret scanners know them, 160 random bits, and a checksum, so that a text
 * that is none is refused without a look at the database.
 */
export const tokenPrefix = "tradewind_";
const form = /^tradewind_[0-9a-f]{48}$/;
/** Letters by which a list shows the token. */
const hintLength = tokenPrefix.length + 4;

const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, "0");

export function newApiToken(): { token: string; hash: Buffer; hint: string } {
  const body = tokenPrefix + randomBytes(20).toString("hex");
  const token = body + checksumOf(body);
  return { token, hash: hashOf(token), hint: token.slice(0, hintLength) };
}

export const isApiToken = (text: string): boolean =>
  form.test(text) && checksumOf(text.slice(0, -8)) === text.slice(-8);

/** What is stored of a token. So many random bits need no slow hash. */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
