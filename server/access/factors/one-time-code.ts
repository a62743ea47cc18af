import { createHash, timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { randomBelow } from "../../platform/random.ts";

/** Seconds that a code is shown. */
const period = 30;

/** 160 random bits in base32, as authenticator apps take them. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer: "Tradewind", label, algorithm: "SHA1", digits: 6, period, secret: Secret.fromBase32(secret) });

/** The `otpauth://` address that a QR code carries to the app. */
export const setupAddress = (secret: string, userName: string): string => totpOf(secret, userName).toString();

/** The code of a 30-second step (RFC 6238). */
export const codeOfStep = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * period * 1000 });

/** The step at an instant in milliseconds. */
export const stepAt = (instant: number): number => Math.floor(instant / 1000 / period);

/** The step whose code this is: the present one or the one before it, since typing takes time. Undefined for any other. */
export function stepOfCode(secret: string, code: string, instant: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const step = stepAt(instant);
  return [step, step - 1].find((each) => isSame(codeOfStep(secret, each), code));
}

export const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));

const hashOf = (text: string) => createHash("sha256").update(text).digest();

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** 125 random bits as five groups of five letters and digits. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: 25 }, () => alphabet[randomBelow(alphabet.length)]).join("");
  return letters.replace(/(.{5})(?=.)/g, "$1-");
}

/** What is kept of a recovery code. Capitals, spaces and hyphens do not matter. */
export const recoveryHash = (code: string): Buffer => hashOf(code.toUpperCase().replace(/[^A-Z2-7]/g, ""));
