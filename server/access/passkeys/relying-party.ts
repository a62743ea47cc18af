import type { Config } from "../../platform/config.ts";

/** Where a passkey works: the page's origin, and the host to which the browser binds it. */
export type RelyingParty = { origin: string; rpId: string };
type Ours = Pick<Config, "PUBLIC_URL" | "PASSKEY_ORIGINS" | "DEMO">;

/** Finds our pages at these hosts, by origin; hosts that are no longer ours are left out. */
export function pagesAt({ PUBLIC_URL, PASSKEY_ORIGINS, DEMO }: Ours, hosts: readonly string[]): string[] {
  const usual = new URL(PUBLIC_URL);
  const ours = [...new Set([usual.origin, ...PASSKEY_ORIGINS])];
  return [...new Set(hosts)].flatMap((host) => {
    const page = ours.find((origin) => new URL(origin).hostname === host);
    if (page) return page;
    if (!DEMO || !host.endsWith(".localhost")) return [];
    return `${usual.protocol}//${host}${usual.port && `:${usual.port}`}`;
  });
}

/**
 * Finds the relying party for a request's `Origin`; undefined if the origin is not ours. Without an `Origin`, our main
 * one.
 */
export function relyingPartyOf(config: Ours, given: string | undefined): RelyingParty | undefined {
  const usual = new URL(config.PUBLIC_URL);
  const origin = given ?? usual.origin;
  const page = URL.parse(origin);
  if (page?.origin !== origin) return undefined;
  const isDemo =
    config.DEMO && page.protocol === usual.protocol && page.port === usual.port && /\.localhost$/.test(page.hostname);
  const isOurs = isDemo || [usual.origin, ...config.PASSKEY_ORIGINS].includes(origin);
  return isOurs ? { origin, rpId: page.hostname } : undefined;
}
