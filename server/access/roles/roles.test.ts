import { rolesOfUsers } from "@tradewind/contract/access/roles.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { users } from "@tradewind/contract/access/users.ts";
import { permissions, viewNumber, views } from "@tradewind/domain/values/permissions.ts";
import { mixes, roles, type Role } from "@tradewind/domain/access/roles.ts";
import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { webApp } from "../../app.ts";
import { until } from "../../test/processes.ts";
import { addCustomer, getWith } from "../../test/auth-fixtures.ts";
import { testApp, type Person } from "../../test/test-app.ts";

const app = await testApp();
const look = async (by: Person, of: Person) =>
  (await app.call(by, rolesOfUsers.ofUser, { params: { userId: of.membershipId } })).Result!;
const change = async (by: Person, of: Person, UserRoles: readonly Role[], Seen?: readonly Role[]) =>
  app.call(by, rolesOfUsers.change, {
    params: { userId: of.membershipId },
    body: { Seen: [...(Seen ?? (await look(by, of)).UserRoles)], UserRoles: [...UserRoles] },
  });
const rightsNow = async (person: Person) => (await app.call(person, session.permissions)).Result!.usersPermissions;
const lines = (resellerId: string) =>
  app.sql<{ what: string; who: string; action: string }>(
    "select what, who, action from activity where reseller_id = $1 order by id",
    [resellerId],
  );

test("ACL-52 one person's roles list, predefined types, available and held roles", async () => {
  const owner = await app.signIn();
  const engineer = await app.signIn({
    resellerId: owner.resellerId,
    kind: "engineer",
    rights: [...mixes.technical.roles] as never,
    canAgree: false,
  });
  const seen = await look(owner, engineer);
  expect(seen.RolesList.map(({ Id }) => Id)).toEqual([...roles]);
  expect(seen.PredefinedTypes.map(({ Id, MayGive }) => [Id, MayGive])).toEqual(
    ["owner", "finance", "sales", "technical", "readOnly"].map((id) => [id, true]),
  );
  expect(seen.PredefinedTypes.find(({ Id }) => Id === "technical")).toEqual({
    Id: "technical",
    Name: "Technical",
    About: mixes.technical.about,
    Roles: mixes.technical.roles,
    MayGive: true,
  });
  expect(seen).toMatchObject({
    Id: engineer.membershipId,
    Name: "Robin Tester",
    Kind: "engineer",
    CustomerId: null,
    CustomerName: null,
  });
  expect(seen.RolesList).toContainEqual({ Id: "billing", Name: "Billing", IsView: true });
  expect(seen.RolesList).toContainEqual({ Id: "addProducts", Name: "Add and change products", IsView: false });
  expect(seen.Type).toBe("technical");
  expect(seen.UserRoles.toSorted()).toEqual([...mixes.technical.roles].toSorted());
  expect([...seen.UserRoles, ...seen.AvailableRoles].toSorted()).toEqual([...roles].toSorted());
  const customerId = await addCustomer(app, owner.resellerId);
  const user = await app.signIn({ resellerId: owner.resellerId, kind: "endUser", customerId, rights: [] });
  const theirs = await look(owner, user);
  expect(theirs.PredefinedTypes.map(({ Id }) => Id)).toEqual(["standard"]);
  expect(theirs.RolesList.map(({ Id }) => Id)).not.toContain("billing");
});

test("ACL-46 a change is kept, takes effect at once on the person's session, and is logged with before and after", async () => {
  const owner = await app.signIn();
  const { resellerId } = owner;
  const engineer = await app.signIn({ resellerId, kind: "engineer", rights: ["home", "billing"], canAgree: false });
  expect((await rightsNow(engineer)).views).toEqual([1, 5]);
  const changed = await change(owner, engineer, ["home", "customers", "addProducts", "signAgreements"]);
  expect([changed.status, changed.Result!.UserRoles]).toEqual([
    200,
    ["home", "customers", "addProducts", "signAgreements"],
  ]);
  expect(await look(owner, engineer)).toEqual(changed.Result);
  expect(await rightsNow(engineer)).toEqual({ views: [1, 2], permissions: ["addProducts"] });
  expect(await app.sql("select can_agree from memberships where id = $1", [engineer.membershipId])).toEqual([
    { can_agree: true },
  ]);
  expect(await lines(resellerId)).toEqual([
    {
      action: "roles.change",
      who: "Robin Tester",
      what: "Changed the roles of Robin Tester: custom roles before, custom roles now; gave Customers, Add and change products, Sign agreements; took Billing",
    },
  ]);
  const events = await app.sql<{ topics: string[] }>("select topics from events where reseller_id = $1", [resellerId]);
  expect(events.map(({ topics }) => topics)).toEqual([["session", "users"]]);
});

