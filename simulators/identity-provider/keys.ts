import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export type SigningKey = JsonWebKey & { kid: string };

/** Opens the key that signs tokens. It is stored, so that tokens stay valid when the simulator restarts. */
export function openKey(file: string): SigningKey {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  made ??= makeKey();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(made));
  return made;
}

/** One for all that are opened in this process: making one takes as long as starting all other simulators. */
let made: SigningKey | undefined;

function makeKey(): SigningKey {
  const jwk = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  return { ...jwk, kid: "first", use: "sig", alg: "RS256" };
}

export const publicKey = ({ kty, n, e, kid }: SigningKey) => ({ kty, n, e, kid, use: "sig", alg: "RS256" });

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export function signToken(key: SigningKey, claims: Record<string, unknown>): string {
  const text = `${encoded({ alg: "RS256", typ: "JWT", kid: key.kid })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(text), createPrivateKey({ key, format: "jwk" }));
  return `${text}.${signature.toString("base64url")}`;
}
