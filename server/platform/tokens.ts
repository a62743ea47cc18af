import { createHmac, timingSafeEqual } from "node:crypto";
import { importJWK, jwtVerify, SignJWT, type CryptoKey, type JWK, type JWTPayload } from "jose";
import type { Config } from "./config.ts";

/** Seconds an access token lives. */
export const accessTokenLife = 600;
/** Seconds a ticket for the event stream is valid. */
const ticketLife = 60;

export type AccessClaims = { sid: string; sub: string; currencyCode: string; resellerSource: string; use_se: boolean };
/** Seconds an admin jump is valid. */
const jumpLife = 60;

export type JumpClaims = { sid: string; sub: string; adminid: string; membership: string };
type Purpose = "access" | "stream" | "jump";

/** Signs and verifies our own tokens. Each purpose has its own type and audience, so that none passes for another. */
export async function tokenKeeper(config: Pick<Config, "TOKEN_KEY" | "SECRET_KEY" | "PUBLIC_URL">) {
  // What else a key says of itself, such as its uses, would not hold for both halves.
  const { kty, crv, x, y, d } = JSON.parse(config.TOKEN_KEY) as Record<string, string>;
  const open = { kty, crv, x, y } as JWK;
  const privateKey = (await importJWK({ ...open, d: d! }, "ES256")) as CryptoKey;
  const publicKey = (await importJWK(open, "ES256")) as CryptoKey;
  const issuer = config.PUBLIC_URL;
  const type = { access: "at+jwt", stream: "stream+jwt", jump: "jump+jwt" };

  const sign = (purpose: Purpose, claims: JWTPayload, life: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", typ: type[purpose] })
      .setIssuer(issuer)
      .setAudience(`${issuer}/${purpose}`)
      .setIssuedAt()
      .setExpirationTime(`${life}s`)
      .sign(privateKey);

  async function check(purpose: Purpose, token: string): Promise<JWTPayload | undefined> {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        issuer,
        audience: `${issuer}/${purpose}`,
        algorithms: ["ES256"],
        typ: type[purpose],
        requiredClaims: ["exp", "sid", "sub"],
      });
      return payload;
    } catch {
      return undefined;
    }
  }

  const macOf = (session: string, counter: number) =>
    createHmac("sha256", Buffer.from(config.SECRET_KEY, "base64"))
      .update(`refresh|${session}|${counter}`)
      .digest("base64url");

  return {
    signAccess: (claims: AccessClaims) => sign("access", claims, accessTokenLife),
    checkAccess: (token: string) => check("access", token),
    signTicket: (claims: { sid: string; sub: string }) =>
      sign("stream", { ...claims, jti: crypto.randomUUID() }, ticketLife),
    checkTicket: (token: string) => check("stream", token),
    /** `sid` is the session of the member of staff, `sub` the person whose portal they enter. */
    signJump: (claims: JumpClaims) => sign("jump", { ...claims, jti: crypto.randomUUID() }, jumpLife),
    checkJump: async (token: string) => (await check("jump", token)) as (JumpClaims & { jti: string }) | undefined,
    /**
     * Returns a session's nth refresh token. The same n gives the same text, so that a repeat within the grace period
     * gets the same successor.
     */
    refreshToken: (session: string, counter: number) => `rt1.${session}.${counter}.${macOf(session, counter)}`,
    /** Reads the session and counter from our own refresh token; undefined for any other text. */
    readRefreshToken(token: string): { session: string; counter: number } | undefined {
      const parts = /^rt1\.([0-9a-f-]{36})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/.exec(token);
      if (!parts) return undefined;
      const [, session, counter, mac] = parts;
      const expected = macOf(session!, Number(counter));
      return timingSafeEqual(Buffer.from(expected), Buffer.from(mac!))
        ? { session: session!, counter: Number(counter) }
        : undefined;
    },
  };
}
export type TokenKeeper = Awaited<ReturnType<typeof tokenKeeper>>;
