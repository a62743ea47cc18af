/** Checks what a hosted payment page signed: `path # tenant # token # milliseconds # page`, encrypted with its private key. */
import { constants, createPublicKey, publicDecrypt } from "node:crypto";
import type { PageAuthorisation } from "../method-vault.ts";

/** What came back later than this was kept by somebody; clocks differ by no more than the other. */
const oldestMs = 30 * 60_000;
const aheadMs = 2 * 60_000;

/** Returns what a signature says; undefined if the key did not sign it. `key` is SPKI in DER, as base64. */
export function readSignature(signature: string, key: string): string | undefined {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    const sealed = Buffer.from(signature, "base64");
    return publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, sealed).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Tells whether a signature is that of this page, tenant and token, made in the last half hour. */
export function isSigned(
  signature: string,
  { key, tenantId, token, pageId, url }: Omit<PageAuthorisation, "signature">,
  now: Date,
): boolean {
  const parts = readSignature(signature, key)?.split("#");
  if (parts?.length !== 5) return false;
  const [path, tenant, signedToken, made, page] = parts;
  const age = /^\d{1,15}$/.test(made!) ? now.getTime() - Number(made) : Number.NaN;
  return (
    path === new URL(url).pathname.toLowerCase() &&
    tenant === tenantId &&
    signedToken === token &&
    page === pageId &&
    age <= oldestMs &&
    age >= -aheadMs
  );
}
