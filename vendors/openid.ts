/** Calls to an OpenID provider. */
import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { VendorUnavailable } from "./vendor.ts";

/** Milliseconds for a provider to answer. */
const patience = 5_000;

const send = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(patience), redirect: "error" }).catch((cause: unknown) => {
    throw new VendorUnavailable(`${url} did not answer`, { cause });
  });

/** Fetches a provider's discovery document. */
export async function readDescription(issuerUrl: string): Promise<Record<string, unknown>> {
  const url = `${issuerUrl}/.well-known/openid-configuration`;
  const response = await send(url, {});
  if (!response.ok) throw new VendorUnavailable(`${url} answered ${response.status}`);
  return response.json().catch((cause: unknown) => {
    throw new VendorUnavailable(`${url} answered no JSON`, { cause });
  }) as Promise<Record<string, unknown>>;
}

/** Returns the provider's keys, which are fetched when first needed and again when a token names an unknown one. */
export const keysAt = (url: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), { timeoutDuration: patience, cooldownDuration: 1_000 });

export type TokenClient = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** How the client authenticates. */
  authenticates: "basic" | "post";
};

/** Exchanges a code for the id token; undefined if the provider refuses it. */
export async function exchangeCode(
  { tokenUrl, clientId, clientSecret, authenticates }: TokenClient,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<string | undefined> {
  const fields = { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri };
  const basic = btoa([clientId, clientSecret].map(encodeURIComponent).join(":"));
  const response = await send(tokenUrl, {
    method: "POST",
    headers: { accept: "application/json", ...(authenticates === "basic" ? { authorization: `Basic ${basic}` } : {}) },
    body: new URLSearchParams(
      authenticates === "post" ? { ...fields, client_id: clientId, client_secret: clientSecret } : fields,
    ),
  });
  if (response.status >= 500) throw new VendorUnavailable(`${tokenUrl} answered ${response.status}`);
  const answer = (await response.json().catch(() => ({}))) as { id_token?: unknown };
  return response.ok && typeof answer.id_token === "string" ? answer.id_token : undefined;
}
