import { companies } from "@tradewind/contract/access/companies.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { mfa } from "@tradewind/contract/access/mfa.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { describe, expect, test } from "vitest";
import {
  addCustomer,
  addPerson,
  askToken,
  cookieOf,
  getWith,
  renewWith,
  setCookieOf,
  signInWith,
} from "../../test/auth-fixtures.ts";
import { mailsTo } from "../../test/mails.ts";
import { codeOf, startSetup } from "../../test/mfa-fixtures.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();

/** Adds a person with two companies; sign-in leads to the first. */
async function ofTwo(second: { resellerId?: string; customerId?: string; kind?: string } = {}) {
  const person = await addPerson(app);
  const other =
    second.resellerId ??
    (await app.addReseller({ name: `Second ${crypto.randomUUID().slice(0, 8)}`, currency: "EUR" }));
  const [membership] = await app.sql<{ id: string }>(
    `insert into memberships (reseller_id, person_id, kind, customer_id, first_name, last_name, email, views, created_at)
     values ($1, $2, $3, $4, 'Robin', 'Tester', 'robin@second.example', '{1,5}', '2026-02-02') returning id`,
    [other, person.personId, second.kind ?? "engineer", second.customerId ?? null],
  );
  return { ...person, resellerId: person.resellerId!, other, there: membership!.id };
}
const list = async (token: string) => (await app.call({ token }, companies.list)).Result!.Items;
const go = async (token: string, membershipId: string) => {
  const answer = await app.call({ token }, companies.switch, { params: { membershipId } });
  return { ...answer, cookie: cookieOf(answer), token: answer.Result?.access_token ?? "" };
};
const who = async (token: string) => (await app.call({ token }, session.current)).Result!;

test("a session continues in another company with the proofs of its sign-in, and the previous one ends", async () => {
  const person = await ofTwo();
  const before = await signInWith(app.app, person.userName);
  expect((await who(before.token)).HasOtherCompanies).toBe(true);
  const offered = await list(before.token);
  expect(offered.map(({ Closed }) => Closed)).toEqual([null, null]);
  expect(offered.filter(({ Present }) => Present)).toHaveLength(1);
  const after = await go(before.token, person.there);
  expect(after.status).toBe(200);
  expect(after.headers["cache-control"]).toBe("no-store");
  expect(setCookieOf(after)).toMatch(/^__Host-rt=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(await who(after.token)).toMatchObject({
    Reseller: { Id: person.other, Currency: "EUR" },
    User: { Kind: "engineer" },
  });
  expect((await getWith(app.app, before.token)).statusCode).toBe(401);
  expect((await renewWith(app.app, before.cookie)).statusCode).toBe(401);
  const renewed = await renewWith(app.app, after.cookie!);
  expect(renewed.json<{ session: { Reseller: { Id: string } } }>().session.Reseller.Id).toBe(person.other);
  const rows = await app.sql<{ way: string; end: string }>(
    "select way, expires_at::text as end from sessions where person_id = $1 order by id",
    [person.personId],
  );
  expect(rows).toEqual([rows[0], rows[0]]);
  for (const [reseller, what] of [
    [person.resellerId, "Went on to another company they act for"],
    [person.other, "Came in from another company they act for"],
  ] as const) {
    const lines = await app.sql(
      "select what, action from activity where reseller_id = $1 and outcome = 'done' and action not in ('signIn', 'mfa.verify')",
      [reseller],
    );
    expect(lines).toEqual([{ what, action: "sessions.switch" }]);
  }
});

test("signing in opens the company used last, the one joined first as long as none was used", async () => {
  const person = await ofTwo();
  const opened = async () => (await who((await signInWith(app.app, person.userName)).token)).Reseller!.Id;
  expect(await opened()).toBe(person.resellerId);
  const { token } = await signInWith(app.app, person.userName);
  expect((await go(token, person.there)).status).toBe(200);
  expect(await opened()).toBe(person.other);
  await app.sql("update memberships set status = 'Suspended' where id = $1", [person.there]);
  expect(await opened()).toBe(person.resellerId);
});

test("only into one's other active companies: not other people's, the current one or a suspended one", async () => {
  const person = await ofTwo();
  const { token, sessionId } = await signInWith(app.app, person.userName);
  const stranger = await app.signIn();
  const [here] = await app.sql<{ membership_id: string }>("select membership_id from sessions where id = $1", [
    sessionId,
  ]);
  for (const id of [stranger.membershipId, here!.membership_id]) expect((await go(token, id)).status).toBe(404);
  for (const [table, key, id] of [
    ["memberships", "id", person.there],
    ["resellers", "id", person.other],
  ]) {
    await app.sql(`update ${table} set status = 'Suspended' where ${key} = $1`, [id]);
    expect([(await go(token, person.there)).status, (await list(token)).length]).toEqual([404, 1]);
    await app.sql(`update ${table} set status = 'Active' where ${key} = $1`, [id]);
  }
  expect((await go(token, person.there)).status).toBe(200);
});

test("into a customer's company with the customer's rights, and not while it is suspended", async () => {
  const resellerId = await app.addReseller();
  const customerId = await addCustomer(app, resellerId);
  const person = await ofTwo({ resellerId, customerId, kind: "endUserAdmin" });
  const { token } = await signInWith(app.app, person.userName);
  await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [customerId]);
  expect((await go(token, person.there)).status).toBe(404);
  await app.sql("update customers set status = 'Active', suspended_at = null where id = $1", [customerId]);
  const after = await go(token, person.there);
  expect((await who(after.token)).User).toMatchObject({ Kind: "endUserAdmin", endUserAdminId: customerId });
  expect((await app.call({ token: after.token }, customers.list, { query: {} })).status).toBe(403);
});

