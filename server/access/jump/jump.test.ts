import { agreements } from "@tradewind/contract/catalogue/agreements.ts";
import { endpoints } from "@tradewind/contract/all.ts";
import type { Endpoint, ResultOf } from "@tradewind/contract/endpoint.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { personalData } from "@tradewind/contract/access/privacy.ts";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { sessions } from "@tradewind/contract/access/sessions.ts";
import { expect, test } from "vitest";
import {
  addPerson,
  askToken,
  cookieOf,
  getWith,
  password,
  renewWith,
  setCookieOf,
  signInWith,
} from "../../test/auth-fixtures.ts";
import { codeOf, nextStep, startSetup } from "../../test/mfa-fixtures.ts";
import { worldOf } from "../../test/objects.ts";
import { requestFor } from "../../test/requests.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const staff = await app.signInOperator();

const begin = async (membershipId: string, by: Person = staff) =>
  (await app.call(by, jump.begin, { params: { membershipId } })).Result!;
const make = (grant: Record<string, string>) =>
  askToken(app.app, { grant_type: "sysops", password: undefined, mfaKey: undefined, mfaToken: undefined, ...grant });
const visit = async (person: Person, by?: Person) => {
  const response = await make(await begin(person.membershipId, by));
  expect(response.statusCode).toBe(200);
  const { access_token: token, refresh_token: sessionId } = response.json<Record<string, string>>();
  return { response, token: token!, sessionId: sessionId!, cookie: cookieOf(response)! };
};

test("AUTH-55 AUTH-89 AUTH-90 a jump opens the person's portal without their password, and the session says who is behind it", async () => {
  const person = await app.signIn();
  const { token } = await visit(person);
  const { Result } = await app.call({ token }, session.current);
  expect(Result).toMatchObject({ User: { userName: person.email, Kind: "reseller" }, JumpedBy: "Olive Operator" });
  expect((await app.call(person, session.current)).Result!.JumpedBy).toBeNull();
  for (const missing of ["cmtoken", "adminid"])
    expect((await make({ ...(await begin(person.membershipId)), [missing]: "" })).statusCode).toBe(400);
});

test("a jump needs neither the person's second factor nor a new password that they are to choose", async () => {
  const person = await app.signIn();
  await app.sql(
    "insert into passkeys (person_id, rp_id, credential_id, public_key, counter, backed_up, name) values ($1, 'localhost', gen_random_uuid(), '', 0, false, 'Laptop')",
    [person.personId],
  );
  await app.sql("update people set reset_required = true where id = $1", [person.personId]);
  expect((await visit(person)).response.statusCode).toBe(200);
});

test("a jump needs a second factor given in the session within a quarter of an hour, and says if one is missing", async () => {
  const { membershipId } = await app.signIn();
  const plain = await addPerson(app, { kind: "admin" });
  const browser = await signInWith(app.app, plain.userName);
  const ask = async () => {
    const { status, Error } = await app.call(browser, jump.begin, { params: { membershipId } });
    return [status, Error];
  };
  expect(await ask()).toEqual([409, "secondFactorMissing"]);
  const { Result: setup } = await startSetup(app, browser);
  await app.call(browser, mfa.configure, { body: { Token: codeOf(setup!.manualEntryKey) } });
  expect(await ask()).toEqual([200, null]);
  await app.sql("update sessions set second_factor_at = now() - interval '901 s' where id = $1", [browser.sessionId]);
  expect(await ask()).toEqual([409, "secondFactorFirst"]);
  await app.call(browser, mfa.verifyUser, { body: { Password: password } });
  expect(await ask(), "a password is no second factor").toEqual([409, "secondFactorFirst"]);
  await nextStep(app, plain.personId);
  await app.call(browser, mfa.verifyToken, { body: { Token: codeOf(setup!.manualEntryKey) } });
  expect(await ask()).toEqual([200, null]);

  await nextStep(app, plain.personId);
  const response = await askToken(app.app, { username: plain.userName, mfaToken: codeOf(setup!.manualEntryKey) });
  const { access_token: token } = response.json<{ access_token: string }>();
  expect((await app.call({ token }, jump.begin, { params: { membershipId } })).status, "shown at sign-in").toBe(200);
});

const kept = (response: Parameters<typeof setCookieOf>[0]) =>
  /__Host-rt-kept=([^;,]*)/.exec(setCookieOf(response))?.[1];
const post = (path: string, token: string, cookie = "") =>
  app.app.inject({ method: "POST", url: path, headers: { authorization: `Bearer ${token}`, cookie } });

