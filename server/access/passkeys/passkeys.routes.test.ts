import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { errors } from "@tradewind/contract/errors.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { beforeEach, expect, test } from "vitest";
import { addPerson, askToken, signInWith } from "../../test/auth-fixtures.ts";
import { atOnce } from "../../test/at-once.ts";
import { addPasskeyOf, proveNow, softAuthenticator, type Lies } from "../../test/soft-authenticator.ts";
import { addEnrolled, codeOf } from "../../test/mfa-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp({ LOGIN_FLOW_LIMIT: "100000" });
const page = app.config.PUBLIC_URL;
/** Failures of one test must not slow down the next. */
beforeEach(() => app.sql("delete from sign_in_attempts"));

async function withPasskey() {
  const person = await addPerson(app);
  const browser = await signInWith(app.app, person.userName);
  return { ...person, browser, authenticator: await addPasskeyOf(app, browser) };
}
type Owner = Awaited<ReturnType<typeof withPasskey>>;

const signInOptions = async () => (await app.call(null, passkeys.signInOptions)).Result!.Options;
const signInBy = (passkey: string, ip?: string) =>
  askToken(
    app.app,
    { grant_type: "passkey", passkey, password: undefined, mfaKey: undefined, mfaToken: undefined },
    ip,
  );
const alone = async ({ authenticator }: Pick<Owner, "authenticator">, lies?: Lies) =>
  signInBy(authenticator.sign(await signInOptions(), lies));
/** Signs in by password and returns the outcome with the passkey options it offers. */
const byPassword = async (userName: string, more: Record<string, string> = {}, headers = {}) => {
  const response = await askToken(app.app, { username: userName, ...more }, undefined, headers);
  const answer = response.json<{
    error?: string;
    error_description?: string;
    passkey_options?: string;
    passkey_pages?: string[];
  }>();
  return {
    status: response.statusCode,
    error: answer.error,
    said: answer.error_description,
    asked: answer.passkey_options,
    pages: answer.passkey_pages,
  };
};
const linesOf = (resellerId: string | null) =>
  app
    .sql<{ what: string }>(
      "select what from activity where reseller_id = $1 and outcome = 'done' and action not in ('signIn', 'mfa.verify') order by id",
      [resellerId],
    )
    .then((rows) => rows.map(({ what }) => what));

test("a passkey is added after a proof, named, renamed and removed; the log tells of it", async () => {
  const { resellerId, browser, authenticator } = await withPasskey();
  expect(authenticator.recoveryCodes).toHaveLength(10);
  const list = async () => (await app.call(browser, passkeys.list)).Result!.Items;
  expect(await list()).toEqual([
    {
      Id: authenticator.passkeyId,
      Name: "Laptop",
      IsBackedUp: false,
      Host: "localhost",
      CreatedAt: expect.any(String),
      LastUsedAt: null,
    },
  ]);
  const params = { passkeyId: authenticator.passkeyId };
  expect((await app.call(browser, passkeys.rename, { params, body: { Name: "  Office  " } })).status).toBe(200);
  expect((await list())[0]!.Name).toBe("Office");
  expect((await app.call(browser, passkeys.remove, { params })).status).toBe(200);
  expect(await list()).toEqual([]);
  expect(await linesOf(resellerId)).toEqual([
    "Added the passkey Laptop",
    "Renamed a passkey to Office",
    "Removed the passkey Office",
  ]);
  expect(
    await app.sql("select from recovery_codes c join sessions s using (person_id) where s.id = $1", [
      browser.sessionId,
    ]),
  ).toEqual([]);
});

test("without a proof of the last five minutes no passkey is added or removed", async () => {
  const { browser, authenticator } = await withPasskey();
  await app.sql("update sessions set confirmed_at = now() - interval '301 s' where id = $1", [browser.sessionId]);
  const params = { passkeyId: authenticator.passkeyId };
  expect(await app.call(browser, passkeys.addOptions)).toMatchObject({ status: 409, Error: "confirmFirst" });
  expect(await app.call(browser, passkeys.remove, { params })).toMatchObject({ status: 409, Error: "confirmFirst" });
});

