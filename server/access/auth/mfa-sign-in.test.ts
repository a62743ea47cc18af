import { describe, expect, test } from "vitest";
import { addPerson, askToken, cookieOf, setCookieOf, signInWith } from "../../test/auth-fixtures.ts";
import { addEnrolled, codeOf, nextStep, startSetup, wrongCodeOf } from "../../test/mfa-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const wrongCode = { error: "mfa_token_needed", error_description: "MFA.CONFIGURE.ERROR_MESSAGE_MAIN" };

type Asked = Parameters<typeof askToken>[1];
const ask = async (changes: Asked, ip?: string) => {
  const response = await askToken(app.app, changes, ip);
  return { status: response.statusCode, cookie: cookieOf(response), answer: response.json<Record<string, string>>() };
};

/** Adds a person who must set up a factor before they can sign in. */
async function addRequired() {
  const person = await addPerson(app);
  await app.sql("update memberships set mfa_required = true where person_id = $1", [person.personId]);
  return person;
}
const keyIn = ({ answer }: Awaited<ReturnType<typeof ask>>) => answer["error_description"]!.split("|")[0]!;

describe("a person who has it", () => {
  test("MFA-04 is asked for a code, with the right password only", async () => {
    const { userName } = await addEnrolled(app);
    const asked = await ask({ username: userName });
    expect([asked.status, asked.cookie]).toEqual([400, undefined]);
    expect(asked.answer).toEqual({
      error: "mfa_token_needed",
      error_description: "Enter the code that your authenticator app shows.",
    });
    for (const mfaToken of ["", " ", "123456"])
      expect((await ask({ username: userName, password: "Wrong-Lantern-42", mfaToken })).answer).toEqual({
        error: "invalid_grant",
        error_description: "The supplied details are incorrect",
      });
  });

  test("MFA-05 MFA-07 MFA-08 comes in with the code of now, and with no other", async () => {
    const { userName, key } = await addEnrolled(app);
    const wrong = await ask({ username: userName, mfaToken: wrongCodeOf(key) });
    expect([wrong.status, wrong.cookie, wrong.answer]).toEqual([400, undefined, wrongCode]);
    const right = await ask({ username: userName, mfaToken: ` ${codeOf(key)} ` });
    expect(right.status).toBe(200);
    expect(right.cookie).toBeDefined();
  });

  test("a code works once, whatever comes at the same moment", async () => {
    const { userName, key } = await addEnrolled(app);
    const code = codeOf(key);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask({ username: userName, mfaToken: code })));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect((await ask({ username: userName, mfaToken: code })).status).toBe(400);
  });

  test("codes are tried five times in a quarter of an hour, from anywhere, exactly so in parallel, and then not even the right one", async () => {
    const { userName, key } = await addEnrolled(app);
    const tried = [];
    for (let n = 0; n < 4; n++)
      tried.push(
        ...(await Promise.all(
          [1, 2, 3].map((m) => ask({ username: userName, mfaToken: wrongCodeOf(key) }, `198.51.100.${10 * n + m}`)),
        )),
      );
    const texts = tried.map(({ answer }) => answer["error_description"]!);
    expect(texts.filter((text) => text === wrongCode.error_description)).toHaveLength(5);
    expect(texts.filter((text) => /^Too many codes were tried\. Please wait 15 minutes/.test(text))).toHaveLength(7);
    const right = await ask({ username: userName, mfaToken: codeOf(key) }, "203.0.113.5");
    expect([right.status, right.answer["error"]]).toEqual([400, "mfa_token_needed"]);
    await app.sql("update sign_in_attempts set until = now() + interval '50 seconds'");
    expect((await ask({ username: userName, mfaToken: codeOf(key) })).answer["error_description"]).toBe(
      "Too many codes were tried. Please wait a minute and try again.",
    );
    await app.sql("update sign_in_attempts set until = now() - interval '1 second'");
    expect((await ask({ username: userName, mfaToken: codeOf(key) }, "203.0.113.5")).status).toBe(200);
  });

  test("being asked for a code, or giving a wrong one, is no failed attempt at the password", async () => {
    const { userName, key } = await addEnrolled(app);
    await app.sql("delete from sign_in_attempts");
    await ask({ username: userName });
    await ask({ username: userName, mfaToken: wrongCodeOf(key) });
    const counts = await app.sql("select split_part(key, ':', 1) as of, count from sign_in_attempts order by 1");
    expect(counts).toEqual([
      { of: "account", count: 0 },
      { of: "mfa-code", count: 1 },
      { of: "network", count: 0 },
    ]);
  });

  test("cannot be given another factor by a key in the form", async () => {
    const { userName, key } = await addEnrolled(app);
    const theirs = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    const attempt = await ask({ username: userName, mfaKey: theirs, mfaToken: codeOf(theirs) });
    expect(attempt.answer).toEqual(wrongCode);
    expect((await ask({ username: userName, mfaToken: codeOf(key) })).status).toBe(200);
  });

  test("comes in with a recovery code, each once, and the log says so", async () => {
    const { userName, recoveryCodes, resellerId, personId } = await addEnrolled(app);
    const recoveryCode = recoveryCodes[3]!;
    const [first, again] = [
      await ask({ username: userName, recoveryCode: ` ${recoveryCode.toLowerCase()} ` }),
      await ask({ username: userName, recoveryCode }),
    ];
    expect(first.status).toBe(200);
    expect(again.answer).toEqual(wrongCode);
    const both = await Promise.all(
      Array.from({ length: 4 }, () => ask({ username: userName, recoveryCode: recoveryCodes[4]! })),
    );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const [other] = [await addEnrolled(app)];
    expect((await ask({ username: userName, recoveryCode: other.recoveryCodes[0]! })).status).toBe(400);
    const lines = await app.sql(
      "select what, object_id from activity where reseller_id = $1 and action = 'mfa.signIn'",
      [resellerId],
    );
    expect(lines).toEqual(
      Array.from({ length: 2 }, () => ({ what: "Signed in with a recovery code", object_id: personId })),
    );
  });
});

