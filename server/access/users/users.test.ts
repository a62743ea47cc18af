import type { Endpoint, SentOf } from "@tradewind/contract/endpoint.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { describe, expect, test } from "vitest";
import { addCustomer, addPerson, askToken } from "../../test/auth-fixtures.ts";
import { addEnrolled, codeOf, nextStep, wrongCodeOf } from "../../test/mfa-fixtures.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
type Query = NonNullable<SentOf<typeof users.list>["query"]>;
const list = async (person: Person, query: Query = {}) => (await app.call(person, users.list, { query })).Result!;
const act = (person: Person, endpoint: Endpoint, userId: string, body?: object) =>
  app.call(person, endpoint, { params: { userId }, ...(body ? { body } : {}) });
const isIn = async (person: Person) => (await app.call(person, session.current)).status === 200;
const writes = [users.suspend, users.reactivate, users.endSessions, users.requireReset] as const;

/** Adds a reseller with the people of its company. */
async function company() {
  const reseller = await app.signIn();
  const { resellerId } = reseller;
  const customerId = await addCustomer(app, resellerId);
  return {
    reseller,
    resellerId,
    customerId,
    engineer: await app.signIn({ resellerId, kind: "engineer" }),
    admin: await app.signIn({ resellerId, kind: "endUserAdmin", customerId }),
    user: await app.signIn({ resellerId, kind: "endUser", customerId, rights: [] }),
  };
}
const membershipOf = async (personId: string) =>
  (await app.sql<{ id: string }>("select id from memberships where person_id = $1", [personId]))[0]!.id;