test("options from one session cannot be used in another, and no passkey is added twice", async () => {
  const person = await addPerson(app);
  const [one, two] = [await signInWith(app.app, person.userName), await signInWith(app.app, person.userName)];
  await proveNow(app, one.sessionId);
  const { Options } = (await app.call(one, passkeys.addOptions)).Result!;
  const authenticator = softAuthenticator(page);
  const body = { Name: "Laptop", Credential: authenticator.make(Options) };
  expect(await app.call(two, passkeys.add, { body })).toMatchObject({ status: 422, Error: "passkeyRefused" });
  expect((await app.call(one, passkeys.add, { body })).status).toBe(200);
  expect(await app.call(one, passkeys.add, { body })).toMatchObject({ status: 422, Error: "passkeyRefused" });
  const again = (await app.call(one, passkeys.addOptions)).Result!;
  expect(
    await app.call(one, passkeys.add, { body: { Name: "Again", Credential: authenticator.make(again.Options) } }),
  ).toMatchObject({ status: 422, Error: "passkeyRefused" });
  expect((await app.call(two, session.current)).status, "the session opened by password alone").toBe(401);
});

test.each<{ what: string; lies: Lies }>([
  { what: "another origin", lies: { origin: "https://evil.example" } },
  { what: "another host", lies: { rpId: "evil.example" } },
  { what: "another challenge", lies: { challenge: "AAAA" } },
  { what: "a signature for signing in", lies: { type: "webauthn.get" } },
  { what: "nobody present", lies: { present: false } },
])("a new passkey made with $what is refused", async ({ lies }) => {
  const { userName } = await addPerson(app);
  const browser = await signInWith(app.app, userName);
  await proveNow(app, browser.sessionId);
  const { Options } = (await app.call(browser, passkeys.addOptions)).Result!;
  const Credential = softAuthenticator(page).make(Options, lies);
  expect(await app.call(browser, passkeys.add, { body: { Name: "Laptop", Credential } })).toMatchObject({
    status: 422,
    Error: "passkeyRefused",
  });
});

test("one's passkeys are neither seen, renamed nor removed by others", async () => {
  const [one, other] = [await withPasskey(), await withPasskey()];
  const params = { passkeyId: one.authenticator.passkeyId };
  expect((await app.call(other.browser, passkeys.rename, { params, body: { Name: "Mine" } })).status).toBe(404);
  expect((await app.call(other.browser, passkeys.remove, { params })).status).toBe(404);
  expect((await app.call(other.browser, passkeys.list)).Result!.Items.map(({ Id }) => Id)).toEqual([
    other.authenticator.passkeyId,
  ]);
});

test("a passkey alone signs its person in, and that session may change their sign-in settings", async () => {
  const owner = await withPasskey();
  const response = await alone(owner);
  expect(response.statusCode).toBe(200);
  const token = response.json<{ access_token: string }>().access_token;
  const { Result } = await app.call({ token }, session.current);
  expect(Result!.User.userName).toBe(owner.userName);
  expect((await app.call({ token }, passkeys.addOptions)).status).toBe(200);
  const { Items } = (await app.call(owner.browser, passkeys.list)).Result!;
  expect(Items[0]!.LastUsedAt).not.toBeNull();
});

