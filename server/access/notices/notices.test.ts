import { mfa } from "@tradewind/contract/access/mfa.ts";
import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { expect, test } from "vitest";
import { addPerson, askToken, setCookieOf, signInWith } from "../../test/auth-fixtures.ts";
import { addEnrolled, codeOf } from "../../test/mfa-fixtures.ts";
import { addPasskeyOf, proveNow } from "../../test/soft-authenticator.ts";
import { testApp } from "../../test/test-app.ts";
import { testWorker } from "../../test/test-worker.ts";

const app = await testApp();
const worker = await testWorker(app);

type Mail = { subject: string; text: string; html: string };
/** Waits until a person has so many mails and returns them, oldest first. */
const mailsTo = async (userName: string, count: number): Promise<Mail[]> =>
  worker.until(async () => {
    const { mails } = (await worker.control("mail", `mails?to=${encodeURIComponent(`mail-of-${userName}`)}`)) as {
      mails: Mail[];
    };
    return mails.length >= count && mails.toReversed();
  }, `${count} mails to ${userName}`);
const settled = () =>
  worker.until(
    async () =>
      (await app.sql("select from pgboss.job where name = 'mail.send' and state <> 'completed'")).length === 0,
    "an empty queue",
  );

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const signInFrom = async (username: string, device?: string, more = {}) => {
  const headers = { "user-agent": firefox, ...(device ? { cookie: `__Host-device=${device}` } : {}) };
  const response = await askToken(app.app, { username, ...more }, "192.0.2.44", headers);
  return { response, device: /__Host-device=([^;]+)/.exec(setCookieOf(response))?.[1] };
};

test("a sign-in from a browser the person never used is told by mail; the first ever and known browsers are not", async () => {
  const { userName } = await addPerson(app);
  const first = await signInFrom(userName);
  expect(setCookieOf(first.response)).toMatch(
    /__Host-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict/,
  );
  const again = await signInFrom(userName, first.device);
  expect(again.device).toBe(first.device);
  const strange = await signInFrom(userName);
  expect(strange.device).not.toBe(first.device);
  const [mail, ...others] = await mailsTo(userName, 1);
  await settled();
  expect([mail!.subject, others]).toEqual(["New sign-in to your account", []]);
  for (const said of [
    "Firefox on Windows",
    "192.0.2.44",
    "(UTC)",
    `${app.config.PUBLIC_URL}/account-setting/sessions`,
  ]) {
    expect(mail!.text).toContain(said);
    expect(mail!.html).toContain(said);
  }
  expect(await mailsTo(userName, 1)).toHaveLength(1);
});

test("browsers are kept as hashes, for each person apart; a wrong password neither sets nor notes one", async () => {
  const [one, other] = [await addPerson(app), await addPerson(app)];
  const { device } = await signInFrom(one.userName);
  await signInFrom(other.userName);
  await signInFrom(other.userName, device);
  expect((await mailsTo(other.userName, 1))[0]!.subject).toBe("New sign-in to your account");
  const refused = await signInFrom(one.userName, undefined, { password: "wrong" });
  expect(refused.device).toBeUndefined();
  const kept = await app.sql<{ hash: Buffer }>("select device_hash as hash from known_devices where person_id = $1", [
    one.personId,
  ]);
  expect(kept.map(({ hash }) => hash.length)).toEqual([32]);
  expect(JSON.stringify(kept)).not.toContain(device);
  const [bent] = [await signInFrom(one.userName, "short")];
  expect(bent.device).toMatch(/^[\w-]{43}$/);
});

test("a visit of staff neither sets nor notes a browser", async () => {
  const [person, staff] = [await app.signIn(), await app.signInOperator()];
  const grant = (await app.call(staff, jump.begin, { params: { membershipId: person.membershipId } })).Result!;
  const visit = await signInFrom("", undefined, {
    grant_type: "sysops",
    username: undefined,
    password: undefined,
    mfaKey: undefined,
    mfaToken: undefined,
    ...grant,
  });
  expect([visit.response.statusCode, visit.device]).toEqual([200, undefined]);
  expect(await app.sql("select from known_devices where person_id = $1", [person.personId])).toEqual([]);
});

test("every change to a person's sign-in is mailed to them", async () => {
  const enrolled = await addEnrolled(app);
  const { browser, userName, personId, resellerId } = enrolled;
  await proveNow(app, browser.sessionId);
  await app.call(browser, mfa.newRecoveryCodes);
  const authenticator = await addPasskeyOf(app, browser, "Laptop");
  await app.call(browser, passkeys.remove, { params: { passkeyId: authenticator.passkeyId } });
  await app.call(browser, mfa.disable);
  const mails = await mailsTo(userName, 5);
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(["Your sign-in settings were changed"]));
  const said = mails.map(({ text }) => text).join("\n");
  for (const what of [
    "Multi-factor authentication was turned on.",
    "New recovery codes were created; the previous ones no longer work.",
    "The passkey “Laptop” was added.",
    "The passkey “Laptop” was removed.",
    "Multi-factor authentication was turned off.",
    `${app.config.PUBLIC_URL}/account-setting/security`,
  ])
    expect(said).toContain(what);

  const manager = await app.signIn({ resellerId: resellerId! });
  await proveNow(app, manager.sessionId);
  await addPasskeyOf(app, await signInWith(app.app, userName), "Phone");
  const [user] = await app.sql<{ id: string }>("select id from memberships where person_id = $1", [personId]);
  await app.call(manager, mfa.disableForUser, { params: { userId: user!.id } });
  await settled();
  const later = (await mailsTo(userName, 8)).map(({ text }) => text).join("\n");
  expect(later).toContain("Robin Tester turned multi-factor authentication off for you, and removed your passkeys.");
});

test("setting it up during sign-in is told too; a refused change is not", async () => {
  const { userName, resellerId, personId } = await addPerson(app);
  await app.sql("update resellers set mfa_required = true where id = $1", [resellerId]);
  const asked = (await askToken(app.app, { username: userName })).json<{ error_description: string }>();
  const [mfaKey] = asked.error_description.split("|");
  const done = await askToken(app.app, { username: userName, mfaKey: mfaKey!, mfaToken: codeOf(mfaKey!) });
  expect(done.statusCode).toBe(200);
  expect((await mailsTo(userName, 1))[0]!.text).toContain("Multi-factor authentication was turned on.");
  const [kept] = await app.sql<{ shown: boolean }>(
    "select second_factor_at is not null as shown from sessions where person_id = $1",
    [personId],
  );
  expect(kept!.shown).toBe(true);
  const { access_token: token } = done.json<{ access_token: string }>();
  expect((await app.call({ token }, mfa.disable)).status).toBe(409);
  await settled();
  expect(await mailsTo(userName, 1)).toHaveLength(1);
});
