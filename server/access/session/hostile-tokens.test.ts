import { createHmac, randomUUID } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWTPayload } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";
import { getWith } from "../../test/auth-fixtures.ts";

const app = await testApp();
const url = app.config.PUBLIC_URL;
const jwk = JSON.parse(app.config.TOKEN_KEY) as Record<string, string>;
const key = (await importJWK(jwk, "ES256")) as CryptoKey;
const publicKey = (await importJWK({ kty: jwk["kty"]!, crv: jwk["crv"]!, x: jwk["x"]!, y: jwk["y"]! }, "ES256", {
  extractable: true,
})) as CryptoKey;
const stranger = await generateKeyPair("ES256", { extractable: true });

let person: Person;
let claims: JWTPayload;
beforeAll(async () => {
  person = await app.signIn();
  claims = { sid: person.sessionId, sub: person.personId };
});

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
type Make = {
  header?: Record<string, unknown>;
  issuer?: string;
  audience?: string;
  end?: number | null;
  more?: JWTPayload;
  by?: CryptoKey;
};

/** Makes a token like ours, with the given differences. */
function made({ header, issuer = url, audience = `${url}/access`, end = 600, more, by = key }: Make = {}) {
  const token = new SignJWT({ ...claims, ...more })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", ...header })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt();
  return (end === null ? token : token.setExpirationTime(inSeconds(end))).sign(by);
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const payload = () => encoded({ ...claims, iss: url, aud: `${url}/access`, iat: inSeconds(0), exp: inSeconds(600) });

/** Signs with the text of our public key as if it were a shared secret. */
async function byPublicKey(alg: string) {
  const signed = `${encoded({ alg, typ: "at+jwt" })}.${payload()}`;
  return `${signed}.${createHmac("sha256", await exportSPKI(publicKey))
    .update(signed)
    .digest("base64url")}`;
}

const hostile: Record<string, () => string | Promise<string>> = {
  "algorithm none": () => `${encoded({ alg: "none", typ: "at+jwt" })}.${payload()}.`,
  "algorithm None": () => `${encoded({ alg: "None", typ: "at+jwt" })}.${payload()}.`,
  "HS256 with the public key": () => byPublicKey("HS256"),
  "ES256 with an HMAC": () => byPublicKey("ES256"),
  "another issuer": () => made({ issuer: "https://elsewhere.example" }),
  "another audience": () => made({ audience: `${url}/stream` }),
  "no audience of ours": () => made({ audience: url }),
  "type JWT": () => made({ header: { typ: "JWT" } }),
  "no type": () => made({ header: { typ: undefined } }),
  "a past end": () => made({ end: -1 }),
  "no end": () => made({ end: null }),
  "a beginning in the future": () => made({ more: { nbf: inSeconds(3600) } }),
  "a stranger's key": () => made({ by: stranger.privateKey }),
  "a stranger's key inside": async () =>
    made({ by: stranger.privateKey, header: { jwk: await exportJWK(stranger.publicKey) } }),
  "the address of a stranger's keys": () =>
    made({ by: stranger.privateKey, header: { jku: "https://elsewhere.example/keys", kid: "1" } }),
  "an unknown critical header": async () => {
    const [, body, signature] = (await made()).split(".");
    return `${encoded({ alg: "ES256", typ: "at+jwt", crit: ["shout"], shout: true })}.${body}.${signature}`;
  },
  "a changed body": async () => {
    const [head, , signature] = (await made()).split(".");
    return `${head}.${encoded({ ...claims, sid: randomUUID() })}.${signature}`;
  },
  "no signature": async () => `${(await made()).split(".").slice(0, 2).join(".")}.`,
  "a session that never was": () => made({ more: { sid: randomUUID() } }),
  "no session": () => made({ more: { sid: undefined as never } }),
  "a ticket of the stream": () => app.platform.tokens.signTicket({ sid: person.sessionId, sub: person.personId }),
  "a refresh token": () => app.platform.tokens.refreshToken(person.sessionId, 0),
};

describe("an access token", () => {
  test("as we make them is let in", async () => {
    expect((await getWith(app.app, await made())).statusCode).toBe(200);
  });
  test.each(Object.keys(hostile))("with %s is refused", async (name) => {
    const response = await getWith(app.app, await hostile[name]!());
    expect([response.statusCode, response.json().Error]).toEqual([401, "notSignedIn"]);
  });
  test("is only taken from the Authorization header", async () => {
    const token = await made();
    for (const headers of [{ cookie: `__Host-rt=${token}; access_token=${token}` }, { "x-access-token": token }])
      expect((await app.app.inject({ url: "/api/session", headers })).statusCode).toBe(401);
    expect((await app.app.inject({ url: `/api/permissions?access_token=${token}` })).statusCode).toBe(401);
  });
});
