import { auth } from "@tradewind/contract/access/auth.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import { passwords } from "@tradewind/contract/access/passwords.ts";
import { sso } from "@tradewind/contract/access/sso.ts";
import { describe, expect, test } from "vitest";
import { addPerson, askToken, cookieOf, setCookieOf, signInWith } from "../../test/auth-fixtures.ts";
import { begin, ourPage, testProvider } from "../../test/provider-fixtures.ts";
import { testApp } from "../../test/test-app.ts";
import { placeOfMail } from "../../portal/mail/mail.actions.ts";

const provider = await testProvider();
const app = await testApp(provider.settings);
const proxied = await testApp({ TRUST_PROXY: "true", PUBLIC_URL: "https://portal.example" });

const foreign: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
  { origin: "https://elsewhere.example" },
  { origin: "null" },
  { origin: "https://portal.example.elsewhere.example", host: "portal.example" },
];

describe("a page of another site", () => {
  test.each(foreign)("cannot sign its visitor in to an account of its choosing: %j", async (headers) => {
    const { userName } = await addPerson(app);
    const response = await askToken(app.app, { username: userName }, "192.0.2.1", headers);
    expect([response.statusCode, response.json(), setCookieOf(response)]).toEqual([
      400,
      { error: "invalid_request", error_description: "Please sign in on the portal's own pages." },
      "",
    ]);
  });

  test.each([
    ["/api/auth/refresh", undefined],
    ["/api/auth/sso/begin", { provider: "sso" }],
    ["/api/auth/sso/callback", { state: "a", code: "b" }],
  ])("cannot make a browser send its cookie to %s", async (url, payload) => {
    const { cookie } = await signInWith(app.app, (await addPerson(app)).userName);
    const { browser } = await begin(app, { provider: "sso" });
    const cookies = { cookie: `__Host-rt=${cookie}; __Host-sso=${browser}` };
    for (const headers of [{}, ...foreign.map((each) => ({ "x-tradewind": "1", ...each }))]) {
      const { statusCode, headers: answered } = await app.app.inject({
        method: "POST",
        url,
        headers: { ...cookies, ...headers },
        ...(payload && { payload }),
      });
      expect([headers, statusCode, answered["access-control-allow-origin"]]).toEqual([headers, 401, undefined]);
    }
  });

  test("gets no other call answered by cookie alone", async () => {
    const { cookie } = await signInWith(app.app, (await addPerson(app)).userName);
    const headers = { cookie: `__Host-rt=${cookie}; cloudAccessToken=${cookie}`, "x-tradewind": "1" };
    for (const [method, url] of [
      ["GET", "/api/session"],
      ["POST", auth.signOut.path],
      ["GET", auth.loginUser.path],
    ] as const)
      expect((await app.app.inject({ method, url, headers })).statusCode).toBe(401);
  });
});

