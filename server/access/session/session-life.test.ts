import { auth } from "@tradewind/contract/access/auth.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { pino } from "pino";
import { afterAll, describe, expect, inject, test } from "vitest";
import { webApp } from "../../app.ts";
import { until } from "../../test/processes.ts";
import { testApp } from "../../test/test-app.ts";
import {
  addCustomer,
  addPerson,
  askToken,
  cookieOf,
  getWith,
  renewWith,
  setCookieOf,
  signInWith,
} from "../../test/auth-fixtures.ts";

const app = await testApp();
/** A second web process on the same database. */
const other = await webApp(app.config, pino({ level: "silent" }));
await other.app.ready();
afterAll(() => other.close());

const statusAt = async (at: { app: typeof app.app }, token: string) => (await getWith(at.app, token)).statusCode;
const whyEnded = async ({ sessionId }: { sessionId: string }) =>
  (await app.sql<{ why: string }>("select revoked_why as why from sessions where id = $1", [sessionId]))[0]!.why;
const endedEverywhere = (token: string) =>
  until(async () => (await statusAt(app, token)) === 401 && (await statusAt(other, token)) === 401, "both to refuse");

describe("the refresh token", () => {
  test("turns over with each use; its access token is good at every process", async () => {
    const browser = await signInWith(app.app, (await addPerson(app)).userName);
    const renewed = await renewWith(other.app, browser.cookie);
    expect(renewed.statusCode).toBe(200);
    expect(cookieOf(renewed)).not.toBe(browser.cookie);
    expect(setCookieOf(renewed).split("; ").slice(1).toSorted()).toEqual([
      "HttpOnly",
      "Path=/",
      "SameSite=Strict",
      "Secure",
    ]);
    expect(renewed.headers["cache-control"]).toBe("no-store");
    expect(await statusAt(app, renewed.json<{ access_token: string }>().access_token)).toBe(200);
  });

  test.each(["reseller", "admin"] as const)("brings the session along as it is read by itself: %s", async (kind) => {
    const browser = await signInWith(app.app, (await addPerson(app, { kind })).userName);
    const renewed = (await renewWith(app.app, browser.cookie)).json<{ access_token: string; session: unknown }>();
    const read = await app.call({ token: renewed.access_token }, session.current);
    expect(renewed.session).toEqual(read.Result);
  });

  test("used again within ten seconds, as by another tab, gives the same successor", async () => {
    const browser = await signInWith(app.app, (await addPerson(app)).userName);
    const [first, again] = [await renewWith(app.app, browser.cookie), await renewWith(other.app, browser.cookie)];
    expect(again.statusCode).toBe(200);
    expect(cookieOf(again)).toBe(cookieOf(first));
  });

  test("used again later ends the session everywhere, the thief's and the owner's", async () => {
    const browser = await signInWith(app.app, (await addPerson(app)).userName);
    const thief = await renewWith(other.app, browser.cookie);
    const stolen = thief.json<{ access_token: string }>().access_token;
    expect([await statusAt(app, stolen), await statusAt(other, stolen)]).toEqual([200, 200]);
    await app.sql("update sessions set rotated_at = rotated_at - interval '11 s' where id = $1", [browser.sessionId]);
    const owner = await renewWith(app.app, browser.cookie);
    expect(owner.statusCode).toBe(401);
    expect(setCookieOf(owner)).toMatch(/^__Host-rt=;.*Expires=Thu, 01 Jan 1970/);
    expect(await whyEnded(browser)).toBe("refresh token used twice");
    await endedEverywhere(stolen);
    expect((await renewWith(other.app, cookieOf(thief)!)).statusCode).toBe(401);
  });

  test("two turns old ends the session, however quick", async () => {
    const browser = await signInWith(app.app, (await addPerson(app)).userName);
    const second = cookieOf(await renewWith(app.app, browser.cookie))!;
    expect((await renewWith(app.app, second)).statusCode).toBe(200);
    expect((await renewWith(app.app, browser.cookie)).statusCode).toBe(401);
    await endedEverywhere(browser.token);
  });

  test("honest tabs that renew together time after time are never signed out", async () => {
    const rounds = inject("long") ? 200 : 5;
    const browser = await signInWith(app.app, (await addPerson(app)).userName);
    let cookie = browser.cookie;
    for (let round = 0; round < rounds; round++) {
      const tabs = await Promise.all([app, other, app].map((at) => renewWith(at.app, cookie)));
      expect(tabs.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      const next = new Set(tabs.map(cookieOf));
      expect(next.size).toBe(1);
      cookie = [...next][0]!;
    }
    const [row] = await app.sql<{ refresh_counter: number }>("select refresh_counter from sessions where id = $1", [
      browser.sessionId,
    ]);
    expect(row!.refresh_counter).toBe(rounds);
  });

  test("of another make is refused and ends nothing", async () => {
    const { cookie, sessionId, token } = await signInWith(app.app, (await addPerson(app)).userName);
    const mac = cookie.split(".")[3]!;
    const bent = mac.slice(0, -1) + (mac.endsWith("A") ? "B" : "A");
    for (const made of [
      "",
      "rt1",
      `rt1.${sessionId}.0.${bent}`,
      `rt1.${sessionId}.1.${mac}`,
      `${cookie}.`,
      cookie.replace("rt1", "rt2"),
      token,
    ])
      expect((await renewWith(app.app, made)).statusCode).toBe(401);
    expect((await renewWith(app.app, cookie)).statusCode).toBe(200);
  });

  test("is taken only from our own pages", async () => {
    const { cookie } = await signInWith(app.app, (await addPerson(app)).userName);
    const foreign: Record<string, string>[] = [
      { "x-tradewind": "" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://elsewhere.example" },
      { origin: "null" },
      { origin: "https://portal.example.elsewhere.example", host: "portal.example" },
    ];
    for (const headers of foreign) {
      const refused = await renewWith(app.app, cookie, headers);
      expect([headers, refused.statusCode, setCookieOf(refused)]).toEqual([headers, 401, ""]);
    }
    const own = { origin: "https://portal.example", host: "portal.example", "sec-fetch-site": "same-origin" };
    expect((await renewWith(app.app, cookie, own)).statusCode).toBe(200);
    const preflight = await app.app.inject({
      method: "OPTIONS",
      url: "/api/auth/refresh",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
    });
    expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("the end of a session", () => {
  test("by signing out reaches the other process, its streams too, and takes the cookie away", async () => {
    const browser = await signInWith(app.app, (await addPerson(app)).userName);
    expect(await statusAt(other, browser.token)).toBe(200);
    const gone = await app.call(browser, auth.signOut);
    expect(gone.status).toBe(200);
    const taken = [gone.headers["set-cookie"]].flat().map(String);
    expect(taken.map((line) => line.slice(0, line.indexOf(";")))).toEqual(
      ["__Host-rt", "__Host-sso", "cloudAccessToken", "organisationId", "singleExperience"].map((name) => `${name}=`),
    );
    expect(taken[0]).toMatch(/Expires=Thu, 01 Jan 1970/);
    expect(gone.headers["clear-site-data"]).toBe('"storage"');
    expect(await whyEnded(browser)).toBe("signed out");
    await endedEverywhere(browser.token);
    expect((await renewWith(other.app, browser.cookie)).statusCode).toBe(401);
  });

  test("AUTH-62 AUTH-113 an access token counts until its end and not after it", async () => {
    const person = await app.signIn();
    expect(await statusAt(app, person.token)).toBe(200);
    const [claims] = [{ sid: person.sessionId, sub: person.personId }];
    const { importJWK, SignJWT } = await import("jose");
    const key = await importJWK(JSON.parse(app.config.TOKEN_KEY), "ES256");
    const made = (end: number) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt" })
        .setIssuer(app.config.PUBLIC_URL)
        .setAudience(`${app.config.PUBLIC_URL}/access`)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + end)
        .sign(key);
    expect(await statusAt(app, await made(60))).toBe(200);
    const expired = await getWith(app.app, await made(-1));
    expect([expired.statusCode, expired.json().Error]).toEqual([401, "notSignedIn"]);
  });

  test("comes after twelve hours, after one without a sign of life, and by suspending the person, the membership, the customer or the reseller", async () => {
    const ends: Record<string, (person: Awaited<ReturnType<typeof member>>) => [string, string]> = {
      time: ({ sessionId }) => ["update sessions set expires_at = now() where id = $1", sessionId],
      idleness: ({ sessionId }) => [
        "update sessions set last_seen_at = now() - interval '61 minutes' where id = $1",
        sessionId,
      ],
      person: ({ personId }) => ["update people set status = 'Suspended' where id = $1", personId],
      membership: ({ personId }) => ["update memberships set status = 'Suspended' where person_id = $1", personId],
      customer: ({ customerId }) => [
        "update customers set status = 'Suspended', suspended_at = now() where id = $1",
        customerId,
      ],
      reseller: ({ resellerId }) => ["update resellers set status = 'Suspended' where id = $1", resellerId!],
    };
    for (const [what, end] of Object.entries(ends)) {
      const person = await member();
      expect([what, await statusAt(other, person.token)]).toEqual([what, 200]);
      const [text, id] = end(person);
      await app.sql(text, [id]);
      // An access token outlives idleness by its ten minutes; only renewal fails.
      if (what !== "idleness") await endedEverywhere(person.token);
      expect([what, (await renewWith(app.app, person.cookie)).statusCode]).toEqual([what, 401]);
      if (what !== "time" && what !== "idleness")
        expect([what, (await askToken(app.app, { username: person.userName })).statusCode]).toEqual([what, 400]);
    }
    async function member() {
      const resellerId = await app.addReseller();
      const customerId = await addCustomer(app, resellerId);
      const person = await addPerson(app, { kind: "endUserAdmin", resellerId, customerId });
      return { ...person, customerId, ...(await signInWith(app.app, person.userName)) };
    }
  });

  test("by suspending the person counts for a renewal at once, whatever was known a moment ago", async () => {
    const person = await addPerson(app);
    const browser = await signInWith(app.app, person.userName);
    expect(await statusAt(app, browser.token)).toBe(200);
    await app.sql("update people set status = 'Suspended' where id = $1", [person.personId]);
    expect((await renewWith(app.app, browser.cookie)).statusCode).toBe(401);
  });

  test("is set at twelve hours when it begins", async () => {
    const { sessionId } = await signInWith(app.app, (await addPerson(app)).userName);
    const [row] = await app.sql<{ hours: number }>(
      "select extract(epoch from expires_at - created_at)::int / 3600 as hours from sessions where id = $1",
      [sessionId],
    );
    expect(row!.hours).toBe(12);
  });
});
