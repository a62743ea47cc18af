import { passwords } from "@tradewind/contract/access/passwords.ts";
import { checkPassword } from "@tradewind/domain/access/passwords.ts";
import { describe, expect, test } from "vitest";
import { placeOfMail } from "../../portal/mail/mail.actions.ts";
import { addCustomer, addPerson, askToken, getWith, password, signInWith } from "../../test/auth-fixtures.ts";
import { addEnrolled, codeOf, wrongCodeOf } from "../../test/mfa-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const fresh = "Juniper-Ferry-8841";
const other = "Slate-Orchard-2207";
let addresses = 0;

type Filed = { to: string | null; template: string; data: { url: string; userName: string } };
/** Mails sent so far, oldest first, except those about new browsers: no test here keeps a cookie. */
async function mails(to?: string | null): Promise<Filed[]> {
  const rows = await app.sql<{ id: string; sealed: string }>(
    "select data ->> 'id' as id, data ->> 'sealed' as sealed from pgboss.job where name = 'mail.send' order by created_on, id",
  );
  const all = rows
    .map(({ id, sealed }) => JSON.parse(app.platform.secrets.open(sealed, placeOfMail(id))) as Filed)
    .filter(({ template }) => template !== "newSignIn");
  return to === undefined ? all : all.filter((mail) => mail.to === to);
}
const askReset = (UserName: string, ip = `198.51.100.${addresses++ % 250}`) =>
  app.app.inject({
    method: "POST",
    url: passwords.requestReset.path,
    remoteAddress: ip,
    headers: { "idempotency-key": crypto.randomUUID() },
    payload: { UserName },
  });

/** Adds a person who asked for a link, and returns the parts of its address. */
async function withLink(changes: Parameters<typeof addPerson>[1] = {}) {
  const person = await addPerson(app, changes);
  await askReset(person.userName);
  const [mail] = await mails(`mail-of-${person.userName}`);
  const [, , type, userName, key] = new URL(mail!.data.url).pathname.split("/").map(decodeURIComponent);
  return { ...person, type: type!, linkName: userName!, key: key! };
}
const change = (body: {
  key: string;
  newPassword: string;
  oldPassword?: string | null;
  userName?: string;
  userType?: "admin" | "customeruser";
}) => app.call(null, passwords.change, { body: { oldPassword: null, ...body } });
const canSignIn = async (username: string, attempt: string) =>
  (await askToken(app.app, { username, password: attempt }, `203.0.113.${addresses++ % 250}`)).statusCode === 200;

const works = async (key: string) => (await app.call(null, passwords.checkKey, { body: { key } })).Result!.Works;

test("a link's key works until it is used or an hour old, and one of a sign-in is none", async () => {
  const { key, userName, personId } = await withLink();
  expect([await works(key), await works(key.toUpperCase()), await works(crypto.randomUUID())]).toEqual([
    true,
    true,
    false,
  ]);
  await app.sql("update password_keys set expires_at = now() where person_id = $1", [personId]);
  expect(await works(key)).toBe(false);
  const again = await withLink();
  await change({ key: again.key, newPassword: fresh });
  expect(await works(again.key)).toBe(false);
  await app.sql("update people set reset_required = true where user_name = $1", [userName]);
  const refusal = (await askToken(app.app, { username: userName })).json<{ error_description: string }>();
  expect(await works(refusal.error_description.split("|")[3]!)).toBe(false);
});

