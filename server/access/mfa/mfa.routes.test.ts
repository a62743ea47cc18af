import { mfa } from "@tradewind/contract/access/mfa.ts";
import { passkeys } from "@tradewind/contract/access/passkeys.ts";
import { describe, expect, test } from "vitest";
import { addCustomer, addPerson, askToken, getWith, password, signInWith } from "../../test/auth-fixtures.ts";
import { atOnce } from "../../test/at-once.ts";
import { addEnrolled, codeOf, nextStep, startSetup, wrongCodeOf } from "../../test/mfa-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const manageUsers = 13;

async function addSignedIn(changes: Parameters<typeof addPerson>[1] = {}) {
  const person = await addPerson(app, changes);
  return { ...person, browser: await signInWith(app.app, person.userName) };
}
const isEnabled = async (browser: { token: string }) => (await app.call(browser, mfa.isEnabled)).Result!;
const membershipOf = async (personId: string) =>
  (await app.sql<{ id: string }>("select id from memberships where person_id = $1", [personId]))[0]!.id;
const linesOf = async (resellerId: string | null) =>
  (
    await app.sql<{ what: string }>(
      "select what from activity where reseller_id = $1 and outcome = 'done' and action not in ('signIn', 'mfa.verify') order by id",
      [resellerId],
    )
  ).map(({ what }) => what);

