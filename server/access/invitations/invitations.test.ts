import { applications } from "@tradewind/contract/access/applications.ts";
import { invitations } from "@tradewind/contract/access/invitations.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { permissions, viewOfNumber, views } from "@tradewind/domain/values/permissions.ts";
import { mixes, type PredefinedType } from "@tradewind/domain/access/roles.ts";
import { describe, expect, test } from "vitest";
import { addCustomer, askToken } from "../../test/auth-fixtures.ts";
import { mailsTo } from "../../test/mails.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const chosen = "Juniper-Ferry-8841";
const freshAddress = () => `${crypto.randomUUID().slice(0, 12)}@northwind.example`;
const look = (Key: string) => app.call(null, invitations.look, { body: { Key } });
const accept = (Key: string, NewPassword = chosen) =>
  app.call(null, invitations.accept, { body: { Key, NewPassword } });
const keysTo = async (email: string) => (await mailsTo(app, email)).map(({ key }) => key);
const tokenOf = async (username: string, password = chosen) => askToken(app.app, { username, password });

/** Sends an application and signs in an operator to review it. */
async function applied(Email = freshAddress(), Country: "GB" | "IE" = "GB") {
  const CompanyName = `Northwind ${crypto.randomUUID()}`;
  const [row] = await app.sql<{ id: string }>(
    `insert into partner_applications (company_name, contact_name, email, telephone, country, created_at)
     values ($1, 'Nora van der Wind', $2, '01174 960 000', $3, '2026-01-02') returning id`,
    [CompanyName, Email, Country],
  );
  const operator = await app.signInOperator();
  const applicationId = row!.id;
  return {
    CompanyName,
    Email,
    decide: (body: { Email?: string } = {}) =>
      app.call(operator, applications.decide, { params: { applicationId }, body: { Accept: true, ...body } }),
    invite: (body: { Email?: string } = {}) =>
      app.call(operator, applications.invite, { params: { applicationId }, body }),
    withdraw: () => app.call(operator, applications.withdraw, { params: { applicationId } }),
    standing: async () => {
      const { Result } = await app.call(operator, applications.list, { query: { Status: "decided" } });
      return Result!.Items.find(({ Id }) => Id === applicationId)!.Invitation;
    },
  };
}

