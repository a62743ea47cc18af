import type { Config } from "../../platform/config.ts";

/** Where a passkey is made and used: the page's origin, and its host, to which the browser binds the passkey. */
export type RelyingParty = { origin: string; rpId: string };

/** Whom a request of this `Origin` speaks for; undefined at an address that is not ours. Without one, our usual address. */
export function relyingPartyOf(
  config: Pick<Config, "PUBLIC_URL" | "PASSKEY_ORIGINS" | "DEMO">,
  given: string | undefined,
): RelyingParty | undefined {
  const usual = new URL(config.PUBLIC_URL);
  const origin = given ?? usual.origin;
  const page = URL.parse(origin);
  if (page?.origin !== origin) return undefined;
  const isDemo =
    config.DEMO && page.protocol === usual.protocol && page.port === usual.port && /\.localhost$/.test(page.hostname);
  const isOurs = isDemo || [usual.origin, ...config.PASSKEY_ORIGINS].includes(origin);
  return isOurs ? { origin, rpId: page.hostname } : undefined;
}