describe("asking for a link", () => {
  test("AUTH-96 a reset is asked for with the user name alone, by login name or email address, in any case", async () => {
    const person = await addPerson(app);
    for (const text of [person.userName.toUpperCase(), `  mail-of-${person.userName}  `])
      expect((await askReset(text)).json()).toMatchObject({ Succeed: true, Result: {} });
    const [first, second] = await mails(`mail-of-${person.userName}`);
    expect([first!.template, second!.template]).toEqual(["passwordReset", "passwordReset"]);
    const pattern = new RegExp(
      `^${app.config.PUBLIC_URL}/change-password/admin/${encodeURIComponent(person.userName)}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`,
    );
    expect(first!.data.url).toMatch(pattern);
    expect(second!.data.url).not.toBe(first!.data.url);
  });

  test("an unknown name gets the same bytes, the same statements and a mail that is never sent", async () => {
    const person = await addPerson(app);
    // The hub reads events by itself, and its statements would be counted with the calls.
    await app.platform.hub.stop();
    const counted = async (name: string) => {
      const before = app.platform.database.statementsSent();
      const { statusCode, body } = await askReset(name);
      return { statusCode, body, statements: app.platform.database.statementsSent() - before };
    };
    const dropped = (await mails(null)).length;
    expect(await counted("nobody@nowhere.example")).toEqual(await counted(person.userName));
    expect(await mails(null)).toHaveLength(dropped + 1);
  });

  test("suspended people and people of single sign-on get no link", async () => {
    const [suspended, single] = [await addPerson(app), await addPerson(app)];
    await app.sql("update people set status = 'Suspended' where id = $1", [suspended.personId]);
    await app.sql("update people set password_hash = null where id = $1", [single.personId]);
    for (const { userName } of [suspended, single]) {
      await askReset(userName);
      expect(await mails(`mail-of-${userName}`)).toEqual([]);
    }
  });

  test("AUTH-95 an empty name is refused in its own words", async () => {
    const answer = (await askReset("  ")).json<{ Errors: object }>();
    expect(answer.Errors).toEqual({ UserName: "Please enter your login name or email address!" });
  });

  test("nobody is refused a link because others asked for it: after five mails those sent still work", async () => {
    const person = await addPerson(app);
    const codes = [];
    for (let tries = 0; tries < 6; tries++) codes.push((await askReset(person.userName)).statusCode);
    expect(codes).toEqual([200, 200, 200, 200, 200, 200]);
    const sent = await mails(`mail-of-${person.userName}`);
    expect(sent).toHaveLength(5);
    expect(await works(sent[0]!.data.url.split("/").at(-1)!)).toBe(true);
    expect(await canSignIn(person.userName, password)).toBe(true);
  });

  test("too many wishes from one network wait", async () => {
    for (let tries = 0; tries < 30; tries++) await askReset(`stranger-${tries}@x.example`, "192.0.2.77");
    const refused = await askReset("stranger@x.example", "192.0.2.77");
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"]), "seconds that are left of the quarter of an hour").toBeGreaterThan(
      600,
    );
  });
});

