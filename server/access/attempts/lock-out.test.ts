import { mfa } from "@tradewind/contract/access/mfa.ts";
import { passwords } from "@tradewind/contract/access/passwords.ts";
import { robotCheck, type RobotChallenge } from "@tradewind/contract/access/robot-check.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, describe, expect, test } from "vitest";
import { webApp } from "../../app.ts";
import { openLog } from "../../platform/log.ts";
import { placeOfMail } from "../../portal/mail/mail.actions.ts";
import { addPerson, askToken, password, setCookieOf } from "../../test/auth-fixtures.ts";
import { addEnrolled, codeOf, nextStep, wrongCodeOf } from "../../test/mfa-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
/** A second process on the same database. */
const other = await webApp(app.config, openLog("error", "test"));
await other.app.ready();
afterAll(other.close);

type Person = { userName: string };
let networks = 0;
/** A network that no test has used. */
const elsewhere = () => `198.18.${Math.floor(networks / 250)}.${networks++ % 250}`;
const wrongPassword = "Wrong-Lantern-42";
const errorOf = (response: { statusCode: number; json: <T>() => T }) =>
  response.json<{ error?: string; Error?: string }>().error ?? response.json<{ Error?: string }>().Error;
const signIn = (
  { userName: username }: Person,
  {
    at = app,
    ip = elsewhere(),
    device,
    ...form
  }: Record<string, unknown> & { at?: typeof other; ip?: string; device?: string } = {},
) =>
  askToken(
    at.app,
    { username, ...(form as Record<string, string>) },
    ip,
    device ? { cookie: `__Host-device=${device}` } : {},
  );
const guess = (person: Person, more: Parameters<typeof signIn>[1] = {}) =>
  signIn(person, { password: wrongPassword, ...more });
const deviceIn = (response: Parameters<typeof setCookieOf>[0]) =>
  /__Host-device=([^;]+)/.exec(setCookieOf(response))?.[1];
const challengeFor = async (UserName: string, device?: string) =>
  (
    await app.call(
      null,
      robotCheck.challenge,
      { query: { UserName } },
      device ? { headers: { cookie: `__Host-device=${device}` } } : {},
    )
  ).Result!;
const solved = async (challenge: RobotChallenge) =>
  Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString(
    "base64",
  );
const wrongTries = async () =>
  (await app.sql<{ count: number }>("select count from sign_in_attempts where key like 'account:%' order by key")).map(
    ({ count }) => count,
  );
const pretend = (count: number) =>
  app.sql("update sign_in_attempts set count = $1 where key like 'account:%'", [count]);

