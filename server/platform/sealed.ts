import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Config } from "./config.ts";

const keyFor = (config: Pick<Config, "SECRET_KEY">, purpose: string) =>
  Buffer.from(hkdfSync("sha256", Buffer.from(config.SECRET_KEY, "base64"), "", `sealed ${purpose}`, 32));

/** A value that only our own processes can read again, for one purpose: AES-256-GCM, nonce and tag in front. */
export function seal(config: Pick<Config, "SECRET_KEY">, purpose: string, value: unknown): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(config, purpose), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

/** What was sealed. Throws when it was sealed for another purpose, with another key, or changed since. */
export function unseal(config: Pick<Config, "SECRET_KEY">, purpose: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(config, purpose), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8"));
}
