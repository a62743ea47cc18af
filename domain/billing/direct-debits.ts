/** Direct debits: how a mandate may stand, and how bank accounts are written. */
import type { Currency } from "../values/money.ts";

/** `starting` until the provider has begun it; the others are the provider's. */
export const mandateStatuses = [
  "starting",
  "pendingApproval",
  "pendingSubmission",
  "submitted",
  "active",
  "suspended",
  "failed",
  "cancelled",
  "expired",
  "consumed",
  "blocked",
] as const;
export type MandateStatus = (typeof mandateStatuses)[number];

/** It does not come back from there: whoever wants to pay by direct debit again sets up another one. */
export const endedMandates: readonly MandateStatus[] = ["failed", "cancelled", "expired", "consumed", "blocked"];
/** Payments can be asked for: what comes before the first possible day waits for it. */
export const usableMandates: readonly MandateStatus[] = ["pendingSubmission", "submitted", "active"];

/** The scheme of a currency decides how an account is written: sort code and number, or IBAN. */
export const schemes = ["bacs", "sepa"] as const;
export type Scheme = (typeof schemes)[number];
export const schemeOf: Readonly<Record<Currency, Scheme>> = { GBP: "bacs", EUR: "sepa" };

/** Strips what people write between the digits. */
export const plainAccount = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** Whether a text without spaces is an IBAN, by its check digits (ISO 13616). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}
