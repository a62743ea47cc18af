import { jump } from "@tradewind/contract/access/jump.ts";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import { people, workAccounts } from "@tradewind/simulators/identity-provider/people.ts";
import { expect, test } from "vitest";
import { addPerson, askToken, cookieOf, getWith, renewWith, setCookieOf } from "../../test/auth-fixtures.ts";
import { codeOf, nextStep } from "../../test/mfa-fixtures.ts";
import { comeBack, link, redeem, testProvider } from "../../test/provider-fixtures.ts";
import { addPasskeyOf, proveNow } from "../../test/soft-authenticator.ts";
import { testApp } from "../../test/test-app.ts";

const provider = await testProvider();
/** As in production: into the demo everybody comes with a password alone. */
const app = await testApp({ ...provider.settings, DEMO: "false", LOGIN_FLOW_LIMIT: "1000" });

type Response = Awaited<ReturnType<typeof askToken>>;
const errorOf = (response: Response) => response.json<{ error?: string }>().error;
const browserOf = (response: Response) => {
  const answer = response.json<{ access_token: string; refresh_token: string }>();
  return { token: answer.access_token, sessionId: answer.refresh_token, cookie: cookieOf(response)! };
};
const statusOf = async ({ token, sessionId }: { token: string; sessionId: string }) => {
  app.platform.sessions.forget(sessionId);
  return (await getWith(app.app, token)).statusCode;
};

/** Signs a new member of staff in, who has to set up a factor for it. */
async function addStaff() {
  const staff = await addPerson(app, { kind: "admin" });
  const asked = await askToken(app.app, { username: staff.userName });
  const { error, error_description: said } = asked.json<{ error: string; error_description: string }>();
  expect([error, cookieOf(asked)]).toEqual(["mfa_config_needed", undefined]);
  const key = said.split("|")[0]!;
  const signedIn = await askToken(app.app, { username: staff.userName, mfaKey: key, mfaToken: codeOf(key) });
  await nextStep(app, staff.personId);
  return { ...staff, key, browser: browserOf(signedIn) };
}
const dropFactor = (personId: string) => app.sql("delete from factors where person_id = $1", [personId]);

test("a password alone opens no session of staff, with a code it does, and a passkey alone does", async () => {
  const { userName, key, browser } = await addStaff();
  expect(await statusOf(browser)).toBe(200);
  expect(errorOf(await askToken(app.app, { username: userName }))).toBe("mfa_token_needed");
  expect((await askToken(app.app, { username: userName, mfaToken: codeOf(key) })).statusCode).toBe(200);
  const authenticator = await addPasskeyOf(app, browser);
  const { Result } = await app.call(null, passkeys.signInOptions);
  const without = { password: undefined, mfaKey: undefined, mfaToken: undefined };
  const passkey = authenticator.sign(Result!.Options);
  const alone = await askToken(app.app, { grant_type: "passkey", passkey, ...without });
  expect(await statusOf(browserOf(alone))).toBe(200);
});

test.each(["sso", "aad"] as const)("a provider opens no session of staff: %s", async (way) => {
  const { personId } = await addStaff();
  const [{ id, userName }, account] = [people[0]!, workAccounts[0]!];
  if (way === "sso") await link(app, way, provider.issuer, id, personId);
  else await link(app, way, account.tid, account.oid, personId);
  const before = await app.sql("select from sessions where person_id = $1", [personId]);
  const { ticket, browser } = await comeBack(app, { provider: way }, way === "sso" ? userName : account.userName);
  const refused = await redeem(app, way, ticket, browser);
  expect([refused.statusCode, cookieOf(refused)]).toEqual([400, undefined]);
  expect(refused.json<{ error_description: string }>().error_description).toMatch(/own staff sign in with/);
  expect(await app.sql("select from sessions where person_id = $1", [personId])).toHaveLength(before.length);
});

test("a session in which no second factor was given is none, and cannot be renewed", async () => {
  const { browser } = await addStaff();
  await app.sql("update sessions set second_factor_at = null where id = $1", [browser.sessionId]);
  expect(await statusOf(browser)).toBe(401);
  expect((await renewWith(app.app, browser.cookie)).statusCode).toBe(401);
});

test("whoever removes their last factor is signed out, and cannot renew", async () => {
  const { browser, userName } = await addStaff();
  const authenticator = await addPasskeyOf(app, browser);
  await proveNow(app, browser.sessionId);
  expect((await app.call(browser, mfa.disable)).status).toBe(200);
  expect(await statusOf(browser), "the passkey is left").toBe(200);
  const params = { passkeyId: authenticator.passkeyId };
  expect((await app.call(browser, passkeys.remove, { params })).status).toBe(200);
  expect(await statusOf(browser)).toBe(401);
  expect((await renewWith(app.app, browser.cookie)).statusCode).toBe(401);
  expect(errorOf(await askToken(app.app, { username: userName }))).toBe("mfa_config_needed");
});

test("a visit ends with the factor of whoever visits, and leads back to no session of theirs", async () => {
  const staff = await addStaff();
  const person = await app.signIn();
  const begin = () => app.call(staff.browser, jump.begin, { params: { membershipId: person.membershipId } });
  const without = { username: undefined, password: undefined, mfaKey: undefined, mfaToken: undefined };
  const visit = async () =>
    askToken(app.app, { grant_type: "sysops", ...without, ...(await begin()).Result! }, undefined, {
      cookie: `__Host-rt=${staff.browser.cookie}`,
    });
  const [visiting, waiting] = [await visit(), (await begin()).Result!];
  const { token, sessionId } = browserOf(visiting);
  expect(await statusOf({ token, sessionId })).toBe(200);
  await dropFactor(staff.personId);
  app.platform.sessions.forget("");
  expect(await statusOf({ token, sessionId })).toBe(401);
  expect((await askToken(app.app, { grant_type: "sysops", ...without, ...waiting })).statusCode).toBe(400);
  const kept = /__Host-rt-kept=([^;,]+)/.exec(setCookieOf(visiting))![1]!;
  expect((await renewWith(app.app, kept)).statusCode).toBe(401);
});

test("everybody else comes in as before", async () => {
  const { userName } = await addPerson(app);
  const signedIn = await askToken(app.app, { username: userName });
  expect(await statusOf(browserOf(signedIn))).toBe(200);
});