describe("the list", () => {
  test("ACL-44 ACL-45 USER-03 shows the reseller's own people, a customer's, and one of them, with how they sign in", async () => {
    const { reseller, engineer, user, admin, customerId, resellerId } = await company();
    const enrolled = await addEnrolled(app, { kind: "engineer", resellerId });
    const staff = await list(reseller);
    expect(staff.Items.map(({ Id }) => Id).toSorted()).toEqual(
      [reseller.membershipId, engineer.membershipId, await membershipOf(enrolled.personId)].toSorted(),
    );
    expect(staff.Items.find(({ UserName }) => UserName === enrolled.userName)).toMatchObject({
      Kind: "engineer",
      MfaOn: true,
      HasPassword: true,
      State: "Active",
      IsSelf: false,
    });
    expect(staff.Items.find(({ IsSelf }) => IsSelf)).toMatchObject({ Id: reseller.membershipId, May: [] });
    const theirs = await list(reseller, { CustomerId: customerId });
    expect(theirs.Items.map(({ Id }) => Id).toSorted()).toEqual([admin.membershipId, user.membershipId].toSorted());
    expect((await list(reseller, { Of: "customers" })).Items).toEqual(theirs.Items);
    const one = await act(reseller, users.byId, user.membershipId);
    expect(one.Result).toEqual(theirs.Items.find(({ Id }) => Id === user.membershipId));
  });

  test("is searched by name, user name and address, in any case, with the signs of patterns as themselves", async () => {
    const { reseller, engineer } = await company();
    await app.sql("update memberships set first_name = 'Zoë', last_name = '100%' where id = $1", [
      engineer.membershipId,
    ]);
    const found = async (Search: string) => (await list(reseller, { Search })).Items.map(({ Id }) => Id);
    expect(await found("zoË 1")).toEqual([engineer.membershipId]);
    expect(await found("0%")).toEqual([engineer.membershipId]);
    expect(await found(engineer.email.toUpperCase())).toEqual([engineer.membershipId]);
    expect(await found("_")).toEqual([]);
  });

  test.each(["name", "-name", "lastSignedIn", "-lastSignedIn"] as const)(
    "by %s every page follows the one before, and nobody is left out or twice",
    async (Sort) => {
      const reseller = await app.signIn();
      await app.sql(
        `with made as (insert into people (user_name) select 'p-' || uuidv7() || n from generate_series(1, 120) n returning id)
         insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, created_at, last_signed_in_at)
         select $1, id, 'engineer', 'Jo', (row_number() over () % 7)::text, 'jo@example.com', now(),
                case when row_number() over () % 3 > 0 then now() - (row_number() over () % 5) * interval '1.000123 s' end
         from made`,
        [reseller.resellerId],
      );
      const seen: { Id: string; Name: string; LastSignedIn: string | null }[] = [];
      for (let After: string | undefined; ;) {
        const page = await list(reseller, { Sort, ...(After ? { After } : {}) });
        seen.push(...page.Items);
        if (!page.Next) break;
        After = page.Next;
      }
      expect(new Set(seen.map(({ Id }) => Id)).size).toBe(121);
      expect(seen).toHaveLength(121);
      const values = seen.map(({ Name, LastSignedIn }) => (Sort.endsWith("name") ? Name : (LastSignedIn ?? "")));
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(Sort.startsWith("-") ? sorted.toReversed() : sorted);
    },
  );

  test("a page's key of another order is refused, or begins at the first page", async () => {
    const reseller = await app.signIn();
    const After = Buffer.from(JSON.stringify({ value: "Jo Lane", id: reseller.membershipId })).toString("base64url");
    const { status } = await app.call(reseller, users.list, { query: { Sort: "lastSignedIn", After } });
    expect(status).toBe(400);
  });

  test("signing in is noted, a visit of staff is not", async () => {
    const { reseller } = await company();
    const colleague = await addPerson(app, { kind: "engineer", resellerId: reseller.resellerId });
    const at = async () =>
      (await list(reseller)).Items.find(({ UserName }) => UserName === colleague.userName)!.LastSignedIn;
    expect(await at()).toBeNull();
    const staff = await addPerson(app, { kind: "admin" });
    await app.sql(
      `insert into sessions (person_id, reseller_id, membership_id, expires_at, way, act_person_id)
       select person_id, reseller_id, id, now() + interval '1 hour', 'sysops', $2 from memberships where person_id = $1`,
      [colleague.personId, staff.personId],
    );
    expect(await at()).toBeNull();
    await askToken(app.app, { username: colleague.userName });
    expect(Date.now() - Date.parse((await at())!)).toBeLessThan(60_000);
  });

  test("ACL-33 an end-user admin sees their own customer's people, whatever they ask for", async () => {
    const { admin, user, resellerId } = await company();
    const other = await addCustomer(app, resellerId);
    for (const query of [{}, { Of: "staff" }, { Of: "customers" }] as const)
      expect((await list(admin, query)).Items.map(({ Id }) => Id).toSorted()).toEqual(
        [admin.membershipId, user.membershipId].toSorted(),
      );
    expect((await app.call(admin, users.list, { query: { CustomerId: other } })).status).toBe(404);
  });
});

