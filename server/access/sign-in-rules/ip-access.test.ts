import { apiTokens } from "@tradewind/contract/access/api-tokens.ts";
import { companies } from "@tradewind/contract/access/companies.ts";
import { jump } from "@tradewind/contract/access/jump.ts";
import { everySignInRules, signInRules } from "@tradewind/contract/access/sign-in-rules.ts";
import { invoices } from "@tradewind/contract/billing/invoices.ts";
import { customers } from "@tradewind/contract/customers/customers.ts";
import { session } from "@tradewind/contract/access/session.ts";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { webApp } from "../../app.ts";
import { addCustomer, addPerson, askToken, cookieOf, renewWith } from "../../test/auth-fixtures.ts";
import { openStream, until } from "../../test/processes.ts";
import { testApp, type Person } from "../../test/test-app.ts";

/** Behind one proxy, which appends the caller to what came before. */
const app = await testApp({ TRUST_PROXY: "1", LOGIN_FLOW_LIMIT: "1000" });
const other = await webApp(app.config, pino({ level: "silent" }));
await other.app.ready();
afterAll(() => other.close());

const [office, home] = ["192.0.2.7", "198.51.100.9"];
const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });

const save = (person: Person, listed: readonly string[], { On = true, ip = office } = {}) =>
  app
    .call(person, signInRules.ipAccess, {}, from(ip))
    .then(({ Result }) =>
      app.call(
        person,
        signInRules.saveIpAccess,
        { body: { On, Listed: listed.map((Address) => ({ Address, Label: "Office" })), Version: Result!.Version } },
        from(ip),
      ),
    );
const listOf = async (person: Person) => (await app.call(person, signInRules.ipAccess, {}, from(office))).Result!;
const callFrom = async (ip: string, caller: { token: string }) => {
  const { status, Error } = await app.call(caller, customers.list, {}, from(ip));
  return Error ?? status;
};
const signIn = async (userName: string, ip: string) =>
  askToken(app.app, { username: userName }, "127.0.0.1", from(ip).headers);
const refusals = (resellerId: string) =>
  app.sql<{ action: string; ip: string; who: string }>(
    "select action, ip, who from activity where reseller_id = $1 and outcome = 'refused' order by id",
    [resellerId],
  );

test("SET-04 with one address allowed, signing in and calling from another is refused, and nothing of the session is lost", async () => {
  const { userName, resellerId } = await addPerson(app, { views: [1, 2, 13] });
  const manager = await app.signIn({ resellerId: resellerId! });
  const before = (await signIn(userName, home)).json<{ access_token: string }>();
  const cookie = cookieOf(await signIn(userName, home))!;
  expect(await callFrom(home, { token: before.access_token })).toBe(200);
  expect((await save(manager, [office])).status).toBe(200);
  expect(await callFrom(home, { token: before.access_token })).toBe("addressNotAllowed");
  expect(await callFrom(office, { token: before.access_token })).toBe(200);
  const refused = await signIn(userName, home);
  expect([refused.statusCode, cookieOf(refused)]).toEqual([400, undefined]);
  expect(refused.json()).toEqual({
    error: "address_not_allowed",
    error_description: expect.stringContaining(`You are at ${home}.`),
  });
  const renewal = await renewWith(app.app, cookie, from(home).headers);
  expect([renewal.statusCode, renewal.headers["set-cookie"]]).toEqual([409, undefined]);
  expect((await renewWith(app.app, cookie, from(office).headers)).statusCode).toBe(200);
  expect((await signIn(userName, office)).statusCode).toBe(200);
  expect(await refusals(resellerId!)).toEqual([
    { action: "customers.refused", ip: home, who: "Robin Tester" },
    { action: "signIn", ip: home, who: "Robin Tester" },
    { action: "session.refused", ip: home, who: "Robin Tester" },
  ]);
});

test("SET-05 what is no address is refused by the field", async () => {
  const person = await app.signIn();
  for (const wrong of [
    "1.2.3",
    "1.2.3.4.5",
    "999.1.1.1",
    "192.0.2.0/33",
    "acme.example",
    "2001:db8::/129",
    "::g",
    "",
  ]) {
    const { status, Errors } = await save(person, [wrong]);
    expect({ wrong, status, fields: Object.keys(Errors ?? {}) }).toEqual({
      wrong,
      status: 400,
      fields: ["Listed.0.Address"],
    });
  }
});

test.each([
  ["0.0.0.0/0", office],
  ["128.0.0.0/1", office],
  ["192.0.0.0/7", office],
  ["::/0", "2001:db8::1"],
  ["2000::/3", "2001:db8::1"],
  ["2001:0000::/15", "2001:db8::1"],
  ["::/16", office],
  ["::ffff:0:0/96", office],
  ["0:0:0:0:0:ffff:c000:0200/120", office],
  ["::ffff:192.0.2.7", office],
])("a list with %s, which lets in everybody or is IPv4 in disguise, is refused", async (range, ip) => {
  const person = await app.signIn();
  const { status, Errors } = await save(person, [range], { ip });
  expect([status, Object.keys(Errors ?? {})]).toEqual([400, ["Listed.0.Address"]]);
});