/** A visit opened in the browser that holds the session of its maker, or another one. */
async function visitFrom(browser: { cookie: string }, by: Person) {
  const grant = await begin((await app.signIn()).membershipId, by);
  const response = await askToken(
    app.app,
    { grant_type: "sysops", password: undefined, mfaKey: undefined, mfaToken: undefined, ...grant },
    undefined,
    { cookie: `__Host-rt=${browser.cookie}` },
  );
  expect(response.statusCode).toBe(200);
  return { token: response.json<{ access_token: string }>().access_token, kept: kept(response), response };
}
async function staffBrowser() {
  const { userName, personId } = await addPerson(app, { kind: "admin" });
  const browser = await signInWith(app.app, userName);
  await app.sql("update sessions set second_factor_at = now() where id = $1", [browser.sessionId]);
  return { ...browser, personId } as typeof browser & Person;
}

test("ending a visit returns staff to their own session, where the browser held it, and ends the visit", async () => {
  const browser = await staffBrowser();
  const visiting = await visitFrom(browser, browser);
  expect(visiting.kept).toBe(browser.cookie);
  expect(setCookieOf(visiting.response)).toMatch(
    /__Host-rt-kept=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict/,
  );
  const ended = await post("/api/auth/end-visit", visiting.token, `__Host-rt-kept=${visiting.kept!}`);
  expect(ended.json()).toMatchObject({ Succeed: true, Result: { Returned: true } });
  expect([cookieOf(ended), kept(ended)]).toEqual([browser.cookie, ""]);
  expect(ended.headers["clear-site-data"]).toBe('"storage"');
  expect((await app.call({ token: visiting.token }, session.current)).status).toBe(401);
  const renewed = await renewWith(app.app, browser.cookie);
  expect(renewed.json()).toMatchObject({ session: { User: { Kind: "admin" }, JumpedBy: null } });
});

test("ending a visit returns nobody to a session that is another's, ended or made up, or without a visit", async () => {
  const [browser, other] = [await staffBrowser(), await staffBrowser()];
  const elsewhere = await visitFrom(other, browser);
  expect(elsewhere.kept, "the browser held somebody else's session").toBeUndefined();
  const end = async (token: string, cookie?: string) => {
    const response = await post("/api/auth/end-visit", token, cookie && `__Host-rt-kept=${cookie}`);
    const cookies = [response.headers["set-cookie"] ?? []].flat().map((line) => line.split(";")[0]);
    return [response.statusCode, response.json<{ Result: unknown }>().Result, cookies];
  };
  const nowhere = [200, { Returned: false }, ["__Host-rt=", "__Host-rt-kept="]];
  expect(await end(elsewhere.token)).toEqual([200, { Returned: false }, ["__Host-rt="]]);
  const person = await signInWith(app.app, (await addPerson(app)).userName);
  expect((await end(person.token, browser.cookie))[0], "no visit").toBe(404);
  expect(await end((await visitFrom(browser, browser)).token, person.cookie), "no member of staff").toEqual(nowhere);
  expect(await end((await visitFrom(browser, browser)).token, `${browser.cookie}x`), "made up").toEqual(nowhere);
  const last = await visitFrom(browser, browser);
  await app.sql("update sessions set revoked_at = now() where id = $1", [browser.sessionId]);
  app.platform.sessions.forget(browser.sessionId);
  expect(await end(last.token, last.kept), "ended").toEqual(nowhere);
});

test("signing out of a visit ends the own session of staff as well, and a new sign-in forgets it", async () => {
  const browser = await staffBrowser();
  const visiting = await visitFrom(browser, browser);
  const cookie = `__Host-rt-kept=${visiting.kept!}`;
  const again = await askToken(app.app, { username: (await addPerson(app)).userName }, undefined, { cookie });
  expect([again.statusCode, kept(again)]).toEqual([200, ""]);
  expect((await getWith(app.app, browser.token)).statusCode).toBe(200);
  // This process hears nothing from the database, and still knows at once.
  await app.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tradewind-listen' and datname = current_database()",
  );
  const out = await post("/api/auth/sign-out", visiting.token, cookie);
  expect([out.statusCode, kept(out)]).toEqual([200, ""]);
  expect((await getWith(app.app, browser.token)).statusCode).toBe(401);
  expect((await renewWith(app.app, browser.cookie)).statusCode).toBe(401);
  expect(await app.sql("select revoked_why from sessions where id = $1", [browser.sessionId])).toEqual([
    { revoked_why: "signed out" },
  ]);
});

test("a jump is made once, also when many try at once", async () => {
  const grant = await begin((await app.signIn()).membershipId);
  const tries = await Promise.all(Array.from({ length: 8 }, () => make(grant)));
  expect(tries.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
    "200",
    ...Array.from({ length: 7 }, () => "400"),
  ]);
});

