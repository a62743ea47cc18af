import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Config } from "./config.ts";

/**
 * The place of a secret, the only one where it opens: a ciphertext moved to another owner, table, column or row, or
 * kept from an earlier version of its row, fails to open.
 */
export type SecretPlace = { owner: string; table: string; column: string; row: string; version: number };

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;
const keyLength = 32;
const form = /^v1\.(\d{1,6})\.([\w-]+)\.([\w-]+)$/;

function textOf({ owner, table, column, row, version }: SecretPlace): string {
  const parts = [owner, table, column, row, String(version)];
  if (parts.some((part) => part === "" || part.includes("|"))) throw new Error("A secret needs a place to lie in");
  return `v1|${parts.join("|")}`;
}

function encrypt(key: Buffer, plain: Buffer, bound: string): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

function decrypt(key: Buffer, sealed: string, bound: string): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]);
}

/** Parses the keys of `ENCRYPTION_KEYS`, newest first. */
export const keysOf = (text: string) =>
  text.split(",").map((each) => {
    const [version, key] = each.split(":") as [string, string];
    return { version, key: Buffer.from(key, "base64") };
  });

/**
 * Seals secrets that must be readable again, such as one-time-code seeds. Each is encrypted under its own key, which is
 * wrapped under the newest of `ENCRYPTION_KEYS`; older listed keys still open what they wrapped.
 */
export function secretKeeper(config: Pick<Config, "ENCRYPTION_KEYS">) {
  const keys = keysOf(config.ENCRYPTION_KEYS);
  const newest = keys[0]!;

  const wrap = (own: Buffer, place: string) =>
    `v1.${newest.version}.${encrypt(newest.key, own, `key|${newest.version}|${place}`)}`;

  function unwrap(sealed: string, place: string) {
    const [, version, wrapped, data] = form.exec(sealed) ?? [];
    const key = keys.find((each) => each.version === version)?.key;
    if (!key) throw new Error(`No key of version ${version ?? "?"} opens this secret`);
    return { version, own: decrypt(key, wrapped!, `key|${version}|${place}`), data: data! };
  }

  return {
    seal(text: string, place: SecretPlace): string {
      const bound = textOf(place);
      const own = randomBytes(keyLength);
      return `${wrap(own, bound)}.${encrypt(own, Buffer.from(text), bound)}`;
    },
    /** Returns the plain text. Throws if the secret was changed or moved, or if its key is no longer listed. */
    open(sealed: string, place: SecretPlace): string {
      const bound = textOf(place);
      const { own, data } = unwrap(sealed, bound);
      return decrypt(own, data, bound).toString();
    },
    /** Rewraps the secret's key under the newest key; the ciphertext stays the same. */
    rewrap(sealed: string, place: SecretPlace): string {
      const bound = textOf(place);
      const { version, own, data } = unwrap(sealed, bound);
      return version === newest.version ? sealed : `${wrap(own, bound)}.${data}`;
    },
  };
}
export type SecretKeeper = ReturnType<typeof secretKeeper>;