test.each([
  ["192.0.2.0/24", "192.0.2.255", "192.0.3.0"],
  ["192.0.2.7", "192.0.2.7", "192.0.2.8"],
  ["192.0.2.7/32", "::ffff:192.0.2.7", "::ffff:192.0.2.8"],
  ["192.0.2.0/24", "::ffff:c000:0207", "::ffff:c000:0307"],
  ["2001:DB8:1::/48", "2001:db8:1:ffff::1", "2001:db8:2::1"],
  ["2001:db8::1", "2001:db8:0:0:0:0:0:1", "2001:db8::2"],
  ["192.0.2.9/24", "192.0.2.7", "::192.0.2.7"],
  ["10.0.0.0/8", "10.255.0.1", "2002:0a00:0001::1"],
])("%s lets in %s, and not %s", async (range, inside, outside) => {
  const person = await app.signIn();
  expect((await save(person, [range], { ip: inside })).status).toBe(200);
  expect(await callFrom(inside, person)).toBe(200);
  for (const ip of [outside, "203.0.113.1", "2001:dead::1", "unknown", ""])
    expect([ip, await callFrom(ip, person)]).toEqual([
      ip,
      ip === "" ? await callFrom("127.0.0.1", person) : "addressNotAllowed",
    ]);
});

test("what a caller writes into X-Forwarded-For themselves does not count", async () => {
  const person = await app.signIn();
  expect((await save(person, [office])).status).toBe(200);
  for (const forged of [`${office}, ${home}`, `${office},${office}, ${home}`, `127.0.0.1, ${home}`])
    expect(await callFrom(forged, person)).toBe("addressNotAllowed");
  const headers = { "x-forwarded-for": home, "x-real-ip": office, forwarded: `for=${office}`, "x-client-ip": office };
  expect((await app.call(person, customers.list, {}, { headers })).Error).toBe("addressNotAllowed");
  expect(await callFrom(`${home}, ${office}`, person)).toBe(200);
});

test("a list that would shut out whoever saves it is not saved, nor one in a place where addresses cannot be told apart", async () => {
  const person = await app.signIn();
  for (const listed of [[], ["203.0.113.0/24"], ["::1"]])
    expect((await save(person, listed)).Error).toBe("ownAddressMissing");
  // A call past the proxy names nobody.
  const { Result } = await app.call(person, signInRules.ipAccess);
  expect(Result).toMatchObject({ On: false, IsKnown: false });
  const body = { On: true, Listed: [{ Address: "127.0.0.1", Label: "" }], Version: 0 };
  expect((await app.call(person, signInRules.saveIpAccess, { body })).Error).toBe("addressUnknown");
  expect((await save(person, ["203.0.113.0/24"], { On: false })).status).toBe(200);
  expect(await callFrom(home, person)).toBe(200);
});

test("without a proxy the list cannot be switched on, but in the demo", async () => {
  const bare = await testApp({ DEMO: "false" });
  const person = await bare.signIn();
  const body = { On: true, Listed: [{ Address: "127.0.0.1", Label: "" }], Version: 0 };
  expect((await bare.call(person, signInRules.saveIpAccess, { body })).Error).toBe("addressUnknown");
  const demo = await testApp();
  expect((await demo.call(await demo.signIn(), signInRules.saveIpAccess, { body })).status).toBe(200);
});

test("the list holds for the company's own people and tokens, not for its customers' people or another company", async () => {
  const person = await app.signIn();
  const { resellerId } = person;
  const engineer = await app.signIn({ kind: "engineer", resellerId });
  const customerId = await addCustomer(app, resellerId);
  const theirs = await app.signIn({ kind: "endUserAdmin", resellerId, customerId });
  const stranger = await app.signIn();
  const body = { Name: "Stock", Scopes: ["customers:read" as const] };
  const token = { token: (await app.call(person, apiTokens.create, { body }, from(office))).Result!.Token };
  await save(person, [office]);
  for (const each of [person, engineer, token]) expect(await callFrom(home, each)).toBe("addressNotAllowed");
  for (const each of [person, engineer, token]) expect(await callFrom(office, each)).toBe(200);
  for (const each of [theirs, stranger]) expect(await callFrom(home, each)).toBe(200);
  const file = await app.call(person, invoices.csv, {}, from(home));
  expect([file.status, file.Error]).toEqual([409, "addressNotAllowed"]);
});

test("a change ends open streams in every process, and a page from outside opens none", async () => {
  const origins = [await app.app.listen({ port: 0 }), await other.app.listen({ port: 0 })];
  const person = await app.signIn();
  const theirs = await app.signIn();
  // Streams of a test come past the proxy, from this machine.
  const streams = await Promise.all(origins.map((origin) => openStream(origin, person.token)));
  const kept = await openStream(origins[0]!, theirs.token);
  const ticket = await app.platform.tokens.signTicket({ sid: person.sessionId, sub: person.personId });
  await save(person, [office]);
  await until(() => streams.every((stream) => !stream.isOpen()), "the streams to end");
  expect(kept.isOpen()).toBe(true);
  for (const at of [app, other]) {
    const again = await at.app.inject({ url: `/api/notifications/stream?access_token=${ticket}`, ...from(home) });
    expect(again.statusCode).toBe(409);
  }
  kept.close();
});