test("a jump is refused after a minute, for other staff, after its maker signed out, and to people who may not sign in", async () => {
  const person = await app.signIn();
  const other = await app.signInOperator();
  const grant = await begin(person.membershipId);
  const refusal = async (given: Record<string, string>) => {
    const { statusCode, json } = await make(given);
    return [statusCode, json<{ error: string }>().error];
  };
  expect(await refusal({ ...grant, adminid: other.personId })).toEqual([400, "invalid_grant"]);
  expect(await refusal({ ...grant, cmtoken: person.token })).toEqual([400, "invalid_grant"]);
  const gone = await app.signInOperator();
  const last = await begin(person.membershipId, gone);
  await app.sql("update sessions set revoked_at = now() where id = $1", [gone.sessionId]);
  app.platform.sessions.forget(gone.sessionId);
  expect(await refusal(last)).toEqual([400, "invalid_grant"]);
  const suspended = await app.signIn();
  const late = await begin(suspended.membershipId);
  await app.sql("update people set status = 'Suspended' where id = $1", [suspended.personId]);
  expect(await refusal(late)).toEqual([400, "invalid_grant"]);
  const [head, body] = grant.cmtoken.split(".");
  const claims = JSON.parse(Buffer.from(body!, "base64url").toString()) as { iat: number; exp: number; aud: string };
  expect([claims.exp - claims.iat, claims.aud, JSON.parse(Buffer.from(head!, "base64url").toString()).typ]).toEqual([
    60,
    `${app.config.PUBLIC_URL}/jump`,
    "jump+jwt",
  ]);
  expect(await refusal(grant)).toEqual([200, undefined]);
});

test("a jump is refused whose session is not of staff or of somebody else, or whose membership is another person's", async () => {
  const [person, reseller, other] = [await app.signIn(), await app.signIn(), await app.signInOperator()];
  const claims = {
    sid: staff.sessionId,
    adminid: staff.personId,
    sub: person.personId,
    membership: person.membershipId,
  };
  const answerTo = async (changes: Partial<typeof claims>) => {
    const made = { ...claims, ...changes };
    const response = await make({ cmtoken: await app.platform.tokens.signJump(made), adminid: made.adminid });
    return [response.statusCode, response.json<{ error_description?: string }>().error_description];
  };
  const spent = [400, "This link was already used or is over a minute old. Open the portal from the search again."];
  expect(await answerTo({ sid: reseller.sessionId, adminid: reseller.personId })).toEqual(spent);
  expect(await answerTo({ adminid: other.personId })).toEqual(spent);
  expect(await answerTo({ sub: reseller.personId })).toEqual(spent);
  expect(await answerTo({})).toEqual([200, undefined]);
});

test("a visit ends after an hour whatever happens, and so does its cookie", async () => {
  const { response, cookie, sessionId } = await visit(await app.signIn());
  const endOf = (answered: typeof response) => Date.parse(/Expires=([^;]+)/.exec(setCookieOf(answered))?.[1] ?? "");
  const [row] = await app.sql<{ end: Date; minutes: number }>(
    `select expires_at as end, round(extract(epoch from expires_at - created_at) / 60)::int as minutes from sessions where id = $1`,
    [sessionId],
  );
  expect(row!.minutes).toBe(60);
  expect(Math.abs(endOf(response) - row!.end.getTime())).toBeLessThan(5000);
  const renewed = await renewWith(app.app, cookie);
  expect(Math.abs(endOf(renewed) - row!.end.getTime())).toBeLessThan(5000);
  await app.sql("update sessions set expires_at = now() where id = $1", [sessionId]);
  expect((await renewWith(app.app, cookieOf(renewed)!)).statusCode).toBe(401);
});

test("a visit ends with the account of the member of staff", async () => {
  const by = await app.signInOperator();
  const { token, sessionId } = await visit(await app.signIn(), by);
  expect((await getWith(app.app, token)).statusCode).toBe(200);
  await app.sql("update people set status = 'Suspended' where id = $1", [by.personId]);
  app.platform.sessions.forget(sessionId);
  expect((await getWith(app.app, token)).statusCode).toBe(401);
});

/** Nobody visits the operator's staff, so what is theirs alone is refused for want of their kind. */
const isStaffs = ({ access }: Endpoint) => typeof access === "object" && access.kinds?.join() === "admin";
const alone = Object.entries(endpoints).filter(([, endpoint]) => endpoint.jump === false && !isStaffs(endpoint));

