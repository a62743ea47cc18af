import type { SignInProvider } from "@tradewind/contract/access/sso.ts";
import * as openid from "@tradewind/vendors/openid.ts";
import type { JWTVerifyGetKey } from "jose";
import { AppError } from "../../platform/app-error.ts";
import type { Config } from "../../platform/config.ts";

/** Display names. */
export const providerNames: Record<SignInProvider, string> = { sso: "single sign-on", aad: "Microsoft" };

/** How to talk to a provider, and what its id tokens must claim. */
export type Provider = {
  clientId: string;
  clientSecret: string;
  authoriseUrl: string;
  tokenUrl: string;
  /** The address that ends a session; undefined if the provider has none. */
  endSessionUrl: string | undefined;
  keys: JWTVerifyGetKey;
} & ({ kind: "sso"; issuer: string } | { kind: "aad"; issuerOf(tenant: string): string; tenants: readonly string[] });

const known = new WeakMap<Config, Partial<Record<SignInProvider, Promise<Provider>>>>();

/** Returns the configured provider, reading its discovery document the first time. Refuses if none is configured. */
export function providerOf(config: Config, name: SignInProvider): Promise<Provider> {
  const providers = known.get(config) ?? {};
  known.set(config, providers);
  providers[name] ??= (name === "sso" ? discover(config) : workAccounts(config)).catch((error: unknown) => {
    delete providers[name];
    throw error;
  });
  return providers[name];
}

async function discover(config: Config): Promise<Provider> {
  if (!config.SSO_URL || !config.SSO_CLIENT_ID) throw new AppError("providerNotConfigured");
  const description = await openid.readDescription(config.SSO_URL).catch(orUnavailable);
  const issuer = config.SSO_ISSUER || config.SSO_URL;
  const addressOf = (name: string) => {
    const value = description[name];
    return typeof value === "string" && URL.canParse(value) ? value : undefined;
  };
  const [authoriseUrl, tokenUrl, keysUrl] = ["authorization_endpoint", "token_endpoint", "jwks_uri"].map(addressOf);
  if (description["issuer"] !== issuer || !authoriseUrl || !tokenUrl || !keysUrl)
    throw new AppError("providerUnavailable", { cause: new Error(`${config.SSO_URL} does not describe ${issuer}`) });
  return {
    kind: "sso",
    issuer,
    clientId: config.SSO_CLIENT_ID,
    clientSecret: config.SSO_CLIENT_SECRET,
    authoriseUrl,
    tokenUrl,
    endSessionUrl: addressOf("end_session_endpoint"),
    keys: openid.keysAt(keysUrl),
  };
}

/**
 * Microsoft's discovery document has a placeholder for the tenant, which client libraries reject; its addresses are
 * fixed.
 */
async function workAccounts(config: Config): Promise<Provider> {
  if (!config.AAD_CLIENT_ID) throw new AppError("providerNotConfigured");
  const base = `${config.AAD_URL}/organizations`;
  return {
    kind: "aad",
    issuerOf: (tenant) => `${config.AAD_URL}/${tenant}/v2.0`,
    tenants: config.AAD_TENANTS.split(",")
      .map((tenant) => tenant.trim().toLowerCase())
      .filter(Boolean),
    clientId: config.AAD_CLIENT_ID,
    clientSecret: config.AAD_CLIENT_SECRET,
    authoriseUrl: `${base}/oauth2/v2.0/authorize`,
    tokenUrl: `${base}/oauth2/v2.0/token`,
    endSessionUrl: `${base}/oauth2/v2.0/logout`,
    keys: openid.keysAt(`${base}/discovery/v2.0/keys`),
  };
}

/** Exchanges a code for the id token; undefined if the provider refuses it. */
export const exchangeCode = (
  provider: Provider,
  answer: { code: string; verifier: string; redirectUri: string },
): Promise<string | undefined> =>
  openid
    .exchangeCode({ ...provider, authenticates: provider.kind === "aad" ? "post" : "basic" }, answer)
    .catch(orUnavailable);

function orUnavailable(cause: unknown): never {
  throw new AppError("providerUnavailable", { cause });
}
