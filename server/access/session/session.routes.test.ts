import { endpoints } from "@tradewind/contract/all.ts";
import { waysIn } from "@tradewind/contract/access/sign-in.ts";
import { customerForms } from "@tradewind/contract/customers/customer-forms.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { permissions, views, viewNumber } from "@tradewind/domain/values/permissions.ts";
import { expect, test } from "vitest";
import { testApp, type Person } from "../../test/test-app.ts";
import { addCustomer } from "../../test/auth-fixtures.ts";
import { signAgreements } from "../../test/sign-agreements.ts";

const app = await testApp();
const current = async (person: Person) => (await app.call(person, session.current)).Result!;

test("ACL-01 permissions are view numbers, permission names and flags with their state", async () => {
  await app.sql("update feature_flags set enabled = true where name = 'LiveChat'");
  app.platform.sessions.forget("");
  const person = await app.signIn({ rights: ["billing", "home", "addProducts", "liveChat"] });
  const { Result } = await app.call(person, session.permissions);
  expect(Object.keys(Result!).toSorted()).toEqual(["featureFlags", "usersPermissions"]);
  expect(Object.keys(Result!.usersPermissions).toSorted()).toEqual(["permissions", "views"]);
  expect(Result!.usersPermissions.views.toSorted((a, b) => a - b)).toEqual([viewNumber("home"), viewNumber("billing")]);
  expect(Result!.usersPermissions.permissions.toSorted()).toEqual(["addProducts", "liveChat"]);
  const flags = await app.sql<{ featureName: string; enabled: boolean }>(
    'select name as "featureName", enabled from feature_flags order by name',
  );
  const byName = (a: { featureName: string }, b: { featureName: string }) => (a.featureName < b.featureName ? -1 : 1);
  expect(Result!.featureFlags.toSorted(byName)).toEqual(flags.toSorted(byName));
});

test("ACL-02 the session, which is read before anything is drawn, brings the permissions along", async () => {
  const person = await app.signIn({ rights: ["customers", "addOrEditCustomers"] });
  const { Permissions } = await current(person);
  expect(Permissions).toEqual((await app.call(person, session.permissions)).Result);
});

test("ACL-03 fourteen views in their order; every number stands for one of them", async () => {
  expect(views).toEqual([
    "home",
    "customers",
    "manageService",
    "marketplaceOrder",
    "billing",
    "pSA",
    "support",
    "academy",
    "knowledgeBase",
    "community",
    "serviceAgreements",
    "myBusiness",
    "manageUsers",
    "settings",
  ]);
  const { Permissions } = await current(await app.signIn({ rights: views }));
  const numbers = Permissions.usersPermissions.views.toSorted((a, b) => a - b);
  expect(numbers).toEqual(views.map(viewNumber).toSorted((a, b) => a - b));
  expect(new Set(numbers).size).toBe(14);
});

test("ACL-04 the six permissions, and the one for API tokens, each granted by itself", async () => {
  expect(permissions.toSorted()).toEqual(
    [
      "addProducts",
      "addOrEditCustomers",
      "submitAndRespondToAllTickets",
      "createResellerEngineer",
      "createCustomerAdmin",
      "liveChat",
      "manageApiTokens",
    ].toSorted(),
  );
  for (const permission of permissions) {
    const { Permissions } = await current(await app.signIn({ rights: [permission] }));
    expect(Permissions.usersPermissions).toEqual({ views: [], permissions: [permission] });
  }
});

test("AUTH-67 only an end-user admin's session names the customer it administers", async () => {
  const resellerId = await app.addReseller();
  const customerId = await addCustomer(app, resellerId);
  const userOf = async (person: Person) => {
    const { User } = await current(person);
    expect(User.cloudMarketId).toBe(person.customerId ?? (person.resellerId || null));
    return { isEndUserAdmin: User.isEndUserAdmin, endUserAdminId: User.endUserAdminId, isEndUser: User.isEndUser };
  };
  expect(await userOf(await app.signIn({ kind: "endUserAdmin", resellerId, customerId }))).toEqual({
    isEndUserAdmin: true,
    endUserAdminId: customerId,
    isEndUser: false,
  });
  for (const [person, isEndUser] of [
    [await app.signIn({ resellerId }), false],
    [await app.signIn({ kind: "engineer", resellerId }), false],
    [await app.signIn({ kind: "endUser", resellerId, customerId }), true],
    [await app.signInOperator(), false],
  ] as const)
    expect(await userOf(person)).toEqual({ isEndUserAdmin: false, endUserAdminId: null, isEndUser });
});

