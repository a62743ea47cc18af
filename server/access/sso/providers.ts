import type { SignInProvider } from "@tradewind/contract/access/sso.ts";
import * as openid from "@tradewind/vendors/openid.ts";
import { guardedFetch, type Fetch } from "@tradewind/vendors/guarded-fetch.ts";
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
  authenticates: "basic" | "post";
  fetch?: Fetch;
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

/** Whether the operator set a provider up. */
export const isSetUp = ({ SSO_URL, SSO_CLIENT_ID, AAD_CLIENT_ID }: Config, name: SignInProvider): boolean =>
  name === "sso" ? SSO_URL !== "" && SSO_CLIENT_ID !== "" : AAD_CLIENT_ID !== "";

async function discover(config: Config): Promise<Provider> {
  if (!isSetUp(config, "sso")) throw new AppError("providerNotConfigured");
  return describe(config.SSO_URL, {
    issuer: config.SSO_ISSUER || config.SSO_URL,
    clientId: config.SSO_CLIENT_ID,
    clientSecret: config.SSO_CLIENT_SECRET,
  });
}

type Client = { issuer: string; clientId: string; clientSecret: string };

/** A company's own provider, by an address that the company typed. */
export const companyProviderAt = (config: Config, client: Client): Promise<Provider> =>
  describe(client.issuer, client, guardedFetch({ anywhere: config.DEMO }), config.DEMO ? webProtocols : ["https:"]);

const webProtocols: readonly string[] = ["https:", "http:"];

/** A provider at an address that calls itself something else. */
export class OtherIssuer extends AppError {
  readonly issuer: string;
  constructor(issuer: string) {
    super("providerUnavailable", { cause: new Error(`The provider calls itself ${issuer}`) });
    this.issuer = issuer;
  }
}

/** An issuer without what people add or leave out: its last slash, and the address of its description. */
const spelling = (issuer: string) => issuer.replace(/\/?(\.well-known\/openid-configuration)?\/?$/, "");

/** Reads a provider's description. Its issuer is written as it writes itself, since its tokens must name it so. */
async function describe(
  url: string,
  { issuer, ...client }: Client,
  through?: Fetch,
  protocols = webProtocols,
): Promise<Provider> {
  const description = await openid.readDescription(spelling(url), through).catch(orUnavailable);
  const addressOf = (name: string) => {
    const value = description[name];
    return typeof value === "string" && protocols.includes(URL.parse(value)?.protocol ?? "") ? value : undefined;
  };
  const own = description["issuer"];
  if (typeof own === "string" && spelling(own) !== spelling(issuer)) throw new OtherIssuer(own.slice(0, 300));
  const [authoriseUrl, tokenUrl, keysUrl] = ["authorization_endpoint", "token_endpoint", "jwks_uri"].map(addressOf);
  if (typeof own !== "string" || !authoriseUrl || !tokenUrl || !keysUrl)
    throw new AppError("providerUnavailable", { cause: new Error(`${url} does not describe ${issuer}`) });
  const methods = description["token_endpoint_auth_methods_supported"];
  const onlyPost = Array.isArray(methods) && !methods.includes("client_secret_basic");
  return {
    kind: "sso",
    issuer: own,
    ...client,
    ...(through && { fetch: through }),
    authenticates: onlyPost && through ? "post" : "basic",
    authoriseUrl,
    tokenUrl,
    endSessionUrl: addressOf("end_session_endpoint"),
    keys: openid.keysAt(keysUrl, through),
  };
}

/**
 * Microsoft's discovery document has a placeholder for the tenant, which client libraries reject; its addresses are
 * fixed.
 */
async function workAccounts(config: Config): Promise<Provider> {
  if (!isSetUp(config, "aad")) throw new AppError("providerNotConfigured");
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
    authenticates: "post",
    endSessionUrl: `${base}/oauth2/v2.0/logout`,
    keys: openid.keysAt(`${base}/discovery/v2.0/keys`),
  };
}

/** Exchanges a code for the id token; undefined if the provider refuses it. */
export const exchangeCode = (
  provider: Provider,
  answer: { code: string; verifier: string; redirectUri: string },
): Promise<string | undefined> => openid.exchangeCode(provider, answer).catch(orUnavailable);

function orUnavailable(cause: unknown): never {
  throw new AppError("providerUnavailable", { cause });
}