describe("whoever tries a person's name from elsewhere", () => {
  test("gets three unaided tries, exactly so from many networks at two processes, and never keeps the owner out", async () => {
    const owner = await addPerson(app);
    const known = deviceIn(await signIn(owner))!;
    await app.sql("delete from sign_in_attempts");
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(owner, { at: n % 2 ? app : other })));
    const errors = guesses.map((response) => errorOf(response));
    expect(errors.filter((error) => error === "invalid_grant")).toHaveLength(3);
    expect(errors.filter((error) => error === "robot_required")).toHaveLength(37);
    expect(await wrongTries(), "what lacks a check counts for nothing").toEqual([3]);

    expect((await signIn(owner, { device: known })).statusCode).toBe(200);
    expect(errorOf(await signIn(owner))).toBe("robot_required");
    expect((await signIn(owner, { altcha: await solved(await challengeFor(owner.userName)) })).statusCode).toBe(200);
  });

  test("pays for each further try with ever more work, which the owner's own browser does not", async () => {
    const owner = await addPerson(app);
    const known = deviceIn(await signIn(owner))!;
    await app.sql("delete from sign_in_attempts");
    await guess(owner);
    const weights = [];
    for (const wrong of [1, 2, 3, 12, 13, 22, 23, 53, 99]) {
      await pretend(wrong);
      weights.push((await challengeFor(owner.userName.toUpperCase())).parameters.data.weight);
    }
    expect(weights).toEqual([1, 1, 1, 1, 2, 2, 4, 32, 32]);
    expect((await challengeFor(owner.userName, known)).parameters.data.weight).toBe(1);

    await pretend(13);
    const light = { ...(await challengeFor("somebody-else@example.com")) };
    expect(light.parameters.data.weight).toBe(1);
    expect(errorOf(await guess(owner, { altcha: await solved(light) }))).toBe("robot_required");
    const heavy = await challengeFor(owner.userName);
    const lying = { ...light, parameters: { ...light.parameters, data: { weight: 2 } } };
    expect(errorOf(await guess(owner, { altcha: await solved(lying) }))).toBe("robot_required");
    expect(errorOf(await guess(owner, { altcha: await solved(heavy) }))).toBe("invalid_grant");
    expect(await wrongTries()).toEqual([14]);
  });

  test("gets a hundred tries a day and no more, while the owner comes in by a known browser or a mailed link", async () => {
    const owner = await addPerson(app);
    const known = deviceIn(await signIn(owner))!;
    await app.sql("delete from sign_in_attempts");
    await guess(owner);
    await pretend(100);
    const spent = await guess(owner);
    expect([spent.statusCode, errorOf(spent)]).toEqual([429, "tooManyRequests"]);
    expect(spent.json<{ Messages: string[] }>().Messages[0]).toMatch(
      /device that you have used before.*Forgot password/,
    );
    expect(Number(spent.headers["retry-after"])).toBeGreaterThan(80_000);
    expect((await signIn(owner, { device: known })).statusCode).toBe(200);

    await app.call(null, passwords.requestReset, { body: { UserName: owner.userName } });
    const [filed] = await app.sql<{ id: string; sealed: string }>(
      "select data ->> 'id' as id, data ->> 'sealed' as sealed from pgboss.job where name = 'mail.send' order by created_on desc, id desc limit 1",
    );
    const mail = JSON.parse(app.platform.secrets.open(filed!.sealed, placeOfMail(filed!.id))) as {
      data: { url: string };
    };
    const body = { key: mail.data.url.split("/").at(-1)!, oldPassword: null, newPassword: "Juniper-Ferry-8841" };
    const changed = await app.call(null, passwords.change, { body });
    const device = deviceIn(changed)!;
    expect((await signIn(owner, { password: body.newPassword })).statusCode).toBe(429);
    expect((await signIn(owner, { password: body.newPassword, device })).statusCode).toBe(200);
  });

  test("is counted with the names nobody has just the same", async () => {
    const nobody = { userName: `nobody-${crypto.randomUUID()}@example.com` };
    const guesses = await Promise.all(Array.from({ length: 8 }, () => guess(nobody)));
    expect(guesses.filter((response) => errorOf(response) === "invalid_grant")).toHaveLength(3);
  });

  test("cannot pass for a browser of the owner's with one of their own", async () => {
    const [owner, stranger] = [await addPerson(app), await addPerson(app)];
    const device = deviceIn(await signIn(stranger))!;
    const guesses = [];
    for (let n = 0; n < 5; n++) guesses.push(errorOf(await guess(owner, { device })));
    expect(guesses).toEqual(["invalid_grant", "invalid_grant", "invalid_grant", "robot_required", "robot_required"]);
  });
});