test.each(alone)("%s is for the person alone", async (name, endpoint) => {
  const person = await app.signIn();
  const { token } = await visit(person);
  const { status, Error } = await app.call({ token }, endpoint, await requestFor(name, worldOf(app, person)));
  expect([status, Error]).toEqual([409, "notWhileJumped"]);
});

test("whatever changes credentials, sessions, payments or signatures is marked so", () => {
  const personal = /^(passwords|mfa|sessions|payments)\.|^agreements\.(sign|storeSignature)$/;
  const unmarked = Object.entries(endpoints).filter(
    ([name, { method, access, jump: marked }]) =>
      personal.test(name) && method !== "GET" && access !== "public" && marked !== false,
  );
  expect(unmarked.map(([name]) => name)).toEqual([]);
  expect(alone.map(([, endpoint]) => endpoint)).toContain(agreements.sign);
});

test("staff actions are logged with both names, and the person sees the visit", async () => {
  const person = await app.signIn();
  const { token } = await visit(person);
  const customerId = await worldOf(app, person).object("customerId");
  await app.call({ token }, customers.suspend, { params: { customerId }, body: {} } as never);
  const lines = await app.sql<{ who: string; on_behalf_of: string }>(
    "select action, who, on_behalf_of, what, object_kind, object_id, ip from activity where reseller_id = $1 order by id",
    [person.resellerId],
  );
  expect(lines[0]).toEqual({
    action: "sessions.jump",
    who: "Olive Operator",
    on_behalf_of: "Robin Tester",
    what: "Olive Operator opened the portal as Robin Tester",
    object_kind: "person",
    object_id: person.personId,
    ip: "192.0.2.1",
  });
  for (const line of lines) expect(line).toMatchObject({ who: "Olive Operator", on_behalf_of: "Robin Tester" });
  expect(lines.length).toBeGreaterThan(1);
  const { Result } = await app.call(person, sessions.list);
  expect(Result!.Items.filter(({ OpenedBy }) => OpenedBy === "Olive Operator")).toHaveLength(1);
});

test("staff find people of every reseller by name, user name or reseller, page by page", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const resellerId = await app.addReseller({ name: `Northwind ${mark}` });
  const made = await Promise.all(Array.from({ length: 30 }, () => app.signIn({ resellerId })));
  const find = async (query: { Search?: string; After?: string }) =>
    (await app.call(staff, jump.people, { query })).Result!;
  const first = await find({ Search: `northWIND ${mark}` });
  const second = await find({ Search: `northwind ${mark}`, After: first.Next! });
  expect([first.Items.length, second.Items.length, second.Next]).toEqual([25, 5, null]);
  expect(new Set([...first.Items, ...second.Items].map(({ Id }) => Id)).size).toBe(30);
  expect((await find({ Search: made[0]!.email })).Items).toMatchObject([
    { Id: made[0]!.membershipId, Name: "Robin Tester", ResellerName: `Northwind ${mark}`, Active: true },
  ]);
  expect((await find({ Search: "%" })).Items).toEqual([]);
});

test("staff find each other, to whom nothing can be done here", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const colleague = await addPerson(app, { kind: "admin" });
  // Somebody who acts for a company, too, is listed as staff and no other way.
  const member = await app.signIn();
  await app.sql("update memberships set person_id = $1 where id = $2", [colleague.personId, member.membershipId]);
  await app.sql("update operators set display_name = $2 where person_id = $1", [colleague.personId, `Otto ${mark}`]);
  const find = async (Search: string) => (await app.call(staff, jump.people, { query: { Search } })).Result!.Items;
  const otto = {
    Id: colleague.personId,
    Name: `Otto ${mark}`,
    UserName: colleague.userName,
    Kind: "admin",
    ResellerName: null,
    CustomerName: null,
    Active: true,
  };
  expect([await find(`otto ${mark}`), await find(colleague.userName)]).toEqual([[otto], [otto]]);
  const params = { membershipId: colleague.personId };
  for (const endpoint of [jump.begin, personalData.previewAnybody])
    expect((await app.call(staff, endpoint, { params })).status).toBe(404);
  const pagesFrom = async (query: { After?: string }): Promise<ResultOf<typeof jump.people>["Items"]> => {
    const { Items, Next } = (await app.call(staff, jump.people, { query })).Result!;
    return Next === null ? Items : [...Items, ...(await pagesFrom({ After: Next }))];
  };
  const pages = await pagesFrom({});
  expect(pages.filter(({ UserName }) => UserName === colleague.userName)).toEqual([otto]);
  expect(new Set(pages.map(({ Id }) => Id)).size).toBe(pages.length);
  await app.sql("update people set erased_at = now() where id = $1", [colleague.personId]);
  expect(await find(`otto ${mark}`)).toEqual([]);
});