describe("a person who must set it up", () => {
  test("MFA-01 MFA-03 gets a key and its picture, split by a pipe, with the right password only", async () => {
    const { userName } = await addRequired();
    const asked = await ask({ username: userName });
    expect([asked.status, asked.cookie, asked.answer["error"]]).toEqual([400, undefined, "mfa_config_needed"]);
    expect(asked.answer["error_description"]).toMatch(
      /^[A-Z2-7]{32}\|data:image\/png;base64,[A-Za-z0-9+/]{400,}={0,2}$/,
    );
    expect((await ask({ username: userName, password: "Wrong-Lantern-42" })).answer["error"]).toBe("invalid_grant");
  });

  test("MFA-06 MFA-07 comes in with key and code, and has it from then on", async () => {
    const { userName, personId, resellerId } = await addRequired();
    const mfaKey = keyIn(await ask({ username: userName }));
    const code = codeOf(mfaKey);
    expect((await ask({ username: userName, mfaKey: ` ${mfaKey} `, mfaToken: ` ${code} ` })).status).toBe(200);
    expect((await ask({ username: userName })).answer["error"]).toBe("mfa_token_needed");
    expect((await ask({ username: userName, mfaToken: code })).answer).toEqual(wrongCode);
    await nextStep(app, personId);
    expect((await ask({ username: userName, mfaToken: codeOf(mfaKey) })).status).toBe(200);
    const [line] = await app.sql(
      "select action, what, who from activity where reseller_id = $1 and outcome = 'done' and action not in ('signIn', 'mfa.verify')",
      [resellerId],
    );
    expect(line).toEqual({
      action: "mfa.signIn",
      what: "Turned multi-factor authentication on",
      who: "Robin Tester",
    });
  });

  test("MFA-06 MFA-08 is refused with a wrong code, without the key, and with a key of their own; the key stays the same", async () => {
    const { userName, personId } = await addRequired();
    const mfaKey = keyIn(await ask({ username: userName }));
    const wrong = await ask({ username: userName, mfaKey, mfaToken: wrongCodeOf(mfaKey) });
    expect([wrong.status, wrong.answer["error"], keyIn(wrong)]).toEqual([400, "mfa_config_needed", mfaKey]);
    const own = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    const chosen = await ask({ username: userName, mfaKey: own, mfaToken: codeOf(own) });
    expect([chosen.status, chosen.answer["error"]]).toEqual([400, "mfa_config_needed"]);
    expect(keyIn(chosen)).not.toBe(own);
    const keyless = await ask({ username: userName, mfaToken: codeOf(keyIn(chosen)) });
    expect(keyless.answer["error"]).toBe("mfa_config_needed");
    const mismatched = await ask({ username: userName, mfaKey: own, mfaToken: codeOf(keyIn(keyless)) });
    expect([mismatched.status, keyIn(mismatched) === keyIn(keyless)]).toEqual([400, false]);
    expect(await app.sql("select 1 from factors where person_id = $1", [personId])).toEqual([]);
  });

  test("may ask for a key without trying a code, and tries one five times in a quarter of an hour", async () => {
    const { userName } = await addRequired();
    let mfaKey = "";
    for (let time = 0; time < 3; time++) {
      await ask({ username: userName, mfaToken: "123456" });
      mfaKey = keyIn(await ask({ username: userName, mfaKey, mfaToken: undefined }));
    }
    for (let time = 0; time < 5; time++)
      expect(keyIn(await ask({ username: userName, mfaKey, mfaToken: wrongCodeOf(mfaKey) }))).toBe(mfaKey);
    expect((await ask({ username: userName, mfaKey, mfaToken: codeOf(mfaKey) })).answer).toEqual({
      error: "mfa_config_needed",
      error_description: "Too many codes were tried. Please wait 15 minutes and try again.",
    });
  });

  test("a key shown more than ten minutes ago is replaced by a new one", async () => {
    const { userName } = await addRequired();
    const mfaKey = keyIn(await ask({ username: userName }));
    const [{ left }] = (await app.sql<{ left: number }>(
      "select extract(epoch from max(until) - now())::float as left from factor_setups",
    )) as [{ left: number }];
    expect(left).toBeGreaterThan(580);
    expect(left).toBeLessThanOrEqual(600);
    await app.sql("update factor_setups set until = now()");
    const late = await ask({ username: userName, mfaKey, mfaToken: codeOf(mfaKey) });
    expect([late.status, late.answer["error"]]).toEqual([400, "mfa_config_needed"]);
    expect(keyIn(late)).not.toBe(mfaKey);
  });

  test("may be required from all of a reseller's people; once it is not, they sign in as before", async () => {
    const { userName, resellerId } = await addPerson(app);
    await app.sql("update resellers set mfa_required = true where id = $1", [resellerId]);
    expect((await ask({ username: userName })).answer["error"]).toBe("mfa_config_needed");
    await app.sql("update resellers set mfa_required = false where id = $1", [resellerId]);
    expect((await ask({ username: userName })).status).toBe(200);
  });
});

test("people who need none and have none are never asked", async () => {
  const { userName } = await addPerson(app);
  const response = await askToken(app.app, { username: userName, mfaKey: "x", mfaToken: "123456" });
  expect(response.statusCode).toBe(200);
  expect(setCookieOf(response)).toContain("__Host-rt=");
});

test("the secret is stored sealed and the recovery codes hashed, so no table reveals them", async () => {
  const { key, recoveryCodes } = await addEnrolled(app);
  const pending = await signInWith(app.app, (await addPerson(app)).userName);
  const { Result } = await startSetup(app, pending);
  const rows = await app.sql<{ text: string }>(
    `select t::text as text from factors t union all select t::text from factor_setups t
     union all select t::text from recovery_codes t union all select t::text from idempotency t
     union all select t::text from activity t`,
  );
  const everything = rows.map(({ text }) => text).join("\n");
  expect(everything).toMatch(/v1\.1\./);
  for (const secret of [key, Result!.manualEntryKey, ...recoveryCodes]) expect(everything).not.toContain(secret);
});