test("a network with many wrong passwords owes a check for every name, and a known browser in it does not", async () => {
  const ip = elsewhere();
  const owner = await addPerson(app);
  const known = deviceIn(await signIn(owner, { ip }))!;
  const stranger = () => ({ userName: `stranger-${crypto.randomUUID()}@example.com` });
  await Promise.all(Array.from({ length: 10 }, () => guess(stranger(), { ip })));
  expect(errorOf(await signIn(owner, { ip }))).toBe("robot_required");
  expect((await signIn(owner, { ip, device: known })).statusCode).toBe(200);
  const heavier = async (failed: number) => {
    await app.sql("update sign_in_attempts set failed = $1 where key like 'network:%' and failed > 0", [failed]);
    const { Result } = await app.app
      .inject({ url: robotCheck.challenge.path, remoteAddress: ip })
      .then((response) => response.json<{ Result: RobotChallenge }>());
    return Result.parameters.data.weight;
  };
  expect([await heavier(59), await heavier(60), await heavier(1000)]).toEqual([1, 2, 32]);
});

test("more than a hundred at the same moment from one network owe a check", async () => {
  const ip = elsewhere();
  const stranger = () => ({ userName: `stranger-${crypto.randomUUID()}@example.com` });
  const underWay = async (count: number) => {
    await app.sql("update sign_in_attempts set count = $1 where key like 'network:%' and failed = 1", [count]);
    return errorOf(await guess(stranger(), { ip }));
  };
  await app.sql("delete from sign_in_attempts");
  await guess(stranger(), { ip });
  expect(await underWay(100)).toBe("robot_required");
  expect(await underWay(99)).toBe("invalid_grant");
});

test("calls before signing in are counted by a known browser, not by its network", async () => {
  const ip = elsewhere();
  const owner = await addPerson(app);
  const device = deviceIn(await signIn(owner, { ip }))!;
  const look = (cookie?: string) =>
    app.app.inject({
      url: `${waysIn.loginFlow.path}?UserName=a`,
      remoteAddress: ip,
      headers: cookie ? { cookie: `__Host-device=${cookie}` } : {},
    });
  await Promise.all(Array.from({ length: 31 }, () => look()));
  const strange = Buffer.alloc(32, 7).toString("base64url");
  expect([(await look()).statusCode, (await look(strange)).statusCode, (await look(device)).statusCode]).toEqual([
    429, 429, 200,
  ]);
});

describe("whoever knows the password", () => {
  test("spends no codes of the owner's browser, and no recovery codes", async () => {
    const owner = await addEnrolled(app);
    const known = deviceIn(await signIn(owner, { mfaToken: codeOf(owner.key) }))!;
    await nextStep(app, owner.personId);
    for (let n = 0; n < 5; n++) await signIn(owner, { mfaToken: wrongCodeOf(owner.key) });
    const stopped = (await signIn(owner, { mfaToken: codeOf(owner.key) })).json<{ error_description: string }>();
    expect(stopped.error_description).toMatch(/^Too many codes were tried/);
    expect((await signIn(owner, { mfaToken: codeOf(owner.key), device: known })).statusCode).toBe(200);
    expect((await signIn(owner, { recoveryCode: owner.recoveryCodes[0]! })).statusCode).toBe(200);
  });

  test("holding a session of theirs spends no tries of the owner's browser to confirm who they are", async () => {
    const owner = await addEnrolled(app);
    const known = deviceIn(await signIn(owner, { mfaToken: codeOf(owner.key) }))!;
    await nextStep(app, owner.personId);
    const Password = password;
    for (let n = 0; n < 5; n++) {
      await app.call(owner.browser, mfa.verifyUser, { body: { Password: wrongPassword } });
      await app.call(owner.browser, mfa.verifyToken, { body: { Token: wrongCodeOf(owner.key) } });
    }
    const body = { Password };
    expect((await app.call(owner.browser, mfa.verifyUser, { body })).status).toBe(429);
    expect((await app.call(owner.browser, mfa.verifyToken, { body: { Token: codeOf(owner.key) } })).status).toBe(429);
    const here = { headers: { cookie: `__Host-device=${known}` } };
    expect((await app.call(owner.browser, mfa.verifyUser, { body }, here)).status).toBe(200);
    const Token = codeOf(owner.key);
    expect((await app.call(owner.browser, mfa.verifyToken, { body: { Token } }, here)).status).toBe(200);
  });
});