test("a change holds at every process that serves the person, and is logged for them", async () => {
  const owner = await app.signIn();
  const engineer = await app.signIn({ resellerId: owner.resellerId, kind: "engineer", rights: ["home"] });
  const other = await webApp(app.config, pino({ level: "silent" }));
  await other.app.ready();
  try {
    const viewsThere = async () =>
      (await getWith(other.app, engineer.token, "/api/permissions")).json().Result.usersPermissions.views.length;
    expect(await viewsThere()).toBe(1);
    // Without a notification it would read the session again a second later.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await change(owner, engineer, ["home", "customers", "signAgreements"]);
    await until(async () => (await viewsThere()) === 2, "the other process to hear of it");
  } finally {
    vi.useRealTimers();
    await other.close();
  }
  expect(
    await app.sql("select object_kind, object_id from activity where reseller_id = $1", [owner.resellerId]),
  ).toEqual([{ object_kind: "person", object_id: engineer.personId }]);
});

test("what is told of a change names the types before and after, and only what was given or taken", async () => {
  const owner = await app.signIn();
  const { resellerId } = owner;
  const engineer = await app.signIn({ resellerId, kind: "engineer", rights: ["home"], canAgree: false });
  await change(owner, engineer, mixes.technical.roles);
  await change(owner, engineer, mixes.technical.roles.toSpliced(0, 1));
  const [gave, took] = (await lines(resellerId)).map(({ what }) => what);
  expect(gave).toMatch(
    /^Changed the roles of Robin Tester: custom roles before, Technical now; gave Customers, Services, [^;]+$/,
  );
  expect(took).toBe("Changed the roles of Robin Tester: Technical before, custom roles now; took Dashboard");
});

test("a member who was suspended meanwhile changes nothing, and who looks after some customers reaches those only", async () => {
  const owner = await app.signIn();
  const { resellerId } = owner;
  const lead = await app.signIn({ resellerId });
  const customerId = await addCustomer(app, resellerId);
  const [mine, other] = [
    await app.signIn({ resellerId, kind: "endUser", customerId, rights: [] }),
    await app.signIn({ resellerId, kind: "endUser", customerId: await addCustomer(app, resellerId), rights: [] }),
  ];
  expect((await look(lead, mine)).CustomerName).toBe(
    (await app.sql<{ name: string }>("select name from customers where id = $1", [customerId]))[0]!.name,
  );
  await app.sql("update memberships set only_customers = true where id = $1", [lead.membershipId]);
  await app.sql("insert into membership_customers (reseller_id, membership_id, customer_id) values ($1, $2, $3)", [
    resellerId,
    lead.membershipId,
    customerId,
  ]);
  app.platform.sessions.forget("");
  expect((await change(lead, mine, ["support"])).status).toBe(200);
  expect((await change(lead, other, ["support"], [])).status).toBe(404);
  const seen = (await look(lead, mine)).UserRoles;
  await app.sql("update memberships set status = 'Suspended' where id = $1", [lead.membershipId]);
  const late = await change(lead, mine, [], seen);
  expect([late.status, late.Error]).toEqual([403, "PermissionNotFound"]);
});

test("a change of nothing writes nothing down", async () => {
  const owner = await app.signIn();
  const engineer = await app.signIn({ resellerId: owner.resellerId, kind: "engineer", rights: ["home"] });
  const { UserRoles } = await look(owner, engineer);
  expect((await change(owner, engineer, UserRoles)).status).toBe(200);
  expect(await lines(owner.resellerId)).toEqual([]);
});

