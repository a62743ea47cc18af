import { forgetProvider } from "./forget-provider.ts";

/** What the browser keeps of a session: identifiers only, in the specification's spelling. No token is ever here. */
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

export function forget(): void {
  for (const key of sessionKeys) localStorage.removeItem(key);
  forgetProvider();
}