describe("an accepted application", () => {
  test("makes the company and mails a link by which its first person chooses a password and comes in", async () => {
    const { CompanyName, Email, decide, standing } = await applied(freshAddress(), "IE");
    expect((await decide()).Result).toMatchObject({ Status: "Accepted", Invitation: { Email, State: "Waiting" } });
    const [mail] = await mailsTo(app, Email);
    expect(mail).toMatchObject({ template: "invitation", data: { company: CompanyName, userName: Email, days: 7 } });
    expect(mail!.data.url).toMatch(/\/invitation\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await look(mail!.key)).Result).toMatchObject({
      Name: "Nora van der Wind",
      UserName: Email,
      Company: CompanyName,
    });

    expect((await accept(mail!.key)).Result).toEqual({ UserName: Email });
    const signedIn = await tokenOf(Email);
    expect(signedIn.statusCode).toBe(200);
    const token = signedIn.json<{ access_token: string }>().access_token;
    const { Result } = await app.call({ token }, session.current);
    expect(Result!.User).toMatchObject({ Kind: "reseller", emailAddress: Email, displayName: "Nora van der Wind" });
    expect(Result!.Reseller).toMatchObject({ Name: CompanyName, Currency: "EUR" });
    expect(await standing()).toMatchObject({ State: "Accepted", AcceptedAt: expect.any(String) });
  });

  test("its link works once, and of many at once one comes in", async () => {
    const { Email, decide } = await applied();
    await decide();
    const [key] = await keysTo(Email);
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => accept(key!)))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
    expect((await look(key!)).Error).toBe("invitationInvalid");
    expect(await app.sql("select from people where user_name = $1", [Email])).toHaveLength(1);
  });

  test("resending ends the old link, even to another address; withdrawing ends every link until it is sent again", async () => {
    const { Email, decide, invite, withdraw, standing } = await applied();
    await decide();
    await invite();
    const [first, second] = await keysTo(Email);
    expect([(await look(first!)).status, (await look(second!)).status]).toEqual([410, 200]);
    const right = freshAddress();
    await invite({ Email: right });
    const [third] = await keysTo(right);
    expect([(await accept(second!)).status, (await look(third!)).Result!.UserName]).toEqual([410, right]);
    expect((await withdraw()).status).toBe(200);
    expect([(await look(third!)).status, (await accept(third!)).Error]).toEqual([410, "invitationInvalid"]);
    expect([(await standing())!.State, (await withdraw()).Error]).toEqual(["Withdrawn", "invitationClosed"]);
    await invite();
    expect((await accept((await keysTo(right)).at(-1)!)).status).toBe(200);
    expect([(await invite()).Error, (await withdraw()).Error]).toEqual(["invitationClosed", "invitationClosed"]);
  });

  test("seven days later the link is over, and the operator sees so", async () => {
    const { Email, decide, standing } = await applied();
    await decide();
    const [key] = await keysTo(Email);
    const [row] = await app.sql<{ hours: string }>(
      "select extract(epoch from expires_at - clock_timestamp()) / 3600 as hours from invitations where email = $1",
      [Email],
    );
    expect(Math.round(Number(row!.hours))).toBe(7 * 24);
    await app.sql("update invitations set expires_at = clock_timestamp() where email = $1", [Email]);
    expect([(await look(key!)).status, (await accept(key!)).status]).toEqual([410, 410]);
    expect((await standing())!.State).toBe("Expired");
  });

  test("an address already used as a user name is refused on its field, and nothing is created", async () => {
    const { email } = await app.signIn();
    const { decide, standing } = await applied(email);
    const refused = await decide();
    expect([refused.status, refused.Error, Object.keys(refused.Errors!)]).toEqual([
      409,
      "userNameTaken",
      ["Email", "EmailErrors"],
    ]);
    expect(await standing().catch(() => "still waiting")).toBe("still waiting");
    const other = freshAddress();
    expect((await decide({ Email: other })).Result!.Invitation!.Email).toBe(other);
  });

  test("more decided at the same moment than there are connections are all answered: none waits for a second one", async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => applied()));
    const decided = await Promise.all(all.map(({ decide }) => decide()));
    expect(decided.map(({ status }) => status)).toEqual(all.map(() => 200));
    const sent = await Promise.all(all.map(({ invite }) => invite()));
    expect(sent.map(({ status }) => status)).toEqual(all.map(() => 200));
  });

  test("only the SHA-256 of a key is kept, and a bent or invented key is refused alike", async () => {
    const { Email, decide } = await applied();
    await decide();
    const [key] = await keysTo(Email);
    const kept = JSON.stringify(await app.sql("select i::text from invitations i"));
    expect(kept).not.toContain(key);
    const invented = await look(crypto.randomUUID());
    expect([invented.status, invented.Error]).toEqual([410, "invitationInvalid"]);
    expect((await look("nonsense")).status).toBe(400);
  });

  test("a weak password, or one made of the invited person's name, is refused and uses nothing up", async () => {
    const { Email, decide } = await applied();
    await decide();
    const [key] = await keysTo(Email);
    for (const weak of ["password1234", `${Email}1`])
      expect((await accept(key!, weak)).Error).toBe("passwordNotAllowed");
    expect((await accept(key!)).status).toBe(200);
  });
});