test("every call is on the auth host's paths", () => {
  for (const { path } of Object.values(mfa)) expect(path).toMatch(/^\/api\/auth\/mfa\//);
});

test("MFA-16 MFA-25 setting up answers key, picture, first step and no error, and turns nothing on yet", async () => {
  const { browser } = await addSignedIn();
  const { Result } = await startSetup(app, browser);
  expect(Result).toEqual({
    qrCodeSetupImageUrl: expect.stringMatching(/^data:image\/png;base64,/),
    manualEntryKey: expect.stringMatching(/^[A-Z2-7]{32}$/),
    showStep: 1,
    errorData: { isError: false },
  });
  expect(await isEnabled(browser)).toEqual({
    IsEnabled: false,
    IsRequired: false,
    IsAvailable: true,
    EnabledAt: null,
    RecoveryCodesLeft: 0,
  });
  const { Result: again } = await startSetup(app, browser);
  expect(again!.manualEntryKey).not.toBe(Result!.manualEntryKey);
});

test("MFA-29 the first code turns it on, with ten recovery codes, and the next sign-in asks for one", async () => {
  const { browser, userName, resellerId } = await addSignedIn();
  const { Result } = await startSetup(app, browser);
  const configured = await app.call(browser, mfa.configure, { body: { Token: codeOf(Result!.manualEntryKey) } });
  expect(new Set(configured.Result!.RecoveryCodes).size).toBe(10);
  expect(await isEnabled(browser)).toMatchObject({ IsEnabled: true, RecoveryCodesLeft: 10 });
  expect((await askToken(app.app, { username: userName })).json()).toMatchObject({ error: "mfa_token_needed" });
  expect(await linesOf(resellerId)).toEqual(["Turned multi-factor authentication on"]);
});

test("whoever finds a session open can add no factor of their own, and so gain no proof", async () => {
  const { browser, userName } = await addSignedIn();
  expect(await app.call(browser, mfa.setup)).toMatchObject({ status: 409, Error: "confirmFirst" });
  expect(await app.call(browser, mfa.configure, { body: { Token: "123456" } })).toMatchObject({
    status: 409,
    Error: "mfaSetupEnded",
  });
  expect((await app.call(browser, passkeys.addOptions)).Error).toBe("confirmFirst");
  expect(await isEnabled(browser)).toMatchObject({ IsEnabled: false });
  expect((await askToken(app.app, { username: userName })).statusCode).toBe(200);

  expect((await startSetup(app, browser)).status).toBe(200);
});

test("a wrong code, a code too late, a code without a key and a second setup are refused", async () => {
  const { browser, personId } = await addSignedIn();
  const configure = async (Token: string) => {
    const { status, Error } = await app.call(browser, mfa.configure, { body: { Token } });
    return `${status} ${Error}`;
  };
  expect(await configure("123456")).toBe("409 mfaSetupEnded");
  const { Result } = await startSetup(app, browser);
  expect(await configure(wrongCodeOf(Result!.manualEntryKey))).toBe("422 mfaCodeWrong");
  await app.sql("update factor_setups set until = now() where person_id = $1", [personId]);
  expect(await configure(codeOf(Result!.manualEntryKey))).toBe("409 mfaSetupEnded");
  const { Result: next } = await startSetup(app, browser);
  expect(await configure(codeOf(next!.manualEntryKey))).toBe("200 null");
  expect(await configure(codeOf(next!.manualEntryKey))).toBe("409 mfaAlreadyOn");
  expect((await startSetup(app, browser)).Error).toBe("mfaAlreadyOn");
});

test.each(["1234567890123456", "12a456", "１２３４５６", ""])("MFA-17 MFA-18 %j is no code", async (Token) => {
  const { browser } = await addSignedIn();
  for (const endpoint of [mfa.configure, mfa.verifyToken]) {
    const { status, Error, Errors } = await app.call(browser, endpoint, { body: { Token } });
    expect([status, Error, Object.keys(Errors ?? {})]).toEqual([400, "invalidRequest", ["Token"]]);
  }
});

test("MFA-28 a right code is verified, once; a wrong one is not, and after five tries none", async () => {
  const { browser, key, personId } = await addEnrolled(app);
  const verify = (Token: string) => app.call(browser, mfa.verifyToken, { body: { Token } });
  expect((await verify(codeOf(key))).Result).toEqual({ IsVerified: true });
  const again = await verify(codeOf(key));
  expect([again.status, again.Error, again.Errors]).toEqual([
    422,
    "mfaCodeWrong",
    { Token: "MFA.CONFIGURE.ERROR_MESSAGE_MAIN" },
  ]);
  // A code of theirs sent twice is no guess.
  for (let n = 0; n < 5; n++) expect((await verify(wrongCodeOf(key))).status).toBe(422);
  await nextStep(app, personId);
  const blocked = await verify(codeOf(key));
  expect(blocked.status).toBe(429);
  expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(800);
  const without = await addSignedIn();
  expect((await app.call(without.browser, mfa.verifyToken, { body: { Token: "123456" } })).Error).toBe("mfaNotOn");
});

test("MFA-27 verifying the user takes the password, tells whether they have it, and gives five tries", async () => {
  const [enrolled, without] = [await addEnrolled(app), await addSignedIn()];
  const verify = (browser: { token: string }, Password: string) =>
    app.call(browser, mfa.verifyUser, { body: { Password } });
  expect((await verify(enrolled.browser, password)).Result).toEqual({ IsVerified: true, IsEnabled: true });
  expect((await verify(without.browser, password)).Result).toEqual({ IsVerified: true, IsEnabled: false });
  for (let n = 0; n < 5; n++) expect((await verify(without.browser, "Wrong-Lantern-42")).Error).toBe("passwordWrong");
  expect((await verify(without.browser, password)).status).toBe(429);
});

describe("turning it off", () => {
  test("MFA-14 MFA-30 needs a proof of the last five minutes; then no code is asked, and no other session stays", async () => {
    const { browser, userName, key, personId, resellerId } = await addEnrolled(app);
    const other = (await askToken(app.app, { username: userName, mfaToken: codeOf(key) })).json<{
      access_token: string;
    }>().access_token;
    await app.sql("update sessions set confirmed_at = now() - interval '301 seconds' where person_id = $1", [personId]);
    expect((await app.call(browser, mfa.disable)).Error).toBe("confirmFirst");
    await app.call(browser, mfa.verifyUser, { body: { Password: password } });
    expect((await app.call(browser, mfa.disable)).status).toBe(200);
    expect((await isEnabled(browser)).IsEnabled).toBe(false);
    expect((await askToken(app.app, { username: userName })).statusCode).toBe(200);
    expect((await getWith(app.app, other)).statusCode).toBe(401);
    expect((await getWith(app.app, browser.token)).statusCode).toBe(200);
    expect((await app.call(browser, mfa.disable)).Error).toBe("mfaNotOn");
    expect((await linesOf(resellerId)).at(-1)).toBe("Turned multi-factor authentication off");
    expect(await app.sql("select 1 from recovery_codes where person_id = $1", [personId])).toEqual([]);
  });

  test("a code is a proof too", async () => {
    const { browser, key, personId } = await addEnrolled(app);
    await app.sql("update sessions set confirmed_at = null where person_id = $1", [personId]);
    await app.call(browser, mfa.verifyToken, { body: { Token: codeOf(key) } });
    expect((await app.call(browser, mfa.disable)).status).toBe(200);
  });
});

test("turning it on ends the sessions opened without it", async () => {
  const { browser, userName } = await addSignedIn();
  const other = await signInWith(app.app, userName);
  const { Result } = await startSetup(app, browser);
  await app.call(browser, mfa.configure, { body: { Token: codeOf(Result!.manualEntryKey) } });
  expect((await getWith(app.app, other.token)).statusCode).toBe(401);
  expect((await getWith(app.app, browser.token)).statusCode).toBe(200);
});

test("new recovery codes need a proof, and take the place of the old ones", async () => {
  const { browser, userName, personId, recoveryCodes } = await addEnrolled(app);
  await app.sql("update sessions set confirmed_at = null where person_id = $1", [personId]);
  expect((await app.call(browser, mfa.newRecoveryCodes)).Error).toBe("confirmFirst");
  await app.call(browser, mfa.verifyUser, { body: { Password: password } });
  const { Result } = await app.call(browser, mfa.newRecoveryCodes);
  expect(Result!.RecoveryCodes).toHaveLength(10);
  const signIn = async (recoveryCode: string) =>
    (await askToken(app.app, { username: userName, recoveryCode })).statusCode;
  expect([await signIn(recoveryCodes[0]!), await signIn(Result!.RecoveryCodes[0]!)]).toEqual([400, 200]);
  expect((await isEnabled(browser)).RecoveryCodesLeft).toBe(9);
});

test("of recovery codes asked for twice at once only one set is left", async () => {
  const { browser, personId } = await addEnrolled(app);
  await app.call(browser, mfa.verifyUser, { body: { Password: password } });
  const renew = () => app.call(browser, mfa.newRecoveryCodes);
  const answers = await atOnce(app, "activity", [renew, renew]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await app.sql("select from recovery_codes where person_id = $1", [personId])).toHaveLength(10);
});

describe("for others", () => {
  async function manager(resellerId: string, changes: Parameters<typeof addPerson>[1] = {}) {
    const person = await addSignedIn({ resellerId, views: [1, 2, manageUsers], ...changes });
    await app.call(person.browser, mfa.verifyUser, { body: { Password: password } });
    return person;
  }
  const disable = async (by: { browser: { token: string } }, personId: string) => {
    const { status, Error } = await app.call(by.browser, mfa.disableForUser, {
      params: { userId: await membershipOf(personId) },
    });
    return `${status} ${Error}`;
  };

  test("MFA-30 a manager turns it off for one of their users; it is logged, and the user is signed out", async () => {
    const user = await addEnrolled(app, { kind: "engineer" });
    const boss = await addSignedIn({ resellerId: user.resellerId!, views: [1, 2, manageUsers] });
    expect(await disable(boss, user.personId)).toBe("409 confirmFirst");
    await app.call(boss.browser, mfa.verifyUser, { body: { Password: password } });
    expect(await disable(boss, user.personId)).toBe("200 null");
    expect((await getWith(app.app, user.browser.token)).statusCode).toBe(401);
    expect((await askToken(app.app, { username: user.userName })).statusCode).toBe(200);
    expect((await linesOf(user.resellerId)).at(-1)).toBe("Turned multi-factor authentication off for Robin Tester");
    expect(await disable(boss, user.personId)).toBe("409 mfaNotOn");
  });

  test("is refused for strangers, other customers' people, people with more rights, and people who also act elsewhere", async () => {
    const owner = await addEnrolled(app);
    const stranger = await manager(await app.addReseller());
    expect(await disable(stranger, owner.personId)).toBe("404 notFound");
    const engineer = await manager(owner.resellerId!, { kind: "engineer" });
    expect(await disable(engineer, owner.personId)).toBe("403 PermissionNotFound");
    const customers = [await addCustomer(app, owner.resellerId!), await addCustomer(app, owner.resellerId!)] as const;
    const user = await addEnrolled(app, { kind: "endUser", resellerId: owner.resellerId!, customerId: customers[0] });
    const admins = [];
    for (const customerId of customers)
      admins.push(await manager(owner.resellerId!, { kind: "endUserAdmin", customerId }));
    expect(await disable(admins[1]!, user.personId)).toBe("404 notFound");
    await app.sql(
      `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, created_at)
       values ($1, $2, 'engineer', 'Robin', 'Tester', 'robin@example.com', now())`,
      [stranger.resellerId, user.personId],
    );
    expect(
      (
        await app.call(admins[0]!.browser, mfa.disableForUser, {
          params: {
            userId: (
              await app.sql<{ id: string }>("select id from memberships where person_id = $1 and reseller_id = $2", [
                user.personId,
                owner.resellerId,
              ])
            )[0]!.id,
          },
        })
      ).Error,
    ).toBe("actsElsewhere");
    await app.sql("delete from memberships where person_id = $1 and reseller_id = $2", [
      user.personId,
      stranger.resellerId,
    ]);
    expect(await disable(admins[0]!, user.personId)).toBe("200 null");
    expect((await isEnabled(owner.browser)).IsEnabled).toBe(true);
  });

  test("is refused for a person with more rights", async () => {
    const boss = await manager(await app.addReseller());
    const founder = await addEnrolled(app, { resellerId: boss.resellerId!, views: [1, 2, 5] });
    expect(await disable(boss, founder.personId)).toBe("403 PermissionNotFound");
    await app.sql("update memberships set views = '{1}', can_agree = true where person_id = $1", [founder.personId]);
    expect(await disable(boss, founder.personId)).toBe("403 PermissionNotFound");
    await app.sql("update memberships set can_agree = false where person_id = $1", [founder.personId]);
    expect(await disable(boss, founder.personId)).toBe("200 null");
  });

  test("MFA-10 naming oneself gets nobody round it: what their own session refuses is refused here too", async () => {
    const { personId, browser, resellerId } = await addEnrolled(app, { views: [1, 2, manageUsers] });
    await app.sql("update memberships set mfa_required = true where person_id = $1", [personId]);
    await app.sql("update sessions set way = 'sso', confirmed_at = clock_timestamp() where person_id = $1", [personId]);
    expect((await app.call(browser, mfa.disable)).Error).toBe("mfaNotHere");
    expect(await disable({ browser }, personId)).toBe("409 notYourself");
    const params = { userId: await membershipOf(personId) };
    const required = await app.call(browser, mfa.requireOfUser, { params, body: { IsRequired: false } });
    expect([required.status, required.Error]).toEqual([409, "notYourself"]);
    const [left] = await app.sql<{ mfa_required: boolean; factors: number }>(
      `select mfa_required, (select count(*)::int from factors f where f.person_id = m.person_id) as factors
       from memberships m where reseller_id = $1`,
      [resellerId],
    );
    expect(left).toEqual({ mfa_required: true, factors: 1 });
  });

  test("MFA-26 it can be required of a user and of a whole reseller", async () => {
    const [user, boss] = [await addEnrolled(app, { kind: "engineer" }), await addSignedIn()];
    const manages = await manager(user.resellerId!);
    const asked = { params: { userId: await membershipOf(user.personId) } };
    expect((await app.call(manages.browser, mfa.userIsEnabled, asked)).Result).toEqual({
      IsEnabled: true,
      IsRequired: false,
    });
    expect((await app.call(boss.browser, mfa.resellerIsEnabled)).Result).toEqual({ IsEnabled: false });
  });

  test("a reseller asks it of one user, or of everybody; the next sign-in sets it up", async () => {
    const user = await addPerson(app, { kind: "engineer" });
    const boss = await manager(user.resellerId!);
    const nextSignIn = async () =>
      (await askToken(app.app, { username: user.userName })).json<{ error?: string }>().error ?? "in";
    const params = { userId: await membershipOf(user.personId) };
    for (const IsRequired of [true, false]) {
      await app.call(boss.browser, mfa.requireOfUser, { params, body: { IsRequired } });
      expect((await app.call(boss.browser, mfa.userIsEnabled, { params })).Result!.IsRequired).toBe(IsRequired);
      expect(await nextSignIn()).toBe(IsRequired ? "mfa_config_needed" : "in");
    }
    for (const IsRequired of [true, false]) {
      await app.call(boss.browser, mfa.requireOfReseller, { body: { IsRequired } });
      expect((await app.call(boss.browser, mfa.resellerIsEnabled)).Result!.IsEnabled).toBe(IsRequired);
      expect(await nextSignIn()).toBe(IsRequired ? "mfa_config_needed" : "in");
    }
    expect(await linesOf(user.resellerId)).toEqual([
      "Required multi-factor authentication for Robin Tester",
      "Stopped requiring multi-factor authentication for Robin Tester",
      "Required multi-factor authentication for everybody",
      "Stopped requiring multi-factor authentication for everybody",
    ]);
  });
});

test.each(["sso", "aad"])("MFA-10 a session opened by %s has no setting and can change nothing", async (way) => {
  const { browser, personId } = await addSignedIn();
  await app.sql("update sessions set way = $1 where person_id = $2", [way, personId]);
  expect((await isEnabled(browser)).IsAvailable).toBe(false);
  for (const endpoint of [mfa.setup, mfa.disable, mfa.newRecoveryCodes])
    expect((await app.call(browser, endpoint)).Error).toBe("mfaNotHere");
  expect((await app.call(browser, mfa.configure, { body: { Token: "123456" } })).Error).toBe("mfaNotHere");
});

test("the operator's staff set it up too", async () => {
  const olive = await addEnrolled(app, { kind: "admin" });
  expect((await askToken(app.app, { username: olive.userName })).json()).toMatchObject({ error: "mfa_token_needed" });
  expect((await askToken(app.app, { username: olive.userName, mfaToken: codeOf(olive.key) })).statusCode).toBe(200);
});
