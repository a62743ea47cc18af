/** An Entra-like token endpoint for Partner Center and Graph, and the validation of its tokens. */
import { createHmac } from "node:crypto";
import type { Clock } from "../kit/clock.ts";
import type { Route, SimReply, SimRequest, Vendor } from "../kit/vendor.ts";

export const partnerAudience = "https://api.partnercenter.microsoft.com";
export const graphAudience = "https://graph.microsoft.com";
export const azureAudience = "https://management.azure.com";
const audiences = [partnerAudience, graphAudience, azureAudience];
const lifeSeconds = 3_600;

/** `tenant` is the one whose directory it is for. */
type Claims = { aud: string; app: string; user: boolean; exp: number; tenant: string };

export function identityVendor(clock: Clock): Vendor {
  const answer = (request: SimRequest) => grant(clock, request);
  const routes: Route[] = [
    { method: "POST", path: "/:tenant/oauth2/token", answer },
    { method: "POST", path: "/:tenant/oauth2/v2.0/token", answer },
  ];
  return { routes, notFound: () => ({ status: 404, body: { error: "not_found" } }) };
}

function grant(clock: Clock, { body, params }: SimRequest): SimReply {
  if (!body.client_id || String(body.client_secret ?? "").length < 8)
    return failure(401, "invalid_client", "AADSTS7000215: Invalid client secret provided.");
  const wanted = body.resource ?? String(body.scope ?? "").replace(/\/\.default$/, "");
  if (!audiences.includes(wanted))
    return failure(400, "invalid_resource", "AADSTS500011: The resource principal was not found.");
  const user = body.grant_type === "refresh_token";
  if (user && String(body.refresh_token ?? "").length < 8)
    return failure(400, "invalid_grant", "AADSTS700082: The refresh token has expired.");
  if (!user && body.grant_type !== "client_credentials")
    return failure(400, "unsupported_grant_type", "AADSTS70003: The grant type is not supported.");
  const exp = Math.floor(clock.now() / 1_000) + lifeSeconds;
  return {
    status: 200,
    headers: { "cache-control": "no-store" },
    body: {
      token_type: "Bearer",
      expires_in: lifeSeconds,
      expires_on: exp,
      resource: wanted,
      access_token: sign({ aud: wanted, app: body.client_id, user, exp, tenant: params.tenant ?? "" }),
      ...(user ? { refresh_token: body.refresh_token } : {}),
    },
  };
}

const failure = (status: number, error: string, error_description: string): SimReply => ({
  status,
  body: { error, error_description },
});

/** Returns the claims of a token that we issued and that has not expired. */
export function readToken(clock: Clock, authorization: string | undefined): Claims | undefined {
  const [payload = "", signature] = (authorization ?? "").replace(/^Bearer /, "").split(".");
  if (!payload || signature !== seal(payload)) return undefined;
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Claims;
  return claims.exp * 1_000 > clock.now() ? claims : undefined;
}

function sign(claims: Claims): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `${payload}.${seal(payload)}`;
}

/** The key protects nothing: it only keeps tokens valid after a restart of the simulator. */
const seal = (payload: string) => createHmac("sha256", "stand-in for Entra").update(payload).digest("base64url");
