import { auth } from "@tradewind/contract/access/auth.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { expect, test } from "vitest";
import { nilReseller } from "../../platform/once.ts";
import { addPerson, askToken, renewWith, signInWith } from "../../test/auth-fixtures.ts";
import { addEnrolled, codeOf, wrongCodeOf } from "../../test/mfa-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();

const linesOf = (resellerId: string | null) =>
  app.sql<Record<string, string | null>>(
    "select action, outcome, what, who, person_id, behind_id, ip, device from activity where reseller_id = $1 order by id",
    [resellerId],
  );
const signIn = { action: "signIn", ip: expect.stringMatching(/./), behind_id: null };

test("a sign-in is logged with its address and device, and a refused one with the reason", async () => {
  const { resellerId, personId, userName } = await addPerson(app);
  await askToken(app.app, { username: userName, password: "Wrong-Lantern-42" });
  expect((await askToken(app.app, { username: userName })).statusCode).toBe(200);
  const who = { who: "Robin Tester", person_id: personId };
  expect(await linesOf(resellerId)).toEqual([
    {
      ...signIn,
      ...who,
      outcome: "refused",
      what: "Sign-in refused: The supplied details are incorrect",
      device: "lightMyRequest",
    },
    { ...signIn, ...who, outcome: "done", what: "Signed in by password", device: "lightMyRequest" },
  ]);
});

test("of somebody unknown it is logged in the operator's own log, without what they typed", async () => {
  const typed = `Typed-${crypto.randomUUID()}`;
  await askToken(app.app, { username: typed, password: typed });
  const lines = await linesOf(nilReseller);
  expect(lines.at(-1)).toMatchObject({ ...signIn, outcome: "refused", who: "Somebody not signed in", person_id: null });
  expect(await app.sql("select from activity a where a::text ilike $1", [`%${typed}%`])).toEqual([]);
});

test("staff of the operator are logged in the operator's own log", async () => {
  const { personId, userName } = await addPerson(app, { kind: "admin" });
  await askToken(app.app, { username: userName });
  expect((await linesOf(nilReseller)).at(-1)).toMatchObject({ ...signIn, outcome: "done", person_id: personId });
});

test("being asked for a second factor is no refusal, a wrong one is, and no key of it is kept", async () => {
  const { resellerId, userName, key } = await addEnrolled(app);
  const before = (await linesOf(resellerId)).length;
  await askToken(app.app, { username: userName });
  expect(await linesOf(resellerId)).toHaveLength(before);
  await askToken(app.app, { username: userName, mfaToken: wrongCodeOf(key) });
  await askToken(app.app, { username: userName, mfaToken: codeOf(key) });
  expect((await linesOf(resellerId)).slice(before).map(({ what }) => what)).toEqual([
    "Sign-in refused: wrong second factor",
    "Signed in by password and second factor",
  ]);
});

test("a locked account is told of, and by whom it is tried", async () => {
  const { resellerId, userName } = await addPerson(app);
  for (let n = 0; n < 30; n++) await askToken(app.app, { username: userName, password: `Wrong-${n}` });
  const lines = await linesOf(resellerId);
  expect(lines.length).toBeGreaterThan(0);
  expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(["refused"]));
});

test("a jump is one entry with both identities, in the transaction that opens the session; so is the end of the visit", async () => {
  const staff = await app.signInOperator();
  const person = await app.signIn();
  const { Result } = await app.call(staff, jump.begin, { params: { membershipId: person.membershipId } });
  const response = await askToken(app.app, {
    ...Result!,
    grant_type: "sysops",
    password: undefined,
    mfaKey: undefined,
    mfaToken: undefined,
  });
  const { access_token: token } = response.json<{ access_token: string }>();
  const together = await app.sql("select from activity a join sessions s on s.xmin = a.xmin and s.act_person_id = $1", [
    staff.personId,
  ]);
  expect(together).toHaveLength(1);
  await app.call({ token }, auth.endVisit);
  const both = { who: "Olive Operator", person_id: person.personId, behind_id: staff.personId, outcome: "done" };
  expect(await linesOf(person.resellerId)).toMatchObject([
    { ...both, action: "sessions.jump", what: "Olive Operator opened the portal as Robin Tester" },
    { ...both, action: "sessions.endVisit", what: "Ended the visit to the portal of Robin Tester" },
  ]);
});

test("a token used twice is told of", async () => {
  const { resellerId, userName } = await addPerson(app);
  const browser = await signInWith(app.app, userName);
  await renewWith(app.app, browser.cookie);
  await app.sql("update sessions set rotated_at = rotated_at - interval '1 minute' where id = $1", [browser.sessionId]);
  await renewWith(app.app, browser.cookie);
  expect((await linesOf(resellerId)).at(-1)).toMatchObject({ action: "sessions.reuse" });
});

test("a refused call is told of although it was rolled back, and twice if tried twice", async () => {
  const { resellerId, userName } = await addPerson(app);
  const browser = await signInWith(app.app, userName);
  for (const _ of [1, 2]) await app.call(browser, auth.endVisit);
  const lines = await linesOf(resellerId);
  expect(lines.slice(1)).toMatchObject([
    { action: "sessions.endVisit", outcome: "refused", device: "lightMyRequest" },
    { action: "sessions.endVisit", outcome: "refused", device: "lightMyRequest" },
  ]);
});
