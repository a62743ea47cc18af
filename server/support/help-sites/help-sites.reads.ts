import { SignJWT } from "jose";
import type { TenantActor } from "../../platform/actor.ts";
import { newId } from "../../platform/random.ts";

/** Seconds in which a site is to be opened with its token. */
const life = 60;

type Site = { audience: string; parameter: string; url: string; secret: string };

/**
 * Returns a site's address with a token that says who comes: signed with the secret of that site, for a minute, and good once,
 * since the site keeps its number. People of customers come without the company that serves them. A site without a secret is opened without one.
 */
export async function siteTokenOf(
  { personId, displayName, email, kind, customerId, resellerName }: TenantActor,
  { audience, parameter, url, secret }: Site,
): Promise<{ Token: string | null; Url: string }> {
  if (secret === "") return { Token: null, Url: url };
  const token = await new SignJWT({
    name: displayName,
    email,
    kind,
    ...(customerId === null && { company: resellerName }),
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(personId)
    .setAudience(audience)
    .setJti(newId())
    .setIssuedAt()
    .setExpirationTime(`${life}s`)
    .sign(Buffer.from(secret));
  const address = new URL(url);
  address.searchParams.set(parameter, token);
  return { Token: token, Url: address.href };
}
