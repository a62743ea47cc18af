import { isRegistryEnd } from "../values/cookie-domain.ts";

/** Hosts that give out subdomains to anybody: a subdomain can be a portal's host, the bare host cannot. */
const sharedEnds = new Set(
  "azurewebsites.net cloudfront.net github.io herokuapp.com netlify.app pages.dev vercel.app web.app workers.dev".split(
    " ",
  ),
);
const host = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Normalises a typed or pasted host as browsers do: lower case, other alphabets in their ASCII form, without scheme,
 * port or trailing slash. Undefined for anything else, such as text with a path, a query or a user.
 */
export function plainHost(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/[\s\\]/.test(text) || !URL.canParse(address)) return undefined;
  const { hostname, pathname, search, hash, username, password } = new URL(address);
  return pathname === "/" && search + hash + username + password === "" ? hostname.replace(/\.$/, "") : undefined;
}

/** Whether a host can belong to one reseller alone: not an IP address, a single label or a shared suffix. */
export const isPortalHost = (text: string): boolean => host.test(text) && !isRegistryEnd(text) && !sharedEnds.has(text);