describe("inviting a colleague", () => {
  const send = (
    person: Person,
    Kind: "reseller" | "engineer" | "endUserAdmin" | "endUser",
    more: { Email?: string; CustomerId?: string; Role?: PredefinedType } = {},
  ) =>
    app.call(person, invitations.send, {
      body: { Kind, FirstName: "Jo", LastName: "Lane", Email: freshAddress(), ...more },
    });
  const membershipOf = async (email: string) => {
    const [row] = await app.sql<{ kind: string; views: number[]; permissions: string[]; customer_id: string | null }>(
      "select kind, views, permissions, customer_id from memberships where email = $1",
      [email],
    );
    return row!;
  };
  const invited = async (person: Person, Kind: Parameters<typeof send>[1], CustomerId?: string) => {
    const Email = freshAddress();
    await send(person, Kind, { Email, ...(CustomerId ? { CustomerId } : {}) });
    expect((await accept((await keysTo(Email))[0]!)).status).toBe(200);
    return { Email, ...(await membershipOf(Email)) };
  };

  test("ACL-49 ACL-50 engineers need createResellerEngineer, customer admins createCustomerAdmin; each becomes what was asked", async () => {
    const { resellerId } = await app.signIn();
    const customerId = await addCustomer(app, resellerId);
    const forEngineers = await app.signIn({ resellerId, rights: ["createResellerEngineer"] });
    const forAdmins = await app.signIn({ resellerId, rights: ["createCustomerAdmin", "home", "addProducts"] });
    expect(await invited(forEngineers, "engineer")).toMatchObject({ kind: "engineer", customer_id: null });
    expect(await invited(forAdmins, "endUserAdmin", customerId)).toMatchObject({
      kind: "endUserAdmin",
      customer_id: customerId,
    });
    expect((await send(forAdmins, "engineer")).status).toBe(404);
    expect((await send(forEngineers, "endUserAdmin", { CustomerId: customerId })).status).toBe(404);
    const nobody = await app.signIn({ resellerId, rights: ["manageUsers"] });
    expect((await send(nobody, "engineer")).Error).toBe("PermissionNotFound");
  });

  test("people can give no right they lack and invite no one above themselves", async () => {
    const { resellerId } = await app.signIn();
    const engineer = await app.signIn({ resellerId, kind: "engineer", rights: ["createResellerEngineer", "home"] });
    expect(await invited(engineer, "engineer")).toMatchObject({ views: [1], permissions: [] });
    expect((await send(engineer, "reseller")).status).toBe(404);
    const reseller = await app.signIn({ resellerId });
    expect(await invited(reseller, "reseller")).toMatchObject({
      views: views.map((_, at) => at + 1),
      permissions: [...permissions],
    });
  });

  test("ACL-52 an invitation carries the predefined role that was chosen, and none that the inviter does not hold whole", async () => {
    const reseller = await app.signIn();
    const { resellerId } = reseller;
    const as = async (person: Person, Kind: "engineer" | "endUser", Role: PredefinedType) => {
      const Email = freshAddress();
      const { Error, Errors } = await send(person, Kind, { Email, Role });
      if (Error) return [Error, Object.keys(Errors ?? {})];
      await accept((await keysTo(Email))[0]!);
      const { views: numbers, permissions: names } = await membershipOf(Email);
      return [...numbers.map((number) => viewOfNumber(number)!), ...names].toSorted();
    };
    expect(await as(reseller, "engineer", "finance")).toEqual([...mixes.finance.roles].toSorted());
    const beyond = ["invalidRequest", ["Role"]];
    expect(await as(reseller, "engineer", "standard")).toEqual(beyond);
    const plain = await app.signIn({ resellerId, canAgree: false });
    expect(await as(plain, "engineer", "owner")).toEqual(beyond);
    expect(await as(plain, "engineer", "readOnly")).toEqual([...mixes.readOnly.roles].toSorted());
  });

  test("ACL-33 an end-user admin invites people of their own customer only", async () => {
    const { resellerId } = await app.signIn();
    const [own, other] = [await addCustomer(app, resellerId), await addCustomer(app, resellerId)];
    const admin = await app.signIn({ resellerId, kind: "endUserAdmin", customerId: own });
    expect(await invited(admin, "endUser")).toMatchObject({ kind: "endUser", customer_id: own });
    expect((await send(admin, "endUser", { CustomerId: other })).status).toBe(404);
    expect((await send(admin, "engineer")).status).toBe(404);
    const user = await app.signIn({ resellerId, kind: "endUser", customerId: own });
    expect((await send(user, "endUserAdmin")).status).toBe(404);
  });

  test("customers' people need an active customer; an address invited twice is refused on its field", async () => {
    const reseller = await app.signIn();
    expect((await send(reseller, "endUser")).Errors).toEqual({ CustomerId: "Customer is required" });
    const CustomerId = await addCustomer(app, reseller.resellerId);
    await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [CustomerId]);
    expect((await send(reseller, "endUser", { CustomerId })).Error).toBe("customerSuspended");
    const Email = freshAddress();
    expect((await send(reseller, "engineer", { Email })).status).toBe(200);
    const again = await send(reseller, "engineer", { Email: Email.toUpperCase() });
    expect([again.Error, Object.keys(again.Errors!)]).toEqual(["invitedAlready", ["Email", "EmailErrors"]]);
    expect((await send(reseller, "engineer", { Email: reseller.email })).Error).toBe("userNameTaken");
  });

  test("the list shows open invitations, and people without the right cannot change them", async () => {
    const reseller = await app.signIn();
    const { Result } = await send(reseller, "reseller");
    const params = { invitationId: Result!.Id };
    const engineer = await app.signIn({ resellerId: reseller.resellerId, kind: "engineer" });
    const listed = async (person: Person) => (await app.call(person, invitations.list, { query: {} })).Result!.Items;
    expect(await listed(reseller)).toMatchObject([{ Kind: "reseller", State: "Waiting", MayChange: true }]);
    expect(await listed(engineer)).toMatchObject([{ Kind: "reseller", MayChange: false }]);
    expect(await listed(await app.signIn())).toEqual([]);
    for (const endpoint of [invitations.resend, invitations.withdraw])
      expect((await app.call(engineer, endpoint, { params })).status).toBe(404);
    expect((await app.call(reseller, invitations.resend, { params })).status).toBe(200);
    expect((await app.call(reseller, invitations.withdraw, { params })).status).toBe(200);
    expect((await app.call(reseller, invitations.resend, { params })).Error).toBe("invitationClosed");
    expect(await listed(reseller)).toEqual([]);
  });

  test("a person who took the address as a user name in the meantime keeps it", async () => {
    const reseller = await app.signIn();
    const Email = freshAddress();
    await send(reseller, "engineer", { Email });
    await app.sql("insert into people (user_name) values ($1)", [Email]);
    const [key] = await keysTo(Email);
    expect((await accept(key!)).Error).toBe("signInToJoin");
    expect((await look(key!)).status).toBe(200);
  });

  test("resending follows the same checks as sending: no taken address, no suspended customer", async () => {
    const reseller = await app.signIn();
    const CustomerId = await addCustomer(app, reseller.resellerId);
    const Email = freshAddress();
    const { Result } = await send(reseller, "endUser", { Email, CustomerId });
    const resend = async () =>
      (await app.call(reseller, invitations.resend, { params: { invitationId: Result!.Id } })).Error;
    await app.sql("update customers set status = 'Suspended', suspended_at = now() where id = $1", [CustomerId]);
    expect(await resend()).toBe("customerSuspended");
    await app.sql("update customers set status = 'Active', suspended_at = null where id = $1", [CustomerId]);
    const [person] = await app.sql<{ id: string }>("insert into people (user_name) values ($1) returning id", [
      Email.toUpperCase(),
    ]);
    await app.sql(
      `insert into memberships (reseller_id, person_id, customer_id, kind, first_name, last_name, email, created_at)
       values ($1, $2, $3, 'endUser', 'Jo', 'Lane', $4, '2026-01-01')`,
      [reseller.resellerId, person!.id, CustomerId, Email],
    );
    expect(await resend()).toBe("userNameTaken");
    expect(await keysTo(Email)).toHaveLength(1);
  });

  test("an address with an expired invitation can be invited again in another role", async () => {
    const reseller = await app.signIn();
    const Email = freshAddress();
    await send(reseller, "engineer", { Email });
    await app.sql("update invitations set expires_at = clock_timestamp() where email = $1", [Email]);
    expect((await send(reseller, "reseller", { Email })).status).toBe(200);
    const { Items } = (await app.call(reseller, invitations.list, { query: {} })).Result!;
    expect(Items).toMatchObject([{ Kind: "reseller", State: "Waiting", Email }]);
    expect((await send(reseller, "engineer", { Email })).Error).toBe("invitedAlready");
  });

  test("however many are open, each page follows the one before, and the last can be withdrawn", async () => {
    const reseller = await app.signIn();
    await app.sql(
      `insert into invitations (reseller_id, kind, first_name, last_name, email, views, permissions, can_agree, invited_by, expires_at)
       select $1, 'engineer', 'Jo', 'Lane', n || '@example.com', '{}', '{}', false, 'Robin Tester', now() + interval '1 day'
       from generate_series(1, 120) n`,
      [reseller.resellerId],
    );
    const seen: string[] = [];
    for (let After: string | undefined; ;) {
      const { Result } = await app.call(reseller, invitations.list, { query: After ? { After } : {} });
      seen.push(...Result!.Items.map(({ Id }) => Id));
      if (!Result!.Next) break;
      After = Result!.Next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    expect(seen).toEqual(seen.toSorted((a, b) => (a < b ? 1 : -1)));
    const params = { invitationId: seen.at(-1)! };
    expect((await app.call(reseller, invitations.withdraw, { params })).status).toBe(200);
    const After = Buffer.from(JSON.stringify({ id: "nonsense" })).toString("base64url");
    expect((await app.call(reseller, invitations.list, { query: { After } })).status).toBe(400);
  });

  test("a suspended person's invitations are withdrawn, and valid only while the sender may still give their rights", async () => {
    const boss = await app.signIn();
    const { resellerId } = boss;
    const inviter = await app.signIn({ resellerId });
    const Email = freshAddress();
    const { Result } = await send(inviter, "engineer", { Email });
    const key = (await keysTo(Email))[0]!;
    const status = async () => (await look(key)).status;
    for (const [change, back] of [
      [
        "permissions = array_remove(permissions, 'createResellerEngineer')",
        "permissions = permissions || '{createResellerEngineer}'",
      ],
      ["views = array_remove(views, 5::smallint)", "views = views || 5::smallint"],
      ["status = 'Suspended'", "status = 'Active'"],
    ]) {
      await app.sql(`update memberships set ${change} where id = $1`, [inviter.membershipId]);
      expect([await status(), (await accept(key)).Error]).toEqual([410, "invitationInvalid"]);
      await app.sql(`update memberships set ${back} where id = $1`, [inviter.membershipId]);
      expect(await status()).toBe(200);
    }
    const others = await send(boss, "engineer");
    expect((await app.call(boss, users.suspend, { params: { userId: inviter.membershipId } })).status).toBe(200);
    expect(await status()).toBe(410);
    const { Items } = (await app.call(boss, invitations.list, { query: {} })).Result!;
    expect(Items.map(({ Id }) => Id)).toEqual([others.Result!.Id]);
    await app.call(boss, users.reactivate, { params: { userId: inviter.membershipId } });
    expect(await status()).toBe(410);
    const resent = await app.call(boss, invitations.resend, { params: { invitationId: Result!.Id } });
    expect(resent.Error).toBe("invitationClosed");
  });

  test("the company's log records who invited whom and who accepted", async () => {
    const reseller = await app.signIn();
    const { Email } = await invited(reseller, "engineer");
    const lines = await app.sql<{ what: string; who: string }>(
      "select what, who from activity where reseller_id = $1 order by id",
      [reseller.resellerId],
    );
    expect(lines).toEqual([
      { what: `Invited Jo Lane (${Email})`, who: "Robin Tester" },
      { what: "Accepted the invitation of Robin Tester", who: "Jo Lane" },
    ]);
  });
});