describe("permissions over other users", () => {
  test("none over people above oneself, of another company or customer, or oneself", async () => {
    const { reseller, engineer, admin, user, resellerId } = await company();
    const sibling = await app.signIn({
      resellerId,
      kind: "endUserAdmin",
      customerId: await addCustomer(app, resellerId),
    });
    const stranger = await app.signIn();
    for (const endpoint of writes) {
      for (const [who, whom] of [
        [engineer, reseller],
        [admin, reseller],
        [admin, engineer],
        [sibling, user],
        [stranger, user],
        [stranger, reseller],
      ] as const)
        expect((await act(who, endpoint, whom.membershipId)).status).toBe(404);
      expect((await act(reseller, endpoint, reseller.membershipId)).Error).toBe("notYourself");
      const plain = await app.signIn({ resellerId, kind: "endUser", customerId: admin.customerId! });
      expect((await act(plain, endpoint, admin.membershipId)).status).toBe(404);
      const withoutRight = await app.signIn({ resellerId, rights: ["createCustomerAdmin"] });
      expect((await act(withoutRight, endpoint, engineer.membershipId)).status).toBe(404);
    }
    expect([await isIn(reseller), await isIn(engineer), await isIn(user)]).toEqual([true, true, true]);
  });

  test("the list offers exactly the actions that succeed", async () => {
    const { reseller, engineer, user } = await company();
    const may = async (person: Person, id: string) => (await act(person, users.byId, id)).Result as { May: string[] };
    expect((await may(engineer, reseller.membershipId)).May).toEqual([]);
    expect((await may(engineer, user.membershipId)).May).toEqual([
      "editRoles",
      "askProvider",
      "endSessions",
      "suspend",
      "remove",
      "exportData",
      "erase",
    ]);
    await act(engineer, users.suspend, user.membershipId);
    expect((await may(engineer, user.membershipId)).May).toEqual([
      "editRoles",
      "reactivate",
      "remove",
      "exportData",
      "erase",
    ]);
    await app.sql("update people set status = 'Suspended' where id = $1", [user.personId]);
    expect(await may(engineer, user.membershipId)).toMatchObject({ May: [], State: "Suspended" });
  });

  test("actions that would affect a person in another company are refused; suspending them in this one is not", async () => {
    const { reseller, resellerId } = await company();
    const both = await addPerson(app, { kind: "engineer", resellerId });
    const here = await membershipOf(both.personId);
    const elsewhere = await app.addReseller();
    await app.sql(
      `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, created_at)
       values ($1, $2, 'reseller', 'Robin', 'Tester', 'x@example.com', '2026-01-02')`,
      [elsewhere, both.personId],
    );
    expect((await act(reseller, users.requireReset, here)).Error).toBe("actsElsewhere");
    expect((await act(reseller, users.verifyCode, here, { Token: "123456" })).Error).toBe("actsElsewhere");
    const [away] = await app.sql<{ id: string }>(
      `insert into sessions (person_id, reseller_id, membership_id, expires_at)
       select person_id, reseller_id, id, now() + interval '1 hour' from memberships where person_id = $1 and reseller_id = $2 returning id`,
      [both.personId, elsewhere],
    );
    expect((await act(reseller, users.suspend, here)).status).toBe(200);
    const [live] = await app.sql<{ revoked_at: Date | null }>("select revoked_at from sessions where id = $1", [
      away!.id,
    ]);
    expect(live!.revoked_at).toBeNull();
  });
});

test("a weaker peer is offered neither the password nor the factor of a stronger one", async () => {
  const founder = await addEnrolled(app, { views: [1, 2, 5, 13], permissions: ["createResellerEngineer"] });
  const { resellerId } = founder;
  const rights = ["home", "customers", "manageUsers", "createResellerEngineer"] as const;
  const bea = await app.signIn({ resellerId: resellerId!, rights, canAgree: false });
  const may = async () =>
    ((await act(bea, users.byId, await membershipOf(founder.personId))).Result as { May: string[] }).May;
  expect(await may()).toEqual(["editRoles", "mailReset", "requireReset", "verifyCode", "endSessions", "suspend"]);
  await app.sql("update memberships set views = '{1,2,13}' where person_id = $1", [founder.personId]);
  expect(await may()).toEqual(expect.arrayContaining(["givePassword", "resetMfa"]));
});

test("people with only passkeys are shown as protected and can be helped, but have no code to read out", async () => {
  const { reseller, resellerId } = await company();
  const colleague = await addPerson(app, { kind: "engineer", resellerId });
  await app.sql(
    `insert into passkeys (person_id, rp_id, credential_id, public_key, counter, backed_up, name)
     values ($1, 'localhost', gen_random_uuid(), '', 0, false, 'Laptop')`,
    [colleague.personId],
  );
  const one = await act(reseller, users.byId, await membershipOf(colleague.personId));
  expect(one.Result).toMatchObject({ MfaOn: true, May: expect.arrayContaining(["resetMfa"]) });
  expect((one.Result as { May: string[] }).May).not.toContain("verifyCode");
});

