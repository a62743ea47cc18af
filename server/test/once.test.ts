import { createHash } from "node:crypto";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { notifications } from "@tradewind/contract/portal/notifications.ts";
import { passwords } from "@tradewind/contract/access/passwords.ts";
import { robotCheck } from "@tradewind/contract/access/robot-check.ts";
import { people } from "@tradewind/simulators/identity-provider/people.ts";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { webApp } from "../app.ts";
import { addPerson, askToken, signInWith } from "./auth-fixtures.ts";
import { addEnrolled, codeOf, startSetup } from "./mfa-fixtures.ts";
import { begin, callbackBody, comeBack, link, ourPage, redeem, testProvider, visitor } from "./provider-fixtures.ts";
import { testApp, type TestApp } from "./test-app.ts";

const provider = await testProvider();
const app = await testApp({ ...provider.settings, LOGIN_FLOW_LIMIT: "30" });
/** A second web process on the same database. */
const other = await webApp(app.config, pino({ level: "silent" }));
await other.app.ready();
afterAll(() => other.close());

type Asked = { statusCode: number };
type Use = (at: TestApp["app"], n: number) => Promise<Asked>;
const elsewhere = { ...app, app: other.app };
const at = (process: TestApp["app"]) => (process === other.app ? elsewhere : app);
const noPassword = { username: undefined, password: undefined, mfaKey: undefined, mfaToken: undefined };

/** Everything that is usable once, by name: how to make it, and how to use it. */
const onces: Record<string, () => Promise<Use>> = {
  "the key of a mailed link": async () => {
    const { personId } = await addPerson(app);
    const key = crypto.randomUUID();
    await app.sql(
      "insert into password_keys (hash, person_id, purpose, expires_at) values ($1, $2, 'mail', now() + interval '1 hour')",
      [createHash("sha256").update(key).digest(), personId],
    );
    return (process, n) =>
      process.inject({
        method: "PUT",
        url: passwords.change.path,
        headers: { "idempotency-key": `${n}` },
        payload: { key, oldPassword: null, newPassword: `Juniper-Ferry-88${n}` },
      });
  },
  "the state of a sign-in at a provider": async () => {
    const { target, browser } = await begin(app, { provider: "sso" });
    const payload = callbackBody(await visitor().signIn(target, people[0]!.userName));
    return (process) =>
      process.inject({ method: "POST", url: "/api/auth/sso/callback", headers: ourPage(browser), payload });
  },
  "the ticket of such a sign-in": async () => {
    await app.sql("delete from linked_identities");
    await link(app, "sso", provider.issuer, people[0]!.id, (await addPerson(app)).personId);
    const { ticket, browser } = await comeBack(app, { provider: "sso" }, people[0]!.userName);
    return (process) => redeem(at(process), "sso", ticket, browser);
  },
  "an admin jump": async () => {
    const { membershipId } = await app.signIn();
    const grant = (await app.call(await app.signInOperator(), jump.begin, { params: { membershipId } })).Result!;
    return (process) => askToken(process, { ...noPassword, grant_type: "sysops", ...grant });
  },
  "a code of the second factor": async () => {
    const { userName, key } = await addEnrolled(app);
    return (process) => askToken(process, { username: userName, mfaToken: codeOf(key) });
  },
  "a recovery code": async () => {
    const { userName, recoveryCodes } = await addEnrolled(app);
    return (process) => askToken(process, { username: userName, recoveryCode: recoveryCodes[0]! });
  },
  "the setting up of a second factor": async () => {
    const browser = await signInWith(app.app, (await addPerson(app)).userName);
    const key = (await startSetup(app, browser)).Result!.manualEntryKey;
    return (process) =>
      process.inject({
        method: mfa.configure.method,
        url: mfa.configure.path,
        headers: { authorization: `Bearer ${browser.token}` },
        payload: { Token: codeOf(key) },
      });
  },
  "a robot check": async () => {
    const { userName } = await addPerson(app);
    for (let time = 0; time < 3; time++) await askToken(app.app, { username: userName, password: "wrong" });
    const challenge = (await app.call(null, robotCheck.challenge)).Result!;
    const solution = await solveChallenge({ challenge, deriveKey });
    const altcha = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
    // With the check solved, a wrong password gets a different refusal than without it.
    return async (process) => {
      const answer = await askToken(process, { username: userName, password: "wrong", altcha });
      return { statusCode: answer.json<{ error: string }>().error === "invalid_grant" ? 200 : 400 };
    };
  },
  "a ticket for the event stream": async () => {
    const { accessToken } = (await app.call(await app.signIn(), notifications.negotiate)).Result!;
    return async (process) => {
      const stop = new AbortController();
      const url = `${origins.get(process)!}${notifications.stream.path}?access_token=${accessToken}`;
      const { status } = await fetch(url, { signal: stop.signal });
      stop.abort();
      return { statusCode: status };
    };
  },
};

const origins = new Map<TestApp["app"], string>();
for (const each of [app.app, other.app]) origins.set(each, await each.listen({ host: "127.0.0.1", port: 0 }));

test.each(Object.entries(onces))(
  "%s is good once, for eight who use it at two processes at the same moment",
  async (_, make) => {
    const use = await make();
    const uses = await Promise.all(Array.from({ length: 8 }, (__, n) => use(n % 2 ? app.app : other.app, n)));
    const statuses = uses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  },
);

test("AUTH-36 the login flow is counted by all processes together", async () => {
  const ask = (n: number) =>
    (n % 2 ? app : other).app.inject({ url: "/api/auth/login-flow?UserName=a", remoteAddress: "198.51.100.79" });
  const answers = await Promise.all(Array.from({ length: 45 }, (_, n) => ask(n)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
});

test("guesses at a password are counted by all processes together", async () => {
  const { userName } = await addPerson(app);
  const guess = (n: number) =>
    askToken((n % 2 ? app : other).app, { username: userName, password: "wrong" }, `203.0.113.${n}`);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
  const errors = answers.map((answer) => answer.json<{ error: string }>().error);
  expect(errors.filter((error) => error === "invalid_grant")).toHaveLength(3);
});