test("a company that requires a second factor opens to a person who gave one", async () => {
  const person = await ofTwo();
  const { token } = await signInWith(app.app, person.userName);
  await app.sql("update resellers set mfa_required = true where id = $1", [person.other]);
  expect((await go(token, person.there)).Error).toBe("secondFactorMissing");
  expect((await list(token)).find(({ Id }) => Id === person.there)!.Closed).toBe("secondFactorMissing");
  const { Result } = await startSetup(app, { token });
  await app.call({ token }, mfa.configure, { body: { Token: codeOf(Result!.manualEntryKey) } });
  expect((await go(token, person.there)).status).toBe(200);
});

test("a session of a provider goes on only where the company set up its domain", async () => {
  const person = await ofTwo();
  const { token, sessionId } = await signInWith(app.app, person.userName);
  for (const way of ["sso", "aad"]) {
    await app.sql("update sessions set way = $2 where id = $1", [sessionId, way]);
    expect((await go(token, person.there)).Error).toBe("companyNotByProvider");
  }
  const domain = `${crypto.randomUUID().slice(0, 8)}.example`;
  await app.sql("update people set user_name = $2 where id = $1", [person.personId, `robin@${domain}`]);
  await app.sql("insert into sso_domains (domain, reseller_id) values ($1, $2)", [domain, person.other]);
  expect((await go(token, person.there)).status).toBe(200);
});

test("the cookies of a sign-in at a provider go along", async () => {
  const person = await ofTwo();
  const { token } = await signInWith(app.app, person.userName);
  const headers = { cookie: "organisationId=org-harbour" };
  const call = { params: { membershipId: person.there } };
  const after = await app.call({ token }, companies.switch, call, { headers });
  const cookies = [after.headers["set-cookie"]].flat().map((line) => String(line).split(";")[0]);
  expect(cookies.slice(1)).toEqual([
    `cloudAccessToken=${after.Result!.access_token}`,
    "organisationId=org-harbour",
    "singleExperience=false",
  ]);
});

test("not on a staff visit, which sees no other company either", async () => {
  const person = await ofTwo();
  const staff = await app.signInOperator();
  const [here] = await app.sql<{ id: string }>("select id from memberships where person_id = $1 and reseller_id = $2", [
    person.personId,
    person.resellerId,
  ]);
  const { Result } = await app.call(staff, jump.begin, { params: { membershipId: here!.id } });
  const entered = await askToken(app.app, {
    grant_type: "sysops",
    password: undefined,
    mfaKey: undefined,
    mfaToken: undefined,
    ...Result,
  });
  const { access_token: token } = entered.json<{ access_token: string }>();
  expect((await go(token, person.there)).Error).toBe("notWhileJumped");
  expect([await list(token), (await who(token)).HasOtherCompanies]).toEqual([[], false]);
});

describe("inviting a person who already signs in", () => {
  const invited = async (existing: string) => {
    const inviter = await app.signIn();
    const ask = (Email: string) =>
      app.call(inviter, invitations.send, { body: { Kind: "engineer", FirstName: "Jo", LastName: "Lane", Email } });
    const [known, unknown] = [await ask(existing), await ask(`${crypto.randomUUID()}@nobody.example`)];
    const shape = ({ status, Error, Errors, Messages, Result }: typeof known) => [
      status,
      Error,
      Errors,
      Messages,
      Object.keys(Result!),
    ];
    expect(shape(known)).toEqual(shape(unknown));
    const [{ key }] = (await mailsTo(app, existing)) as unknown as [{ key: string }];
    return { inviter, key, ask };
  };

  test("answers the inviter as for anybody; they join signed in, keep their password, and act for both", async () => {
    const person = await addPerson(app);
    const { inviter, key, ask } = await invited(person.userName);
    const [before] = await app.sql(
      "select user_name, password_hash, reset_required, status from people where id = $1",
      [person.personId],
    );
    expect((await app.call(null, invitations.look, { body: { Key: key } })).Result).toMatchObject({ HasLogin: true });
    const NewPassword = "Juniper-Ferry-8841";
    const taking = await app.call(null, invitations.accept, { body: { Key: key, NewPassword } });
    expect([taking.status, taking.Error]).toEqual([409, "signInToJoin"]);
    const other = await app.signIn();
    expect((await app.call(other, invitations.join, { body: { Key: key } })).Error).toBe("invitationOfAnother");
    const { token } = await signInWith(app.app, person.userName);
    const joined = await app.call({ token }, invitations.join, { body: { Key: key } });
    expect(joined.status).toBe(200);
    expect((await app.call({ token }, invitations.join, { body: { Key: key } })).Error).toBe("invitationInvalid");
    expect((await who(token)).HasOtherCompanies).toBe(true);
    const after = await go(token, joined.Result!.MembershipId);
    expect((await who(after.token)).Reseller!.Id).toBe(inviter.resellerId);
    expect(
      await app.sql("select user_name, password_hash, reset_required, status from people where id = $1", [
        person.personId,
      ]),
    ).toEqual([before]);
    expect((await ask(person.userName)).Error).toBe("userNameTaken");
  });

  test("operator staff cannot join a company", async () => {
    const staff = await app.signInOperator();
    const { key } = await invited(staff.email);
    expect((await app.call(staff, invitations.join, { body: { Key: key } })).Error).toBe("userNameTaken");
  });
});
