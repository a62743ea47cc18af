import { customerUsers } from "@tradewind/contract/access/customer-users.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { customerChecks } from "@tradewind/contract/customers/customer-checks.ts";
import { describe, expect, test } from "vitest";
import { addCustomer, addPerson, askToken } from "../../test/auth-fixtures.ts";
import { mailsTo } from "../../test/mails.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const jo = () => ({
  FirstName: "Jo",
  LastName: "Lane",
  Email: `jo-${crypto.randomUUID().slice(0, 8)}@acme.example`,
  Telephone: "0117 496 0148",
  JobTitle: "Dentist",
  IsAdmin: false,
});
const add = (person: Person, customerId: string, body: object = jo()) =>
  app.call(person, customerUsers.add, { params: { customerId }, body: { ...jo(), ...body } });
const listed = async (person: Person, CustomerId: string) =>
  (await app.call(person, users.list, { query: { CustomerId } })).Result!.Items;
const countOf = async (person: Person, customerId: string) => {
  const counted = await app.call(person, customerChecks.userCount, { params: { customerId } });
  const [kept] = await app.sql<{ user_count: number }>("select user_count from customers where id = $1", [customerId]);
  return [counted.Result, kept!.user_count];
};

async function company() {
  const reseller = await app.signIn();
  return { reseller, resellerId: reseller.resellerId, customerId: await addCustomer(app, reseller.resellerId) };
}

describe("adding a user", () => {
  test("USER-01 adds a user to a customer, who is in its list, is logged, and wakes open pages", async () => {
    const { reseller, resellerId, customerId } = await company();
    const body = { ...jo(), IsAdmin: true };
    const { status, Result } = await add(reseller, customerId, body);
    expect(status).toBe(200);
    expect(await listed(reseller, customerId)).toEqual([
      expect.objectContaining({
        Id: Result!.Id,
        Name: "Jo Lane",
        Email: body.Email,
        Telephone: "01174960148",
        JobTitle: "Dentist",
        Kind: "endUserAdmin",
        UserName: null,
        CustomerId: customerId,
        May: expect.arrayContaining(["invite"]),
      }),
    ]);
    expect(await countOf(reseller, customerId)).toEqual([1, 1]);
    const lines = await app.sql("select action, what, who, outcome from activity where customer_id = $1", [customerId]);
    expect(lines).toEqual([
      { action: "users.add", what: `Added the user Jo Lane (${body.Email})`, who: "Robin Tester", outcome: "done" },
    ]);
    const [event] = await app.sql("select topics from events where reseller_id = $1 and customer_id = $2", [
      resellerId,
      customerId,
    ]);
    expect(event).toEqual({ topics: ["users", "customers"] });
  });

  test.each([
    ["an address that the customer has", {}, 409, "addressTaken"],
    ["an address that is none", { Email: "jo@acme" }, 400, "invalidRequest"],
    ["no first name", { FirstName: " " }, 400, "invalidRequest"],
    ["a telephone number that is none", { Telephone: "12" }, 400, "invalidRequest"],
  ])("USER-01 refuses %s", async (_, change, status, code) => {
    const { reseller, customerId } = await company();
    const body = jo();
    expect((await add(reseller, customerId, body)).status).toBe(200);
    const again = await add(reseller, customerId, { ...body, Email: body.Email.toUpperCase(), ...change });
    expect([again.status, again.Error]).toEqual([status, code]);
    expect(again.Errors).toHaveProperty(Object.keys(change)[0] ?? "Email");
    expect(await listed(reseller, customerId)).toHaveLength(1);
  });

  test("USER-01 refuses a suspended customer, somebody else's customer, and whoever may not manage its users", async () => {
    const { reseller, resellerId, customerId } = await company();
    const engineer = await app.signIn({ resellerId, kind: "engineer", rights: ["customers", "manageUsers"] });
    expect((await add(engineer, customerId)).status).toBe(403);
    const admin = await app.signIn({ resellerId, kind: "endUserAdmin", customerId });
    expect((await add(admin, await addCustomer(app, resellerId))).status).toBe(404);
    const plain = await app.signIn({ resellerId, kind: "endUser", customerId });
    expect((await add(plain, customerId, { IsAdmin: true })).status).toBe(404);
    expect((await add(await app.signIn(), customerId)).status).toBe(404);
    await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [customerId]);
    expect((await add(reseller, customerId)).Error).toBe("customerSuspended");
  });

  test("of two who add the same address at once one does, and whoever lacks a right gives none of it", async () => {
    const { resellerId, customerId } = await company();
    const caller = await app.signIn({ resellerId, rights: ["manageUsers", "createCustomerAdmin"] });
    const body = { ...jo(), IsAdmin: true };
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(caller, customerId, body)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const [row] = await app.sql("select views, permissions, can_agree from memberships where customer_id = $1", [
      customerId,
    ]);
    expect(row).toEqual({ views: [13], permissions: ["createCustomerAdmin"], can_agree: false });
  });
});

describe("inviting a user who was added", () => {
  const invite = (person: Person, userId: string) => app.call(person, users.invite, { params: { userId } });

  test("whoever accepts becomes the user who was added, with what was known of them", async () => {
    const { reseller, customerId } = await company();
    const body = jo();
    const { Id } = (await add(reseller, customerId, body)).Result!;
    expect((await askToken(app.app, { username: body.Email })).statusCode).toBe(400);
    expect((await invite(reseller, Id)).status).toBe(200);
    expect((await invite(reseller, Id)).Error).toBe("invitedAlready");
    const [mail] = await mailsTo(app, body.Email);
    const accepted = await app.call(null, invitations.accept, {
      body: { Key: mail!.key, NewPassword: "Copper-Lantern-42" },
    });
    expect(accepted.Result).toEqual({ UserName: body.Email });
    const [user, ...others] = await listed(reseller, customerId);
    expect(others).toEqual([]);
    expect(user).toMatchObject({ Id, UserName: body.Email, JobTitle: "Dentist", Telephone: "01174960148" });
    expect(await countOf(reseller, customerId)).toEqual([1, 1]);
    expect((await askToken(app.app, { username: body.Email })).statusCode).toBe(200);
    expect((await invite(reseller, Id)).Error).toBe("signsInAlready");
  });

  test("adding somebody takes no user name from whoever has it, who joins with their own", async () => {
    const { reseller, customerId } = await company();
    const { userName, personId } = await addPerson(app);
    const { Id } = (await add(reseller, customerId, { Email: userName })).Result!;
    expect((await invite(reseller, Id)).status).toBe(200);
    const [mail] = await mailsTo(app, userName);
    const token = (await askToken(app.app, { username: userName })).json<{ access_token: string }>().access_token;
    const joined = await app.call({ token }, invitations.join, { body: { Key: mail!.key } });
    expect(joined.Result).toMatchObject({ MembershipId: Id });
    expect(await app.sql("select person_id from memberships where customer_id = $1", [customerId])).toEqual([
      { person_id: personId },
    ]);
    expect((await listed(reseller, customerId)).map(({ UserName }) => UserName)).toEqual([userName]);
  });
});
