import { createHmac, createPublicKey, KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sso, type SignInProvider } from "@tradewind/contract/access/sso.ts";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { begin, ourPage } from "../../test/provider-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const signing = await generateKeyPair("RS256", { extractable: true });
const stranger = await generateKeyPair("RS256", { extractable: true });
const jwk = { ...(await exportJWK(signing.publicKey)), kid: "first", alg: "RS256", use: "sig" };

/** A provider that returns whatever token a test sets. */
let idToken: unknown;
let tokenStatus = 200;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  const at = `http://${request.headers.host}`;
  const answers: Record<string, unknown> = {
    "/.well-known/openid-configuration": {
      issuer: at,
      authorization_endpoint: `${at}/authorize`,
      token_endpoint: `${at}/token`,
      jwks_uri: `${at}/keys`,
    },
    "/keys": { keys: [jwk] },
    "/organizations/discovery/v2.0/keys": { keys: [jwk] },
    "/token": { id_token: idToken, access_token: "x", token_type: "Bearer" },
    "/organizations/oauth2/v2.0/token": { id_token: idToken },
  };
  const isToken = request.url!.endsWith("/token");
  response.writeHead(isToken ? tokenStatus : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(answers[request.url!] ?? {}));
});
await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => void server.close());

const client = "our-client";
const app = await testApp({
  SSO_URL: url,
  SSO_CLIENT_ID: client,
  SSO_CLIENT_SECRET: "our-secret",
  AAD_URL: url,
  AAD_CLIENT_ID: client,
  AAD_CLIENT_SECRET: "our-secret",
});
beforeEach(() => {
  tokenStatus = 200;
});

const tenant = "7c1d2f6e-90ab-4c6b-8b0e-3a5c1d2e4f60";
const now = () => Math.floor(Date.now() / 1000);
type Make = { claims?: JWTPayload; header?: Record<string, unknown>; by?: CryptoKey };
type Forge = (nonce: string) => Promise<string>;

/** Makes a token like the provider's, with the given differences; `undefined` removes a claim. */
const made =
  ({ claims, header, by = signing.privateKey }: Make = {}, more: JWTPayload = {}): Forge =>
  (nonce) =>
    new SignJWT({ iss: url, aud: client, sub: "person-1", iat: now(), exp: now() + 600, nonce, ...more, ...claims })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "first", ...header })
      .sign(by);
const ofTenant = (make: Make = {}) =>
  made(make, { iss: `${url}/${tenant}/v2.0`, tid: tenant, oid: "5d0c8a52-1f2e-4d0f-9a55-0d8f6d1c7a01" });

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const plain = (nonce: string, header: Record<string, unknown>) =>
  `${encoded(header)}.${encoded({ iss: url, aud: client, sub: "person-1", iat: now(), exp: now() + 600, nonce })}`;
const byPublicKey =
  (alg: string): Forge =>
  async (nonce) => {
    const text = plain(nonce, { alg, typ: "JWT", kid: "first" });
    const key = createPublicKey({ key: jwk, format: "jwk" }).export({ type: "spki", format: "pem" });
    return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
  };

async function comeBackWith(provider: SignInProvider, forge: Forge) {
  const { target, browser } = await begin(app, { provider });
  idToken = await forge(target.searchParams.get("nonce")!);
  const state = target.searchParams.get("state")!;
  const answer = await app.call(null, sso.callback, { body: { state, code: "code" } }, { headers: ourPage(browser) });
  return answer.status === 200 ? (answer.Result!.Ticket ?? "refused") : answer.Error;
}

