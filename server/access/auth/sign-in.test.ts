import { auth } from "@tradewind/contract/access/auth.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import { hashPassword, isPassword } from "../../platform/password.ts";
import { costOfHashes, testApp } from "../../test/test-app.ts";
import {
  addCustomer,
  addPerson,
  askToken,
  cookieOf,
  getWith,
  password,
  setCookieOf,
  signInWith,
} from "../../test/auth-fixtures.ts";
import { networkOf } from "../../platform/network.ts";

const app = await testApp();
const anybody = await addPerson(app);

test("AUTH-36 the login flow of a known name is Legacy, of any other Unknown", async () => {
  const flowOf = async (UserName: string) => (await app.call(null, waysIn.loginFlow, { query: { UserName } })).Result;
  expect(await flowOf(anybody.userName)).toEqual({ loginFlow: "Legacy" });
  expect(await flowOf(` ${anybody.userName.toUpperCase()} `)).toEqual({ loginFlow: "Legacy" });
  expect(await flowOf("nobody@example.com")).toEqual({ loginFlow: "Unknown" });
});

test("a portal that is to hide who is unknown calls every name's login flow Legacy", async () => {
  const hiding = await testApp({ LOGIN_HIDE_UNKNOWN: "true" });
  const { Result } = await hiding.call(null, waysIn.loginFlow, { query: { UserName: "nobody@example.com" } });
  expect(Result).toEqual({ loginFlow: "Legacy" });
});

test("AUTH-36 the login flow is answered thirty times a minute to one address, in parallel too", async () => {
  const ask = (ip: string) =>
    app.app.inject({ method: "GET", url: "/api/auth/login-flow?UserName=a", remoteAddress: ip });
  const answers = await Promise.all(Array.from({ length: 45 }, () => ask("198.51.100.77")));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect([answers.filter(({ statusCode }) => statusCode === 200).length, refused.length]).toEqual([30, 15]);
  expect(Number(refused[0]!.headers["retry-after"])).toBeLessThanOrEqual(60);
  expect((await ask("198.51.100.78")).statusCode).toBe(200);
});

test("AUTH-48 AUTH-49 a wrong password is refused in the specification's words, and so, to the byte, is an unknown name", async () => {
  const wrong = await askToken(app.app, { username: anybody.userName, password: "Wrong-Lantern-42" });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json()).toEqual({
    error: "invalid_grant",
    error_description: "The supplied details are incorrect",
  });
  expect(wrong.headers).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
  });
  const unknown = await askToken(app.app, { username: "nobody@example.com" });
  expect([unknown.statusCode, unknown.body]).toEqual([400, wrong.body]);
  const namesOf = (response: typeof wrong) => Object.keys(response.headers).toSorted();
  expect(namesOf(unknown)).toEqual(namesOf(wrong));
});

test("AUTH-53 AUTH-54 the token is asked for in a form with grant, size, client, name and password; each part counts", async () => {
  expect((await askToken(app.app, { username: anybody.userName })).statusCode).toBe(200);
  for (const change of [
    { grant_type: "client_credentials" },
    { grant_type: undefined },
    { client_id: undefined },
    { client_id: "somebody-else" },
    { width: "wide" },
    { width: undefined },
    { height: "9.5" },
    { height: undefined },
    { username: undefined },
    { password: undefined },
    { mfaToken: "1234567890123456" },
    { scope: "everything" },
  ]) {
    const response = await askToken(app.app, { username: anybody.userName, ...change });
    expect([change, response.statusCode, setCookieOf(response)]).toEqual([change, 400, ""]);
  }
  const stranger = await askToken(app.app, { username: anybody.userName, client_id: "somebody-else" });
  expect(stranger.json()).toEqual({
    error: "invalid_client",
    error_description: "This application may not sign in here.",
  });
});

test("AUTH-73 five kinds of user sign in, each to what their kind is", async () => {
  const { resellerId } = await addPerson(app);
  const customerId = await addCustomer(app, resellerId!);
  const kinds = ["reseller", "engineer", "admin", "endUserAdmin", "endUser"] as const;
  const homes = new Map<string, string | null>();
  for (const kind of kinds) {
    const { userName, personId } = await addPerson(app, {
      kind,
      ...(kind === "admin" ? {} : { resellerId: resellerId! }),
      ...(kind.startsWith("endUser") ? { customerId } : {}),
    });
    const { token } = await signInWith(app.app, userName);
    const { User, Reseller } = (await app.call({ token }, session.current)).Result!;
    expect([User.Kind, User.userName]).toEqual([kind, userName]);
    expect(User.endUserAdminId).toBe(kind === "endUserAdmin" ? customerId : null);
    expect((await app.call({ token }, auth.loginUser)).Result).toMatchObject({
      mex: kind === "admin" ? personId : resellerId,
      endUserAdmin: User.endUserAdminId,
    });
    homes.set(kind, Reseller?.Id ?? null);
  }
  expect(homes).toEqual(new Map(kinds.map((kind) => [kind, kind === "admin" ? null : resellerId])));
});

test("a password of more bytes than can be hashed is refused like a wrong one", async () => {
  const response = await askToken(app.app, { username: anybody.userName, password: "é".repeat(200) });
  expect([response.statusCode, response.json()]).toEqual([
    400,
    { error: "invalid_grant", error_description: "The supplied details are incorrect" },
  ]);
});

