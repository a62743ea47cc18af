import { isRegistryEnd } from "../values/cookie-domain.ts";

/** Hosts under which anybody gets a name: such a name may be a portal's, its end alone not. */
const sharedEnds = new Set(
  "azurewebsites.net cloudfront.net github.io herokuapp.com netlify.app pages.dev vercel.app web.app workers.dev".split(
    " ",
  ),
);
const host = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * A host as browsers name it, of what is typed or pasted: small letters, other alphabets in their ASCII form, without
 * scheme, port, or a slash behind it. Undefined for what names no host, or more than one: a path, a query, a user.
 */
export function plainHost(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/[\s\\]/.test(text) || !URL.canParse(address)) return undefined;
  const { hostname, pathname, search, hash, username, password } = new URL(address);
  return pathname === "/" && search + hash + username + password === "" ? hostname.replace(/\.$/, "") : undefined;
}

/** Whether a host can be one reseller's alone: not an address of numbers, not a single name, not an end that belongs to everybody. */
export const isPortalHost = (text: string): boolean => host.test(text) && !isRegistryEnd(text) && !sharedEnds.has(text);