describe("choosing a new password by a mailed key", () => {
  test("AUTH-103 it works signed out, once, ends every session and tells the owner", async () => {
    const person = await withLink();
    const browser = await signInWith(app.app, person.userName);
    const answer = await change({ key: person.key, newPassword: fresh, userName: person.linkName, userType: "admin" });
    expect(answer).toMatchObject({ status: 200, Succeed: true });
    expect(await canSignIn(person.userName, password)).toBe(false);
    expect(await canSignIn(person.userName, fresh)).toBe(true);
    app.platform.sessions.forget("");
    expect((await getWith(app.app, browser.token)).statusCode).toBe(401);
    expect((await mails(`mail-of-${person.userName}`)).at(-1)).toMatchObject({ template: "passwordChanged" });
    expect(await change({ key: person.key, newPassword: other })).toMatchObject({
      status: 410,
      Error: "passwordKeyInvalid",
    });
  });

  test("only the SHA-256 of a key is kept", async () => {
    const { key } = await withLink();
    const rows = await app.sql("select * from password_keys");
    expect(JSON.stringify(rows)).not.toContain(key);
    const kept = await app.sql("select from password_keys where hash = sha256(convert_to($1, 'UTF8'))", [key]);
    expect(kept).toHaveLength(1);
  });

  test("an expired key, an invented one, another person's name or kind, and a suspended person are refused alike", async () => {
    const person = await withLink();
    const invented = crypto.randomUUID();
    const refusals = [
      await change({ key: invented, newPassword: fresh }),
      await change({ key: person.key, newPassword: fresh, userName: "somebody@else.example" }),
      await change({ key: person.key, newPassword: fresh, userType: "customeruser" }),
    ];
    await app.sql("update people set status = 'Suspended' where id = $1", [person.personId]);
    refusals.push(await change({ key: person.key, newPassword: fresh }));
    await app.sql("update people set status = 'Active' where id = $1", [person.personId]);
    await app.sql("update password_keys set expires_at = clock_timestamp() where person_id = $1", [person.personId]);
    refusals.push(await change({ key: person.key, newPassword: fresh }));
    expect(refusals.map(({ status, Error }) => `${status} ${Error}`)).toEqual(
      Array.from({ length: 5 }, () => "410 passwordKeyInvalid"),
    );
    const [life] = await app.sql<{ minutes: number }>(
      "select round(extract(epoch from expires_at - clock_timestamp()) / 60)::int as minutes from password_keys where person_id = $1",
      [(await withLink()).personId],
    );
    expect(life!.minutes).toBe(60);
  });

  test("of many at once, one changes the password", async () => {
    const { key } = await withLink();
    const answers = await Promise.all(
      [fresh, other, "Marble-Kettle-5519"].map((newPassword) => change({ key, newPassword })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
  });

  test.each([
    ["short", "Fq7-xQz"],
    ["common", "password1234"],
    ["made of the product's name", "Tradewind2026"],
  ])("AUTH-99 a password that is %s is refused, and the key stays good", async (_why, newPassword) => {
    const { key } = await withLink();
    expect(await change({ key, newPassword })).toMatchObject({ status: 400, Error: "passwordNotAllowed" });
    expect(await change({ key, newPassword: fresh })).toMatchObject({ status: 200 });
  });

  test("a password made of one's own name is refused", async () => {
    const { key, userName } = await withLink();
    expect(await change({ key, newPassword: userName })).toMatchObject({ Error: "passwordNotAllowed" });
  });

  test("AUTH-101 the link of an end user says customeruser", async () => {
    const { resellerId } = await addPerson(app);
    const customerId = await addCustomer(app, resellerId!);
    for (const kind of ["endUser", "endUserAdmin"] as const)
      expect((await withLink({ kind, resellerId: resellerId!, customerId })).type).toBe("customeruser");
  });
});

const update = (token: string | null, userName: string, oldPassword: string, newPassword: string) =>
  app.call(token === null ? null : { token }, passwords.update, {
    params: { loginKind: "admin", loginName: userName },
    body: { oldPassword, newPassword },
  });

describe("changing one's own password", () => {
  test("AUTH-102 it needs a token, and the person's own name", async () => {
    const [person, stranger] = [await addPerson(app), await addPerson(app)];
    const { token } = await signInWith(app.app, person.userName);
    expect((await update(null, person.userName, password, fresh)).status).toBe(401);
    expect((await update(token, stranger.userName, password, fresh)).status).toBe(404);
    expect((await update(token, person.userName.toLowerCase(), password, fresh)).status).toBe(200);
    expect(await canSignIn(person.userName, fresh)).toBe(true);
    expect(await canSignIn(stranger.userName, password)).toBe(true);
  });

  test("it is told in the log of the reseller, by session and by a mailed key", async () => {
    const { resellerId, userName, key } = await withLink();
    const { token } = await signInWith(app.app, userName);
    expect((await update(token, userName, password, fresh)).status).toBe(200);
    await askReset(userName);
    const [, link] = (await mails(`mail-of-${userName}`)).filter(({ template }) => template === "passwordReset");
    expect((await change({ key, newPassword: other })).status, "the first link ended with the change").toBe(410);
    expect((await change({ key: link!.data.url.split("/").at(-1)!, newPassword: other })).status).toBe(200);
    const lines = await app.sql(
      "select action, what, who from activity where reseller_id = $1 and outcome = 'done' and action in ('passwords.update', 'passwords.change') order by id",
      [resellerId],
    );
    const line = { what: "Changed their own password", who: "Robin Tester" };
    expect(lines).toEqual([
      { action: "passwords.update", ...line },
      { action: "passwords.change", ...line },
    ]);
  });

  test("AUTH-109 a wrong present password answers 401 in its own words, and the session goes on", async () => {
    const person = await addPerson(app);
    const { token } = await signInWith(app.app, person.userName);
    expect(await update(token, person.userName, "wrong", fresh)).toMatchObject({
      status: 401,
      Error: "currentPasswordIncorrect",
      Messages: ["Current password was incorrect."],
    });
    app.platform.sessions.forget("");
    expect((await getWith(app.app, token)).statusCode).toBe(200);
  });

  test("the present password is guessed five times in a quarter of an hour, exactly so in parallel", async () => {
    const person = await addPerson(app);
    const { token } = await signInWith(app.app, person.userName);
    const codes = await Promise.all(Array.from({ length: 7 }, () => update(token, person.userName, "wrong", fresh)));
    expect(codes.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test("the last five passwords do not come back, the one before them may", async () => {
    const person = await addPerson(app);
    const words = ["Amber", "Birch", "Cobalt", "Dune", "Ember"].map((word) => `${word}-Thicket-93-Quay`);
    let present = password;
    for (const next of words) {
      const { token } = await signInWithPassword(person.userName, present);
      for (const used of [present, password])
        if (next !== words[4] || used === present)
          expect((await update(token, person.userName, present, used)).Errors).toEqual({
            newPassword: "Choose one that is not among your last 5 passwords",
          });
      expect((await update(token, person.userName, present, next)).status).toBe(200);
      present = next;
    }
    const { token } = await signInWithPassword(person.userName, present);
    expect((await update(token, person.userName, present, words[0]!)).status).toBe(400);
    expect((await update(token, person.userName, present, password)).status).toBe(200);
  });
});

async function signInWithPassword(username: string, attempt: string) {
  const answer = await askToken(app.app, { username, password: attempt }, `203.0.113.${addresses++ % 250}`);
  return { token: answer.json<{ access_token: string }>().access_token };
}

describe("a password that must be changed", () => {
  test("AUTH-51 AUTH-52 the right password answers resetrequired with kind and name, a wrong one tells nothing", async () => {
    const person = await addPerson(app);
    await app.sql("update people set reset_required = true where id = $1", [person.personId]);
    const wrong = await askToken(app.app, { username: person.userName, password: "wrong" });
    expect(wrong.json()).toEqual({ error: "invalid_grant", error_description: "The supplied details are incorrect" });
    const right = await askToken(app.app, { username: person.userName });
    const [word, userType, userName, key] = right.json<{ error_description: string }>().error_description.split("|");
    expect([right.statusCode, word, userType, userName]).toEqual([400, "resetrequired", "admin", person.userName]);

    expect(await change({ key: key!, newPassword: fresh })).toMatchObject({ status: 401 });
    expect(await change({ key: key!, oldPassword: "wrong", newPassword: fresh })).toMatchObject({ status: 401 });
    expect(await change({ key: key!, oldPassword: password, newPassword: fresh })).toMatchObject({ status: 200 });
    expect(await canSignIn(person.userName, fresh)).toBe(true);
  });
});

test("AUTH-51 somebody with a second factor must show it before choosing a new password", async () => {
  const person = await addEnrolled(app);
  await app.sql("update people set reset_required = true where id = $1", [person.personId]);
  const answerOf = async (mfaToken: string) =>
    (await askToken(app.app, { username: person.userName, mfaToken })).json<{
      error: string;
      error_description: string;
    }>();
  for (const code of ["", wrongCodeOf(person.key)]) {
    const asked = await answerOf(code);
    expect(asked.error).toBe("mfa_token_needed");
    expect(asked.error_description).not.toContain("|");
  }
  expect((await answerOf(codeOf(person.key))).error_description).toMatch(/^resetrequired\|admin\|/);
});

test("AUTH-106 AUTH-105 the rules are public, and a generated password keeps them", async () => {
  const { status, Result } = await app.call(null, passwords.rules);
  expect(status).toBe(200);
  expect(Result!.Rules.map((rule) => rule.Type)).toEqual(["required", "MinimumLength", "MinimumScore"]);
  expect((await app.call(null, passwords.generate)).status).toBe(401);
  const person = await app.signIn();
  const made = new Set<string>();
  for (let tries = 0; tries < 20; tries++) {
    const { Result: generated } = await app.call(person, passwords.generate);
    made.add(generated!.Password);
    expect(checkPassword(Result!.Rules, generated!.Password, 4).filter((rule) => rule.violated)).toEqual([]);
  }
  expect(made.size).toBe(20);
  const { key } = await withLink();
  expect((await change({ key, newPassword: [...made][0]! })).status).toBe(200);
});
