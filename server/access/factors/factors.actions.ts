import { AppError, tooMany } from "../../platform/app-error.ts";
import { realNow } from "../../platform/clock.ts";
import type { Tx } from "../../platform/db.ts";
import type { Platform } from "../../platform/platform.ts";
import { newId } from "../../platform/random.ts";
import type { SecretPlace } from "../../platform/secrets.ts";
import {
  findFactor,
  findSetup,
  insertFactor,
  putSetup,
  replaceRecoveryCodes,
  spendRecoveryCode,
  takeStep,
} from "./factors.store.ts";
import {
  isSame,
  newRecoveryCode,
  newSecret,
  recoveryHash,
  setupAddress,
  stepOfCode,
  wasRight,
} from "./one-time-code.ts";
import { countTry, refundTry, type Tried } from "../attempts/tries.actions.ts";

/** Seconds until a secret must be confirmed. */
const setupLife = 600;
const recoveryCodeCount = 10;

/** The outcome of a code: `ended` if there is nothing left to confirm, `wait` in seconds after too many tries. */
export type Verdict = "right" | "wrong" | "ended" | { wait: number };

/** Each secret has a new row id, so it is always the first version of its row. */
const placeOf = (table: "factors" | "factor_setups", personId: string, row: string): SecretPlace => ({
  owner: personId,
  table,
  column: "secret",
  row,
  version: 1,
});

/** The key to type, and the same key as a QR code. */
export type Handout = { key: string; qrCode: string };

async function handoutOf(key: string, userName: string): Promise<Handout> {
  const { toDataURL } = await import("qrcode");
  const picture = { errorCorrectionLevel: "M", margin: 2, width: 232 } as const;
  return { key, qrCode: await toDataURL(setupAddress(key, userName), picture) };
}

/** Creates a secret to hand out. Call it before opening a transaction: drawing the QR code takes time. */
export const newHandout = (userName: string): Promise<Handout> => handoutOf(newSecret(), userName);

/** Stores the secret handed out, which has no effect until confirmed by a code. */
export async function beginSetup({ secrets }: Platform, tx: Tx, personId: string, { key }: Handout): Promise<void> {
  const id = newId();
  const secret = secrets.seal(key, placeOf("factor_setups", personId, id));
  await putSetup(tx, { personId, id, secret, lifeSeconds: setupLife });
}

/** Returns the secret handed out earlier while it can still be confirmed. */
export async function heldSetup(
  { database, secrets }: Platform,
  personId: string,
  userName: string,
): Promise<Handout | undefined> {
  const setup = await database.read({ role: "app_identity" }, (db) => findSetup(db, personId));
  return setup && handoutOf(secrets.open(setup.secret, placeOf("factor_setups", personId, setup.id)), userName);
}

/**
 * Turns the factor on if the code belongs to the secret handed out. A given key only names that secret: it must be
 * identical and is never stored as the secret itself.
 */
export function confirmSetup(
  platform: Platform,
  tx: Tx,
  personId: string,
  given: { code: string; key?: string },
  device: Buffer,
): Promise<Verdict> {
  return tryOnce(tx, ["code", personId], device, async () => {
    const setup = await findSetup(tx, personId);
    if (!setup) return "ended";
    const secret = platform.secrets.open(setup.secret, placeOf("factor_setups", personId, setup.id));
    if (given.key !== undefined && !isSame(given.key, secret)) return "ended";
    const step = stepOfCode(secret, given.code, realNow());
    if (step === undefined) return wrongOrLate(secret, given.code);
    const id = newId();
    const sealed = platform.secrets.seal(secret, placeOf("factors", personId, id));
    return (await insertFactor(tx, { personId, id, secret: sealed, step })) ? "right" : "ended";
  });
}

/** Verifies the person by a recovery code, which is used up. Its 125 random bits need no limit to guessing. */
export const proveByRecoveryCode = async (tx: Tx, personId: string, code: string): Promise<Verdict> =>
  (await spendRecoveryCode(tx, personId, recoveryHash(code))) ? "right" : "wrong";

/** Verifies the person by a device code, accepted once. The try counts for them, or for whom they read it out to. */
export function proveFactor(
  platform: Platform,
  tx: Tx,
  personId: string,
  { code, device, readOutTo }: { code: string; device: Buffer; readOutTo?: string },
): Promise<Verdict> {
  const by = readOutTo === undefined ? (["code", personId] as const) : ([`readOut:${personId}`, readOutTo] as const);
  return tryOnce(tx, by, device, async () => {
    const factor = await findFactor(tx, personId);
    if (!factor) return "ended";
    const secret = platform.secrets.open(factor.secret, placeOf("factors", personId, factor.id));
    const step = stepOfCode(secret, code, realNow());
    return step !== undefined && (await takeStep(tx, factor.id, step)) ? "right" : wrongOrLate(secret, code);
  });
}

const wrongOrLate = (secret: string, code: string) => (wasRight(secret, code, realNow()) ? "late" : "wrong");

/**
 * Counts the try before the code is checked, and takes it back if the code is right, or was: whoever sends a code of
 * theirs twice or late guesses nothing. The transaction must commit either way.
 */
async function tryOnce(
  tx: Tx,
  [tried, personId]: readonly [Tried, string],
  device: Buffer,
  look: () => Promise<Verdict | "late">,
): Promise<Verdict> {
  const counted = await countTry(tx, tried, personId, device);
  if ("wait" in counted) return counted;
  const verdict = await look();
  if (verdict === "right" || verdict === "late") await refundTry(tx, counted.key);
  return verdict === "late" ? "wrong" : verdict;
}

/** Turns a verdict into a refusal, to be returned rather than thrown, so that the try stays counted. */
export function refusalOf(verdict: Exclude<Verdict, "right">, ended: "mfaSetupEnded" | "mfaNotOn"): AppError {
  if (typeof verdict === "object") return tooMany(verdict.wait);
  if (verdict === "ended") return new AppError(ended);
  return new AppError("mfaCodeWrong", { fields: { Token: "MFA.CONFIGURE.ERROR_MESSAGE_MAIN" } });
}

/** Replaces the recovery codes by ten new ones. Only this call ever returns them in plain text. */
export async function makeRecoveryCodes(tx: Tx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await replaceRecoveryCodes(tx, personId, codes.map(recoveryHash));
  return codes;
}
