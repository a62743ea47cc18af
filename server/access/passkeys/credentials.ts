import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";

const base64url = z.string().regex(/^[\w-]+$/);
const shared = { id: base64url.max(1400), rawId: base64url, type: z.literal("public-key") };
const extensions = z.object({}).default({});

const assertion = z.object({
  ...shared,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
});
const attestation = z.object({
  ...shared,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(
        z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]).or(z.string().transform(() => null)),
      )
      .max(20)
      .default([])
      .transform((all) => all.filter((each) => each !== null)),
  }),
});
const clientData = z.object({ challenge: base64url.max(200) });

function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

type Read<T> = { given: T; challenge: string };
function withChallenge<T extends { response: { clientDataJSON: string } }>(given: T | undefined): Read<T> | undefined {
  const data = given && parsed(clientData, Buffer.from(given.response.clientDataJSON, "base64url").toString());
  return data && { given, challenge: data.challenge };
}

/** Reads a passkey's signature with the challenge it claims to answer; undefined for any other text. */
export const readAssertion = (text: string): Read<AuthenticationResponseJSON> | undefined =>
  withChallenge(parsed(assertion, text));

/** Reads a new passkey with the challenge it claims to answer; undefined for any other text. */
export const readAttestation = (text: string): Read<RegistrationResponseJSON> | undefined =>
  withChallenge(parsed(attestation, text));

/** Returns the user handle for authenticators: the id's 16 bytes in base64url. */
export const handleOf = (personId: string): Buffer => Buffer.from(personId.replaceAll("-", ""), "hex");
