import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { afterAll } from "vitest";

const makeKey = async (kid: string) => {
  const pair = await generateKeyPair("RS256", { extractable: true });
  return { kid, sign: pair.privateKey, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: "RS256", use: "sig" } };
};

/** Providers begin with one of these in turn, since making a key takes longer than all else they do. */
const firstKeys: ReturnType<typeof makeKey>[] = [];
let providers = 0;
const firstKey = () => {
  const turn = providers++ % 2;
  return (firstKeys[turn] ??= makeKey("first"));
};

/** A company's provider that says what a test tells it to, at an address of its own; its issuer is that with an ending. */
export async function ownProvider(ending = "") {
  let key = await firstKey();
  let claims: JWTPayload = {};
  let nonce = "";
  let address = "";
  let issuer = "";
  const server = createServer((request, response) => {
    const answers: Record<string, () => unknown> = {
      "/.well-known/openid-configuration": () => ({
        issuer,
        authorization_endpoint: `${address}/authorize`,
        token_endpoint: `${address}/token`,
        jwks_uri: `${address}/keys`,
      }),
      "/keys": () => ({ keys: [key.jwk] }),
      "/token": async () => ({ id_token: await idToken() }),
    };
    response.setHeader("content-type", "application/json");
    void Promise.resolve(answers[request.url!]?.()).then((body) => response.end(JSON.stringify(body ?? {})));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer = `${address}${ending}`;
  afterAll(() => void server.close());

  const now = () => Math.floor(Date.now() / 1000);
  const idToken = () =>
    new SignJWT({ iss: issuer, aud: "portal", iat: now(), exp: now() + 600, nonce, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: key.kid })
      .sign(key.sign);
  return {
    address,
    issuer,
    client: { Issuer: issuer, ClientId: "portal", ClientSecret: "a secret of the company" },
    /** What the next token says, to whoever began with this address. */
    says(next: JWTPayload, target: URL) {
      claims = next;
      nonce = target.searchParams.get("nonce")!;
    },
    async turnKey() {
      key = await makeKey(crypto.randomUUID());
    },
  };
}