test("a user name of 101 characters and a password of 257 are refused before anything is looked up", async () => {
  const before = app.platform.database.statementsSent();
  for (const change of [{ username: "a".repeat(101) }, { username: anybody.userName, password: "b".repeat(257) }])
    expect((await askToken(app.app, change)).statusCode).toBe(400);
  expect(app.platform.database.statementsSent()).toBe(before);
});

test("AUTH-60 the answer holds access token, refresh token and end; the secret is only in a cookie no script can read", async () => {
  const response = await askToken(app.app, { username: anybody.userName });
  const answer = response.json<Record<string, string>>();
  expect(answer).toMatchObject({ token_type: "bearer", expires_in: 600 });
  expect(answer["access_token"]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(Date.parse(answer[".expires"]!)).toBe(decodeJwt(answer["access_token"]!).exp! * 1000);
  const [pair, ...attributes] = [response.headers["set-cookie"]].flat()[0]!.split("; ");
  expect(pair).toMatch(/^__Host-rt=rt1\./);
  expect(attributes.toSorted()).toEqual(["HttpOnly", "Path=/", "SameSite=Strict", "Secure"]);
  expect(response.body).not.toContain(cookieOf(response)!.split(".").at(-1));
  expect(response.headers["cache-control"]).toBe("no-store");
});

test("AUTH-61 LIM-04 the token names currency, source, end and single experience: a euro reseller's says EUR", async () => {
  const claimsOf = async (userName: string) => decodeJwt((await signInWith(app.app, userName)).token);
  const claims = await claimsOf(anybody.userName);
  expect(claims).toMatchObject({ currencyCode: "GBP", resellerSource: "Tradewind", use_se: false });
  expect(claims.exp! - claims.iat!).toBe(600);
  const euro = await addPerson(app, { currency: "EUR" });
  expect(await claimsOf(euro.userName)).toMatchObject({ currencyCode: "EUR" });
  const staff = await addPerson(app, { kind: "admin" });
  expect(await claimsOf(staff.userName)).toMatchObject({ currencyCode: "GBP" });
  // Rights, names and email addresses are read with the session instead.
  expect(Object.keys(claims).toSorted()).toEqual(
    ["aud", "currencyCode", "exp", "iat", "iss", "resellerSource", "sid", "sub", "use_se"].toSorted(),
  );
  const { token } = await signInWith(app.app, anybody.userName);
  expect(decodeProtectedHeader(token)).toEqual({ alg: "ES256", typ: "at+jwt" });
});

test("AUTH-63 AUTH-64 with the token the login data can be read, and without it not", async () => {
  const { token } = await signInWith(app.app, anybody.userName);
  const { Result } = await app.call({ token }, auth.loginUser);
  expect(Result).toEqual({
    mex: anybody.resellerId,
    gaUserReference: anybody.personId,
    resellerCloudMarketId: anybody.resellerId,
    displayName: "Robin Tester",
    endUserAdmin: null,
    mustSignIn: false,
  });
  expect((await app.call(null, auth.loginUser)).status).toBe(401);
});

test("suspended people and people without a membership are refused like a wrong password", async () => {
  const suspended = await addPerson(app);
  await app.sql("update people set status = 'Suspended' where id = $1", [suspended.personId]);
  const left = await addPerson(app);
  await app.sql("update memberships set status = 'Suspended' where person_id = $1", [left.personId]);
  const closed = await addPerson(app);
  await app.sql("update resellers set status = 'Suspended' where id = $1", [closed.resellerId]);
  const wrong = await askToken(app.app, { username: "nobody@example.com" });
  for (const { userName } of [suspended, left, closed]) {
    const response = await askToken(app.app, { username: userName });
    expect([response.statusCode, response.body, setCookieOf(response)]).toEqual([400, wrong.body, ""]);
  }
});

describe("passwords", () => {
  test("are kept as argon2id in PHC form, each with its own salt", async () => {
    const [one, other] = [await hashPassword(password, costOfHashes), await hashPassword(password, costOfHashes)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(other).not.toBe(one);
    expect(await isPassword(password, one)).toBe(true);
    expect(await isPassword(`${password} `, one)).toBe(false);
    expect(await isPassword(password, null)).toBe(false);
  });

  test("are read as the reference implementation of argon2 writes them", async () => {
    const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await isPassword("password", reference)).toBe(true);
    expect(await isPassword("differentpassword", reference)).toBe(false);
    await expect(isPassword("password", "$2b$10$abcdefghijklmnopqrstuv")).rejects.toThrow("argon2id");
  });

  test("simultaneous sign-ins all succeed, each with a separate session", async () => {
    const { userName } = await addPerson(app);
    const browsers = await Promise.all(Array.from({ length: 3 }, () => signInWith(app.app, userName)));
    expect(new Set(browsers.map(({ sessionId }) => sessionId)).size).toBe(3);
    for (const { token } of browsers) expect((await getWith(app.app, token)).statusCode).toBe(200);
  });
});

describe("guessing", () => {
  test("does not apply to right passwords: they are not counted", async () => {
    const { userName } = await addPerson(app);
    for (let n = 0; n < 25; n++)
      expect((await askToken(app.app, { username: userName }, "203.0.113.77")).statusCode).toBe(200);
  });

  test("counts a caller's IPv6 network as one address", () => {
    expect(networkOf("2001:db8:1:2::1")).toBe(networkOf("2001:0db8:0001:0002:ffff:1:2:3"));
    expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
    expect(networkOf("::ffff:192.0.2.7")).toBe("192.0.2.7");
    expect(networkOf("::1")).toBe("0:0:0:0");
    expect(networkOf("192.0.2.7")).toBe("192.0.2.7");
  });
});
