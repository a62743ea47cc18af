import { createHash, timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { randomBelow } from "../../platform/random.ts";

/** Seconds per code. */
const period = 30;

/** Returns 160 random bits in base32, the format authenticator apps expect. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer: "Tradewind", label, algorithm: "SHA1", digits: 6, period, secret: Secret.fromBase32(secret) });

/** Builds the `otpauth://` address that a QR code carries to the app. */
export const setupAddress = (secret: string, userName: string): string => totpOf(secret, userName).toString();

/** Computes the code of a 30-second step (RFC 6238). */
export const codeOfStep = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * period * 1000 });

/** Returns the step at an instant in milliseconds. */
export const stepAt = (instant: number): number => Math.floor(instant / 1000 / period);

/**
 * Finds the step of a code: the current one, the one before, since typing takes time, or the next, since clocks differ.
 * Returns undefined for any other code.
 */
export const stepOfCode = (secret: string, code: string, instant: number): number | undefined =>
  findStep(secret, code, stepAt(instant), [0, -1, 1]);

/** Steps back in which a code was right: five minutes. */
const past = Array.from({ length: 11 }, (_, steps) => -steps);

/** Whether a code was right within the last minutes: too late or used already, but no guess. */
export const wasRight = (secret: string, code: string, instant: number): boolean =>
  findStep(secret, code, stepAt(instant), past) !== undefined;

const findStep = (secret: string, code: string, step: number, away: readonly number[]) =>
  /^[0-9]{6}$/.test(code)
    ? away.map((each) => step + each).find((each) => isSame(codeOfStep(secret, each), code))
    : undefined;

export const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

const hashOf = (text: string) => createHash("sha256").update(text).digest();

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns 125 random bits as five groups of five letters and digits. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: 25 }, () => alphabet[randomBelow(alphabet.length)]).join("");
  return letters.replace(/(.{5})(?=.)/g, "$1-");
}

/** Hashes a recovery code for storage. Case, spaces and hyphens do not matter. */
export const recoveryHash = (code: string): Buffer => hashOf(code.toUpperCase().replace(/[^A-Z2-7]/g, ""));