describe("API-06 MFA-31 the portal's page, where the API has hosts of its own", () => {
  const page = "https://portal.example";
  const hosts = { AUTH_HOST: "https://auth.portal.example", API_HOST: "https://api.portal.example", PUBLIC_URL: page };
  const headers = { host: "auth.portal.example", origin: page, "sec-fetch-site": "same-site" };

  test("signs in, renews and calls there, as its browser asks before", async () => {
    const away = await testApp({ ...hosts, TRUST_PROXY: "true" });
    const { userName } = await addPerson(away);
    const asked = await away.app.inject({ method: "OPTIONS", url: "/api/session", headers });
    expect([asked.statusCode, asked.headers["access-control-allow-headers"]]).toEqual([
      204,
      "authorization, content-type, idempotency-key, x-actor, x-tradewind",
    ]);
    const signedIn = await askToken(away.app, { username: userName }, "192.0.2.1", headers);
    const renewed = await away.app.inject({
      method: "POST",
      url: "/api/auth/refresh",
      headers: { ...headers, "x-tradewind": "1", cookie: `__Host-rt=${cookieOf(signedIn)!}` },
    });
    const bearer = { authorization: `Bearer ${renewed.json<{ access_token: string }>().access_token}` };
    const called = await away.app.inject({
      url: "/api/session",
      headers: { ...headers, ...bearer, host: "api.portal.example" },
    });
    const missed = await away.app.inject({ url: "/api/session", headers });
    for (const answered of [asked, signedIn, renewed, called, missed])
      expect([
        answered.headers["access-control-allow-origin"],
        answered.headers["access-control-allow-credentials"],
        String(answered.headers["vary"]).toLowerCase(),
      ]).toEqual([page, "true", expect.stringContaining("origin")]);
    expect([signedIn.statusCode, renewed.statusCode, called.statusCode, missed.statusCode]).toEqual([
      200, 200, 200, 401,
    ]);
  });

  test.each([
    { ...headers, origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
    { ...headers, origin: "https://reseller.portal.example" },
    { ...headers, origin: "null" },
    { ...headers, "sec-fetch-site": "cross-site" },
  ])("is told apart from others: %j", async (others) => {
    const away = await testApp({ ...hosts, TRUST_PROXY: "true" });
    const response = await askToken(away.app, { username: (await addPerson(away)).userName }, "192.0.2.1", others);
    expect([response.statusCode, setCookieOf(response)]).toEqual([400, ""]);
    if (others.origin !== page) expect(response.headers["access-control-allow-origin"]).toBeUndefined();
  });

  test.each(["AUTH_HOST", "MARKETPLACE_HOST", "API_HOST"])("is admitted as soon as %s is set", async (host) => {
    const away = await testApp({ [host]: "https://auth.portal.example", PUBLIC_URL: page });
    const asked = await away.app.inject({ method: "OPTIONS", url: "/api/session", headers });
    expect(asked.headers["access-control-allow-origin"]).toBe(page);
  });

  test("no page is admitted from elsewhere where it has none", async () => {
    const response = await proxied.app.inject({ method: "OPTIONS", url: "/api/session", headers });
    expect([response.statusCode, response.headers["access-control-allow-origin"]]).toEqual([404, undefined]);
  });
});

describe("a session", () => {
  test("is always new: a session the browser brought is never reused", async () => {
    const [mallory, alice] = [await addPerson(app), await addPerson(app)];
    const planted = await signInWith(app.app, mallory.userName);
    const own = await askToken(app.app, { username: alice.userName }, "192.0.2.1", {
      cookie: `__Host-rt=${planted.cookie}; cloudAccessToken=${planted.token}`,
      authorization: `Bearer ${planted.token}`,
    });
    const { refresh_token: sessionId } = own.json<{ refresh_token: string }>();
    expect(sessionId).not.toBe(planted.sessionId);
    expect(cookieOf(own)).not.toBe(planted.cookie);
    const people = await app.sql<{ person_id: string }>("select person_id from sessions where id in ($1, $2)", [
      sessionId,
      planted.sessionId,
    ]);
    expect(new Set(people.map((row) => row.person_id))).toEqual(new Set([mallory.personId, alice.personId]));
  });

  test("lies in a session cookie that is hidden from scripts, other sites, other hosts and plain HTTP", async () => {
    const response = await askToken(app.app, { username: (await addPerson(app)).userName });
    const lines = [response.headers["set-cookie"] ?? []].flat();
    expect(new Set(lines.map((line) => line.split("=")[0]))).toEqual(new Set(["__Host-device", "__Host-rt"]));
    const attributesOf = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}=`))!
        .split("; ")
        .slice(1)
        .toSorted();
    expect(attributesOf("__Host-rt")).toEqual(["HttpOnly", "Path=/", "SameSite=Strict", "Secure"]);
    expect(attributesOf("__Host-device")).toEqual([
      "HttpOnly",
      "Max-Age=34560000",
      "Path=/",
      "SameSite=Strict",
      "Secure",
    ]);
    const { headers } = await app.call(null, sso.begin, { body: { provider: "sso" } }, { headers: ourPage() });
    const [secret] = [headers["set-cookie"] ?? []].flat() as string[];
    expect(secret!.split("; ").slice(1).toSorted()).toEqual([
      "HttpOnly",
      "Max-Age=1200",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
    expect(secret).toMatch(/^__Host-sso=/);
  });
});

describe("the host and address a request claims", () => {
  const lies = {
    host: "elsewhere.example",
    "x-forwarded-host": "elsewhere.example",
    "x-forwarded-proto": "http",
    forwarded: "host=elsewhere.example",
  };

  test("does not change where a mailed link leads", async () => {
    const { userName } = await addPerson(proxied);
    const headers = { ...lies, "x-forwarded-for": "192.0.2.8" };
    await proxied.call(null, passwords.requestReset, { body: { UserName: userName } }, { headers });
    const rows = await proxied.sql<{ id: string; sealed: string }>(
      "select data ->> 'id' as id, data ->> 'sealed' as sealed from pgboss.job where name = 'mail.send'",
    );
    const [mail] = rows.map(
      ({ id, sealed }) =>
        JSON.parse(proxied.platform.secrets.open(sealed, placeOfMail(id))) as { data: { url: string } },
    );
    expect(new URL(mail!.data.url).origin).toBe("https://portal.example");
  });

  test("does not change where a provider leads back to", async () => {
    const { Result } = await app.call(
      null,
      sso.begin,
      { body: { provider: "sso" } },
      { headers: { ...ourPage(), ...lies } },
    );
    expect(new URL(Result!.AuthoriseUrl).searchParams.get("redirect_uri")).toBe("http://localhost:4000/sso-callback");
  });

  test("counts by the address our proxy added, not by those the caller sent", async () => {
    const ask = (n: number) =>
      proxied.app.inject({
        url: `${waysIn.loginFlow.path}?UserName=a`,
        headers: { "x-forwarded-for": `198.51.100.${n}, 203.0.113.50` },
      });
    const answers = await Promise.all(Array.from({ length: 32 }, (_, n) => ask(n)));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
  });

  test("without a proxy counts by the connection", async () => {
    const ask = (n: number) =>
      app.app.inject({
        url: `${waysIn.loginFlow.path}?UserName=a`,
        remoteAddress: "203.0.113.51",
        headers: { "x-forwarded-for": `198.51.100.${n}` },
      });
    const answers = await Promise.all(Array.from({ length: 32 }, (_, n) => ask(n)));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
  });
});

test.each([
  "//elsewhere.example",
  "///elsewhere.example",
  "/\\elsewhere.example",
  "\\\\elsewhere.example",
  "https://elsewhere.example",
  "HTTPS:elsewhere.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "elsewhere.example",
  "@elsewhere.example",
  "?a=//elsewhere.example",
  " //elsewhere.example",
  "",
  "/\t/elsewhere.example",
  "/\n/elsewhere.example",
  "/billing\\..\\elsewhere.example",
  "/billing\u2028",
])("no sign-in at a provider begins with %j to return to", async (wanted) => {
  const answer = await app.call(null, sso.begin, { body: { provider: "sso", return: wanted } }, { headers: ourPage() });
  expect([answer.status, Object.keys(answer.Errors ?? {})]).toEqual([400, ["return"]]);
});