test("AUTH-72 resellers and engineers are both stored as admin; the others are told apart", async () => {
  const resellerId = await app.addReseller();
  const customerId = await addCustomer(app, resellerId);
  const typeOf = async (person: Person) => (await current(person)).User.userType;
  const stored = {
    reseller: await typeOf(await app.signIn({ resellerId })),
    engineer: await typeOf(await app.signIn({ kind: "engineer", resellerId })),
    endUserAdmin: await typeOf(await app.signIn({ kind: "endUserAdmin", resellerId, customerId })),
    endUser: await typeOf(await app.signIn({ kind: "endUser", resellerId, customerId })),
  };
  expect([stored.reseller, stored.engineer]).toEqual(["admin", "admin"]);
  expect(new Set(Object.values(stored)).size).toBe(3);
});

test("LIM-04 the session of a reseller that trades in euros says so, and that of others says sterling", async () => {
  const currencyOf = async (currency: "GBP" | "EUR") =>
    (await current(await app.signIn({ currency }))).Reseller!.Currency;
  expect([await currencyOf("EUR"), await currencyOf("GBP")]).toEqual(["EUR", "GBP"]);
});

test("the display settings and the theme are the reseller's", async () => {
  const person = await app.signIn();
  expect(await current(person)).toMatchObject({
    DisplaySettings: { HidePricing: false, HideBanner: false },
    SeesPrices: true,
  });
  await app.sql("update resellers set hide_pricing = true, hide_banner = true where id = $1", [person.resellerId]);
  await app.sql(
    "insert into white_labels (reseller_id, theme, accent, version, changed_at) values ($1, 'dark', '#3a53d0', 1, now())",
    [person.resellerId],
  );
  app.platform.sessions.forget("");
  expect(await current(person)).toMatchObject({
    DisplaySettings: { HidePricing: true, HideBanner: true },
    SeesPrices: false,
    Theme: { Color_1_1: "dark" },
  });
});

test("ACL-53 ACL-54 the session says how its person is restricted", async () => {
  const person = await app.signIn();
  const restrictedAs = async (customers: boolean, products: string | null) => {
    await app.sql("update memberships set only_customers = $2, only_products = $3 where id = $1", [
      person.membershipId,
      customers,
      products,
    ]);
    app.platform.sessions.forget("");
    return (await current(person)).Restricted;
  };
  expect(await restrictedAs(false, null)).toEqual({ Customers: false, Products: false });
  expect(await restrictedAs(true, null)).toEqual({ Customers: true, Products: false });
  expect(await restrictedAs(false, "{exclaimer}")).toEqual({ Customers: false, Products: true });
});

test("the session says whether a provider vouched for its person, and offers other companies to nobody who visits", async () => {
  const person = await app.signIn();
  const openedBy = async (way: string) => {
    await app.sql("update sessions set way = $2 where id = $1", [person.sessionId, way]);
    app.platform.sessions.forget("");
    return (await current(person)).SignIn.ByProvider;
  };
  const ways = ["password", "passkey", "sso", "aad"];
  const seen: boolean[] = [];
  for (const way of ways) seen.push(await openedBy(way));
  expect(seen).toEqual([false, false, true, true]);

  const { resellerId } = await app.signIn();
  await app.sql(
    `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, created_at)
     values ($1, $2, 'engineer', 'Robin', 'Tester', 'robin@second.example', '{1}', '2026-02-02')`,
    [resellerId, person.personId],
  );
  app.platform.sessions.forget("");
  expect(await current(person)).toMatchObject({ HasOtherCompanies: true, JumpedBy: null });
  const staff = await app.signInOperator();
  await app.sql("update sessions set way = 'sysops', act_person_id = $2 where id = $1", [
    person.sessionId,
    staff.personId,
  ]);
  app.platform.sessions.forget("");
  expect(await current(person)).toMatchObject({ HasOtherCompanies: false, JumpedBy: "Olive Operator" });
});