const stranger = () => withPasskey();
test.each<{ what: string; lies: (owner: Owner) => Promise<Lies> | Lies }>([
  { what: "signed on another page", lies: () => ({ origin: "https://evil.example" }) },
  { what: "signed on another port of the same host", lies: () => ({ origin: "http://localhost:5000" }) },
  { what: "of another host", lies: () => ({ rpId: "evil.example" }) },
  { what: "of a challenge nobody gave", lies: () => ({ challenge: "bm9ib2R5LWdhdmUtdGhpcw" }) },
  { what: "of another kind", lies: () => ({ type: "webauthn.create" }) },
  { what: "with a bad signature", lies: () => ({ badSignature: true }) },
  { what: "whose device did not make sure of the person", lies: () => ({ userVerified: false }) },
  { what: "with nobody present", lies: () => ({ present: false }) },
  { what: "whose counter stands still", lies: ({ authenticator }) => ({ counter: authenticator.counter }) },
  { what: "whose counter went back", lies: () => ({ counter: 0 }) },
  { what: "that names another person", lies: async () => ({ userHandle: (await stranger()).authenticator.handle }) },
  {
    what: "under the name of another's passkey",
    lies: async () => ({ credentialId: (await stranger()).authenticator.id }),
  },
  { what: "that nobody has", lies: () => ({ credentialId: "AAAA" }) },
])("a passkey $what lets nobody in, and the next good one does", async ({ lies }) => {
  const owner = await withPasskey();
  const response = await alone(owner, await lies(owner));
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ error: "invalid_grant", error_description: expect.stringMatching(/passkey/) });
  expect((await alone(owner)).statusCode).toBe(200);
});

