import { errors, jwtVerify } from "jose";
import { isPlainName } from "@tradewind/domain/access/scim.ts";
import { patterns } from "@tradewind/domain/values/patterns.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Provider } from "./providers.ts";

/** What a provider says of a person besides who they are; nobody is known by it. */
export type Card = { email: string | null; firstName: string | null; lastName: string | null };
/** A person's identity at a provider according to its id token, never by name or email address. */
export type Identity = { issuer: string; subject: string; orgId: string | null; useSe: boolean; card: Card };

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** The tenant of personal Microsoft accounts, which anyone can open. */
const consumerTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";
const text = (value: unknown) => (typeof value === "string" && value !== "" && value.length <= 300 ? value : undefined);

/**
 * Verifies an id token issued to us for this sign-in. Returns undefined for any other token; refuses if the keys cannot
 * be fetched.
 */
export async function readIdToken(provider: Provider, idToken: string, nonce: string): Promise<Identity | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, provider.keys, {
      audience: provider.clientId,
      algorithms: ["RS256", "PS256", "ES256"],
      requiredClaims: ["iss", "sub", "iat", "exp", "nonce"],
      maxTokenAge: "10m",
      clockTolerance: 60,
    });
    const { typ } = protectedHeader;
    // An access token of the same provider may have the same audience; its type tells them apart.
    if (typ !== undefined && typ.toUpperCase() !== "JWT") return undefined;
    const azp = payload["azp"];
    if (azp !== undefined && azp !== provider.clientId) return undefined;
    // Being one of several audiences is not enough: the token must have been issued to us.
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && azp !== provider.clientId) return undefined;
    if (payload["nonce"] !== nonce) return undefined;
    const who = provider.kind === "sso" ? ofOrganisation(provider, payload) : ofTenant(provider, payload);
    return who && { ...who, useSe: payload["use_se"] === true, card: cardOf(payload) };
  } catch (error) {
    const keysMissing = error instanceof errors.JWKSTimeout || (error as { code?: string }).code === "ERR_JOSE_GENERIC";
    if (keysMissing || !(error instanceof errors.JOSEError))
      throw new AppError("providerUnavailable", { cause: error });
    return undefined;
  }
}

type Claims = Record<string, unknown>;

/** An address that the provider itself calls unverified is none, and a name that is none is left out. */
function cardOf(claims: Claims): Card {
  const isUnverified = ["false", "0"].includes(String(claims["email_verified"]).toLowerCase());
  const address = isUnverified ? undefined : text(claims["email"] ?? claims["preferred_username"]);
  const plain = (name: string | null | undefined) => (name && isPlainName(name) ? name : null);
  const [first = null, ...rest] = (text(claims["name"]) ?? "").split(" ").filter(Boolean);
  return {
    email: address && address.length <= 100 && patterns.email.test(address) ? address.toLowerCase() : null,
    firstName: plain(text(claims["given_name"]) ?? first),
    lastName: plain(text(claims["family_name"]) ?? rest.join(" ")),
  };
}

function ofOrganisation({ issuer }: Extract<Provider, { kind: "sso" }>, claims: Claims) {
  const subject = text(claims["sub"]);
  if (claims["iss"] !== issuer || !subject) return undefined;
  return { issuer, subject, orgId: text(claims["org_id"]) ?? null };
}

/** Microsoft has one issuer per tenant, all with the same keys: the issuer must match the tenant the token names. */
function ofTenant({ issuerOf, tenants }: Extract<Provider, { kind: "aad" }>, claims: Claims) {
  const [tenant, subject] = [text(claims["tid"]), text(claims["oid"])];
  if (!tenant || !guid.test(tenant) || !subject || claims["iss"] !== issuerOf(tenant)) return undefined;
  if (tenant === consumerTenant || (tenants.length > 0 && !tenants.includes(tenant))) return undefined;
  return { issuer: tenant, subject, orgId: null };
}