test("API-01 API-02 answers and refusals come in the same envelope", async () => {
  const parts = ["Error", "Errors", "Labels", "Messages", "Resources", "Result", "Succeed"];
  const person = await app.signIn();
  const good = JSON.parse((await app.call(person, session.current)).text) as Record<string, unknown>;
  expect(Object.keys(good).toSorted()).toEqual(parts);
  expect(good).toMatchObject({ Succeed: true, Error: null, Errors: null, Messages: [] });
  const refused = JSON.parse(
    (await app.call(person, customerForms.add, { body: { name: "<>", organisationTypes: ["Commercial"] } as never }))
      .text,
  ) as Record<string, unknown>;
  expect(Object.keys(refused).toSorted()).toEqual(parts);
  expect(refused).toMatchObject({ Succeed: false, Error: "invalidRequest", Result: null });
  expect(Object.keys(refused["Errors"] as object)).toEqual(["name"]);
  expect((refused["Messages"] as string[])[0]).toMatch(/\.$/);
  const body = { name: "Acme", organisationTypes: ["Commercial" as const], ContactEmail: "nobody" };
  expect((await app.call(person, customerForms.add, { body })).Errors).toEqual({
    ContactEmail: "Must be a valid email address",
    EmailErrors: "Must be a valid email address",
  });
});

test("API-03 API-04 signed out only what leads to a session is served; all else answers 401", async () => {
  const open = Object.entries(endpoints).filter(([, { access }]) => access === "public");
  // The stream takes a ticket, which only signed-in users get.
  expect(open.map(([name]) => name).toSorted()).toEqual(
    [
      "applications.apply",
      "auth.loginFlow",
      "auth.token",
      "footer.buttons",
      "footer.policy",
      "invitations.accept",
      "invitations.look",
      "mailbox.archiveAccess",
      "mailbox.spamRelease",
      "notifications.stream",
      "passkeys.signInOptions",
      "passwords.change",
      "passwords.checkKey",
      "passwords.requestReset",
      "passwords.rules",
      "quoteLinks.accept",
      "quoteLinks.decline",
      "quoteLinks.document",
      "quoteLinks.open",
      "robotCheck.challenge",
      "session.renew",
      "sso.begin",
      "sso.callback",
      "sso.linkAccount",
    ].toSorted(),
  );
  expect((await app.call(null, waysIn.loginFlow, { query: { UserName: "nobody@example.com" } })).status).toBe(200);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint.access === "public") continue;
    const { status, Error } = await app.call(null, endpoint, { params: {}, query: {} });
    expect([name, status, Error]).toEqual([name, 401, "notSignedIn"]);
  }
  const { token } = await app.signIn();
  for (const authorization of ["", token, `Basic ${token}`, "Bearer", "Bearer null", `Bearer ${token}x`])
    expect((await app.call(null, session.current, {}, { headers: { authorization } })).status).toBe(401);
});

test("API-05 whatever the actor header says, the token decides who acts", async () => {
  const [one, victim] = [await app.signIn(), await app.signIn()];
  for (const actor of [victim.email, one.email, "", "operator@tradewind.example", "%00"]) {
    const headers = { "x-actor": actor };
    const { Result } = await app.call(one, session.current, {}, { headers });
    expect(Result!.User.emailAddress).toBe(one.email);
    expect((await app.call(null, session.current, {}, { headers })).status).toBe(401);
  }
  const added = await app.call(
    one,
    customerForms.add,
    { body: { name: "Actor Test", organisationTypes: ["Commercial"] } },
    { headers: { "x-actor": victim.email } },
  );
  expect(added.status).toBe(200);
  const lines = await app.sql<{ reseller_id: string; person_id: string }>(
    "select reseller_id, person_id from activity",
  );
  expect(lines).toEqual([{ reseller_id: one.resellerId, person_id: one.personId }]);
});

test("the session of a reseller, and of nobody else, says that the marketplace's terms are to be signed first", async () => {
  const reseller = await app.signIn();
  const { resellerId } = reseller;
  const engineer = await app.signIn({ kind: "engineer", resellerId });
  const mustSign = async () => [(await current(reseller)).MustSignNow, (await current(engineer)).MustSignNow];
  expect(await mustSign()).toEqual([true, false]);
  await signAgreements(app, reseller);
  expect(await mustSign()).toEqual([false, false]);
});