describe("looking after people", () => {
  test("suspending ends the sessions at once and keeps out, reactivating lets in again; each once", async () => {
    const { reseller, resellerId } = await company();
    const colleague = await addPerson(app, { kind: "engineer", resellerId });
    const id = await membershipOf(colleague.personId);
    const signIn = () => askToken(app.app, { username: colleague.userName });
    const token = (await signIn()).json<{ access_token: string }>().access_token;
    expect((await act(reseller, users.reactivate, id)).Error).toBe("userNotSuspended");
    expect((await act(reseller, users.suspend, id)).status).toBe(200);
    expect((await app.call({ token }, session.current)).status).toBe(401);
    expect((await signIn()).statusCode).toBe(400);
    expect((await act(reseller, users.suspend, id)).Error).toBe("userSuspended");
    expect((await act(reseller, users.reactivate, id)).status).toBe(200);
    expect((await signIn()).statusCode).toBe(200);
    const lines = await app.sql<{ what: string }>(
      "select what from activity where reseller_id = $1 and outcome = 'done' and action not in ('signIn', 'mfa.verify') order by id",
      [resellerId],
    );
    expect(lines.map(({ what }) => what)).toEqual(["Suspended Robin Tester", "Reactivated Robin Tester"]);
  });

  test("of two people who suspend each other at the same moment, only one succeeds", async () => {
    for (let round = 0; round < 5; round++) {
      const one = await app.signIn();
      const other = await app.signIn({ resellerId: one.resellerId });
      await Promise.all([act(one, users.suspend, other.membershipId), act(other, users.suspend, one.membershipId)]);
      const left = await app.sql("select from memberships where reseller_id = $1 and status = 'Active'", [
        one.resellerId,
      ]);
      expect(left).toHaveLength(1);
    }
  });

  test("all of a person's sessions end, and no one else's", async () => {
    const { reseller, engineer, user } = await company();
    expect((await act(reseller, users.endSessions, engineer.membershipId)).Result).toEqual({ Ended: 1 });
    expect([await isIn(engineer), await isIn(user), await isIn(reseller)]).toEqual([false, true, true]);
    expect((await act(reseller, users.endSessions, engineer.membershipId)).Result).toEqual({ Ended: 0 });
  });

  test("a forced reset makes the next sign-in ask for a new password; people who sign in elsewhere have none here", async () => {
    const { reseller, engineer, resellerId } = await company();
    const colleague = await addPerson(app, { kind: "engineer", resellerId });
    const id = await membershipOf(colleague.personId);
    expect((await act(reseller, users.requireReset, id)).status).toBe(200);
    const told = (await askToken(app.app, { username: colleague.userName })).json<{ error_description: string }>();
    expect(told.error_description).toMatch(/^resetrequired\|admin\|/);
    expect((await act(reseller, users.byId, id)).Result).toMatchObject({ MustReset: true });
    expect((await act(reseller, users.requireReset, engineer.membershipId)).Error).toBe("passwordOfProvider");
  });

  test("a code read out is accepted once, a wrong one never, and guessing is stopped", async () => {
    const { reseller, resellerId, engineer } = await company();
    const enrolled = await addEnrolled(app, { kind: "engineer", resellerId });
    const id = await membershipOf(enrolled.personId);
    const verify = (Token: string) => act(reseller, users.verifyCode, id, { Token });
    await nextStep(app, enrolled.personId);
    expect((await verify(wrongCodeOf(enrolled.key))).Error).toBe("mfaCodeWrong");
    expect((await verify(codeOf(enrolled.key))).Result).toEqual({ IsVerified: true });
    expect((await verify(codeOf(enrolled.key))).Error).toBe("mfaCodeWrong");
    for (let round = 0; round < 5; round++) await verify(wrongCodeOf(enrolled.key));
    const waiting = await verify(wrongCodeOf(enrolled.key));
    expect([waiting.status, Number(waiting.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await act(reseller, users.verifyCode, engineer.membershipId, { Token: "123456" })).Error).toBe("mfaNotOn");
  });
});
