import { mostPasskeys } from "@tradewind/contract/access/passkeys.ts";
import { recordOwn } from "../../platform/activity.store.ts";
import { AppError, orNotFound, tooMany } from "../../platform/app-error.ts";
import type { Tx } from "../../platform/db.ts";
import type { Call, Doing } from "../../platform/http.ts";
import { readAnew } from "../../platform/forget-sessions.ts";
import { callerOf } from "../devices/devices.actions.ts";
import { countCallFrom } from "../attempts/sign-in-limit.actions.ts";
import { makeRecoveryCodes } from "../factors/factors.actions.ts";
import {
  confirmFactor,
  deleteRecoveryCodes,
  endOtherSessions,
  factorsOf,
  findFactor,
  hasRecoveryCodes,
} from "../factors/factors.store.ts";
import { tellSignInChanged } from "../notices/notices.actions.ts";
import { asDescriptors, askPasskey, provePasskey } from "./ceremony.actions.ts";
import { handleOf, readAttestation } from "./credentials.ts";
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  renamePasskey,
  takeChallenge,
} from "./passkeys.store.ts";
import { relyingPartyOf, type RelyingParty } from "./relying-party.ts";
import { webauthn } from "./webauthn.ts";
import { refuseElsewhere, type Own } from "../factors/proof.reads.ts";

/** COSE identifiers of Ed25519, ECDSA on P-256 and RSA, which cover today's devices. */
const algorithms = [-8, -7, -257];

function partyOf({ platform, request }: Pick<Call, "platform" | "request">): RelyingParty {
  const party = relyingPartyOf(platform.config, request.headers.origin);
  if (!party) throw new AppError("passkeysNotHere");
  return party;
}

/** Open to callers who are not signed in, so counted. */
export async function signInOptions(doing: Doing<undefined>): Promise<string | AppError> {
  const { platform, tx } = doing;
  const party = partyOf(doing);
  const wait = await countCallFrom(tx, "passkey-options", callerOf(doing), platform.config.LOGIN_FLOW_LIMIT, 60);
  return wait === undefined
    ? askPasskey(tx, party, { purpose: "signIn", personId: null, sessionId: null })
    : tooMany(wait);
}

async function refuseMore(tx: Tx, personId: string) {
  await factorsOf(tx, personId);
  const held = await listPasskeys(tx, personId);
  if (held.length >= mostPasskeys) throw new AppError("passkeysEnough");
  return held;
}

const askedToAdd = ({ actor }: Own) =>
  ({ purpose: "add", personId: actor.personId, sessionId: actor.sessionId }) as const;

/** Requires that the person proved their identity recently. */
export async function addOptions(doing: Own): Promise<string> {
  const { tx, actor } = doing;
  const party = partyOf(doing);
  await refuseElsewhere(tx, actor.sessionId);
  const held = await refuseMore(tx, actor.personId);
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: "Tradewind",
    rpID: party.rpId,
    userID: new Uint8Array(handleOf(actor.personId)),
    userName: actor.userName,
    userDisplayName: actor.displayName,
    attestationType: "none",
    excludeCredentials: asDescriptors(held.filter((each) => each.rp_id === party.rpId)),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
    supportedAlgorithmIDs: algorithms,
  });
  await insertChallenge(tx, options.challenge, { ...askedToAdd(doing), origin: party.origin });
  return JSON.stringify(options);
}

/**
 * Adds a passkey. A person's first second factor also brings recovery codes and ends the sessions opened without it.
 */
export async function addPasskey(
  doing: Own,
  name: string,
  text: string,
): Promise<{ id: string; codes: string[] } | AppError> {
  const { tx, actor } = doing;
  const read = readAttestation(text);
  await refuseElsewhere(tx, actor.sessionId);
  const origin = read && (await takeChallenge(tx, read.challenge, askedToAdd(doing)));
  const made = origin && (await registered(read, origin));
  if (!made) return new AppError("passkeyRefused");
  const held = await refuseMore(tx, actor.personId);
  const kept = await insertPasskey(tx, { ...made, personId: actor.personId, name });
  if (!kept) return new AppError("passkeyRefused");
  await confirmFactor(tx, actor.sessionId);
  const isFirst = held.length === 0 && !(await findFactor(tx, actor.personId));
  if (isFirst) await endOtherSessions(tx, actor.personId, actor.sessionId, "a passkey was added");
  const codes = (await hasRecoveryCodes(tx, actor.personId)) ? [] : await makeRecoveryCodes(tx, actor.personId);
  await told(doing, "passkeys.add", `Added the passkey ${name}`, `The passkey “${name}” was added.`);
  readAnew(doing);
  return { id: kept.id, codes };
}

async function registered(
  { given, challenge }: NonNullable<ReturnType<typeof readAttestation>>,
  origin: string,
): Promise<Omit<Parameters<typeof insertPasskey>[1], "personId" | "name"> | undefined> {
  const rpId = new URL(origin).hostname;
  try {
    const { registrationInfo: info } = await (
      await webauthn()
    ).verifyRegistrationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    return (
      info && {
        rpId,
        credentialId: info.credential.id,
        publicKey: Buffer.from(info.credential.publicKey),
        counter: info.credential.counter,
        transports: given.response.transports ?? [],
        backedUp: info.credentialBackedUp,
      }
    );
  } catch {
    return undefined;
  }
}

async function told(doing: Own, action: string, line: string, sentence: string): Promise<void> {
  await recordOwn(doing, action, line);
  await tellSignInChanged(doing.platform, doing.tx, doing.actor.personId, sentence);
}

export async function giveName(doing: Own, id: string, name: string): Promise<void> {
  const { tx, actor } = doing;
  await refuseElsewhere(tx, actor.sessionId);
  orNotFound(await renamePasskey(tx, actor.personId, id, name));
  await recordOwn(doing, "passkeys.rename", `Renamed a passkey to ${name}`);
}

/** Removes a passkey, and the recovery codes if no second factor is left. */
export async function removePasskey(doing: Own, id: string): Promise<void> {
  const { tx, actor } = doing;
  await refuseElsewhere(tx, actor.sessionId);
  await factorsOf(tx, actor.personId);
  const { name } = orNotFound(await deletePasskey(tx, actor.personId, id));
  const isLast = (await listPasskeys(tx, actor.personId)).length === 0 && !(await findFactor(tx, actor.personId));
  if (isLast) await deleteRecoveryCodes(tx, actor.personId);
  await endOtherSessions(tx, actor.personId, actor.sessionId, "a passkey was removed");
  await told(doing, "passkeys.remove", `Removed the passkey ${name}`, `The passkey “${name}” was removed.`);
  readAnew(doing);
}

const askedToConfirm = ({ actor }: Own) =>
  ({ purpose: "confirm", personId: actor.personId, sessionId: actor.sessionId }) as const;

export async function confirmOptions(doing: Own): Promise<string> {
  const party = partyOf(doing);
  const held = (await listPasskeys(doing.tx, doing.actor.personId)).filter((each) => each.rp_id === party.rpId);
  if (held.length === 0) throw new AppError("passkeyMissing");
  return askPasskey(doing.tx, party, askedToConfirm(doing), held);
}

export async function confirmByPasskey(doing: Own, text: string): Promise<AppError | undefined> {
  const { tx, actor } = doing;
  const verdict = await provePasskey(tx, text, askedToConfirm(doing));
  if (verdict === "wrong") return new AppError("passkeyRefused");
  await confirmFactor(tx, actor.sessionId);
  await recordOwn(doing, "mfa.verify", "Confirmed who they are with a passkey");
  return undefined;
}