test("a challenge is signed once, even in parallel, within five minutes, and only for its purpose", async () => {
  const owner = await withPasskey();
  const good = owner.authenticator.sign(await signInOptions());
  const tries = await Promise.all(Array.from({ length: 4 }, () => signInBy(good)));
  expect(tries.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  const late = await signInOptions();
  await app.sql("update passkey_challenges set until = now() where challenge = $1", [
    (JSON.parse(late) as { challenge: string }).challenge,
  ]);
  expect((await signInBy(owner.authenticator.sign(late))).statusCode).toBe(400);
  const { asked } = await byPassword(owner.userName);
  expect((await signInBy(owner.authenticator.sign(asked!))).statusCode).toBe(400);
});

test.each([
  ["not JSON", "{"],
  ["no credential", "{}"],
  ["a number", "12"],
  ["a broken one", JSON.stringify({ id: "AAAA", rawId: "AAAA", type: "public-key", response: {} })],
  ["one whose client data are no text", JSON.stringify({ id: "\0", rawId: "\0", type: "public-key", response: null })],
])("in place of a passkey %s is refused like a wrong one", async (_, passkey) => {
  expect((await signInBy(passkey)).statusCode).toBe(400);
});

test("a suspended person's passkey is refused; a person who must choose a new password is told so", async () => {
  const [suspended, renewing] = [await withPasskey(), await withPasskey()];
  await app.sql("update people set status = 'Suspended' where id = $1", [suspended.personId]);
  expect((await alone(suspended)).json()).toMatchObject({ error: "invalid_grant" });
  await app.sql("update people set reset_required = true where id = $1", [renewing.personId]);
  expect((await alone(renewing)).json<{ error_description: string }>().error_description).toMatch(/^resetrequired\|/);
  const [left] = [await withPasskey()];
  await app.sql("update memberships set status = 'Suspended' where person_id = $1", [left.personId]);
  expect((await alone(left)).json()).toMatchObject({ error: "invalid_grant" });
});

test("wrong signatures keep nobody out, alone or in place of a code", async () => {
  const owner = await withPasskey();
  for (let tries = 0; tries < 6; tries++) {
    expect((await alone(owner, { badSignature: true })).statusCode).toBe(400);
    const { asked } = await byPassword(owner.userName);
    const passkey = owner.authenticator.sign(asked!, { badSignature: true });
    expect((await byPassword(owner.userName, { passkey })).said).toBe(errors.passkeyRefused[1]);
  }
  expect((await alone(owner)).statusCode).toBe(200);
  const { asked } = await byPassword(owner.userName);
  expect((await byPassword(owner.userName, { passkey: owner.authenticator.sign(asked!) })).status).toBe(200);
});

test("after the password a passkey replaces a code, and clients without passkey support are asked as before", async () => {
  const enrolled = await addEnrolled(app);
  const authenticator = await addPasskeyOf(app, enrolled.browser);
  expect(authenticator.recoveryCodes).toEqual([]);
  const asked = await byPassword(enrolled.userName);
  expect(asked).toMatchObject({ status: 400, error: "mfa_token_needed" });
  const options = JSON.parse(asked.asked!) as { allowCredentials: { id: string }[]; rpId: string };
  expect([options.rpId, options.allowCredentials.map(({ id }) => id)]).toEqual(["localhost", [authenticator.id]]);
  expect((await byPassword(enrolled.userName, { mfaToken: codeOf(enrolled.key) })).status).toBe(200);
  const passkey = authenticator.sign(asked.asked!, { userVerified: false });
  expect((await byPassword(enrolled.userName, { passkey, password: "wrong-password" })).error).toBe("invalid_grant");
  expect((await byPassword(enrolled.userName, { passkey })).status).toBe(200);
  const replayed = await byPassword(enrolled.userName, { passkey });
  expect(replayed).toMatchObject({
    status: 400,
    error: "mfa_token_needed",
    said: errors.passkeyRefused[1],
    asked: expect.any(String),
  });
});

test("a passkey is a second factor by itself: asked for, enough where one is required, replaced by a recovery code", async () => {
  const owner = await withPasskey();
  await app.sql("update resellers set mfa_required = true where id = $1", [owner.resellerId]);
  const asked = await byPassword(owner.userName);
  expect(asked).toMatchObject({
    status: 400,
    error: "mfa_token_needed_passkey",
    said: "Use your passkey or a recovery code.",
  });
  const { authenticator } = owner;
  expect((await byPassword(owner.userName, { passkey: authenticator.sign(asked.asked!) })).status).toBe(200);
  const [recoveryCode] = authenticator.recoveryCodes;
  expect((await byPassword(owner.userName, { recoveryCode: recoveryCode! })).status).toBe(200);
  expect((await byPassword(owner.userName, { recoveryCode: recoveryCode! })).error).toBe("mfa_token_needed");
  expect((await byPassword(owner.userName, { mfaToken: "123456" })).error).toBe("mfa_token_needed");
});

test("another's passkey does not do in place of a code", async () => {
  const [one, other] = [await withPasskey(), await withPasskey()];
  const asked = await byPassword(one.userName);
  const foreign = other.authenticator.sign(asked.asked!);
  expect((await byPassword(one.userName, { passkey: foreign })).error).toBe("mfa_token_needed_passkey");
  const theirs = await byPassword(other.userName);
  const crossed = one.authenticator.sign(theirs.asked!);
  expect((await byPassword(one.userName, { passkey: crossed })).error).toBe("mfa_token_needed_passkey");
});

test("a passkey confirms only the session that asked, and turning a user's factor off removes it too", async () => {
  const owner = await withPasskey();
  const confirmed = () =>
    app.sql("select from sessions where id = $1 and second_factor_at is not null and confirmed_at is not null", [
      owner.browser.sessionId,
    ]);
  await app.sql("update sessions set second_factor_at = null where id = $1", [owner.browser.sessionId]);
  const { Options } = (await app.call(owner.browser, passkeys.confirmOptions)).Result!;
  const Credential = owner.authenticator.sign(Options);
  const stolen = await app.sql<{ id: string }>(
    "insert into sessions (person_id, reseller_id, membership_id, expires_at) select person_id, reseller_id, membership_id, expires_at from sessions where id = $1 returning id",
    [owner.browser.sessionId],
  );
  const token = await app.platform.tokens.signAccess({
    sid: stolen[0]!.id,
    sub: owner.personId,
    currencyCode: "GBP",
    resellerSource: "Tradewind",
    use_se: false,
  });
  expect(await app.call({ token }, passkeys.confirm, { body: { Credential } })).toMatchObject({ status: 422 });
  expect(await confirmed()).toHaveLength(0);
  expect((await app.call(owner.browser, passkeys.confirm, { body: { Credential } })).status).toBe(200);
  expect(await confirmed()).toHaveLength(1);

  const manager = await app.signIn({ resellerId: owner.resellerId! });
  await proveNow(app, manager.sessionId);
  const [user] = await app.sql<{ id: string }>("select id from memberships where person_id = $1", [owner.personId]);
  const params = { userId: user!.id };
  expect((await app.call(manager, mfa.userIsEnabled, { params })).Result!.IsEnabled).toBe(true);
  expect((await app.call(manager, mfa.disableForUser, { params })).status).toBe(200);
  expect((await byPassword(owner.userName)).status).toBe(200);
  expect((await alone(owner)).statusCode).toBe(400);
});

test("a passkey belongs to the host where it was made; at a foreign address there are none", async () => {
  const owner = await withPasskey();
  const brand = { origin: "http://harbour.localhost:4000", host: "harbour.localhost:4000" };
  expect(await byPassword(owner.userName, {}, brand)).toMatchObject({
    error: "mfa_token_needed_passkey",
    asked: undefined,
    pages: ["http://localhost:4000"],
  });
  expect((await byPassword(owner.userName)).pages).toBeUndefined();
  const withApp = await addEnrolled(app);
  await addPasskeyOf(app, withApp.browser);
  expect(await byPassword(withApp.userName, {}, brand)).toMatchObject({
    error: "mfa_token_needed",
    asked: undefined,
    pages: undefined,
  });
  expect((await app.call(null, passkeys.signInOptions, {}, { headers: brand })).Result!.Options).toContain(
    '"rpId":"harbour.localhost"',
  );
  for (const origin of ["https://evil.example", "http://localhost:4001", "null", "http://localhost:4000/", "nonsense"])
    expect(await app.call(null, passkeys.signInOptions, {}, { headers: { origin } })).toMatchObject({
      status: 409,
      Error: "passkeysNotHere",
    });
  expect((await byPassword(owner.userName, {}, { origin: "https://evil.example" })).asked).toBeUndefined();
});

const addMany = (personId: string, count: number) =>
  app.sql(
    `insert into passkeys (person_id, rp_id, credential_id, public_key, counter, backed_up, name)
     select $1, 'localhost', gen_random_uuid(), '', 0, false, 'Another' from generate_series(1, $2::int)`,
    [personId, count],
  );

test("of passkeys added at once a person gets as many as they may have, and the same passkey once", async () => {
  const { personId, browser } = await withPasskey();
  await addMany(personId, 17);
  const made = async () => {
    const { Options } = (await app.call(browser, passkeys.addOptions)).Result!;
    return { Name: "Laptop", Credential: softAuthenticator(page).make(Options) };
  };
  const add = (body: Awaited<ReturnType<typeof made>>) => () => app.call(browser, passkeys.add, { body });
  const [one, two, three] = [await made(), await made(), await made()];

  const answers = await atOnce(app, "passkeys", [add(one), add(one), add(two), add(three)]);

  expect(answers.map(({ status, Error }) => `${status} ${Error}`).toSorted()).toEqual([
    "200 null",
    "200 null",
    "409 passkeysEnough",
    "422 passkeyRefused",
  ]);
  expect((await app.call(browser, passkeys.list)).Result!.Items).toHaveLength(20);
});

test("of second factors removed at once the last takes the recovery codes with it", async () => {
  const { personId, browser } = await addEnrolled(app);
  const [one, two] = [await addPasskeyOf(app, browser), await addPasskeyOf(app, browser)];
  const remove = ({ passkeyId }: typeof one) => app.call(browser, passkeys.remove, { params: { passkeyId } });
  const calls = [() => remove(one), () => app.call(browser, mfa.disable), () => remove(two)];

  // Each has looked at what is left, or waits its turn to, before the first one ends the other sessions.
  const answers = await atOnce<{ status: number }>(app, "sessions", calls);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await app.sql("select from recovery_codes where person_id = $1", [personId])).toEqual([]);
});

test("one person has twenty passkeys at most", async () => {
  const { personId, browser } = await withPasskey();
  await addMany(personId, 19);
  await proveNow(app, browser.sessionId);
  expect(await app.call(browser, passkeys.addOptions)).toMatchObject({ status: 409, Error: "passkeysEnough" });
});
