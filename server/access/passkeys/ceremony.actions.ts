import type { AuthenticatorTransport } from "@simplewebauthn/server";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { handleOf, readAssertion } from "./credentials.ts";
import {
  insertChallenge,
  lockCredential,
  noteUse,
  takeChallenge,
  type LockedPasskey,
  type Passkey,
  type Purpose,
} from "./passkeys.store.ts";
import { pagesAt, relyingPartyOf, type RelyingParty } from "./relying-party.ts";
import { webauthn } from "./webauthn.ts";

const identity = { role: "app_identity" } as const;
/** Milliseconds a browser waits for the person. */
const patience = 120_000;

/**
 * The passkey requested: a person's, within a session or before it, or anyone's if the passkey itself must identify the
 * person.
 */
export type Asked = { purpose: Exclude<Purpose, "add">; personId: string | null; sessionId: string | null };

export const asDescriptors = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential_id: id, transports }) => ({
    id,
    transports: transports as AuthenticatorTransport[],
  }));

/**
 * Returns the browser options for asking a passkey to sign. Used alone, it must verify the user by finger, face or PIN.
 */
export async function askPasskey(
  tx: Tx,
  party: RelyingParty,
  asked: Asked,
  passkeys: readonly Passkey[] = [],
): Promise<string> {
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: party.rpId,
    allowCredentials: asDescriptors(passkeys),
    userVerification: asked.purpose === "signIn" ? "required" : "preferred",
    timeout: patience,
  });
  await insertChallenge(tx, options.challenge, { ...asked, origin: party.origin });
  return JSON.stringify(options);
}

const inPlaceOfCode = (personId: string): Asked => ({ purpose: "secondFactor", personId, sessionId: null });

/**
 * Returns the options for signing with a passkey in place of a code; undefined if none of the person's passkeys works
 * here.
 */
export async function askInPlaceOfCode(
  { config, database }: Platform,
  personId: string,
  passkeys: readonly Passkey[],
  origin: string | undefined,
): Promise<string | undefined> {
  const party = relyingPartyOf(config, origin);
  const here = passkeys.filter((each) => each.rp_id === party?.rpId);
  if (!party || here.length === 0) return undefined;
  return database.write(identity, (tx) => askPasskey(tx, party, inPlaceOfCode(personId), here));
}

/** Lists the pages where the person's passkeys work, for people without any other second factor. */
export const pagesOfPasskeys = ({ config }: Platform, passkeys: readonly Passkey[]): string[] =>
  pagesAt(
    config,
    passkeys.map((each) => each.rp_id),
  );

export const proveInPlaceOfCode = ({ database }: Platform, personId: string, text: string): Promise<PasskeyVerdict> =>
  database.write(identity, (tx) => provePasskey(tx, text, inPlaceOfCode(personId)));

export type PasskeyVerdict = { passkey: LockedPasskey } | "wrong";

/**
 * Checks that a passkey of the expected person signed the challenge. The challenge is used up either way, so the
 * transaction must commit. Signatures cannot be guessed, so tries are not counted.
 */
export async function provePasskey(tx: Tx, text: string, asked: Asked): Promise<PasskeyVerdict> {
  const read = readAssertion(text);
  const passkey = read && (await lockCredential(tx, read.given.id));
  const personId = asked.personId ?? passkey?.person_id;
  const origin = read && (await takeChallenge(tx, read.challenge, asked));
  if (!origin || !passkey || passkey.person_id !== personId) return "wrong";
  const use = await verified(passkey, read, origin, asked.purpose === "signIn");
  if (!use) return "wrong";
  await noteUse(tx, passkey.id, use);
  return { passkey };
}

/**
 * Returns the passkey's new state after a valid signature; undefined for an invalid one or if the counter did not
 * advance.
 */
async function verified(
  passkey: LockedPasskey,
  { given, challenge }: NonNullable<ReturnType<typeof readAssertion>>,
  origin: string,
  alone: boolean,
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const { userHandle } = given.response;
  const isTheirs = userHandle === undefined ? !alone : userHandle === handleOf(passkey.person_id).toString("base64url");
  if (!isTheirs || new URL(origin).hostname !== passkey.rp_id) return undefined;
  try {
    const { verified: isGood, authenticationInfo: info } = await (
      await webauthn()
    ).verifyAuthenticationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: passkey.rp_id,
      credential: {
        id: given.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
      requireUserVerification: alone,
    });
    return isGood ? { counter: info.newCounter, backedUp: info.credentialBackedUp } : undefined;
  } catch {
    return undefined;
  }
}
