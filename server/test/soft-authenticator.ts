import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import type { Browser } from "./auth-fixtures.ts";
import type { TestApp } from "./test-app.ts";

type Part = Buffer | string | number | Map<Part, Part>;

/** Encodes the CBOR that authenticators write: small integers, texts, bytes and maps. */
function cbor(value: Part): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** Faults to put into an authenticator's answer; empty for an honest one. */
export type Lies = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  userVerified?: boolean;
  present?: boolean;
  userHandle?: string;
  credentialId?: string;
  badSignature?: boolean;
};

/** An authenticator in software: one ES256 key, bound to the page it is used on. */
export function softAuthenticator(page = "http://localhost:4000") {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const authenticator = { id: id.toString("base64url"), counter: 0, handle: "" };

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({ type: lies.type ?? type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? page }),
    );
  const authenticatorData = (lies: Lies, attested = Buffer.alloc(0)) => {
    const flags =
      (lies.present === false ? 0 : 1) | (lies.userVerified === false ? 0 : 4) | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? ++authenticator.counter);
    return Buffer.concat([sha256(lies.rpId ?? new URL(page).hostname), Buffer.from([flags]), counter, attested]);
  };
  const credential = (response: Record<string, string | string[]>, lies: Lies) =>
    JSON.stringify({
      id: lies.credentialId ?? authenticator.id,
      rawId: lies.credentialId ?? authenticator.id,
      type: "public-key",
      clientExtensionResults: {},
      response,
    });

  return Object.assign(authenticator, {
    /** Makes the passkey the options ask for, without attestation. */
    make(options: string, lies: Lies = {}): string {
      const { challenge, user } = JSON.parse(options) as { challenge: string; user: { id: string } };
      authenticator.handle = user.id;
      const { x, y } = publicKey.export({ format: "jwk" });
      const key = cbor(
        new Map<Part, Part>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, "base64url")],
          [-3, Buffer.from(y!, "base64url")],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = cbor(
        new Map<Part, Part>([
          ["fmt", "none"],
          ["attStmt", new Map<Part, Part>()],
          ["authData", authenticatorData(lies, attested)],
        ]),
      );
      return credential(
        {
          clientDataJSON: clientData("webauthn.create", challenge, lies).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal"],
        },
        lies,
      );
    },
    /** Signs the options' challenge. */
    sign(options: string, lies: Lies = {}): string {
      const { challenge } = JSON.parse(options) as { challenge: string };
      const [client, data] = [clientData("webauthn.get", challenge, lies), authenticatorData(lies)];
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      if (lies.badSignature) signature[signature.length - 1]! ^= 1;
      return credential(
        {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: lies.userHandle ?? authenticator.handle,
        },
        lies,
      );
    },
  });
}

/** Marks the session as if the person had just proved their identity. */
export const proveNow = (app: TestApp, sessionId: string) =>
  app.sql("update sessions set confirmed_at = now() where id = $1", [sessionId]);

/** Adds a passkey to a signed-in person. */
export async function addPasskeyOf(app: TestApp, browser: Pick<Browser, "token" | "sessionId">, name = "Laptop") {
  const authenticator = softAuthenticator();
  await proveNow(app, browser.sessionId);
  const { Result: options, text } = await app.call(browser, passkeys.addOptions);
  if (!options) throw new Error(`No options: ${text}`);
  const added = await app.call(browser, passkeys.add, {
    body: { Name: name, Credential: authenticator.make(options.Options) },
  });
  if (!added.Result) throw new Error(`Not added: ${added.text}`);
  return Object.assign(authenticator, { passkeyId: added.Result.Id, recoveryCodes: added.Result.RecoveryCodes });
}