const hostile: Record<string, Forge> = {
  "algorithm none": async (nonce) => `${plain(nonce, { alg: "none", typ: "JWT" })}.`,
  "algorithm None": async (nonce) => `${plain(nonce, { alg: "None", typ: "JWT" })}.`,
  "HS256 with the public key": byPublicKey("HS256"),
  "RS256 with an HMAC": byPublicKey("RS256"),
  "another issuer": made({ claims: { iss: "https://elsewhere.example" } }),
  "no issuer": made({ claims: { iss: undefined } }),
  "another audience": made({ claims: { aud: "another-client" } }),
  "several audiences, given to nobody": made({ claims: { aud: [client, "another-client"] } }),
  "several audiences, given to another": made({ claims: { aud: [client, "another-client"], azp: "another-client" } }),
  "our audience, given to another": made({ claims: { azp: "another-client" } }),
  "another nonce": made({ claims: { nonce: "another" } }),
  "no nonce": made({ claims: { nonce: undefined } }),
  "no subject": made({ claims: { sub: undefined } }),
  "an empty subject": made({ claims: { sub: "" } }),
  "a past end": made({ claims: { exp: now() - 90 } }),
  "no end": made({ claims: { exp: undefined } }),
  "an old date": made({ claims: { iat: now() - 900 } }),
  "no date": made({ claims: { iat: undefined } }),
  "a date in the future": made({ claims: { iat: now() + 600 } }),
  "a beginning in the future": made({ claims: { nbf: now() + 600 } }),
  "the type of an access token": made({ header: { typ: "at+jwt" } }),
  "a key of a stranger": made({ by: stranger.privateKey }),
  "a stranger's key inside": async (nonce) =>
    made({
      by: stranger.privateKey,
      header: { jwk: await exportJWK(stranger.publicKey), kid: undefined },
    })(nonce),
  "the address of a stranger's keys": made({
    by: stranger.privateKey,
    header: { jku: `${url}/strangers-keys`, kid: "stranger" },
  }),
  "an unknown key": made({ header: { kid: "unknown" } }),
  "an unknown critical header": async (nonce) => {
    const text = plain(nonce, { alg: "RS256", typ: "JWT", kid: "first", crit: ["shout"], shout: true });
    return `${text}.${sign("sha256", Buffer.from(text), KeyObject.from(signing.privateKey)).toString("base64url")}`;
  },
  "a changed body": async (nonce) => {
    const [head, , signature] = (await made()(nonce)).split(".");
    const [, body] = (await made({ claims: { sub: "person-2" } })(nonce)).split(".");
    return `${head}.${body}.${signature}`;
  },
  "no signature": async (nonce) => (await made()(nonce)).replace(/[^.]+$/, ""),
  "no token at all": async () => "nonsense",
};

test.each(Object.entries(hostile))("an id token with %s is refused", async (_, forge) => {
  expect(await comeBackWith("sso", forge)).toBe("refused");
  expect(asked).not.toContain("/strangers-keys");
});

const hostileAtMicrosoft: Record<string, Forge> = {
  "the issuer of another tenant": ofTenant({ claims: { iss: `${url}/11111111-2222-3333-4444-555555555555/v2.0` } }),
  "the placeholder as issuer": ofTenant({ claims: { iss: `${url}/{tenantid}/v2.0` } }),
  "a tenant that is no id": ofTenant({ claims: { tid: "organizations", iss: `${url}/organizations/v2.0` } }),
  "no tenant": ofTenant({ claims: { tid: undefined } }),
  "the tenant of private accounts": ofTenant({
    claims: {
      tid: "9188040d-6c67-4c5b-b112-36a304b66dad",
      iss: `${url}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`,
    },
  }),
  "no object id": ofTenant({ claims: { oid: undefined } }),
  "the nonce of another sign-in": ofTenant({ claims: { nonce: "another" } }),
};

test.each(Object.entries(hostileAtMicrosoft))("a Microsoft token with %s is refused", async (_, forge) => {
  expect(await comeBackWith("aad", forge)).toBe("refused");
});

describe("a well-formed token", () => {
  const ticket = expect.stringMatching(/^[\w-]{43}$/);
  test.each<[string, SignInProvider, Forge]>([
    ["with all it needs", "sso", made()],
    ["without a type", "sso", made({ header: { typ: undefined } })],
    ["for several audiences, given to us", "sso", made({ claims: { aud: [client, "another"], azp: client } })],
    ["by a clock half a minute off", "sso", made({ claims: { iat: now() + 25 } })],
    ["of a tenant", "aad", ofTenant()],
  ])("%s", async (_, provider, forge) => expect(await comeBackWith(provider, forge)).toEqual(ticket));
});

test("a token seen before is no good for another sign-in, however it is written", async () => {
  let first = "";
  await comeBackWith("sso", async (nonce) => (first = await made()(nonce)));
  for (const text of [first, `${first} `, `${first}==`])
    expect(await comeBackWith("sso", async () => text)).toBe("refused");
});

test("an email address links no account: a victim's address in another tenant's token opens nothing", async () => {
  const victim = await app.signIn();
  const claims = { email: victim.email, upn: victim.email, preferred_username: victim.email };
  const held = await comeBackWith("aad", ofTenant({ claims }));
  expect(held).toMatch(/^[\w-]{43}$/);
  expect(await app.sql("select from linked_identities")).toHaveLength(0);
});

test("a provider that refuses the code refuses the sign-in; one that fails is reported as unavailable", async () => {
  tokenStatus = 400;
  expect(await comeBackWith("sso", made())).toBe("refused");
  tokenStatus = 500;
  expect(await comeBackWith("sso", made())).toBe("providerUnavailable");
});

test("an answer in the name of another provider is not exchanged", async () => {
  const { target, browser } = await begin(app, { provider: "sso" });
  idToken = await made()(target.searchParams.get("nonce")!);
  const body = { state: target.searchParams.get("state")!, code: "code", iss: "https://elsewhere.example" };
  const before = asked.length;
  const answer = await app.call(null, sso.callback, { body }, { headers: ourPage(browser) });
  expect([answer.Result?.Ticket, asked.length]).toEqual([null, before]);
});
