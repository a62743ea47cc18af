import { passwords } from "@tradewind/contract/access/passwords.ts";
import { describe, expect, test } from "vitest";
import { addCustomer, addPerson, askToken, getWith, password, signInWith } from "../../test/auth-fixtures.ts";
import { mailsTo } from "../../test/mails.ts";
import { testApp } from "../../test/test-app.ts";

const app = await testApp();
const fresh = "Juniper-Ferry-8841";
/** Mails sent so far, except those about new browsers: no test here keeps a cookie. */
const mails = async (to: string) => (await mailsTo(app, to)).filter(({ template }) => template !== "newSignIn");

describe("other people's passwords", () => {
  async function colleagues(kind: "engineer" | "endUser" = "engineer") {
    const { resellerId } = await addPerson(app);
    const customerId = kind === "endUser" ? await addCustomer(app, resellerId!) : undefined;
    const manager = await addPerson(app, {
      resellerId: resellerId!,
      permissions: [kind === "engineer" ? "createResellerEngineer" : "createCustomerAdmin"],
    });
    const person = await addPerson(app, { resellerId: resellerId!, kind, ...(customerId ? { customerId } : {}) });
    const [membership] = await app.sql<{ id: string }>("select id from memberships where person_id = $1", [
      person.personId,
    ]);
    const { token } = await signInWith(app.app, manager.userName);
    return { manager: { ...manager, token }, person, params: { userId: membership!.id } };
  }
  const log = (resellerId: string) =>
    app.sql<{ action: string; what: string }>(
      "select action, what from activity where reseller_id = $1 and outcome = 'done' and action not in ('signIn', 'mfa.verify')",
      [resellerId],
    );

  test("AUTH-104 a manager gives a colleague a first password with their own, to be changed at sign-in", async () => {
    const { manager, person, params } = await colleagues();
    const give = (oldPassword: string) =>
      app.call(manager, passwords.reset, { params, body: { oldPassword, newPassword: fresh } });
    expect(await give("wrong")).toMatchObject({ status: 401, Error: "currentPasswordIncorrect" });
    expect(await give(password)).toMatchObject({ status: 200 });
    const answer = await askToken(app.app, { username: person.userName, password: fresh });
    expect(answer.json()).toMatchObject({ error_description: expect.stringMatching(/^resetrequired\|/) });
    expect(await log(manager.resellerId!)).toEqual([
      { action: "passwords.reset", what: `Gave ${person.userName} a new password` },
    ]);
  });

  test("one company cannot give a password to, or sign out, a person who also acts for another", async () => {
    const { manager, person, params } = await colleagues();
    await app.sql(
      `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, created_at)
       values ($1, $2, 'engineer', 'Robin', 'Tester', 'robin@example.com', now())`,
      [(await addPerson(app)).resellerId, person.personId],
    );
    const body = { oldPassword: password, newPassword: fresh };
    expect((await app.call(manager, passwords.reset, { params, body })).Error).toBe("actsElsewhere");
    expect((await app.call(manager, passwords.resetSso, { params })).Error).toBe("actsElsewhere");
    expect((await askToken(app.app, { username: person.userName })).statusCode).toBe(200);
  });

  test("people with more rights cannot be given a password; they can still be sent a link", async () => {
    const { manager, person, params } = await colleagues();
    const give = () =>
      app.call(manager, passwords.reset, { params, body: { oldPassword: password, newPassword: fresh } });
    for (const change of ["views = views || 5::smallint", "permissions = '{liveChat}'", "can_agree = true"]) {
      await app.sql(`update memberships set ${change} where person_id = $1`, [person.personId]);
      expect(await give()).toMatchObject({ status: 403, Error: "PermissionNotFound" });
      await app.sql(
        "update memberships set views = '{1,2}', permissions = '{}', can_agree = false where person_id = $1",
        [person.personId],
      );
    }
    await app.sql("update memberships set views = views || 5::smallint where person_id = $1", [person.personId]);
    expect((await app.call(manager, passwords.resetFor, { params })).status).toBe(200);
    expect((await askToken(app.app, { username: person.userName })).statusCode).toBe(200);
  });

  test("people without a password here get none, and suspended people get no help signing in", async () => {
    const { manager, person, params } = await colleagues();
    const body = { oldPassword: password, newPassword: fresh };
    const refusals = async () => [
      (await app.call(manager, passwords.reset, { params, body })).Error,
      (await app.call(manager, passwords.resetFor, { params })).Error,
    ];
    await app.sql("update people set password_hash = null where id = $1", [person.personId]);
    expect(await refusals()).toEqual(["passwordOfProvider", "passwordOfProvider"]);
    await app.sql("update memberships set status = 'Suspended' where person_id = $1", [person.personId]);
    expect(await refusals()).toEqual(["userSuspended", "userSuspended"]);
    expect((await app.call(manager, passwords.resetSso, { params })).Error).toBe("userSuspended");
    expect(await mails(`mail-of-${person.userName}`)).toEqual([]);
    const [kept] = await app.sql("select password_hash from people where id = $1", [person.personId]);
    expect(kept).toEqual({ password_hash: null });
  });

  test("AUTH-107 a manager has a link emailed to a colleague; nobody without the right or at another reseller can", async () => {
    for (const kind of ["engineer", "endUser"] as const) {
      const { manager, person, params } = await colleagues(kind);
      expect(await app.call(manager, passwords.resetFor, { params })).toMatchObject({ status: 200 });
      expect(await mails(`mail-of-${person.userName}`)).toMatchObject([{ template: "passwordReset" }]);
      expect(await log(manager.resellerId!)).toMatchObject([{ action: "passwords.resetFor" }]);
      const elsewhere = await colleagues(kind);
      expect((await app.call(elsewhere.manager, passwords.resetFor, { params })).status).toBe(404);
      const without = await signInWith(app.app, (await addPerson(app, { resellerId: manager.resellerId! })).userName);
      expect((await app.call(without, passwords.resetFor, { params })).status).toBe(403);
      const wrongKind = await addPerson(app, {
        resellerId: manager.resellerId!,
        permissions: [kind === "engineer" ? "createCustomerAdmin" : "createResellerEngineer"],
      });
      const { token } = await signInWith(app.app, wrongKind.userName);
      expect((await app.call({ token }, passwords.resetFor, { params })).status).toBe(404);
    }
  });

  test("AUTH-108 a reset of single sign-on has no body, ends the sessions and asks by email", async () => {
    const { manager, person, params } = await colleagues();
    const browser = await signInWith(app.app, person.userName);
    const url = passwords.resetSso.path.replace(":userId", params.userId);
    const headers = { authorization: `Bearer ${manager.token}`, "idempotency-key": crypto.randomUUID() };
    const withBody = await app.app.inject({ method: "POST", url, headers, payload: { a: 1 } });
    expect(withBody.statusCode).toBe(400);
    const answer = await app.app.inject({ method: "POST", url, headers: { ...headers, "content-length": "0" } });
    expect(answer.statusCode).toBe(200);
    app.platform.sessions.forget("");
    expect((await getWith(app.app, browser.token)).statusCode).toBe(401);
    expect(await mails(`mail-of-${person.userName}`)).toMatchObject([{ template: "passwordOfProvider" }]);
  });
});
