import { sso } from "@tradewind/contract/access/sso.ts";
import { workAccounts } from "@tradewind/simulators/identity-provider/people.ts";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { addPerson, password } from "../../test/auth-fixtures.ts";
import { noticesTo } from "../../test/mails.ts";
import { addEnrolled, codeOf, wrongCodeOf } from "../../test/mfa-fixtures.ts";
import { comeBack, link, ourPage, redeem, testProvider } from "../../test/provider-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const provider = await testProvider();
const app = await testApp(provider.settings);
const noor = workAccounts[1]!;
const claimsOf = (response: { json(): { access_token: string } }) => decodeJwt(response.json().access_token);

test("who is led to the provider by their domain links who they are there once, with their password", async () => {
  const person = await addPerson(app);
  const userName = "drew@harbour-sso.example";
  const { ticket, browser } = await comeBack(app, { provider: "sso" }, userName);
  expect((await redeem(app, "sso", ticket, browser)).json()).toEqual({
    error: "sso_not_linked",
    error_description: "The account is not linked to any organisation.",
  });
  const body = { width: "1440", height: "900", username: person.userName, password, adtoken: ticket };
  const linkBy = async (by: "sso" | "aad") => {
    const answer = await app.call(
      null,
      sso.linkAccount,
      { body: { ...body, provider: by } },
      { headers: ourPage(browser) },
    );
    return [answer.status, (JSON.parse(answer.text) as { Message?: string }).Message];
  };
  expect(await linkBy("aad")).toEqual([400, expect.stringContaining("with Microsoft")]);
  await app.sql("delete from sign_in_attempts");
  expect(await linkBy("sso")).toEqual([200, undefined]);
  expect(await app.sql("select from sign_in_attempts where key like 'account:%' and count > 0")).toEqual([]);
  const response = await redeem(app, "sso", ticket, browser);
  expect([response.statusCode, claimsOf(response).sub]).toEqual([200, person.personId]);
  const again = await comeBack(app, { provider: "sso" }, userName);
  expect((await redeem(app, "sso", again.ticket, again.browser)).statusCode).toBe(200);

  const lines = await app.sql(
    "select who, action, what from activity where reseller_id = $1 and outcome = 'done' and action not in ('signIn', 'mfa.verify')",
    [person.resellerId],
  );
  expect(lines).toEqual([
    { who: "Robin Tester", action: "signInLinks.add", what: "Linked their account to single sign-on" },
  ]);
  expect(await noticesTo(app, person.userName)).toEqual([
    "Your account was linked to single sign-on, which signs you in from now on.",
  ]);
  await app.sql("delete from linked_identities where person_id = $1", [person.personId]);
});

test("who has a second factor links a work account by password and code", async () => {
  const { userName, personId, key } = await addEnrolled(app);
  const { ticket, browser } = await comeBack(app, { provider: "aad" }, noor.userName);
  const body = { width: "1440", height: "900", username: userName, password, adtoken: ticket };
  const attempt = async (more: Record<string, string> = {}) => {
    const { status, text } = await app.call(
      null,
      sso.linkAccount,
      { body: { ...body, ...more } },
      { headers: ourPage(browser) },
    );
    return { status, ...(JSON.parse(text) as { error?: string; Message?: string }) };
  };
  const asked = { status: 400, error: "mfa_token_needed", Message: expect.stringContaining("second factor") };
  const error_description = "Enter the code that your authenticator app shows.";
  expect(await attempt()).toMatchObject({ ...asked, error_description });
  expect(await attempt({ mfaToken: wrongCodeOf(key) })).toMatchObject(asked);
  const wrong = await attempt({ mfaToken: codeOf(key), password: "Wrong-Lantern-42" });
  expect(wrong).toEqual({ status: 400, Message: "The supplied details are incorrect" });
  expect(await app.sql("select from linked_identities where person_id = $1", [personId])).toEqual([]);
  expect((await attempt({ mfaToken: codeOf(key) })).status).toBe(200);
  expect(claimsOf(await redeem(app, "aad", ticket, browser)).sub).toBe(personId);
  await app.sql("delete from linked_identities where person_id = $1", [personId]);
});

describe("AUTH-85 linking an account is refused with a Message", () => {
  const tryLink = async (changes: Record<string, string>, account = noor) => {
    const { userName } = await addPerson(app);
    const { ticket, browser } = await comeBack(app, { provider: "aad" }, account.userName);
    const body = { width: "1", height: "1", username: userName, password, adtoken: ticket, ...changes };
    const answer = await app.call(null, sso.linkAccount, { body }, { headers: ourPage(browser) });
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
    });
    return [answer.status, (JSON.parse(answer.text) as { Message?: string }).Message];
  };
  const wrong = [400, "The supplied details are incorrect"];
  const gone = (where: string) => [
    400,
    `Your sign-in ${where} has expired, or the account is linked to somebody else. Please start again.`,
  ];

  test("for wrong details, a ticket that is none, and an account of somebody else", async () => {
    expect(await tryLink({ password: "Wrong-Lantern-42" })).toEqual(wrong);
    expect(await tryLink({ username: "nobody@example.com" })).toEqual(wrong);
    expect(await tryLink({ adtoken: "made-up" })).toEqual(gone("with Microsoft"));
    expect(await tryLink({ adtoken: "made-up", provider: "sso" })).toEqual(gone("at your organisation"));
    await link(app, "aad", noor.tid, noor.oid, (await addPerson(app)).personId);
    expect(await tryLink({})).toEqual(gone("with Microsoft"));
  });

  test("for whoever has to choose a new password, or to set up a second factor, first", async () => {
    const [renewing, required] = [await addPerson(app), await addPerson(app)];
    await app.sql("update people set reset_required = true where id = $1", [renewing.personId]);
    await app.sql("update memberships set mfa_required = true where person_id = $1", [required.personId]);
    expect(await tryLink({ username: renewing.userName })).toEqual([
      400,
      "Sign in once with your username and password and complete the steps, then link your account.",
    ]);
    expect(await tryLink({ username: required.userName })).toEqual([
      400,
      "Confirm with your second factor as well, then your account is linked.",
    ]);
  });

  test("and guessing is limited as at sign-in", async () => {
    const { userName } = await addPerson(app);
    const body = { width: "1", height: "1", username: userName, password: "Wrong-Lantern-42", adtoken: "none" };
    const said: string[] = [];
    for (let n = 0; n < 4; n++)
      said.push((JSON.parse((await app.call(null, sso.linkAccount, { body })).text) as { Message: string }).Message);
    const incorrect = "The supplied details are incorrect";
    expect(said).toEqual([incorrect, incorrect, incorrect, "Please confirm that you are not a robot."]);
    await app.sql("update sign_in_attempts set count = 1000 where key like 'account:%'");
    expect((await app.call(null, sso.linkAccount, { body })).status).toBe(429);
  });
});