describe("permissions to change roles", () => {
  test("a concurrent change is not overwritten", async () => {
    const owner = await app.signIn();
    const engineer = await app.signIn({
      resellerId: owner.resellerId,
      kind: "engineer",
      rights: ["home"],
      canAgree: false,
    });
    await change(owner, engineer, ["home", "customers"]);
    const late = await change(owner, engineer, ["home", "billing"], ["home"]);
    expect([late.status, late.Error]).toEqual([409, "conflict"]);
    expect((await rightsNow(engineer)).views).toEqual([1, 2]);
  });

  test("people cannot give or take roles they lack, nor give a reseller's role to a customer's person", async () => {
    const owner = await app.signIn();
    const { resellerId } = owner;
    const lead = await app.signIn({
      resellerId,
      kind: "engineer",
      rights: ["home", "customers", "createResellerEngineer", "createCustomerAdmin"],
      canAgree: false,
    });
    const engineer = await app.signIn({ resellerId, kind: "engineer", rights: ["home", "billing"], canAgree: false });
    const tries = [["home", "billing", "pSA"], ["home"], ["home", "billing", "signAgreements"]] as const;
    for (const wanted of tries) {
      const attempt = await change(lead, engineer, wanted);
      expect([attempt.status, attempt.Error]).toEqual([409, "rolesBeyondYou"]);
    }
    expect((await change(lead, engineer, ["customers", "billing"])).status).toBe(200);
    const seen = await look(lead, engineer);
    expect(seen.MayMove).toEqual(["home", "customers", "createResellerEngineer", "createCustomerAdmin"]);
    expect(seen.PredefinedTypes.filter(({ MayGive }) => MayGive)).toEqual([]);
    const customerId = await addCustomer(app, resellerId);
    const user = await app.signIn({ resellerId, kind: "endUserAdmin", customerId, rights: [] });
    expect((await change(owner, user, ["customers", "billing"])).Error).toBe("rolesBeyondYou");
    expect((await change(owner, user, ["customers", "createCustomerAdmin"])).status).toBe(200);
  });

  test("people cannot change their own roles, or those of people above them, of another customer or of another company", async () => {
    const owner = await app.signIn();
    const { resellerId } = owner;
    const customerId = await addCustomer(app, resellerId);
    const engineer = await app.signIn({ resellerId, kind: "engineer" });
    const admin = await app.signIn({ resellerId, kind: "endUserAdmin", customerId });
    const sibling = await app.signIn({ resellerId, kind: "endUser", customerId: await addCustomer(app, resellerId) });
    const colleague = await app.signIn({ resellerId, kind: "endUser", customerId, rights: [] });
    expect((await change(owner, owner, ["home"])).Error).toBe("notYourself");
    expect((await look(owner, owner)).MayMove).toEqual([]);
    expect((await change(engineer, owner, ["home"])).status).toBe(404);
    expect((await change(admin, sibling, [], [])).status).toBe(404);
    const looked = await app.call(admin, rolesOfUsers.ofUser, { params: { userId: sibling.membershipId } });
    expect(looked.status).toBe(404);
    expect((await change(admin, engineer, [], [])).status).toBe(404);
    expect((await change(await app.signIn(), engineer, [], [])).status).toBe(404);
    expect((await change(admin, colleague, ["manageService", "support"])).status).toBe(200);
  });

  test("the list and the page offer it only to people who may, and never for themselves", async () => {
    const owner = await app.signIn();
    const engineer = await app.signIn({ resellerId: owner.resellerId, kind: "engineer" });
    const may = async (by: Person, of: Person) =>
      (await app.call(by, users.byId, { params: { userId: of.membershipId } })).Result!.May;
    expect(await may(owner, engineer)).toContain("editRoles");
    expect(await may(engineer, owner)).toEqual([]);
    expect(await may(owner, owner)).toEqual([]);
  });

  test("when two people take roles from each other at the same moment, each role stays with one of them", async () => {
    for (let round = 0; round < 5; round++) {
      const one = await app.signIn();
      const other = await app.signIn({ resellerId: one.resellerId });
      const [ofOther, ofOne] = await Promise.all([look(one, other), look(other, one)]);
      await Promise.all([change(one, other, [], ofOther.UserRoles), change(other, one, [], ofOne.UserRoles)]);
      const left = await app.sql<{ views: number[]; permissions: string[]; can_agree: boolean }>(
        "select views, permissions, can_agree from memberships where reseller_id = $1 and views <> '{}'",
        [one.resellerId],
      );
      expect(left).toEqual([{ views: views.map(viewNumber), permissions: [...permissions], can_agree: true }]);
    }
  });

  test("people cannot give a role they just lost, even in a session that read it before", async () => {
    const owner = await app.signIn();
    const lead = await app.signIn({ resellerId: owner.resellerId });
    const engineer = await app.signIn({
      resellerId: owner.resellerId,
      kind: "engineer",
      rights: ["home"],
      canAgree: false,
    });
    const seen = (await look(lead, engineer)).UserRoles;
    await app.sql("update memberships set views = array_remove(views, 5::smallint) where id = $1", [lead.membershipId]);
    expect((await change(lead, engineer, [...seen, "billing"], seen)).Error).toBe("rolesBeyondYou");
  });
});
