/** Calls to an OpenID provider. */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import type { Fetch } from "./guarded-fetch.ts";
import { VendorUnavailable } from "./vendor.ts";

/** Milliseconds for a provider to answer. */
const patience = 5_000;

const plainly: Fetch = (url, init) => fetch(url, { ...init, redirect: "error" });

const send = (through: Fetch, url: string, init: Parameters<Fetch>[1]): Promise<Response> =>
  through(url, { ...init, signal: AbortSignal.timeout(patience) }).catch((cause: unknown) => {
    throw new VendorUnavailable(`${url} did not answer`, { cause });
  });

/** Fetches a provider's discovery document. */
export async function readDescription(issuerUrl: string, through = plainly): Promise<Record<string, unknown>> {
  const url = `${issuerUrl}/.well-known/openid-configuration`;
  const response = await send(through, url, {});
  if (!response.ok) throw new VendorUnavailable(`${url} answered ${response.status}`);
  return response.json().catch((cause: unknown) => {
    throw new VendorUnavailable(`${url} answered no JSON`, { cause });
  }) as Promise<Record<string, unknown>>;
}

/** Returns the provider's keys, which are fetched when first needed and again when a token names an unknown one. */
export const keysAt = (url: string, through?: Fetch): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), {
    timeoutDuration: patience,
    cooldownDuration: 1_000,
    ...(through && { [customFetch]: through }),
  });

export type TokenClient = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** How the client authenticates. */
  authenticates: "basic" | "post";
  /** Defaults to an unguarded fetch, for addresses that the operator set. */
  fetch?: Fetch;
};

/** Exchanges a code for the id token; undefined if the provider refuses it. */
export async function exchangeCode(
  { tokenUrl, clientId, clientSecret, authenticates, fetch: through = plainly }: TokenClient,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<string | undefined> {
  const fields = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  const basic = btoa([clientId, clientSecret].map(encodeURIComponent).join(":"));
  const response = await send(through, tokenUrl, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      ...(authenticates === "basic" ? { authorization: `Basic ${basic}` } : {}),
    },
    body: new URLSearchParams(
      authenticates === "post" ? { ...fields, client_id: clientId, client_secret: clientSecret } : fields,
    ).toString(),
  });
  if (response.status >= 500) throw new VendorUnavailable(`${tokenUrl} answered ${response.status}`);
  const answer = (await response.json().catch(() => ({}))) as { id_token?: unknown };
  return response.ok && typeof answer.id_token === "string" ? answer.id_token : undefined;
}
