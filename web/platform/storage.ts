import type { Currency } from "@tradewind/domain/values/money.ts";
import { forgetProvider } from "./forget-provider.ts";

/** The session values kept in the browser: identifiers only, in the specification's spelling, and never a token. */
export const sessionKeys = [
  "userMex",
  "username",
  "userType",
  "enduseradminId",
  "isEndUserAdmin",
  "isEndUser",
  "emailAddress",
  "cloudMarketId",
  "currencyCode",
] as const;
export type SessionKey = (typeof sessionKeys)[number];

export function remember(values: Record<SessionKey, string | null>): void {
  for (const key of sessionKeys) {
    const value = values[key];
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
}

export const remembered = (key: SessionKey): string | undefined => localStorage.getItem(key) ?? undefined;

/** The currency of whoever is signed in, as told at sign-in; pounds where none is kept. */
export const currencyCode = (): Currency => (remembered("currencyCode") === "EUR" ? "EUR" : "GBP");

export function forget(): void {
  for (const key of sessionKeys) localStorage.removeItem(key);
  forgetProvider();
}