describe("another way into the company", () => {
  test("is going there from another one, which the list refuses too", async () => {
    const person = await app.signIn();
    const { resellerId } = await app.signIn();
    const [second] = await app.sql<{ id: string }>(
      `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, permissions, created_at)
       select $1, person_id, kind, first_name, last_name, email, views, permissions, created_at from memberships where id = $2
       returning id`,
      [resellerId, person.membershipId],
    );
    const manager = await app.signIn({ resellerId });
    await save(manager, [office]);
    const go = (ip: string) => app.call(person, companies.switch, { params: { membershipId: second!.id } }, from(ip));
    const { Items } = (await app.call(person, companies.list, {}, from(home))).Result!;
    expect(Items.find(({ Id }) => Id === second!.id)!.Closed).toBe("companyNotFromHere");
    expect((await go(home)).Error).toBe("companyNotFromHere");
    expect((await go(office)).status).toBe(200);
  });

  test("is signing in where the person also acts for a company that lets them in", async () => {
    const { userName, personId, resellerId } = await addPerson(app, { views: [1, 2, 13] });
    const elsewhere = await app.addReseller();
    await app.sql(
      `insert into memberships (reseller_id, person_id, kind, first_name, last_name, email, views, permissions, created_at)
       select $1, person_id, kind, first_name, last_name, email, views, permissions, created_at + interval '1 day'
       from memberships where person_id = $2`,
      [elsewhere, personId],
    );
    await save(await app.signIn({ resellerId: resellerId! }), [office]);
    const { access_token: token } = (await signIn(userName, home)).json<{ access_token: string }>();
    const { Result } = await app.call({ token }, session.current, {}, from(home));
    expect(Result!.Reseller!.Id).toBe(elsewhere);
  });

  test("is a visit by the operator's staff, whom the list does not hold, and whose visit the company's log tells of", async () => {
    const operator = await app.signInOperator();
    const person = await app.signIn();
    await save(person, [office]);
    const begun = (await app.call(operator, jump.begin, { params: { membershipId: person.membershipId } }, from(home)))
      .Result!;
    const without = { password: undefined, mfaKey: undefined, mfaToken: undefined };
    const visit = await askToken(
      app.app,
      { grant_type: "sysops", ...without, ...begun },
      "127.0.0.1",
      from(home).headers,
    );
    const { access_token: token } = visit.json<{ access_token: string }>();
    expect(await callFrom(home, { token })).toBe(200);
    const lines = await app.sql("select who from activity where reseller_id = $1 and action = 'sessions.jump'", [
      person.resellerId,
    ]);
    expect(lines).toEqual([{ who: "Olive Operator" }]);
  });
});

test("the operator lifts the rules of a company that shut itself out, with a reason in the company's log", async () => {
  const [person, operator] = [await app.signIn(), await app.signInOperator()];
  const { resellerId: companyId } = person;
  await save(person, [office]);
  expect((await app.call(operator, everySignInRules.list)).Result!.Items).toContainEqual(
    expect.objectContaining({ CompanyId: companyId, Addresses: 1, SsoOnly: false }),
  );
  expect(await callFrom(home, person)).toBe("addressNotAllowed");
  const lift = () =>
    app.call(operator, everySignInRules.lift, { params: { companyId }, body: { Reason: "Their office moved" } });
  expect((await lift()).status).toBe(200);
  expect(await callFrom(home, person)).toBe(200);
  expect(await listOf(person)).toMatchObject({ On: false, Listed: [{ Address: office, Label: "Office" }], Version: 2 });
  expect((await lift()).status).toBe(404);
  const [line] = await app.sql(
    "select who, what from activity where reseller_id = $1 and action = 'signInRules.lift'",
    [companyId],
  );
  expect(line).toEqual({
    who: "Olive Operator",
    what: "Allowed the company’s people in again from every address and by every way of signing in: Their office moved",
  });
});

test("two who change the list at once do not undo each other, and whoever sees a part of the company changes none", async () => {
  const person = await app.signIn();
  const body = { On: false, Listed: [], Version: 0 };
  const both = await Promise.all([1, 2].map(() => app.call(person, signInRules.saveIpAccess, { body })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await app.sql("update memberships set only_customers = true where id = $1", [person.membershipId]);
  app.platform.sessions.forget("");
  expect((await app.call(person, signInRules.saveIpAccess, { body })).Error).toBe("onlyPartOfCompany");
  const without = await app.signIn({ rights: ["settings"], resellerId: person.resellerId });
  expect((await app.call(without, signInRules.saveIpAccess, { body })).Error).toBe("PermissionNotFound");
});
